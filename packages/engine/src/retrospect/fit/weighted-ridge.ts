import { pow, square } from '../../numerics/elementary.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import {
  alongBasis,
  baselineProjection,
  basisAt,
  weightedMoments,
  withoutBasis,
} from './baseline-projection.ts';

/** What a ridge regression is fitted to. */
export interface RidgeData {
  /** Unpenalised, besides an intercept. */
  baselines: Matrix;
  /** Penalised, after they were centred and scaled. */
  features: Matrix;
  targets: Float64Array;
  weights: Float64Array;
}

/** Predictions for some rows under every penalty: row λ of the result belongs to the λ-th. */
export type RidgePath = (baselines: Matrix, features: Matrix) => Matrix;

/**
 * Ridge regressions for all penalties from one factorisation: the baselines are projected out, and with
 * XᵀWX = UΛUᵀ of what is left β(λ) = U(Λ + λ)⁻¹UᵀXᵀWy. Weights are scaled to a mean of 1.
 */
export function ridgePath(
  { baselines, features, targets, weights }: RidgeData,
  penalties: readonly number[],
): RidgePath {
  const { rows: n, cols: d } = features;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const own = weights.map((weight) => (weight * n) / total);
  const { centres, scales } = weightedMoments(features, own);
  const projection = baselineProjection(baselines, own);
  const basis = basisAt(projection, baselines);
  const standardised = standardise(features, centres, scales);
  const along = alongBasis(basis, own, standardised);
  const left = withoutBasis(standardised, basis, along);
  const response: Matrix = { rows: n, cols: 1, data: targets };
  const alongTarget = alongBasis(basis, own, response);
  const rest = withoutBasis(response, basis, alongTarget);

  const weighted = {
    ...left,
    data: left.data.map((value, at) => value * own[Math.floor(at / Math.max(1, d))]!),
  };
  const kernels = defaultKernels();
  const { vectors, scores, below } = ridgeSpectrum(
    kernels.multiply(weighted, left, 'left'),
    kernels.multiply(weighted, rest, 'left'),
  );

  return (otherBaselines, otherFeatures) => {
    const at = basisAt(projection, otherBaselines);
    const rows = otherFeatures.rows;
    const others = withoutBasis(standardise(otherFeatures, centres, scales), at, along);
    const rotated = kernels.multiply(others, vectors);
    const base = kernels.multiply(at, alongTarget);
    const out = zeros(penalties.length, rows);
    penalties.forEach((penalty, l) => {
      for (let i = 0; i < rows; i++) {
        let sum = base.data[i]!;
        for (let k = 0; k < d; k++) sum += (rotated.data[i * d + k]! * scores.data[k]!) / below(k, penalty);
        out.data[l * rows + i] = sum;
      }
    });
    return out;
  };
}

/** UᵀXᵀWy, U, and Λ_k + λ by which each of its entries is divided: what all penalties have in common. */
export function ridgeSpectrum(
  gram: Matrix,
  cross: Matrix,
): { vectors: Matrix; scores: Matrix; below(k: number, penalty: number): number } {
  const kernels = defaultKernels();
  const { values, vectors } = kernels.eigenSymmetric(gram);
  const least = 1e-13 * Math.max(values[gram.rows - 1]!, 1e-300);
  return {
    vectors,
    scores: kernels.multiply(vectors, cross, 'left'),
    below(k, penalty) {
      const sum = Math.max(0, values[k]!) + penalty;
      // An eigenvalue that is rounding alone, without a penalty: the pseudo-inverse leaves its direction out.
      return sum > least ? sum : Number.POSITIVE_INFINITY;
    },
  };
}

function standardise({ rows, cols, data }: Matrix, centres: Float64Array, scales: Float64Array): Matrix {
  const out = zeros(rows, cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) out.data[i * cols + j] = (data[i * cols + j]! - centres[j]!) / scales[j]!;
  return out;
}

/** The paper's penalties: 25, evenly spaced in the logarithm from 1e-6 to 100. */
export const PENALTIES: readonly number[] = Array.from({ length: 25 }, (_, i) => pow(10, -6 + i / 3));

/**
 * The best-linear value in the sample: R² of least squares, fitted to all records and to nothing less, each counting once.
 * What `calibrate` calls the plug-in estimate, without its floor on eigenvalues; R² of held-out units is lower by what
 * fitting costs.
 */
export function bestLinearR2(readings: Matrix, targets: Float64Array): number {
  const n = targets.length;
  const baselines = zeros(n, 0);
  const weights = new Float64Array(n).fill(1);
  const fitted = ridgePath({ baselines, features: readings, targets, weights }, [0])(baselines, readings);
  const mean = targets.reduce((sum, value) => sum + value, 0) / n;
  let [error, spread] = [0, 0];
  targets.forEach((value, i) => {
    error += square(value - fitted.data[i]!);
    spread += square(value - mean);
  });
  return 1 - error / spread;
}
