import { type Matrix, square, zeros } from '@sightline/engine/internal';
import type { DenseRecords } from './records.ts';
import { someTimes } from './times.ts';
import { type DenseReport, type DenseRequest, type DenseRows, MOST_NAMED } from './units.ts';

/** What the rules do, counted over the tables of a file. */
export type RuleTally = Pick<DenseReport, 'dropped' | 'unitsDropped' | 'interpolated' | 'empty'>;

/** Makes units of records: the rule for missing cells first, then the mean over replicates. O(records · points). */
export function unitsOf(
  records: DenseRecords,
  request: DenseRequest,
  tally: RuleTally,
  text?: (time: number) => string,
): DenseRows {
  const { units, trajectories, values, targets, gaps } = records;
  const replicated = request.replicates !== undefined;
  if (!gaps && !replicated && !trajectories)
    return { units: [...units], values, ...(targets ? { targets } : {}) };

  const all = trajectoriesOf(records);
  const lost = new Set<string>();
  const kept = all.filter(({ unit, trajectory, records: own }) => {
    const why = own.map((r) => whyDropped(records, r, request, text)).find((reason) => reason !== undefined);
    if (why === undefined) return true;
    lost.add(unit);
    tally.dropped.count++;
    if (tally.dropped.units.length < MOST_NAMED)
      tally.dropped.units.push({ unit, ...(trajectory !== undefined && { trajectory }), why });
    return false;
  });
  for (const { unit } of kept) lost.delete(unit);
  tally.unitsDropped += lost.size;
  const p = values.cols;
  const means = zeros(kept.length, p);
  const within = zeros(replicated ? kept.length : 0, p);
  const readings = replicated ? undefined : readingsOf(records, kept);
  const filled = zeros(kept.length, p);
  const before = tally.interpolated;
  kept.forEach(({ records: own }, u) => {
    const mean = means.data.subarray(u * p, (u + 1) * p);
    for (const r of own) {
      const cells = row(values, r);
      if (request.missing === 'pairwise')
        tally.empty += cells.reduce((n, cell) => n + (Number.isNaN(cell) ? 1 : 0), 0);
      else tally.interpolated += fillGaps(cells, request.times, row(filled, u));
      for (let j = 0; j < p; j++) mean[j]! += cells[j]!;
    }
    for (let j = 0; j < p; j++) mean[j]! /= own.length;
    if (!replicated) return;
    for (const r of own)
      for (let j = 0; j < p; j++) within.data[u * p + j]! += square(values.data[r * p + j]! - mean[j]!);
  });
  return {
    units: kept.map(({ unit }) => unit),
    ...(trajectories ? { trajectories: kept.map(({ trajectory }) => trajectory!) } : {}),
    values: means,
    ...(replicated ? { within, counts: Int32Array.from(kept, ({ records: own }) => own.length) } : {}),
    ...(readings ? { readings } : {}),
    ...(!replicated && tally.interpolated > before ? { filled } : {}),
    ...(targets ? { targets: Float64Array.from(kept, ({ records: [r] }) => targets[r!]!) } : {}),
  };
}

/** A trajectory and its records: one, or its replicates. */
interface Trajectory {
  unit: string;
  trajectory: string | undefined;
  records: number[];
}

/** Unit after unit, each with its trajectories in the order in which they appear. */
function trajectoriesOf({ units, trajectories }: DenseRecords): Trajectory[] {
  const byUnit = new Map<string, Map<string, Trajectory>>();
  units.forEach((unit, r) => {
    const own = byUnit.get(unit) ?? new Map<string, Trajectory>();
    if (own.size === 0) byUnit.set(unit, own);
    const trajectory = trajectories?.[r];
    const known = own.get(trajectory ?? '');
    if (known) known.records.push(r);
    else own.set(trajectory ?? '', { unit, trajectory, records: [r] });
  });
  return [...byUnit.values()].flatMap((own) => [...own.values()]);
}

/** Without replicates a unit is one record; nothing where every value is one reading. */
function readingsOf({ readings }: DenseRecords, kept: readonly Trajectory[]): Matrix | undefined {
  if (!readings?.data.some((n) => n > 1)) return undefined;
  const own = zeros(kept.length, readings.cols);
  kept.forEach(({ records: [r] }, u) => {
    own.data.set(
      row(readings, r!).map((n) => Math.max(1, n)),
      u * readings.cols,
    );
  });
  return own;
}

function whyDropped(
  { values, targets }: DenseRecords,
  r: number,
  request: DenseRequest,
  text?: (time: number) => string,
): string | undefined {
  const { times } = request;
  const cells = row(values, r);
  const absent = cells.some(Number.isNaN) ? [...times].filter((_, j) => Number.isNaN(cells[j]!)) : [];
  const ends = Number.isNaN(cells[0]!) || Number.isNaN(cells.at(-1)!);
  const enough =
    request.missing === 'pairwise'
      ? absent.length < times.length
      : request.missing === 'interpolate' && !ends;
  if (absent.length > 0 && !enough)
    return `no value at ${absent.length} of ${times.length} times: ${someTimes(absent, text)}${request.missing === 'interpolate' ? '; the ends are not extrapolated' : ''}`;
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
