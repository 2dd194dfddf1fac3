import type { StateInterval } from './state-grid.ts';

/** Cells of one horizon for all records, by the clock: cell j holds j·T/p ≤ t < (j + 1)·T/p. Times are in seconds. */
export interface ClockGrid {
  horizon: number;
  points: number;
}

/** A record in the cells; NaN where a cell has nothing. */
export interface ClockedRecord {
  cells: Float64Array;
  /** Readings outside the horizon. */
  outside: number;
}

/** Times closer than this share of a cell are the same: sums of decimals are not exact. */
const SAME_TIME = 1e-6;

/** The mean of the values in each cell. */
export function cellMeans(
  times: Float64Array,
  values: Float64Array,
  { horizon, points }: ClockGrid,
): ClockedRecord {
  const sums = new Float64Array(points);
  const counts = new Float64Array(points);
  let outside = 0;
  times.forEach((time, i) => {
    const cell = Math.floor((time / horizon) * points + SAME_TIME);
    if (cell >= 0 && cell < points) {
      sums[cell]! += values[i]!;
      counts[cell]!++;
    } else outside++;
  });
  return { cells: sums.map((sum, j) => sum / counts[j]!), outside };
}

/** Of each cell, the share of its annotated time in some states. Intervals do not overlap. */
export function cellShares(
  intervals: readonly StateInterval[],
  isIn: (state: string) => boolean,
  isValid: (state: string) => boolean,
  { horizon, points }: ClockGrid,
): Float64Array {
  const inside = new Float64Array(points);
  const valid = new Float64Array(points);
  const length = horizon / points;
  for (const { from, to, state } of intervals) {
    if (!isValid(state)) continue;
    const last = Math.min(points - 1, Math.ceil(to / length) - 1);
    for (let j = Math.max(0, Math.floor(from / length)); j <= last; j++) {
      const part = Math.min(to, (j + 1) * length) - Math.max(from, j * length);
      if (part <= 0) continue;
      valid[j]! += part;
      if (isIn(state)) inside[j]! += part;
    }
  }
  // Less than this of a cell is the rounding of an end.
  return inside.map((own, j) => (valid[j]! > SAME_TIME * length ? own / valid[j]! : Number.NaN));
}

/** Empty cells on the line between those beside them, in place; their number, or nothing where an end is empty. */
export function fillCells(cells: Float64Array): number | undefined {
  const known = [...cells.keys()].filter((j) => !Number.isNaN(cells[j]!));
  if (known[0] !== 0 || known.at(-1) !== cells.length - 1) return undefined;
  let filled = 0;
  known.slice(1).forEach((to, k) => {
    const from = known[k]!;
    for (let j = from + 1; j < to; j++, filled++)
      cells[j] = cells[from]! + ((cells[to]! - cells[from]!) * (j - from)) / (to - from);
  });
  return filled;
}
