// Figure 1 and its example: two worlds with the same benchmark, and what more measurements leave undecided.
import {
  action,
  type CovarianceClass,
  exp,
  identify,
  kernelMatrix,
  type Matrix,
  protocolValues,
  square,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import type { Experiment } from '../compare/experiment.ts';
import { PUBLISHED } from '../compare/published.ts';
import { exactRow, type Row } from '../compare/row.ts';
import type { TwoWorlds } from '../compare/series.ts';

const POINTS = 4;
const grid = timeGrid(POINTS, POINTS);
const weights = targetWeights('uniform', grid);
const aim = target('mean');
const point = (j: number) => action({ at: grid.times[j]! }, grid);
/** The invisible direction of the stationary class: what it adds to each lag's correlation. */
const DIRECTION = [0, 1, -2, 1];
const alternative = [point(1), point(2)];

/** OU with scale 1, moved along the invisible direction. */
export function world(epsilon: number): Matrix {
  const toeplitz = DIRECTION.map((d, lag) => exp(-lag) + epsilon * d);
  return kernelMatrix({ toeplitz }, 0, grid);
}

function valueIn(epsilon: number): number {
  return protocolValues({ covariance: world(epsilon), weights }, aim, [alternative]).protocols[0]!.value;
}

/** Cov(Y, Θ) and Var Θ, which the benchmark sees. */
export function benchmarkOf(epsilon: number): { cross: number; variance: number } {
  const { data } = world(epsilon);
  let cross = 0;
  for (let k = 0; k < POINTS; k++) cross += data[k]! / POINTS;
  return { cross, variance: data.reduce((sum, value) => sum + value, 0) / square(POINTS) };
}

function invisible(assume: CovarianceClass, realised: readonly number[]): number {
  const found = identify(
    {
      covariance: world(0),
      weights,
      target: aim,
      realised: [realised.map(point)],
      alternative,
      covarianceClass: assume,
    },
    { range: false },
  );
  return found.invisibleDimension!;
}

/** ε itself is printed with four decimals: what half a unit of it does to the value is allowed besides. */
function atRoundedStep(what: string, published: number, eps: number): Row {
  const reach = Math.abs(valueIn(eps + 5e-5) - valueIn(eps));
  const computed = valueIn(eps);
  const tolerance = 5e-5 + reach;
  return {
    what,
    published,
    computed,
    tolerance,
    verdict: Math.abs(published - computed) <= tolerance ? 'agrees' : 'differs',
    note: 'printed with 4 decimals, at an ε that is printed with 4 decimals',
  };
}

export function figure1Rows(): Row[] {
  const { numIdEps: eps } = PUBLISHED;
  const worlds = [eps, -eps].map(benchmarkOf);
  const discrepancy = Math.max(
    Math.abs(worlds[0]!.cross - worlds[1]!.cross),
    Math.abs(worlds[0]!.variance - worlds[1]!.variance),
  );
  return [
    atRoundedStep('value in the world +ε', PUBLISHED.numIdCeilPlus, eps),
    atRoundedStep('value in the world −ε', PUBLISHED.numIdCeilMinus, -eps),
    exactRow('Cov(Y, Θ)', PUBLISHED.numIdCovYTheta, worlds[0]!.cross, 6),
    exactRow('Var Θ', PUBLISHED.numIdVarTheta, worlds[0]!.variance, 6),
    exactRow('difference of the two benchmarks', 0, discrepancy, 15, 'rounding'),
    exactRow('invisible directions, stationary', PUBLISHED.numAugStatBefore, invisible('stationary', [0]), 0),
    exactRow('the same with one more point', PUBLISHED.numAugStatAfter, invisible('stationary', [0, 1]), 0),
    exactRow('invisible directions, any', PUBLISHED.numAugFreeBefore, invisible('any', [0]), 0),
    exactRow('the same with one more point', PUBLISHED.numAugFreeOne, invisible('any', [0, 1]), 0),
    exactRow('the same with two more points', PUBLISHED.numAugFreeTwo, invisible('any', [0, 1, 2]), 0),
  ];
}

/** Of ε, from one world to the other. */
const STEPS = 120;

export function figure1Series(): TwoWorlds {
  const { numIdEps: eps } = PUBLISHED;
  const byLag = (epsilon: number) => [...world(epsilon).data.subarray(0, POINTS)];
  const seen = (epsilon: number) => Object.values(benchmarkOf(epsilon));
  const [minus, plus] = [seen(-eps), seen(eps)];
  return {
    kind: 'two worlds',
    epsilon: eps,
    minus: byLag(-eps),
    middle: byLag(0),
    plus: byLag(eps),
    benchmark: ['Var Y', 'Cov(Y, Θ)', 'Var Θ'].map((what, k) => ({
      what,
      minus: k === 0 ? 1 : minus[k - 1]!,
      plus: k === 0 ? 1 : plus[k - 1]!,
    })),
    values: Array.from({ length: STEPS + 1 }, (_, i) => eps * ((2 * i) / STEPS - 1)).map((epsilon) => ({
      epsilon,
      value: valueIn(epsilon),
    })),
    invisible: [[0], [0, 1], [0, 1, 2]].map((realised, added) => ({
      added,
      stationary: added < 2 ? invisible('stationary', realised) : null,
      any: invisible('any', realised),
    })),
  };
}

export const figure1: Experiment = {
  name: 'figure-1',
  title: 'Two worlds, one benchmark, and what more measurements leave undecided',
  run: async () => ({ rows: figure1Rows(), series: figure1Series() }),
};
