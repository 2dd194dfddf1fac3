// Figure 4: how far a learned support's advantage depends on who it was learned from.
import {
  across,
  COLOUR,
  element,
  heading,
  LAYOUT_STYLE,
  line,
  linear,
  marked,
  published as openMark,
  type Panel,
  publishedKey,
  spaced,
  ticks,
  upwards,
  whisker,
  words,
} from '@sightline/answers/pictures';
import type { Stabilities } from '../series.ts';
import { LAYOUT_WORDS } from './layout-words.ts';
import { areaOf, fixed, numbered, WIDTH } from './panel-frame.ts';

const HEIGHT = 330;

export const figure4Panels = (series: Stabilities): Panel[] => [sweepPanel(series), subsamplesPanel(series)];

function sweepPanel({ sweep, target, budget }: Stabilities): Panel {
  const area = areaOf(HEIGHT, 112);
  const [first, last] = [sweep[0]!.units, sweep.at(-1)!.units];
  const x = linear(first === last ? [first - 1, last + 1] : [first, last], [area.left + 10, area.right - 12]);
  // Side by side, so that no range hides another.
  const at = (units: number, k: number) => x(units) + (k === 0 ? -3 : 3);
  const lines = sweep[0]!.differences.map(({ versus }, k) => ({
    versus,
    points: sweep.map(({ units, whole, differences }) => ({ units, whole, ...differences[k]!.difference })),
  }));
  const all = lines.flatMap(({ points }) =>
    points.flatMap(({ low, high, published }) => [low, high, ...(published ? [published.value] : [])]),
  );
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = linear([low, high], [area.bottom - 6, area.top]);
  const ends = spaced(
    lines.map(({ points }) => y(points.at(-1)!.value)),
    30,
    [area.top + 8, area.bottom - 14],
  );
  return {
    title: `${target}, N = ${budget}: target-aware advantage by the number of people learned from`,
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(
        2,
        'a\u00a0 Learned from more people',
        `R² of target-aware less another, ${target}, N = ${budget}`,
      ),
      ...upwards(area, numbered(ticks(low, high, 6), y)),
      ...across(
        area,
        sweep.map(({ units, whole }) => ({ at: x(units), text: whole ? 'all' : String(units) })),
        'people that supports were learned from',
      ),
      ...(lines.some(({ points }) => points.some(({ published }) => published))
        ? publishedKey(WIDTH - 4, area.top + 4)
        : []),
      // Learned from all there is nothing to draw at random, and no range.
      ...lines.flatMap(({ versus, points }, k) =>
        points.flatMap((point) =>
          point.whole
            ? []
            : [whisker(at(point.units, k), y(point.low), y(point.high), LAYOUT_STYLE[versus].colour)],
        ),
      ),
      ...lines.flatMap(({ versus, points }, k) => {
        const style = LAYOUT_STYLE[versus];
        const end = points.at(-1)!;
        return [
          ...marked(
            points.map(({ units, value }) => [at(units, k), y(value)] as const),
            style,
          ),
          ...points.flatMap(({ units, published }) =>
            published ? [openMark(at(units, k), y(published.value))] : [],
          ),
          line(at(end.units, k) + 6, y(end.value), area.right + 6, ends[k]!, { stroke: COLOUR.thread }),
          words(area.right + 9, ends[k]! + 1, 'less', { fill: style.colour, 'font-size': 11 }),
          words(area.right + 9, ends[k]! + 14, LAYOUT_WORDS[versus], { fill: style.colour, 'font-size': 11 }),
        ];
      }),
    ],
  };
}

function subsamplesPanel({ subsamples, target, budget }: Stabilities): Panel {
  const area = areaOf(HEIGHT, 14, 14, 66);
  const all = subsamples.flatMap(({ values, spread: { published } }) => [
    ...values,
    ...(published ? Object.values(published) : []),
  ]);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = linear([low, high], [area.left, area.right]);
  const row = (area.bottom - area.top + 14) / subsamples.length;
  const draws = Math.max(...subsamples.map(({ values }) => values.length));
  const bins = Math.min(40, Math.max(10, Math.round(1.5 * Math.sqrt(draws))));
  const width = (high - low) / bins || 1;
  return {
    title: `${target}, N = ${budget}: target-aware advantage over ${draws} subsamples`,
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(
        2,
        'b\u00a0 Learned from other people',
        `the same over ${draws} subsamples: median and 95 % range`,
      ),
      ...subsamples.flatMap(({ versus, spread, values }, k) => {
        const top = area.top - 14 + row * k;
        const bottom = top + row - 34;
        const { colour, mark } = LAYOUT_STYLE[versus];
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
          words(area.left, top + 12, `less ${LAYOUT_WORDS[versus]}`, { fill: colour, 'font-size': 11 }),
          words(
            area.right,
            top + 12,
            `${fixed(spread.value, 3)} (${fixed(spread.low, 3)} … ${fixed(spread.high, 3)})`,
            { 'text-anchor': 'end', fill: colour, 'font-size': 11 },
          ),
          line(x(0), top + 18, x(0), bottom, { stroke: COLOUR.ink, 'stroke-dasharray': '3 3' }),
          line(x(spread.low), y, x(spread.high), y, { stroke: colour, 'stroke-width': 2 }),
          mark(x(spread.value), y),
          ...(spread.published
            ? [spread.published.value, spread.published.low, spread.published.high].flatMap((value) =>
                value === undefined ? [] : [openMark(x(value), y)],
              )
            : []),
        ];
      }),
      ...across(area, numbered(ticks(low, high, 6), x), 'difference of R²'),
      ...(subsamples.some(({ spread }) => spread.published)
        ? publishedKey(area.right, area.bottom + 33)
        : []),
    ],
  };
}
