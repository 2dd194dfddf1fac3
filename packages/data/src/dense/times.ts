// How the times of a file meet those of the grid.

import type { DenseRequest } from './units.ts';

/** Times closer than this share of the spacing are the same: files round what programs compute. */
const SAME_TIME = 1e-6;

/** 'any': readings are taken at the times at which they stand. */
type Align = NonNullable<DenseRequest['align']> | 'any';

export interface GridTimes {
  readonly align: Align;
  /** What a file has for the grid points: their times, or with `start` and `end` the bounds that stand for them. */
  readonly times: Float64Array;
  readonly spacing: number;
  /** The horizon. */
  readonly begin: number;
  readonly end: number;
  /** A time in words: a number, or the clock. */
  text(time: number): string;
  /** The point nearest to a time, the earlier of two. */
  nearest(time: number): number;
  /** The point whose interval holds a time, its end left out; −1 where none does. */
  cell(time: number): number;
  /** Whether two times are one. */
  same(a: number, b: number): boolean;
  /** Whether a time lies within half a spacing of a point. */
  within(time: number, point: number): boolean;
  isOutside(time: number): boolean;
  /** Which bound of the grid's intervals a time is, 0 the horizon's beginning; −1 where it is none. */
  bound(time: number): number;
}

/** `midpoints` are the grid's own times, in the middle of its intervals. */
export function gridTimes(
  midpoints: Float64Array,
  align: Align = 'exact',
  text: (time: number) => string = timeText,
): GridTimes {
  const p = midpoints.length;
  const spacing = p > 1 ? (midpoints[p - 1]! - midpoints[0]!) / (p - 1) : 2 * midpoints[0]! || 1;
  const close = SAME_TIME * spacing;
  // Without this, the first interval would begin at 1e-17.
  const bound = (time: number) => (Math.abs(time) <= close ? 0 : time);
  const [begin, end] = [bound(midpoints[0]! - spacing / 2), bound(midpoints[p - 1]! + spacing / 2)];
  const shift = align === 'start' ? -spacing / 2 : align === 'end' ? spacing / 2 : 0;
  const times = shift === 0 ? midpoints : midpoints.map((time) => bound(time + shift));
  const nearest = (time: number) => {
    let [low, high] = [0, p - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time - times[middle]! > times[middle + 1]! - time + close) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const same = (a: number, b: number) => Math.abs(a - b) <= close;
  return {
    align,
    times,
    spacing,
    begin,
    end,
    text,
    nearest,
    cell(time) {
      const cell = Math.floor((time - begin) / spacing + SAME_TIME);
      return cell >= 0 && cell < p ? cell : -1;
    },
    same,
    within: (time, point) => Math.abs(time - times[point]!) <= spacing / 2 + close,
    isOutside: (time) => time < begin - close || time > end + close,
    bound(time) {
      const number = Math.round((time - begin) / spacing);
      return number >= 0 && number <= p && same(time, begin + number * spacing) ? number : -1;
    },
  };
}

/** Whether a time is nearer to a point than another, or as near and earlier. */
export function isNearer(time: number, other: number, point: number, { times, same }: GridTimes): boolean {
  const [own, its] = [Math.abs(time - times[point]!), Math.abs(other - times[point]!)];
  return same(own, its) ? time < other : own < its;
}

/** A time as people write it. */
export function timeText(time: number): string {
  return String(Number(time.toPrecision(7)));
}

const FIRST_FEW = 3;

/** '0.5, 1.5, 2.5 … 63.5 (64 in all)'; an ellipsis stands for two times at least. */
export function someTimes(times: ArrayLike<number>, text = timeText): string {
  const few = times.length <= FIRST_FEW + 1;
  const first = Array.from({ length: few ? times.length : FIRST_FEW }, (_, k) => text(times[k]!));
  return few
    ? first.join(', ')
    : `${first.join(', ')} … ${text(times[times.length - 1]!)} (${times.length} in all)`;
}

/** What may have happened to times that are not the grid's; nothing where they have no pattern. */
export function timesGuess(found: readonly number[], { times, same, align }: GridTimes): string {
  const sorted = [...found].sort((a, b) => a - b);
  if (sorted.length !== times.length) return '';
  const isBound = align === 'start' || align === 'end';
  const shift = sorted[0]! - times[0]!;
  if (same(shift, 0)) return '';
  if (sorted.every((time, j) => same(time - shift, times[j]!)))
    return `; all of them are ${timeText(Math.abs(shift))} ${shift < 0 ? 'earlier' : 'later'} than ${isBound ? 'these' : "the grid's, which are midpoints of its intervals"}`;
  const factor = sorted[0]! / times[0]!;
  if (factor > 0 && Number.isFinite(factor) && sorted.every((time, j) => same(time / factor, times[j]!)))
    return `; all of them are ${timeText(factor)} times ${isBound ? 'these' : "the grid's"}: another unit of time?`;
  return '';
}

/** What the times of a file would have to be, as in 'not the grid's'. */
export function wantedTimes({ align }: GridTimes): string {
  if (align === 'start') return "the beginnings of the grid's intervals";
  return align === 'end' ? "the ends of the grid's intervals" : "the grid's";
}

/** Times that would do; `more` says which rule would take those that were found. */
export function acceptedTimes(grid: GridTimes, more = ''): string {
  if (grid.align === 'any')
    return `times within the horizon, from ${grid.text(grid.begin)} to ${grid.text(grid.end)}, in the study's unit of time`;
  const what = grid.align === 'start' || grid.align === 'end' ? `, ${wantedTimes(grid)}` : '';
  const numbers = grid.text === timeText ? ', as numbers' : '';
  return `the times ${someTimes(grid.times, grid.text)}${numbers}${what}${more}`;
}

/** Which bounds of the grid's intervals are among a file's times. */
export interface BoundsSeen {
  any: boolean;
  /** The two that only one interval has. */
  begin: boolean;
  end: boolean;
  /** Whether there are times inside the horizon that are no bounds. */
  others: boolean;
}

export function noBounds(): BoundsSeen {
  return { any: false, begin: false, end: false, others: false };
}

export function seeBound(seen: BoundsSeen, time: number, grid: GridTimes): void {
  const number = grid.bound(time);
  if (number < 0) seen.others ||= !grid.isOutside(time);
  else {
    seen.any = true;
    seen.begin ||= number === 0;
    seen.end ||= number === grid.times.length;
  }
}

/** The rule that takes times which are not the grid's, as a further clause of what is accepted; nothing where none does. */
export function alignAdvice(strange: ArrayLike<number>, seen: BoundsSeen, grid: GridTimes): string {
  const inside = Array.from(strange).filter((time) => !grid.isOutside(time));
  if (inside.length === 0) return '';
  const [start, end] = [
    'align: start takes a time for the interval that begins at it',
    'align: end for the one that ends at it',
  ];
  const endAlone = 'align: end takes a time for the interval that ends at it';
  if (seen.any && !seen.others) {
    if (seen.begin && seen.end)
      return `; without ${grid.text(grid.end)}, ${start}; without ${grid.text(grid.begin)}, ${endAlone}`;
    if (seen.begin) return `; ${start}`;
    return seen.end ? `; ${endAlone}` : `; ${start}, ${end}`;
  }
  if (grid.align === 'start' || grid.align === 'end')
    return '; align: exact, the default, takes the midpoints';
  return grid.align === 'exact'
    ? '; align: nearest takes the nearest within half a spacing, align: mean the mean of those in an interval'
    : '';
}
