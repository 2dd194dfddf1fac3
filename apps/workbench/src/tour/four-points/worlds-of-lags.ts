import {
  type Area,
  across,
  COLOUR,
  element,
  label,
  linear,
  numbered,
  picture,
  polyline,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';
import {
  along,
  type Body,
  chordOf,
  isPositiveDefinite,
  type Point,
  sectionOf,
  surfaceOf,
} from '../body/convex-body.ts';
import { correlations, DIRECTION, toeplitz } from './four-points.ts';

// Stationary worlds of four points are three numbers, r₁, r₂ and r₃. Each thing that the benchmark sees is a plane in their
// space; where two planes meet is a line, and its part inside the body is all that fits.

const byLag = (epsilon: number) => correlations(epsilon).slice(1) as unknown as Point;

/** Written anew for every world that is tried. */
const tried = toeplitz([1, 0, 0, 0]);

const STATIONARY: Body = {
  holds(x) {
    for (const [i, row] of tried.entries()) for (let j = 0; j < i; j++) row[j] = tried[j]![i] = x[i - j - 1]!;
    return isPositiveDefinite(tried);
  },
};

const CELLS = 24;
const CORNERS = 240;
export const surface = () => surfaceOf(STATIONARY, CELLS);

/** Cov(Y, Θ) and Var Θ do not change at right angles to these. */
const [COVARIANCE, VARIANCE]: readonly [Point, Point] = [
  [1, 1, 1],
  [3, 2, 1],
];
export const covarianceSection = () => sectionOf(STATIONARY, byLag(0), COVARIANCE, CORNERS);
export const varianceSection = () => sectionOf(STATIONARY, byLag(0), VARIANCE, CORNERS);

/** Reading Z_j together with Z₀ shows r_j: one more plane. */
export const lagSection = (lag: number) =>
  sectionOf(STATIONARY, byLag(0), [lag === 1 ? 1 : 0, lag === 2 ? 1 : 0, lag === 3 ? 1 : 0], CORNERS);

/** How far ε goes to either side before there is no such world. */
export const [LEAST, MOST] = chordOf(STATIONARY, byLag(0), DIRECTION.slice(1) as unknown as Point);
export const worldAt = (epsilon: number): Point =>
  along(byLag(0), DIRECTION.slice(1) as unknown as Point, epsilon);

/** Steps of the way from one end to the other. */
export const WAY = 60;
export const epsilonAt = (step: number) => LEAST + ((MOST - LEAST) * step) / WAY;
/** The one that is nearest to where the chapter before began. */
export const MIDDLE = Math.round((-LEAST / (MOST - LEAST)) * WAY);

interface ValueAlong {
  width: number;
  /** What the alternative is worth at each step. */
  values: readonly number[];
  step: number;
}

const HEIGHT = 260;

/** What the alternative is worth, from one end of the line to the other. */
export function valueAlongPicture({ width, values, step }: ValueAlong): string {
  const area: Area = { left: 46, right: width - 16, top: 30, bottom: HEIGHT - 44 };
  const x = linear([LEAST, MOST], [area.left, area.right]);
  const lowest = Math.min(...values);
  const y = linear([lowest - 0.03, 1], [area.bottom, area.top]);
  const at = (i: number) => [x(epsilonAt(i)), y(values[i]!)] as const;
  return picture(
    width,
    HEIGHT,
    `What reading Z₁ and Z₂ is worth along the line: from ${values[0]!.toFixed(3)} to ${values.at(-1)!.toFixed(3)}; here ${values[step]!.toFixed(3)}`,
    [
      words(2, 14, 'value of reading Z₁ and Z₂', { 'font-size': 12, fill: COLOUR.muted }),
      ...upwards(area, numbered(ticks(lowest, 1, 4), y)),
      ...across(
        area,
        ticks(LEAST, MOST, 4).map((value) => ({ at: x(value), text: label(value) })),
        'ε, along the line',
      ),
      polyline(
        values.map((_, i) => at(i)),
        { stroke: COLOUR.red, 'stroke-width': 3 },
      ),
      ...[0, values.length - 1].map((i) =>
        element('circle', { cx: at(i)[0], cy: at(i)[1], r: 4, fill: COLOUR.red }),
      ),
      element('circle', {
        cx: at(step)[0],
        cy: at(step)[1],
        r: 7,
        fill: COLOUR.black,
        stroke: COLOUR.ground,
        'stroke-width': 2,
      }),
    ],
  );
}
