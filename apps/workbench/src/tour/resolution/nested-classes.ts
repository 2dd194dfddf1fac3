import { nestedClasses, timeGrid } from '@sightline/engine/internal';
import type { ValueResult } from '@sightline/study';
import { flowText } from '@sightline/study';

// Figure 2c,d: four nested classes of protocols with four readings each. Under the known law every protocol has its true
// value; twice the uniform error says which of them calibration with m units can tell from the best.

const HORIZON = 20;
const POINTS = 64;
const READINGS = 4;
const NOISE = 0.4;
const TRAIT = 0.15;
/** The scale runs from one to the other, which it reaches at the last grid point. */
const [FROM, TO] = [0.3, 3];
const grid = timeGrid(HORIZON, POINTS);
const AT_HORIZON = FROM + ((TO - FROM) * HORIZON) / grid.times[POINTS - 1]!;

const classes = nestedClasses(grid, READINGS);
const name = (i: number) => `p${i}`;

/** All protocols of the finest class, which holds the others. */
export const familyStudy = (): string => `sightline: 1
title: Nested classes of protocols
time: ${flowText({ horizon: HORIZON, points: POINTS })}
target: { above: 0 }
latent:
  kernel: ${flowText({ varyingOu: { from: FROM, to: AT_HORIZON } })}
  trait: ${TRAIT}
protocols:
${classes
  .at(-1)!
  .protocols.map((at, i) => `  ${name(i)}: ${flowText({ at, noise: NOISE })}\n`)
  .join('')}`;

export interface ClassValues {
  size: number;
  /** True values, the best first. */
  values: number[];
  /** What the best protocol of all is worth beyond the best of this class. */
  restriction: number;
}

export function classValues({ protocols }: ValueResult): ClassValues[] {
  const values = classes.map(({ protocols: own }) =>
    own.map((_, i) => protocols[name(i)]!.value).sort((a, b) => b - a),
  );
  const best = values.at(-1)![0]!;
  return values.map((own) => ({ size: own.length, values: own, restriction: best - own[0]! }));
}

/** How many protocols of a class lie within twice the error of its best one, itself not counted. */
export const notToldApart = ({ values }: ClassValues, error: number): number =>
  values.slice(1).filter((value) => values[0]! - value <= 2 * error).length;
