import type { StabilityResult, SweepResult } from '@sightline/study';
import { COLOUR } from './palette.ts';
import { element, label, line, linear, picture, polyline, ticks, words } from './svg.ts';

const WIDTH = 620;
const LEFT = 30;
const RIGHT = WIDTH - 30;
const PANEL = 190;

/** How a difference of R² is spread over subsamples of the units: a histogram each, with median and 95 % range. */
export function stabilityPlot({ target, subsamples, share, differences }: StabilityResult): string {
  const all = differences.flatMap(({ values }) => values);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = linear([low, high], [LEFT, RIGHT]);
  const bins = Math.min(40, Math.max(10, Math.round(Math.sqrt(subsamples) * 1.5)));
  const width = (high - low) / bins || 1;
  const panels = differences.flatMap(({ a, b, median, low: from, high: to, values }, k) => {
    const [top, bottom] = [64 + k * PANEL, 64 + k * PANEL + PANEL - 74];
    const counts = new Array<number>(bins).fill(0);
    for (const value of values) counts[Math.min(bins - 1, Math.floor((value - low) / width))]!++;
    const most = Math.max(...counts);
    return [
      words(LEFT, top - 8, `${a} less ${b}`, { 'font-weight': 600 }),
      ...counts.map((count, i) =>
        element('rect', {
          x: x(low + i * width) + 0.5,
          y: bottom - ((bottom - top) * count) / most,
          width: Math.max(0.5, x(low + (i + 1) * width) - x(low + i * width) - 1),
          height: ((bottom - top) * count) / most,
          fill: COLOUR.thread,
        }),
      ),
      line(LEFT, bottom, RIGHT, bottom, { stroke: COLOUR.axis }),
      line(x(0), top - 4, x(0), bottom + 4, { stroke: COLOUR.ink, 'stroke-dasharray': '3 3' }),
      line(x(from), bottom + 9, x(to), bottom + 9, { stroke: COLOUR.ink, 'stroke-width': 2 }),
      element('circle', { cx: x(median), cy: bottom + 9, r: 4.5, fill: COLOUR.ink }),
      words(x(median), bottom + 26, `median ${fixed(median)}, 95 % in ${fixed(from)} … ${fixed(to)}`, {
        'text-anchor': x(median) < LEFT + 120 ? 'start' : x(median) > RIGHT - 120 ? 'end' : 'middle',
        'font-size': 11,
      }),
      ...ticks(low, high, 6).map((value) =>
        words(x(value), bottom + 44, label(value), {
          'text-anchor': 'middle',
          'font-size': 11,
          fill: COLOUR.muted,
        }),
      ),
    ];
  });
  const title = `${target}: difference of R² in ${subsamples} subsamples of ${Math.round(100 * share)} % of the units`;
  return picture(WIDTH, 56 + differences.length * PANEL, title, [
    words(LEFT, 24, title, { 'font-size': 14, 'font-weight': 600 }),
    ...panels,
  ]);
}

const fixed = (value: number) => label(Number(value.toFixed(3)));
const DASHES = ['', '6 3'];

/** The same by the number of units that supports were learned from: medians, with 95 % of the draws. */
export function sweepPlot({ target, repeats, sizes }: SweepResult): string {
  const all = sizes.flatMap(({ differences }) => differences.flatMap(({ low, high }) => [low, high]));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const [top, bottom, left, right] = [50, 290, 60, WIDTH - 170];
  const y = linear([low, high], [bottom, top]);
  const [first, last] = [sizes[0]!.units, sizes.at(-1)!.units];
  const x = linear(first === last ? [first - 1, last + 1] : [first, last], [left + 10, right - 10]);
  const title = `${target}: difference of R² by the units that supports were learned from`;
  const lines = sizes[0]!.differences.flatMap(({ a, b }, k) => {
    const shift = k * 5;
    const colour = k === 0 ? COLOUR.blue : COLOUR.black;
    const at = (of: 'median' | 'low' | 'high', i: number) => y(sizes[i]!.differences[k]![of]);
    const points = sizes.map(({ units }, i) => [x(units) + shift, at('median', i)] as const);
    return [
      ...points.map(([px], i) => line(px, at('low', i), px, at('high', i), { stroke: colour, opacity: 0.5 })),
      polyline(points, {
        stroke: colour,
        'stroke-width': 1.6,
        ...(DASHES[k] && { 'stroke-dasharray': DASHES[k]! }),
      }),
      ...points.map(([px, py]) =>
        element('circle', { cx: px, cy: py, r: 3.2, fill: k === 0 ? COLOUR.ground : colour, stroke: colour }),
      ),
      words(right + 12, points.at(-1)![1] + 4 + (k === 0 ? -4 : 4), `${a} less`, {
        fill: colour,
        'font-size': 11,
      }),
      words(right + 12, points.at(-1)![1] + 17 + (k === 0 ? -4 : 4), b, { fill: colour, 'font-size': 11 }),
    ];
  });
  return picture(WIDTH, 340, title, [
    words(20, 24, title, { 'font-size': 14, 'font-weight': 600 }),
    ...ticks(low, high, 6).flatMap((value) => [
      line(left, y(value), right, y(value), { stroke: value === 0 ? COLOUR.axis : COLOUR.rule }),
      words(left - 6, y(value) + 4, label(value), { 'text-anchor': 'end', 'font-size': 11 }),
    ]),
    ...sizes.map(({ units, whole }) =>
      words(x(units), bottom + 18, whole ? `all ${units}` : String(units), {
        'text-anchor': 'middle',
        'font-size': 11,
      }),
    ),
    words((left + right) / 2, bottom + 36, `units; median and 95 % of ${repeats} draws each`, {
      'text-anchor': 'middle',
      'font-size': 11,
      fill: COLOUR.muted,
    }),
    ...lines,
  ]);
}
