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

/** As many ticks as have room for their labels. */
export function roomyTicks(low: number, high: number, length: number): number[] {
  for (let count = Math.max(2, Math.floor(length / 60)); count > 1; count--) {
    const found = ticks(low, high, count);
    const widest = Math.max(...found.map((value) => textWidth(label(value), SMALL)));
    if (found.length < 2 || length / (found.length - 1) > widest + 10) return found;
  }
  return ticks(low, high, 1);
}

/** Upright rules through the data with their numbers below, and what they count. */
export function acrossAxis(
  x: Scale,
  [low, high]: readonly [number, number],
  { top, bottom, title }: { top: number; bottom: number; title: string },
): string[] {
  const [left, right] = [x(low), x(high)];
  return [
    ...roomyTicks(low, high, right - left).flatMap((value) => [
      line(x(value), top, x(value), bottom, { stroke: COLOUR.rule }),
      words(x(value), bottom + 15, label(value), { 'text-anchor': 'middle', ...MUTED }),
    ]),
    words((left + right) / 2, bottom + 32, title, { 'text-anchor': 'middle', ...MUTED }),
  ];
}

/** Rules across the data with their numbers on the left; the one at 0 is darker. */
export function upAxis(
  y: Scale,
  [low, high]: readonly [number, number],
  { left, right }: { left: number; right: number },
): string[] {
  return ticks(low, high, 5).flatMap((value) => [
    line(left, y(value), right, y(value), { stroke: value === 0 ? COLOUR.axis : COLOUR.rule }),
    words(left - 6, y(value) + 4, label(value), { 'text-anchor': 'end', ...MUTED }),
  ]);
}
