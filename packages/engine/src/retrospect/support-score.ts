import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { fittingData } from './fit/cross-fit.ts';
import type { Folds } from './fit/folds.ts';
import { flooredCovariance, residualMoments } from './fit/residual-moments.ts';
import { type LayoutOptions, momentWeights } from './layouts.ts';
import type { RecordSet } from './records/record-set.ts';

/** J_{τ|C}(S), eq. real-objective: the share of the target's residual variance that a support explains on the training side. */
export function supportScore(
  { covariance, cross, variance }: { covariance: Matrix; cross: Float64Array; variance: number },
  support: readonly number[],
): number {
  const n = support.length;
  const own = zeros(n, n);
  support.forEach((a, i) => {
    support.forEach((b, j) => {
      own.data[i * n + j] = covariance.data[a * covariance.cols + b]!;
    });
  });
  const kernels = defaultKernels();
  const cholesky = kernels.cholesky(own);
  if (!cholesky.ok) return Number.NaN;
  const right: Matrix = { rows: n, cols: 1, data: Float64Array.from(support, (a) => cross[a]!) };
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
  const { features, values } = set.targets[target]!;
  const weighted = moments ? { ...set, weights: momentWeights(set, moments) } : set;
  return folds.inner.map((_, k) => {
    const rows = Array.from(set.unit, (_, i) => i).filter((i) => folds.outer[i] !== k);
    const units = new Set(rows.map((i) => set.unit[i]!)).size;
    const found = residualMoments(fittingData(weighted, features, values, rows));
    const repaired = { ...found, covariance: flooredCovariance(found.covariance, units, floor) };
    return supports.map((support) => supportScore(repaired, support));
  });
}
