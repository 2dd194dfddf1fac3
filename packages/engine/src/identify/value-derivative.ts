import { type Action, applyAction } from '../model/action.ts';
import { measurementCovariance } from '../model/measurement-covariance.ts';
import { RANK_TOLERANCE } from '../numerics/kernels/family-kernels.ts';
import type { Matrix } from '../numerics/matrix.ts';

/**
 * The derivative of B's value for the linear target (eq. ceiling-derivative) as a matrix of rank two: with
 * g = BᵀWBK₀h, D_B(Δ) = (2hᵀΔg − gᵀΔg)/(hᵀK₀h) = <G, Δ> for G = (hgᵀ + ghᵀ − ggᵀ)/(hᵀK₀h).
 */
export interface ValueDerivative {
  readonly h: Float64Array;
  readonly g: Float64Array;
  /** hᵀK₀h. */
  readonly variance: number;
}

export function valueDerivative(
  covariance: Matrix,
  weights: Float64Array,
  alternative: readonly Action[],
): ValueDerivative {
  const p = covariance.rows;
  const image = new Float64Array(p);
  let variance = 0;
  for (let j = 0; j < p; j++) {
    let sum = 0;
    for (let k = 0; k < p; k++) sum += covariance.data[j * p + k]! * weights[k]!;
    image[j] = sum;
    variance += weights[j]! * sum;
  }
  const predictor = bestLinearWeights(covariance, image, alternative);
  const g = new Float64Array(p);
  alternative.forEach(({ first, last }, a) => {
    for (let j = first; j <= last; j++) g[j]! += predictor[a]! / (last - first + 1);
  });
  return { h: weights, g, variance };
}

/** G_jk. */
export function derivativeEntry({ h, g, variance }: ValueDerivative, j: number, k: number): number {
  return (h[j]! * g[k]! + g[j]! * h[k]! - g[j]! * g[k]!) / variance;
}

/**
 * W·BKh: the weights of the best linear predictor of Θ from Y_B. Measurements that tell nothing beyond those before
 * them get weight 0 (the pseudo-inverse's value, with another of its predictors). O(d³).
 */
export function bestLinearWeights(
  covariance: Matrix,
  image: Float64Array,
  alternative: readonly Action[],
): Float64Array {
  const d = alternative.length;
  const { between } = measurementCovariance(covariance, alternative);
  const system = between.data.slice();
  for (let a = 0; a < d; a++) system[a * d + a]! += alternative[a]!.noise;
  const right = alternative.map((action) => applyAction(action, image));
  // Cholesky row by row; a pivot that vanishes leaves its measurement out.
  const factor = new Float64Array(d * d);
  const kept: number[] = [];
  for (let a = 0; a < d; a++) {
    let left = system[a * d + a]!;
    for (const b of kept) {
      let value = system[a * d + b]!;
      for (const c of kept) if (c < b) value -= factor[a * d + c]! * factor[b * d + c]!;
      value /= factor[b * d + b]!;
      factor[a * d + b] = value;
      left -= value * value;
    }
    if (!(left > RANK_TOLERANCE * system[a * d + a]!)) continue;
    factor[a * d + a] = Math.sqrt(left);
    kept.push(a);
  }
  const solution = new Float64Array(d);
  for (const a of kept) {
    let value = right[a]!;
    for (const b of kept) if (b < a) value -= factor[a * d + b]! * solution[b]!;
    solution[a] = value / factor[a * d + a]!;
  }
  for (const a of [...kept].reverse()) {
    let value = solution[a]!;
    for (const b of kept) if (b > a) value -= factor[b * d + a]! * solution[b]!;
    solution[a] = value / factor[a * d + a]!;
  }
  return solution;
}
