import { COLOUR } from './palette.ts';
import { element, line, polyline, short, spaced, words } from './svg.ts';
import { textWidth } from './text-room.ts';

/** How a line is drawn: told apart by dashes and marks where there are no colours. */
export interface LineStyle {
  colour: string;
  dash: string;
  /** Its mark around a point. */
  mark(x: number, y: number): string;
}

const R = 3.4;

/** Outlines around a point. */
const SHAPE = {
  square: (x: number, y: number) => `M${short(x - R)},${short(y - R)}h${2 * R}v${2 * R}h${-2 * R}Z`,
  triangle: (x: number, y: number) => `M${short(x)},${short(y - R - 1)}l${R + 1},${2 * R}h${-2 * R - 2}Z`,
  diamond: (x: number, y: number) =>
    `M${short(x)},${short(y - R - 1)}l${R + 1},${R + 1}l${-R - 1},${R + 1}l${-R - 1},${-R - 1}Z`,
  circle: (x: number, y: number) =>
    `M${short(x - R)},${short(y)}a${R},${R} 0 1,0 ${2 * R},0a${R},${R} 0 1,0 ${-2 * R},0Z`,
} as const;

export function lineStyle(
  colour: string,
  dash: string,
  shape: keyof typeof SHAPE,
  filled: boolean,
): LineStyle {
  return {
    colour,
    dash,
    mark: (x, y) =>
      element('path', {
        d: SHAPE[shape](x, y),
        fill: filled ? colour : COLOUR.ground,
        stroke: colour,
        'stroke-width': 1.3,
      }),
  };
}

/** A line through points, with its marks. */
export function marked(
  points: readonly (readonly [number, number])[],
  { colour, dash, mark }: LineStyle,
): string[] {
  return [
    polyline(points, { stroke: colour, 'stroke-width': 1.6, ...(dash && { 'stroke-dasharray': dash }) }),
    ...points.map(([x, y]) => mark(x, y)),
  ];
}

/** The names of lines beside their right ends: pushed apart, each with a thread from where its line ends. */
export function endNames(
  { right, top, bottom }: { right: number; top: number; bottom: number },
  lines: readonly { at: readonly [x: number, y: number]; colour: string; name: readonly string[] }[],
): string[] {
  const rows = Math.max(...lines.map(({ name }) => name.length));
  const ends = spaced(
    lines.map(({ at: [, y] }) => y - (rows - 1) * 7),
    rows * 13 + 2,
    [top, bottom - (rows - 1) * 13],
  );
  return lines.flatMap(({ at: [x, y], colour, name }, k) => [
    line(x + 6, y, right + 4, ends[k]!, { stroke: COLOUR.thread }),
    ...name.map((text, row) =>
      words(right + 7, ends[k]! + 4 + 13 * row, text, { fill: colour, 'font-size': 11 }),
    ),
  ]);
}

/** The ground between a lower and an upper edge. */
export function band(
  xs: readonly number[],
  low: readonly number[],
  high: readonly number[],
  fill: string,
): string {
  const edge = (ys: readonly number[]) => xs.map((x, i) => `${short(x)},${short(ys[i]!)}`);
  return element('path', { d: `M${[...edge(high), ...edge(low).reverse()].join('L')}Z`, fill });
}

/** A range upright, with a foot at either end. */
export function whisker(x: number, low: number, high: number, stroke: string): string {
  return [
    line(x, low, x, high, { stroke, 'stroke-width': 1.2 }),
    line(x - 3, low, x + 3, low, { stroke, 'stroke-width': 1.2 }),
    line(x - 3, high, x + 3, high, { stroke, 'stroke-width': 1.2 }),
  ].join('');
}

/** What somebody else found there: an open mark around ours, so that it hides nothing. */
export function published(x: number, y: number): string {
  return element('path', {
    d: `M${short(x)},${short(y - 7)}l7,7l-7,7l-7,-7Z`,
    fill: 'none',
    stroke: COLOUR.ink,
    'stroke-width': 1,
  });
}

/** Says what that mark is; the text ends at x. */
export function publishedKey(x: number, y: number): string[] {
  const text = 'as published';
  return [
    words(x, y, text, { 'text-anchor': 'end', 'font-size': 11, fill: COLOUR.muted }),
    published(x - textWidth(text, 11) - 12, y - 4),
  ];
}

/** For words that stand among the data: lines and dots stop short of them. */
export const HALO = {
  'paint-order': 'stroke',
  stroke: COLOUR.ground,
  'stroke-width': 3,
  'stroke-linejoin': 'round',
} as const;
