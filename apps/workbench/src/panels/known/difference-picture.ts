import {
  COLOUR,
  element,
  grouped,
  label,
  line,
  linear,
  MUTED,
  picture,
  type ShownTime,
  timeAxis,
  words,
} from '@sightline/answers/pictures';

export interface DifferencePicture {
  /** Correlations in one world and in the other, a row for each grid point. */
  worlds: readonly [Rows, Rows];
  grid: ShownTime;
  /** Where the benchmark reads. */
  seen: readonly { at: number; width: number }[];
  width?: number;
}

type Rows = readonly (readonly number[])[];

/** More cells than this on a side are taken together. */
export const MOST_CELLS = 64;
/** Shades from no difference to the largest: more are not told apart. */
const SHADES = 8;
const WIDEST = 380;

/** Where the map stands in the picture. */
export function differencePlace(width: number): { left: number; top: number; side: number } {
  const [left, top] = [40, 46];
  return { left, top, side: Math.min(WIDEST, width - left - 12) };
}

/** Where two worlds differ: a cell for each pair of times, the darker the more, with the benchmark's readings as lines through it. */
export function differencePicture({ worlds, grid, seen, width = 720 }: DifferencePicture): string {
  const { left, top, side } = differencePlace(width);
  const cells = grouped(difference(worlds), MOST_CELLS);
  const most = largest(cells);
  const scale = linear([0, grid.horizon], [0, side]);
  const axis = timeAxis((value) => left + scale(value), grid, { top: top + side, bottom: top + side });
  const height = top + side + 86;
  return picture(
    width,
    height,
    `Where the two worlds differ, by pairs of times; at most by ${most.toFixed(2)}`,
    [
      words(left, 16, 'Where the two worlds differ', { 'font-weight': 600 }),
      words(left, 32, 'correlation in the other less that in the one', MUTED),
      ...shades(cells, most, { left, top, side }),
      element('rect', { x: left, y: top, width: side, height: side, fill: 'none', stroke: COLOUR.axis }),
      ...seen.flatMap((reading) => lines(reading, scale, { left, top, side })),
      ...axis,
      ...legend(most, left, height - 32),
    ],
  );
}

/** The other world less the one. */
export const difference = ([one, other]: readonly [Rows, Rows]): number[][] =>
  one.map((row, i) => row.map((value, j) => other[i]![j]! - value));

const largest = (cells: Rows) => Math.max(...cells.flat().map(Math.abs));

interface Place {
  left: number;
  top: number;
  side: number;
}

/** One path for each shade of each hue: thousands of elements would be slow to draw. */
function shades(cells: Rows, most: number, { left, top, side }: Place): string[] {
  const cell = side / cells.length;
  const f = (value: number) => Number(value.toFixed(2));
  const paths = new Map<number, string>();
  cells.forEach((row, i) => {
    row.forEach((value, j) => {
      const shade = Math.round((SHADES * value) / (most || 1));
      if (shade === 0) return;
      const square = `M${f(left + j * cell)},${f(top + i * cell)}h${f(cell)}v${f(cell)}h${f(-cell)}Z`;
      paths.set(shade, (paths.get(shade) ?? '') + square);
    });
  });
  return [...paths]
    .sort(([a], [b]) => a - b)
    .map(([shade, d]) => element('path', { d, ...tone(shade), 'shape-rendering': 'crispEdges' }));
}

const tone = (shade: number) => ({
  fill: shade > 0 ? COLOUR.blue : COLOUR.red,
  'fill-opacity': Math.abs(shade) / SHADES,
});

/** A reading, as a line or as a band along both times. */
function lines(
  { at, width }: { at: number; width: number },
  scale: (time: number) => number,
  { left, top, side }: Place,
): string[] {
  const within = (time: number) => Math.max(0, Math.min(side, scale(time)));
  const [from, to] = [within(at - width / 2), within(at + width / 2)];
  const thin = { stroke: COLOUR.black, 'stroke-width': 1 };
  const both = [...new Set([from, to])];
  return both.flatMap((place) => [
    line(left + place, top - 6, left + place, top + side, thin),
    line(left - 6, top + place, left + side, top + place, thin),
  ]);
}

function legend(most: number, left: number, y: number): string[] {
  const box = 14;
  const all = Array.from({ length: 2 * SHADES + 1 }, (_, k) => k - SHADES);
  const middle = left + (box * all.length) / 2;
  return [
    ...all.map((shade, k) =>
      element('rect', {
        x: left + k * box,
        y,
        width: box,
        height: 10,
        ...(shade === 0 ? { fill: COLOUR.ground } : tone(shade)),
      }),
    ),
    words(left, y + 24, label(-Number(most.toPrecision(2))), MUTED),
    words(middle, y + 24, '0', { 'text-anchor': 'middle', ...MUTED }),
    words(left + box * all.length, y + 24, label(Number(most.toPrecision(2))), {
      'text-anchor': 'end',
      ...MUTED,
    }),
  ];
}
