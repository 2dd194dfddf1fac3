import { type Matrix, square, zeros } from '@sightline/engine';
import type { DenseRecords } from './records.ts';
import { someTimes } from './times.ts';
import { type DenseReport, type DenseRequest, type DenseRows, MOST_NAMED } from './units.ts';

/** What the rules do, counted over the tables of a file. */
export type RuleTally = Pick<DenseReport, 'dropped' | 'interpolated'>;

/** Makes units of records: the rule for missing cells first, then the mean over replicates. O(records · points). */
export function unitsOf(records: DenseRecords, request: DenseRequest, tally: RuleTally): DenseRows {
  const { units, values, targets, gaps } = records;
  const replicated = request.replicates !== undefined;
  if (!gaps && !replicated) return { units: [...units], values, ...(targets ? { targets } : {}) };

  const recordsOf = new Map<string, number[]>();
  units.forEach((unit, r) => {
    const others = recordsOf.get(unit);
    if (others) others.push(r);
    else recordsOf.set(unit, [r]);
  });
  const kept = [...recordsOf].filter(([unit, own]) => {
    const why = own.map((r) => whyDropped(records, r, request)).find((reason) => reason !== undefined);
    if (why === undefined) return true;
    tally.dropped.count++;
    if (tally.dropped.units.length < MOST_NAMED) tally.dropped.units.push({ unit, why });
    return false;
  });
  const p = values.cols;
  const means = zeros(kept.length, p);
  const within = zeros(replicated ? kept.length : 0, p);
  const readings = replicated ? undefined : readingsOf(records, kept);
  const filled = zeros(kept.length, p);
  const before = tally.interpolated;
  kept.forEach(([, own], u) => {
    const mean = means.data.subarray(u * p, (u + 1) * p);
    for (const r of own) {
      const cells = row(values, r);
      tally.interpolated += fillGaps(cells, request.times, row(filled, u));
      for (let j = 0; j < p; j++) mean[j]! += cells[j]!;
    }
    for (let j = 0; j < p; j++) mean[j]! /= own.length;
    if (!replicated) return;
    for (const r of own)
      for (let j = 0; j < p; j++) within.data[u * p + j]! += square(values.data[r * p + j]! - mean[j]!);
  });
  return {
    units: kept.map(([unit]) => unit),
    values: means,
    ...(replicated ? { within, counts: Int32Array.from(kept, ([, own]) => own.length) } : {}),
    ...(readings ? { readings } : {}),
    ...(!replicated && tally.interpolated > before ? { filled } : {}),
    ...(targets ? { targets: Float64Array.from(kept, ([, [r]]) => targets[r!]!) } : {}),
  };
}

/** Without replicates a unit is one record; nothing where every value is one reading. */
function readingsOf({ readings }: DenseRecords, kept: readonly [string, number[]][]): Matrix | undefined {
  if (!readings?.data.some((n) => n > 1)) return undefined;
  const own = zeros(kept.length, readings.cols);
  kept.forEach(([, [r]], u) => {
    own.data.set(
      row(readings, r!).map((n) => Math.max(1, n)),
      u * readings.cols,
    );
  });
  return own;
}

function whyDropped({ values, targets }: DenseRecords, r: number, request: DenseRequest): string | undefined {
  const { times } = request;
  const cells = row(values, r);
  const absent = cells.some(Number.isNaN) ? [...times].filter((_, j) => Number.isNaN(cells[j]!)) : [];
  const ends = Number.isNaN(cells[0]!) || Number.isNaN(cells.at(-1)!);
  if (absent.length > 0 && (request.missing !== 'interpolate' || ends))
    return `no value at ${absent.length} of ${times.length} times: ${someTimes(absent)}${request.missing === 'interpolate' ? '; the ends are not extrapolated' : ''}`;
  return targets && Number.isNaN(targets[r]!) ? 'no target' : undefined;
}

function row({ cols, data }: Matrix, r: number): Float64Array {
  return data.subarray(r * cols, (r + 1) * cols);
}

/**
 * Straight lines in time across the gaps of a trajectory whose ends are there. Returns the number of cells filled; `shares` gets
 * how far each lies between the two beside the gap.
 */
function fillGaps(cells: Float64Array, times: Float64Array, shares: Float64Array): number {
  let filled = 0;
  for (let j = 1; j < cells.length; j++) {
    if (!Number.isNaN(cells[j]!)) continue;
    const from = j - 1;
    let to = j;
    while (Number.isNaN(cells[to]!)) to++;
    for (; j < to; j++, filled++) {
      const share = (times[j]! - times[from]!) / (times[to]! - times[from]!);
      cells[j] = cells[from]! + share * (cells[to]! - cells[from]!);
      shares[j] = share;
    }
  }
  return filled;
}
