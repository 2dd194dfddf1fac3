import type { Scale } from '@sightline/answers/pictures';
import { clockTicks, label, linear, ticks } from '@sightline/answers/pictures';
import { log10, powerOfTen, secondsIn, type TimeGrid } from '@sightline/engine/internal';

/** Where everything of the timeline stands, in CSS pixels. */
export interface TimelineLayout {
  width: number;
  height: number;
  narrow: boolean;
  left: number;
  right: number;
  /** Sample paths: from top to bottom; what they are in is the law's to say. */
  paths: { top: number; bottom: number };
  /** The target's weight over time. */
  weight: { top: number; bottom: number };
  axis: number;
  x: Scale;
  /** The middle of a protocol's row. */
  row(i: number): number;
  rowHeight: number;
}

/** Below it, names and values stand above their rows: the readings keep the width of a pane. */
const NARROW = 760;

export function timelineLayout(grid: TimeGrid, rows: number, width: number): TimelineLayout {
  const narrow = width < NARROW;
  const [left, right] = narrow ? [14, width - 14] : [152, width - 218];
  const height = Math.round(Math.min(240, Math.max(130, width * 0.13)));
  // Words stand above where there is no room beside.
  const top = narrow ? 16 : 10;
  const paths = { top, bottom: top + height };
  const weight = { top: paths.bottom + 8, bottom: paths.bottom + 32 };
  const axis = weight.bottom + 4;
  const rowHeight = narrow ? 56 : 46;
  const first = axis + 34;
  return {
    width,
    height: first + rowHeight * Math.max(1, rows) + 8,
    narrow,
    left,
    right,
    paths,
    weight,
    axis,
    x: linear([0, grid.horizon], [left, right]),
    row: (i) => first + rowHeight * i + (narrow ? 36 : rowHeight / 2),
    rowHeight,
  };
}

/** The time at a place, to a round number or a round time of day no finer than a pixel: what is written is what is seen. */
export function timeAt(place: number, { left, right }: TimelineLayout, grid: TimeGrid): number {
  const { horizon, unit, start } = grid;
  const perPixel = horizon / (right - left);
  const time = ((place - left) / (right - left)) * horizon;
  const seconds = start === undefined ? undefined : secondsIn(unit);
  const round = seconds && ROUND.findLast((one) => one <= perPixel * seconds);
  if (seconds && round) return (Math.round((start! + time * seconds) / round) * round - start!) / seconds;
  const step = powerOfTen(Math.floor(log10(perPixel)));
  return Number((Math.round(time / step) * step).toPrecision(12));
}

/** Round steps of a clock, in seconds. */
const ROUND = [1, 5, 15, 30, 60, 300, 900, 1800, 3600];

/** Times of day where the study has a clock, round numbers with their unit otherwise. */
export function axisTicks(
  grid: TimeGrid,
  { x, left, right }: Pick<TimelineLayout, 'x' | 'left' | 'right'>,
): { at: number; text: string }[] {
  return (
    clockTicks(x, grid) ??
    ticks(0, grid.horizon, Math.max(2, (right - left) / 90)).map((time) => ({
      at: x(time),
      text: `${label(time)}${time === 0 && grid.unit ? ` ${grid.unit}` : ''}`,
    }))
  );
}
