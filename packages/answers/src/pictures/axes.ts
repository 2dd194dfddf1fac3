import { COLOUR } from './palette.ts';
import { label, line, type Scale, ticks, words } from './svg.ts';
import { textWidth } from './text-room.ts';

/** Letters beside the data; nothing is smaller. */
export const SMALL = 11;
export const MUTED = { 'font-size': SMALL, fill: COLOUR.muted } as const;
/** Pictures below this width put words above their rows instead of beside them. */
export const NARROW = 560;
/** What an axis takes below the data. */
export const AXIS_HEIGHT = 42;

/** Where data are drawn. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A place along an axis, in pixels, and what is written there. */
export interface Tick {
  at: number;
  text: string;
  /** Its rule is drawn darker: where 0 is. */
  strong?: boolean;
}

/** Numbers where a scale puts them. */
export const numbered = (
  values: readonly number[],
  scale: Scale,
  text: (value: number) => string = label,
): Tick[] => values.map((value) => ({ at: scale(value), text: text(value), strong: value === 0 }));

/** As many ticks as have room for their labels. */
export function roomyTicks(low: number, high: number, length: number): number[] {
  for (let count = Math.max(2, Math.floor(length / 60)); count > 1; count--) {
    const found = ticks(low, high, count);
    const widest = Math.max(...found.map((value) => textWidth(label(value), SMALL)));
    if (found.length < 2 || length / (found.length - 1) > widest + 10) return found;
  }
  return ticks(low, high, 1);
}

/** The name of a panel and a line that says what is drawn. */
export function heading(left: number, title: string, subtitle: string): string[] {
  return [words(left, 18, title, { 'font-weight': 600, 'font-size': 13 }), words(left, 34, subtitle, MUTED)];
}

/** Rules across the data with their numbers on the left; the one at 0 is darker. */
export function upwards({ left, right }: Pick<Area, 'left' | 'right'>, marks: readonly Tick[]): string[] {
  return marks.flatMap(({ at, text, strong }) => [
    line(left, at, right, at, { stroke: strong ? COLOUR.axis : COLOUR.rule }),
    words(left - 6, at + 4, text, { 'text-anchor': 'end', ...MUTED }),
  ]);
}

/** Numbers below the data, and what they count; with a short stroke each, or with rules through the data. */
export function across(
  { left, right, top, bottom }: Area,
  marks: readonly Tick[],
  title: string,
  rules: 'strokes' | 'through' = 'strokes',
): string[] {
  const [from, to, stroke] =
    rules === 'strokes' ? [bottom, bottom + 4, COLOUR.axis] : [top, bottom, COLOUR.rule];
  return [
    ...(rules === 'strokes' ? [line(left, bottom, right, bottom, { stroke })] : []),
    ...marks.flatMap(({ at, text }) => [
      line(at, from, at, to, { stroke }),
      words(at, bottom + 16, text, { 'text-anchor': 'middle', ...MUTED }),
    ]),
    words((left + right) / 2, bottom + 33, title, { 'text-anchor': 'middle', ...MUTED }),
  ];
}

/** Said where an axis does not begin at 0. */
export const endsText = ([low, high]: readonly [number, number]) =>
  low > 0 ? ` (axis from ${label(low)} to ${label(high)})` : '';

/** Rules through the data at round numbers, as many as have room. */
export function acrossAxis(
  x: Scale,
  [low, high]: readonly [number, number],
  { top, bottom, title }: { top: number; bottom: number; title: string },
): string[] {
  const [left, right] = [x(low), x(high)];
  const marks = numbered(roomyTicks(low, high, right - left), x);
  return across({ left, right, top, bottom }, marks, title, 'through');
}

/** Rules across the data at round numbers. */
export const upAxis = (
  y: Scale,
  [low, high]: readonly [number, number],
  area: Pick<Area, 'left' | 'right'>,
): string[] => upwards(area, numbered(ticks(low, high, 5), y));
