import { exp } from '../numerics/elementary.ts';
import { numberAbove, numberFrom } from './input/expectation.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import type { TimeGrid } from './time/time-grid.ts';

/** ω of the target: even over the horizon, e^{−(T−t)/recency}, or one number per grid point. */
export type WeightsSpec = 'uniform' | { recency: number } | readonly number[];

/**
 * The weights ω_j ≥ 0, normalised to sum 1.
 *
 * @example
 * ```ts
 * import { targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(24, 4, 'h');
 * console.log(targetWeights('uniform', grid).join(' ')); // → 0.25 0.25 0.25 0.25
 * ```
 */
export function targetWeights(spec: WeightsSpec, grid: TimeGrid): Float64Array {
  if (spec === 'uniform') return new Float64Array(grid.points).fill(1 / grid.points);
  const problems: Problem[] = [];
  if ('recency' in spec) {
    if (!(spec.recency > 0 && Number.isFinite(spec.recency)))
      problems.push({
        path: ['recency'],
        value: spec.recency,
        why: { is: 'not', what: 'a length of time', of: 'the recency' },
        accepted: { ...numberAbove(0), unit: 'time', unitOfTime: grid.unit },
      });
    refuse(problems);
    // Measured from the last point, so that a short recency does not vanish everywhere.
    return normalised(grid.times.map((t) => exp((t - grid.times[grid.points - 1]!) / spec.recency)));
  }
  if (spec.length !== grid.points)
    problems.push({
      path: [],
      value: spec,
      why: `${spec.length} weights were given for ${grid.points} grid points`,
      accepted: `exactly ${grid.points} numbers of 0 or more`,
    });
  spec.forEach((weight, j) => {
    if (!(weight >= 0 && Number.isFinite(weight)))
      problems.push({
        path: [j],
        value: weight,
        why: 'a weight is negative or not a number',
        accepted: numberFrom(0),
      });
  });
  if (problems.length === 0 && !(spec.reduce((sum, weight) => sum + weight, 0) > 0))
    problems.push({
      path: [],
      value: spec,
      why: 'weights sum to 0',
      accepted: 'at least one weight above 0',
    });
  refuse(problems);
  return normalised(Float64Array.from(spec));
}

function normalised(weights: Float64Array): Float64Array {
  // Dividing by the largest first keeps the sum from overflowing or vanishing.
  const largest = weights.reduce((a, b) => Math.max(a, b));
  const scaled = weights.map((weight) => weight / largest);
  const sum = scaled.reduce((a, b) => a + b);
  return scaled.map((weight) => weight / sum);
}
