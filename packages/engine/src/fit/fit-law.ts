import { NumericallyUndecided } from '../model/input/numerically-undecided.ts';
import type { FitModel } from './fit-model.ts';
import { fitUncertainty, parameterProfile } from './fit-uncertainty.ts';
import { type FitOptions, type FittedLaw, fittedLaw } from './fitted-law.ts';
import type { FitMethod } from './likelihood.ts';
import { highestMaximum, type Maximum } from './maximum.ts';
import { type PreparedFit, prepareFit } from './prepared-fit.ts';
import type { SparseReadings } from './sparse-readings.ts';

/**
 * The law of one kernel that makes the readings likeliest.
 *
 * @example
 * ```ts
 * import { fitLaw, latentCovariance, randomStream, simulatedUnits, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const drawn = simulatedUnits(unitLaw(covariance), 60, 0.1, randomStream(1));
 * const readings = {
 *   times: Float64Array.from(drawn.data, (_, i) => grid.times[i % 16]),
 *   values: drawn.data,
 *   starts: Int32Array.from({ length: 61 }, (_, i) => 16 * i),
 * };
 * const model = { kernel: 'ou', trait: false, mean: 'constant', noise: 'estimated' } as const;
 * const law = fitLaw(readings, model, { method: 'reml', horizon: 8 });
 * for (const { name, value } of law.parameters) console.log(name, value.toFixed(2));
 * // → tau 2.36
 * // → mean -0.02
 * // → sd 1.04
 * // → noise 0.12
 * ```
 */
export function fitLaw(
  readings: SparseReadings,
  model: FitModel,
  { method, horizon }: FitOptions,
): FittedLaw {
  const prepared = prepareFit(readings, model, horizon);
  const maximum = maximumOf(prepared, method);
  const uncertainty = fitUncertainty(prepared, model, maximum);
  const profiles = uncertainty.losses.map((_, n) =>
    parameterProfile(prepared, model, maximum, method, uncertainty, n),
  );
  return fittedLaw(prepared, model, maximum, method, uncertainty, profiles);
}

export function maximumOf({ data, knots, kernel, box }: PreparedFit, method: FitMethod): Maximum {
  const maximum = highestMaximum(data, knots, kernel, box, method);
  if (!maximum)
    throw new NumericallyUndecided(
      'no covariance of the readings that was tried is positive definite: readings without error at nearly the same times',
    );
  return maximum;
}
