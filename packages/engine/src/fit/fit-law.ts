import { NumericallyUndecided } from '../model/input/numerically-undecided.ts';
import type { FitModel } from './fit-model.ts';
import { fitUncertainty, parameterProfile } from './fit-uncertainty.ts';
import { type FitOptions, type FittedLaw, fittedLaw } from './fitted-law.ts';
import type { FitMethod } from './likelihood.ts';
import { highestMaximum, type Maximum } from './maximum.ts';
import { type PreparedFit, prepareFit } from './prepared-fit.ts';
import type { SparseReadings } from './sparse-readings.ts';

/** The law of one kernel that makes the readings likeliest. */
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
