// How the times of a file meet those of the grid.

/** Times closer than this share of the spacing are the same: files round what programs compute. */
const SAME_TIME = 1e-6;

export interface GridTimes {
  readonly times: Float64Array;
  readonly spacing: number;
  /** The grid point nearest to a time, the earlier of two. */
  nearest(time: number): number;
  /** Whether two times are one. */
  same(a: number, b: number): boolean;
  /** Whether a time lies within half a spacing of a grid point. */
  within(time: number, point: number): boolean;
}

export function gridTimes(times: Float64Array): GridTimes {
  const p = times.length;
  const spacing = p > 1 ? (times[p - 1]! - times[0]!) / (p - 1) : 1;
  return {
    times,
    spacing,
    nearest(time) {
      let [low, high] = [0, p - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (time - times[middle]! > times[middle + 1]! - time) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    same: (a, b) => Math.abs(a - b) <= SAME_TIME * spacing,
    within: (time, point) => Math.abs(time - times[point]!) <= (0.5 + SAME_TIME) * spacing,
  };
}

/** A time as people write it. */
export function timeText(time: number): string {
  return String(Number(time.toPrecision(7)));
}

const FIRST_FEW = 3;

/** '0.5, 1.5, 2.5 … (128 in all)'. */
export function someTimes(times: ArrayLike<number>): string {
  const first = Array.from({ length: Math.min(times.length, FIRST_FEW) }, (_, k) => timeText(times[k]!));
  return times.length > FIRST_FEW
    ? `${first.join(', ')} … ${timeText(times[times.length - 1]!)} (${times.length} in all)`
    : first.join(', ');
}

/** What may have happened to times that are not the grid's; nothing where they have no pattern. */
export function timesGuess(found: readonly number[], { times, same }: GridTimes): string {
  const sorted = [...found].sort((a, b) => a - b);
  if (sorted.length !== times.length) return '';
  const shift = sorted[0]! - times[0]!;
  if (sorted.every((time, j) => same(time - shift, times[j]!)))
    return `; all of them are ${timeText(Math.abs(shift))} ${shift < 0 ? 'earlier' : 'later'} than the grid's, which are midpoints of its intervals`;
  const factor = sorted[0]! / times[0]!;
  if (factor > 0 && sorted.every((time, j) => same(time / factor, times[j]!)))
    return `; all of them are ${timeText(factor)} times the grid's: another unit of time?`;
  return '';
}
