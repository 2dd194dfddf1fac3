import { NumericallyUndecided } from '../model/input/numerically-undecided.ts';
import type { FitModel } from './fit-model.ts';
import { type FitOptions, type FittedLaw, fittedLaw, type PreparedFit, prepareFit } from './fitted-law.ts';
import type { FitMethod } from './likelihood.ts';
import { highestMaximum, type Maximum } from './maximum.ts';
import type { SparseReadings } from './sparse-readings.ts';

/** The law of one kernel that makes the readings likeliest. */
export function fitLaw(
  readings: SparseReadings,
  model: FitModel,
  { method, horizon }: FitOptions,
): FittedLaw {
  const prepared = prepareFit(readings, model, horizon);
  return fittedLaw(prepared, model, maximumOf(prepared, method), method);
}

export function maximumOf({ data, knots, kernel, box }: PreparedFit, method: FitMethod): Maximum {
  const maximum = highestMaximum(data, knots, kernel, box, method);
  if (!maximum)
    throw new NumericallyUndecided(
      'no covariance of the readings that was tried is positive definite: readings without error at nearly the same times',
    );
  return maximum;
}
