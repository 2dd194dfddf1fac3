import { type Target, type TargetSpec, targetLevels, targetMean } from '@sightline/engine';
import type { Law } from './law.ts';

/** What is predicted, as results say it. */
export interface PredictedTarget {
  name: string;
  /** How the times count, whether the study says so or not. */
  weights: string;
  variance: number;
  mean: number;
  /** The unit of mean, variance and errors: that of the data, or standard deviations of the latent quantity at a time. */
  unit: TargetUnit;
  /** What is predicted has the unit of the values, is a share of the time, or is neither. */
  quantity: 'value' | 'share' | 'other';
}

export type TargetUnit = 'data' | 'sd';
export type TargetMoments = Omit<PredictedTarget, 'name' | 'weights'>;

/** Mean, variance and unit of a target under the law of a question. */
export function targetMoments(
  { estimand, column, mean, model: { weights } }: Pick<Law, 'estimand' | 'column' | 'mean' | 'model'>,
  prepared: Target,
  spec: TargetSpec,
  variance: number,
): TargetMoments {
  if (mean === null) return standardisedMoments(targetMean(prepared, weights), spec, variance);
  if (estimand === 'gaussian')
    return { variance, mean: targetMean(prepared, weights), unit: 'data', quantity: quantityOf(spec) };
  const own = weights.reduce((sum, weight, j) => sum + weight * mean[j]!, 0);
  return recordMoments(own, spec, column, variance);
}

/** Of a standardised latent quantity. */
export const standardisedMoments = (mean: number, spec: TargetSpec, variance: number): TargetMoments => ({
  variance,
  mean,
  unit: 'sd',
  quantity: quantityOf(spec),
});

/** Of what was measured: the target of the units' records, or a column of its own. */
export const recordMoments = (
  mean: number,
  spec: TargetSpec,
  column: string | undefined,
  variance: number,
): TargetMoments => ({
  variance,
  mean,
  unit: 'data',
  quantity: column === undefined ? quantityOf(spec) : 'other',
});

function quantityOf(spec: TargetSpec): PredictedTarget['quantity'] {
  if (spec === 'mean') return 'value';
  return targetLevels(spec).length > 0 ? 'share' : 'other';
}

/** The root mean squared error of the best predictor, √(V·(1 − I)): a value as an error in the unit of the target. */
export function rmse(variance: number, value: number): number {
  return Math.sqrt(variance * Math.max(0, 1 - value));
}

/** The larger value has the smaller error. */
export const rmseInterval = (variance: number, { low, high }: { low: number; high: number }) => ({
  low: rmse(variance, high),
  high: rmse(variance, low),
});
