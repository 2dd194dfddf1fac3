// A time grid that a file's own times propose.

/** Where the values of a trajectory stand. */
export interface TimedReading {
  trajectory: string;
  time: number;
}

export interface FileGrid {
  horizon: number;
  points: number;
  align: 'exact' | 'start' | 'end' | 'mean';
  /** Taken off every time, so that the horizon begins at 0. */
  shift: number;
  /** The share of trajectories that have a value in every cell. */
  complete: number;
}

/** More points than this are not needed to see what readings are worth, and every question takes longer. */
const MOST_POINTS = 128;
/** Numbers of cells that people read easily. */
const USUAL_POINTS = [96, 72, 48, 36, 32, 24, 18, 16, 12, 10, 8, 6, 5, 4];
/** So many of the trajectories that can have a value in every cell are enough of them. */
const ENOUGH = 0.8;
const ROUND = [1, 1.2, 1.5, 2, 2.4, 2.5, 3, 4, 5, 6, 7.2, 8, 10];

/** A number as people write it: without what a division left over. */
export const tidy = (number: number): number => Number(number.toPrecision(10));

/** The grid that the readings stand on; or the finest one with a value in every cell of most trajectories that some grid makes whole. */
export function fileGrid(readings: readonly TimedReading[], horizon?: number): FileGrid | undefined {
  const times = [...new Set(readings.map(({ time }) => time))].sort((a, b) => a - b);
  if (times.length < 2) return undefined;
  const trajectories = new Set(readings.map(({ trajectory }) => trajectory)).size;
  const shared = readings.length >= ENOUGH * trajectories * times.length;
  const even = shared && horizon === undefined ? evenGrid(times) : undefined;
  if (even) return { ...even, complete: completeShare(readings, even) };
  // A horizon that begins long before the first reading would begin with empty cells.
  const span = times.at(-1)! - times[0]!;
  const shift = horizon === undefined && (times[0]! < 0 || times[0]! > span / 4) ? times[0]! : 0;
  const whole = horizon ?? roundAbove(times.at(-1)! - shift);
  const candidates = USUAL_POINTS.map((points) => {
    const grid = { horizon: whole, points, align: 'mean' as const, shift };
    return { ...grid, complete: completeShare(readings, grid) };
  });
  // A record that begins at noon and ends in the evening has two days that no grid makes whole: they say nothing for a coarser one.
  const best = candidates.reduce((most, one) => (one.complete > most.complete ? one : most));
  return candidates.find(({ complete }) => complete >= ENOUGH * best.complete);
}

/** Evenly spaced times are middles, beginnings or ends of cells. */
function evenGrid(times: readonly number[]): Omit<FileGrid, 'complete'> | undefined {
  const [first, n] = [times[0]!, times.length];
  const spacing = (times.at(-1)! - first) / (n - 1);
  const near = (a: number, b: number) => Math.abs(a - b) <= 1e-3 * spacing;
  if (!times.every((time, j) => near(time, first + j * spacing))) return undefined;
  const horizon = tidy(n * spacing);
  const few = n > MOST_POINTS ? USUAL_POINTS.find((points) => n % points === 0) : undefined;
  if (n > MOST_POINTS && few === undefined) return undefined;
  const align = near(first, spacing / 2)
    ? 'exact'
    : near(first, spacing) && few === undefined
      ? 'end'
      : 'start';
  const shift = near(first, spacing / 2) || near(first, 0) || align === 'end' ? 0 : first;
  return few === undefined
    ? { horizon, points: n, align, shift }
    : { horizon, points: few, align: 'mean', shift };
}

function completeShare(
  readings: readonly TimedReading[],
  { horizon, points, shift, align }: Omit<FileGrid, 'complete'>,
): number {
  const seen = new Map<string, Set<number>>();
  for (const { trajectory, time } of readings) {
    const exact = ((time - shift) / horizon) * points;
    const cell = align === 'end' ? Math.round(exact) - 1 : Math.floor(exact + 1e-6);
    const own = seen.get(trajectory) ?? new Set<number>();
    if (own.size === 0) seen.set(trajectory, own);
    if (cell >= 0 && cell < points) own.add(cell);
  }
  const whole = [...seen.values()].filter(({ size }) => size === points).length;
  return seen.size === 0 ? 0 : whole / seen.size;
}

/** The next round number above a time. */
function roundAbove(time: number): number {
  let power = 1;
  while (power * 10 <= time) power *= 10;
  while (power > time) power /= 10;
  return tidy(ROUND.map((factor) => factor * power).find((one) => one > time) ?? 10 * power);
}
