import { floorEigenvalues } from '../../model/covariance-repair.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, trace } from '../../numerics/matrix.ts';
import { alongBasis, baselineProjection, basisAt, withoutBasis } from './baseline-projection.ts';
import type { RidgeData } from './weighted-ridge.ts';

/** What is left of anchors and target after the baselines (eq. real-moments). */
export interface ResidualMoments {
  /** Σ̂_{0|C}. */
  covariance: Matrix;
  /** ĉ_{|C}. */
  cross: Float64Array;
  /** v̂_{|C}. */
  variance: number;
}

export function residualMoments({ baselines, features, targets, weights }: RidgeData): ResidualMoments {
  const { rows: n, cols: p } = features;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const own = weights.map((weight) => weight / total);
  const basis = basisAt(baselineProjection(baselines, own), baselines);
  const left = withoutBasis(features, basis, alongBasis(basis, own, features));
  const response: Matrix = { rows: n, cols: 1, data: targets };
  const rest = withoutBasis(response, basis, alongBasis(basis, own, response)).data;
  const cross = new Float64Array(p);
  let variance = 0;
  const scaled = { ...left, data: left.data.slice() };
  for (let i = 0; i < n; i++) {
    const root = Math.sqrt(own[i]!);
    variance += own[i]! * square(rest[i]!);
    for (let j = 0; j < p; j++) {
      cross[j]! += own[i]! * rest[i]! * left.data[i * p + j]!;
      scaled.data[i * p + j]! *= root;
    }
  }
  return { covariance: defaultKernels().crossGram(scaled), cross, variance };
}

/** eq. real-floor: eigenvalues lifted to the mean of the diagonal over the number of independent units, times a multiplier. */
export function flooredCovariance(covariance: Matrix, units: number, multiplier = 1): Matrix {
  const floor = (multiplier * trace(covariance)) / covariance.rows / units;
  return floorEigenvalues(covariance, floor).covariance;
}
