import { boundMark, placesOf, valueEnds } from '../words/quantities.ts';
import { AXIS_HEIGHT, acrossAxis, endsText, MUTED, NARROW } from './axes.ts';
import { COLOUR } from './palette.ts';
import { circle, line, linear, picture, words } from './svg.ts';
import { fitted } from './text-room.ts';

interface ShownInterval {
  name: string;
  value: number;
  /** Where the value is a lower bound. */
  lowerBound?: true;
  low: number;
  high: number;
  /** Whether no other one is distinguishably better. */
  best: boolean;
}

export interface IntervalsPicture {
  intervals: readonly ShownInterval[];
  /** Of the intervals, as in 0.95. */
  level: number;
  width?: number;
}

/** Estimated values with their intervals. Those that may be the best are filled and bold, the others open. */
export function intervalsPicture({ intervals, level, width = 720 }: IntervalsPicture): string {
  const narrow = width < NARROW;
  const row = narrow ? 46 : 38;
  const left = narrow ? 20 : 170;
  const right = narrow ? width - 20 : width - 190;
  const top = 14;
  const bottom = top + row * intervals.length;
  const ends = valueEnds(intervals.flatMap(({ value, low, high }) => [value, low, high]));
  const x = linear(ends, [left, right]);
  const places = placesOf(intervals.map(({ value }) => value));
  const share = Number((100 * level).toPrecision(6));
  return picture(width, bottom + AXIS_HEIGHT, `Estimated values: ${intervals.map(said).join('; ')}`, [
    ...acrossAxis(x, ends, { top, bottom, title: `value with its ${share} % interval${endsText(ends)}` }),
    ...intervals.flatMap((one, k) => {
      const { name, value, low, high, best } = one;
      const y = top + row * k + (narrow ? 30 : row / 2);
      const colour = best ? COLOUR.blue : COLOUR.grey;
      const weight = best ? { 'font-weight': 600 } : {};
      const numbers = `${boundMark(one)}${value.toFixed(places)} (${low.toFixed(places)} … ${high.toFixed(places)})`;
      return [
        ...(narrow
          ? [
              fitted(left, y - 13, name, width - 40 - 175, weight),
              words(right, y - 13, numbers, { 'text-anchor': 'end', 'font-size': 11 }),
            ]
          : [
              fitted(12, best ? y : y + 4, name, left - 30, weight),
              ...(best ? [words(12, y + 14, 'may be the best', MUTED)] : []),
              words(right + 18, y + 4, numbers),
            ]),
        line(x(low), y, x(high), y, { stroke: colour, 'stroke-width': best ? 3 : 2 }),
        ...[low, high].map((side) => line(x(side), y - 5, x(side), y + 5, { stroke: colour })),
        circle(x(value), y, 5, { fill: best ? colour : COLOUR.ground, stroke: colour, 'stroke-width': 2 }),
      ];
    }),
  ]);
}

function said({ name, value, lowerBound, low, high, best }: ShownInterval): string {
  return `${name} ${boundMark({ lowerBound })}${value.toFixed(3)}, ${low.toFixed(3)} to ${high.toFixed(3)}${best ? ', may be the best' : ''}`;
}
