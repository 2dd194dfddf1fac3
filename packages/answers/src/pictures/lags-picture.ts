import { digits } from '../words/quantities.ts';
import { AXIS_HEIGHT, acrossAxis, MUTED, upAxis } from './axes.ts';
import { whisker } from './line-style.ts';
import { COLOUR } from './palette.ts';
import { circle, linear, picture, polyline, words } from './svg.ts';

export interface LagsPicture {
  /** The law at some lags. */
  law: readonly (readonly [lag: number, correlation: number])[];
  /** What pairs of readings show, and twice its standard error. */
  seen: readonly { lag: number; correlation: number; error: number }[];
  unit: string;
  width?: number;
}

const HEIGHT = 280;

/** Correlations by the time between two readings: the law as a line, pairs of readings as dots. */
export function lagsPicture({ law, seen, unit, width = 720 }: LagsPicture): string {
  const area = { left: 44, right: width - 16, top: 30, bottom: HEIGHT - AXIS_HEIGHT };
  const every = [
    0,
    1,
    ...law.map(([, own]) => own),
    ...seen.flatMap(({ correlation, error }) => [correlation - error, correlation + error]),
  ];
  const ends = [Math.min(...every), Math.max(...every)] as const;
  const x = linear([0, law.at(-1)![0]], [area.left, area.right]);
  const y = linear(ends, [area.bottom, area.top]);
  return picture(
    width,
    HEIGHT,
    `Correlation of two readings by the time between them: ${seen.map(({ lag, correlation }) => `${digits(lag)} ${unit}: ${correlation.toFixed(2)}`).join('; ')}`,
    [
      words(area.left, 16, 'correlation', MUTED),
      ...upAxis(y, ends, area),
      ...acrossAxis(x, [0, law.at(-1)![0]], {
        ...area,
        title: `time between two readings${unit && ` (${unit})`}`,
      }),
      polyline(
        law.map(([lag, own]) => [x(lag), y(own)] as const),
        { stroke: COLOUR.blue, 'stroke-width': 2 },
      ),
      ...seen.flatMap(({ lag, correlation, error }) => [
        whisker(x(lag), y(correlation - error), y(correlation + error), COLOUR.grey),
        circle(x(lag), y(correlation), 4, { fill: COLOUR.ink }),
      ]),
    ],
  );
}
