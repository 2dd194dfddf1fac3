// Figure 1: two laws that one benchmark cannot tell apart, and what an alternative is worth in each.
import {
  across,
  band,
  COLOUR,
  endNames,
  HALO,
  heading,
  line,
  linear,
  lineStyle,
  marked,
  numbered,
  type Panel,
  polyline,
  published,
  publishedKey,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';
import { cos, sin } from '@sightline/engine/internal';
import { PUBLISHED } from '../compare/published.ts';
import type { TwoWorlds } from '../compare/series.ts';
import { areaOf, fixed, roundExtent, WIDTH } from './panel-frame.ts';

const HEIGHT = 270;
const PLUS = lineStyle(COLOUR.red, '', 'triangle', true);
const MINUS = lineStyle(COLOUR.blue, '7 3', 'circle', false);
const BETWEEN = lineStyle(COLOUR.grey, '1 3', 'square', false);

export const figure1Panels = (series: TwoWorlds): Panel[] => [
  correlations(series),
  benchmark(series),
  values(series),
  directions(series),
];

function correlations({ plus, middle, minus }: TwoWorlds): Panel {
  const area = areaOf(HEIGHT, 72);
  const x = linear([0, plus.length - 1], [area.left + 8, area.right - 8]);
  const [low, high] = roundExtent([0, 1, ...plus, ...minus], 6);
  const y = linear([low, high], [area.bottom, area.top]);
  const worlds = [
    { name: 'world +ε', style: PLUS, own: plus },
    { name: 'midway', style: BETWEEN, own: middle },
    { name: 'world −ε', style: MINUS, own: minus },
  ];
  return {
    title: 'Correlations by lag in the two worlds',
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(2, 'a\u00a0 Two laws that differ', 'correlation of the process with itself, by lag'),
      ...upwards(area, numbered(ticks(low, high, 6), y)),
      ...across(
        area,
        numbered(
          plus.map((_, lag) => lag),
          x,
        ),
        'lag',
      ),
      ...worlds.flatMap(({ style, own }) =>
        marked(
          own.map((value, lag) => [x(lag), y(value)] as const),
          style,
        ),
      ),
      ...endNames(
        area,
        worlds.map(({ name, style, own }) => ({
          at: [x(own.length - 1), y(own.at(-1)!)] as const,
          colour: style.colour,
          name: [name],
        })),
      ),
    ],
  };
}

function benchmark({ benchmark: seen }: TwoWorlds): Panel {
  const area = areaOf(HEIGHT, 76, 66);
  const x = linear([0, Math.max(1, ...seen.map(({ plus }) => plus))], [area.left, area.right]);
  const row = (area.bottom - area.top) / seen.length;
  const apart = Math.max(...seen.map(({ plus, minus }) => Math.abs(plus - minus)));
  const middle = (k: number) => area.top + row * (k + 0.5);
  // On the first row the two marks are named; they lie on one another in all.
  const named = [
    words(x(seen[0]!.plus) - 14, middle(0) - 8, '+ε', {
      'text-anchor': 'end',
      fill: PLUS.colour,
      'font-size': 11,
    }),
    words(x(seen[0]!.plus) - 14, middle(0) + 17, '−ε', {
      'text-anchor': 'end',
      fill: MINUS.colour,
      'font-size': 11,
    }),
  ];
  return {
    title: 'What the benchmark sees, the same in both worlds',
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(
        2,
        'b\u00a0 One benchmark',
        apart < 1e-12 ? 'what it sees is the same in both, to rounding' : 'what it sees in each world',
      ),
      ...across(area, numbered(ticks(0, 1, 4), x), 'moments of the reading Y and the target Θ'),
      ...seen.flatMap(({ what, plus, minus }, k) => [
        line(x(0), middle(k), x(1), middle(k), { stroke: COLOUR.rule }),
        words(area.left - 8, middle(k) + 4, what, { 'text-anchor': 'end', 'font-size': 11 }),
        ring(x(minus), middle(k)),
        PLUS.mark(x(plus), middle(k)),
        words(area.right + 16, middle(k) + 4, fixed(plus, 6), { 'font-size': 11 }),
      ]),
      ...named,
    ],
  };
}

/** The mark of the world −ε, wide enough to be seen around that of +ε. */
const ring = (x: number, y: number): string =>
  polyline(
    Array.from({ length: 33 }, (_, k) => {
      const angle = (k * Math.PI) / 16;
      return [x + 8 * cos(angle), y + 8 * sin(angle)] as const;
    }),
    { stroke: MINUS.colour, 'stroke-width': 1.3 },
  );

function values({ values: curve, epsilon }: TwoWorlds): Panel {
  const area = areaOf(HEIGHT, 20);
  const own = curve.map(({ value }) => value);
  const [low, high] = [Math.min(...own), Math.max(...own)];
  const x = linear([-epsilon, epsilon], [area.left + 10, area.right - 10]);
  const room = 0.25 * (high - low);
  const [from, to] = [low - room, high + room];
  const y = linear([from, to], [area.bottom, area.top]);
  const [first, last] = [curve[0]!, curve.at(-1)!];
  return {
    title: 'Value of the alternative from one world to the other',
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(
        2,
        `c\u00a0 Worth ${fixed(last.value, 2)} or ${fixed(first.value, 2)}`,
        'value of B = {Z₁, Z₂}; the benchmark A = {Z₀} fits all of it',
      ),
      band([area.left, area.right], [y(low), y(low)], [y(high), y(high)], COLOUR.greyBand),
      ...upwards(area, numbered(ticks(from, to, 5), y)),
      ...across(
        area,
        numbered([-epsilon, 0, epsilon], x),
        'ε, along the direction that the benchmark does not see',
      ),
      polyline(
        curve.map(({ epsilon: at, value }) => [x(at), y(value)] as const),
        { stroke: COLOUR.black, 'stroke-width': 1.6 },
      ),
      MINUS.mark(x(first.epsilon), y(first.value)),
      PLUS.mark(x(last.epsilon), y(last.value)),
      published(x(-PUBLISHED.numIdEps), y(PUBLISHED.numIdCeilMinus)),
      published(x(PUBLISHED.numIdEps), y(PUBLISHED.numIdCeilPlus)),
      ...publishedKey(area.right, area.top + 4),
      words(x(first.epsilon) + 12, y(first.value) - 5, `${fixed(first.value, 4)} in the world −ε`, {
        fill: MINUS.colour,
        'font-size': 11,
      }),
      words(x(last.epsilon) - 10, y(last.value) + 17, `${fixed(last.value, 4)} in the world +ε`, {
        'text-anchor': 'end',
        fill: PLUS.colour,
        'font-size': 11,
      }),
    ],
  };
}

function directions({ invisible }: TwoWorlds): Panel {
  const area = areaOf(HEIGHT, 20);
  const most = Math.max(...invisible.map(({ any }) => any));
  const x = linear([0, invisible.length - 1], [area.left + 16, area.right - 30]);
  const y = linear([0, most], [area.bottom - 8, area.top + 8]);
  const lines = [
    { name: 'among all laws', style: PLUS, of: 'any' },
    { name: 'among stationary laws', style: MINUS, of: 'stationary' },
  ] as const;
  return {
    title: 'Invisible directions by measurements added',
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(
        2,
        'd\u00a0 What more measurements settle',
        'directions of the covariance that stay invisible',
      ),
      ...upwards(area, numbered(ticks(0, most, most), y)),
      ...across(
        area,
        numbered(
          invisible.map(({ added }) => added),
          x,
        ),
        'points measured besides Z₀',
      ),
      ...lines.flatMap(({ name, style, of }) => {
        const points = invisible.flatMap(({ added, [of]: left }) =>
          left === null ? [] : [[x(added), y(left)] as const],
        );
        return [
          ...marked(points, style),
          words(points[0]![0] + 14, points[0]![1] - 4, name, {
            ...HALO,
            fill: style.colour,
            'font-size': 11,
          }),
        ];
      }),
    ],
  };
}
