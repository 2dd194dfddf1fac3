import { share } from '../words/quantities.ts';
import { type Area, across, heading, numbered, upwards } from './axes.ts';
import {
  endNames,
  type LineStyle,
  marked,
  published as openMark,
  publishedKey,
  whisker,
} from './line-style.ts';
import { COLOUR } from './palette.ts';
import type { Panel } from './panel.ts';
import { element, line, linear, ticks, words } from './svg.ts';

/** A number with the range that belongs to it, and what others published of it. */
export interface Banded {
  value: number;
  low: number;
  high: number;
  published?: { value: number; low?: number; high?: number };
}

interface Said {
  /** For those who hear it read. */
  title: string;
  heading: readonly [title: string, subtitle: string];
  size: { width: number; height: number };
}

/** Differences by the number of units that something was learned from, with 95 % of the draws. */
export function sweepPanel({
  lines,
  area,
  axis,
  ...said
}: Said & {
  /** Leaves room for the lines' names on the right. */
  area: Area;
  axis: string;
  /** Learned from the whole there is nothing to draw at random, and no range. */
  lines: readonly {
    name: readonly string[];
    style: LineStyle;
    points: readonly (Banded & { units: number; whole: boolean })[];
  }[];
}): Panel {
  const { points: sizes } = lines[0]!;
  const [first, last] = [sizes[0]!.units, sizes.at(-1)!.units];
  const x = linear(first === last ? [first - 1, last + 1] : [first, last], [area.left + 10, area.right - 12]);
  // Side by side, so that no range hides another.
  const at = (units: number, k: number) => x(units) + (k === 0 ? -3 : 3);
  const all = lines.flatMap(({ points }) =>
    points.flatMap(({ low, high, published }) => [low, high, ...(published ? [published.value] : [])]),
  );
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = linear([low, high], [area.bottom - 6, area.top]);
  return panel(said, [
    ...upwards(area, numbered(ticks(low, high, 6), y)),
    ...across(
      area,
      sizes.map(({ units, whole }) => ({ at: x(units), text: whole ? 'all' : String(units) })),
      axis,
    ),
    ...(lines.some(({ points }) => points.some(({ published }) => published))
      ? publishedKey(said.size.width - 4, area.top + 4)
      : []),
    ...lines.flatMap(({ style, points }, k) =>
      points.flatMap((point) =>
        point.whole ? [] : [whisker(at(point.units, k), y(point.low), y(point.high), style.colour)],
      ),
    ),
    ...lines.flatMap(({ style, points }, k) => [
      ...marked(
        points.map(({ units, value }) => [at(units, k), y(value)] as const),
        style,
      ),
      ...points.flatMap(({ units, published }) =>
        published ? [openMark(at(units, k), y(published.value))] : [],
      ),
    ]),
    ...endNames(
      { ...area, top: area.top + 8 },
      lines.map(({ name, style, points }, k) => ({
        at: [at(last, k), y(points.at(-1)!.value)] as const,
        colour: style.colour,
        name,
      })),
    ),
  ]);
}

/** How differences are spread over draws: a histogram each, with median and 95 % range; the dashed line is none. */
export function spreadPanel({
  rows,
  area,
  axis,
  ...said
}: Said & {
  area: Area;
  axis: string;
  rows: readonly { name: string; style: LineStyle; spread: Banded; values: readonly number[] }[];
}): Panel {
  const all = rows.flatMap(({ values, spread: { published } }) => [
    ...values,
    ...(published ? Object.values(published) : []),
  ]);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = linear([low, high], [area.left, area.right]);
  const tallRow = (area.bottom - area.top + 14) / rows.length;
  const draws = Math.max(...rows.map(({ values }) => values.length));
  const bins = Math.min(40, Math.max(10, Math.round(1.5 * Math.sqrt(draws))));
  const width = (high - low) / bins || 1;
  return panel(said, [
    ...rows.flatMap(({ name, style: { colour, mark }, spread, values }, k) => {
      const top = area.top - 14 + tallRow * k;
      const bottom = top + tallRow - 34;
      const counts = new Array<number>(bins).fill(0);
      for (const value of values) counts[Math.min(bins - 1, Math.floor((value - low) / width))]!++;
      const tall = linear([0, Math.max(...counts)], [0, bottom - top - 18]);
      const y = bottom + 12;
      return [
        ...counts.map((count, i) =>
          element('rect', {
            x: x(low + i * width) + 0.5,
            y: bottom - tall(count),
            width: Math.max(0.5, x(low + (i + 1) * width) - x(low + i * width) - 1),
            height: tall(count),
            fill: COLOUR.thread,
          }),
        ),
        line(area.left, bottom, area.right, bottom, { stroke: COLOUR.axis }),
        words(area.left, top + 12, name, { fill: colour, 'font-size': 11 }),
        words(area.right, top + 12, `${share(spread.value)} (${share(spread.low)} … ${share(spread.high)})`, {
          'text-anchor': 'end',
          fill: colour,
          'font-size': 11,
        }),
        line(x(0), top + 18, x(0), bottom, { stroke: COLOUR.ink, 'stroke-dasharray': '3 3' }),
        line(x(spread.low), y, x(spread.high), y, { stroke: colour, 'stroke-width': 2 }),
        mark(x(spread.value), y),
        ...Object.values(spread.published ?? {}).map((value) => openMark(x(value), y)),
      ];
    }),
    ...across(area, numbered(ticks(low, high, 6), x), axis),
    ...(rows.some(({ spread }) => spread.published) ? publishedKey(area.right, area.bottom + 33) : []),
  ]);
}

const panel = ({ title, heading: [own, subtitle], size }: Said, parts: readonly string[]): Panel => ({
  title,
  ...size,
  parts: [...heading(2, own, subtitle), ...parts],
});
