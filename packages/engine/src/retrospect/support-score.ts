import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, submatrix } from '../numerics/matrix.ts';
import type { Folds } from './fit/folds.ts';
import { flooredCovariance, type ResidualMoments } from './fit/residual-moments.ts';
import { type LayoutOptions, trainingOf } from './layouts.ts';
import type { RecordSet } from './records/record-set.ts';

/** J_{τ|C}(S), eq. real-objective: the share of the target's residual variance that a support explains on the training side. */
export function supportScore(
  { covariance, cross, variance }: ResidualMoments,
  support: readonly number[],
): number {
  const kernels = defaultKernels();
  const cholesky = kernels.cholesky(submatrix(covariance, support));
  if (!cholesky.ok) return Number.NaN;
  const right: Matrix = { rows: support.length, cols: 1, data: Float64Array.from(support, (a) => cross[a]!) };
  const half = kernels.solveLower(cholesky.factor, right).data;
  return half.reduce((sum, value) => sum + value * value, 0) / variance;
}

/** The scores of supports in each outer fold, by repaired moments of its training side: scores[fold][support]. */
export function foldScores(
  set: RecordSet,
  folds: Folds,
  target: number,
  supports: readonly (readonly number[])[],
  { floor = 1, moments }: Pick<LayoutOptions, 'floor' | 'moments'> = {},
): number[][] {
  return folds.inner.map((_, k) => {
    const { units, ...found } = trainingOf(set, folds, target, k, moments ? { moments } : {});
    const repaired = { ...found, covariance: flooredCovariance(found.covariance, units, floor) };
    return supports.map((support) => supportScore(repaired, support));
  });
}
