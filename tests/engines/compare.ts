import { expect } from 'vitest';
import type { Answers } from './answers.ts';
import { countNumbers, differing } from './differing.ts';

interface Engine {
  name: string;
  given: Answers;
}

/** Says how many numbers were compared, and which differ. */
export function compare(here: Engine, there: Engine): void {
  const found = differing(here.given, there.given);
  const numbers = countNumbers(here.given);
  console.log(
    `${here.name} and ${there.name}: ${Object.keys(here.given).length} documents, ${numbers} numbers, ` +
      `${found.length} differ`,
  );
  expect(numbers).toBeGreaterThan(10_000);
  expect(found.slice(0, 20)).toEqual([]);
}
