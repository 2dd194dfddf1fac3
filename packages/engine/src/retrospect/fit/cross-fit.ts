import { square } from '../../numerics/elementary.ts';
import { type Matrix, someRows } from '../../numerics/matrix.ts';
import { readingsAt } from '../records/readings.ts';
import type { RecordSet, RecordTarget } from '../records/record-set.ts';
import type { Folds } from './folds.ts';
import { PENALTIES, type RidgeData, type RidgePath, ridgePath } from './weighted-ridge.ts';

/** Held-out predictions of one target from one support (or one support for each outer fold). */
export interface CrossFit {
  /** Of each record, from a fit that never saw its unit. */
  predictions: Float64Array;
  /** eq. weighted-cf-r2: pooled over all records; may be negative. */
  r2: number;
  /** The penalty chosen in each outer fold. */
  penalties: number[];
  /** Whether it is the smallest (−1) or the largest (1) of those tried, and a further one would visibly do better; else 0. */
  atEnd: number[];
}

/** Rows for a fit. */
export function fittingData(
  { baselines, weights }: RecordSet,
  features: Matrix,
  values: Float64Array,
  rows: readonly number[],
): RidgeData {
  return {
    baselines: someRows(baselines, rows),
    features: someRows(features, rows),
    targets: Float64Array.from(rows, (i) => values[i]!),
    weights: Float64Array.from(rows, (i) => weights[i]!),
  };
}

/**
 * Cross-fitting from the grid points that are read, which may differ between outer folds.
 *
 * @example
 * ```ts
 * import { crossFit, latentCovariance, randomFolds, randomStream, simulatedUnits, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 8, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const features = simulatedUnits(unitLaw(covariance), 40, 0, randomStream(1));
 * const units = Array.from({ length: 40 }, (_, i) => `u${i}`);
 * const means = units.map((_, i) => features.data.subarray(8 * i, 8 * i + 8).reduce((sum, x) => sum + x / 8, 0));
 * const mean = { name: 'mean', features, values: Float64Array.from(means) };
 * const records = {
 *   records: units,
 *   unit: Int32Array.from(units.keys()),
 *   units,
 *   stratum: new Int32Array(40),
 *   strata: ['all'],
 *   weights: new Float64Array(40).fill(1),
 *   baselines: { rows: 40, cols: 0, data: new Float64Array(0) },
 *   targets: [mean],
 * };
 * const { r2 } = crossFit(records, mean, randomFolds(records, 1), () => [1, 4, 7]);
 * console.log(r2.toFixed(2)); // → 0.87
 * ```
 */
export function crossFit(
  set: RecordSet,
  target: RecordTarget,
  folds: Folds,
  supportOf: (fold: number) => readonly number[],
  penalties: readonly number[] = PENALTIES,
): CrossFit {
  return crossFitReadings(set, target.values, folds, (k) => readingsAt(target, supportOf(k)), penalties);
}

/** Cross-fitting: the penalty from inner folds, the fit from the whole training side, predictions for what is held out. */
export function crossFitReadings(
  set: RecordSet,
  values: Float64Array,
  folds: Folds,
  readingsOf: (fold: number) => Matrix,
  penalties: readonly number[] = PENALTIES,
): CrossFit {
  const n = values.length;
  const predictions = new Float64Array(n);
  const chosen: number[] = [];
  const atEnd: number[] = [];
  const rows = Array.from({ length: n }, (_, i) => i);
  folds.inner.forEach((inner, k) => {
    const columns = readingsOf(k);
    const fit = (some: readonly number[]): RidgePath =>
      ridgePath(fittingData(set, columns, values, some), penalties);
    const predict = (path: RidgePath, some: readonly number[]) =>
      path(someRows(set.baselines, some), someRows(columns, some));
    const training = rows.filter((i) => folds.outer[i] !== k);
    const errors = new Float64Array(penalties.length);
    const innerFolds = Math.max(...inner) + 1;
    for (let f = 0; f < innerFolds; f++) {
      const [fitted, left] = [training.filter((i) => inner[i] !== f), training.filter((i) => inner[i] === f)];
      if (left.length === 0 || fitted.length === 0) continue;
      const found = predict(fit(fitted), left);
      for (let l = 0; l < penalties.length; l++)
        left.forEach((i, at) => {
          errors[l]! += set.weights[i]! * square(values[i]! - found.data[l * left.length + at]!);
        });
    }
    // The smallest penalty wins ties.
    const best = errors.reduce((least, error, l) => (error < errors[least]! ? l : least), 0);
    chosen.push(penalties[best]!);
    const ofTraining = set.weights.map((weight, i) => (folds.outer[i] === k ? 0 : weight));
    atEnd.push(endOf(errors, best, spread(values, ofTraining)));
    const held = rows.filter((i) => folds.outer[i] === k);
    const found = predict(ridgePath(fittingData(set, columns, values, training), [penalties[best]!]), held);
    held.forEach((i, at) => {
      predictions[i] = found.data[at]!;
    });
  });
  return { predictions, r2: pooledR2(values, predictions, set.weights), penalties: chosen, atEnd };
}

/** What the last step to an end of the penalties must have added to R² for a further one to matter. */
const STILL_RISING = 1e-3;

/**
 * At the smallest penalty R² usually lies flat, since it is no penalty worth the name unless readings nearly repeat each
 * other: a step adds 1e-8. At the largest it often still rises, by hundredths. `whole` is the squared error of the mean.
 */
function endOf(errors: Float64Array, best: number, whole: number): number {
  const last = errors.length - 1;
  if (last === 0 || (best !== 0 && best !== last)) return 0;
  const before = errors[best === 0 ? 1 : last - 1]!;
  return before - errors[best]! > STILL_RISING * whole ? (best === 0 ? -1 : 1) : 0;
}

/** Σw(θ − θ̄_w)². */
export function spread(values: Float64Array, weights: Float64Array): number {
  let [total, sum, squares] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    total += weights[i]!;
    sum += weights[i]! * values[i]!;
  }
  const mean = sum / total;
  for (let i = 0; i < values.length; i++) squares += weights[i]! * square(values[i]! - mean);
  return squares;
}

/** 1 − Σw(θ − θ̂)²/Σw(θ − θ̄_w)². */
export function pooledR2(values: Float64Array, predictions: Float64Array, weights: Float64Array): number {
  let above = 0;
  for (let i = 0; i < values.length; i++) above += weights[i]! * square(values[i]! - predictions[i]!);
  return 1 - above / spread(values, weights);
}
