import type { LatentMatrix } from '../latent-kernel.ts';

/** A law on a grid: the correlations K of Z and, in the unit of the data, the standard deviations s of X_j = m_j + s_j·Z_j. */
export interface Law {
  readonly covariance: LatentMatrix;
  /** s_j > 0: a reading of weights ℓ is Σ ℓ_j s_j Z_j with noise in the unit of the data. Absent: 1, a standardised law. */
  readonly scale?: Float64Array | undefined;
}

/** The target's weights ω, and the scale of the law that they stand beside. */
export interface Weighing {
  readonly weights: Float64Array;
  readonly scale?: Float64Array | undefined;
}

/** A known law and the target's weights. */
export interface Model extends Law, Weighing {}

/** What the weighted mean of X weighs Z_j by: ω_j·s_j. */
export function meanWeights({ weights, scale }: Weighing): Float64Array {
  return scale ? weights.map((weight, j) => weight * scale[j]!) : weights;
}
