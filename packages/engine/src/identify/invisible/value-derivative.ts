import type { Action } from '../../model/value/action.ts';
import { informativeReadings } from '../../model/value/informative-order.ts';
import { type Law, type Model, meanWeights } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix, row } from '../../numerics/matrix.ts';

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

export function valueDerivative(model: Model, alternative: readonly Action[]): ValueDerivative {
  const { covariance, scale } = model;
  const weights = meanWeights(model);
  const image = imageOf(covariance, weights);
  const predictor = bestLinearWeights(model, weights, alternative);
  return {
    h: weights,
    g: combinedReadings(alternative, predictor, weights.length, scale),
    variance: dot(weights, image),
  };
}

/** Kh. */
export function imageOf(covariance: Matrix, weights: Float64Array): Float64Array {
  return weights.map((_, j) => dot(weights, row(covariance, j)));
}

/** Bᵀv: what a combination of the readings weighs each time by. */
export function combinedReadings(
  alternative: readonly Action[],
  coefficients: Float64Array,
  points: number,
  scale: Float64Array | undefined,
): Float64Array {
  const out = new Float64Array(points);
  alternative.forEach(({ first, last }, a) => {
    for (let j = first; j <= last; j++)
      out[j]! += ((scale ? scale[j]! : 1) * coefficients[a]!) / (last - first + 1);
  });
  return out;
}

/** G_jk. */
export function derivativeEntry({ h, g, variance }: ValueDerivative, j: number, k: number): number {
  return (h[j]! * g[k]! + g[j]! * h[k]! - g[j]! * g[k]!) / variance;
}

/**
 * W·BKh: the weights of the best linear predictor of Θ from Y_B. Measurements that tell nothing beyond those before
 * them get weight 0 (the pseudo-inverse's value, with another of its predictors). O(d³ + d²p).
 */
export function bestLinearWeights(
  law: Law,
  weights: Float64Array,
  alternative: readonly Action[],
  kernels: Kernels = defaultKernels(),
): Float64Array {
  return informativeReadings(law, alternative, kernels).gain(weights).data;
}
