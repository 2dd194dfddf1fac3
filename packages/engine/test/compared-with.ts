// Comparisons with results of others tell the report how near they came: docs/validation.md is made of what they tell.
import { expect } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

export interface Comparison {
  /** What was computed, and by whom else. */
  what: string;
  against: string;
  numbers: number;
  /** The largest error, and the most that a test allows. */
  largest: number;
  tolerance: number;
}

declare module 'vitest' {
  interface TaskMeta {
    compared?: Comparison[];
  }
}

/** Holds errors to a tolerance, and keeps the largest. Errors are absolute unless `what` says otherwise. */
export function comparedWith(what: string, against: string) {
  return (error: number, tolerance: number, where?: string): void => {
    expect(error, where).toBeLessThanOrEqual(tolerance);
    const { meta } = getCurrentTest()!;
    meta.compared ??= [];
    let one = meta.compared.find((known) => known.what === what && known.against === against);
    if (one === undefined) meta.compared.push((one = { what, against, numbers: 0, largest: 0, tolerance }));
    one.numbers++;
    one.largest = Math.max(one.largest, error);
    one.tolerance = Math.max(one.tolerance, tolerance);
  };
}
