import type { LatentMatrix } from '../latent-kernel.ts';

/** A known law: K on a grid and the target's weights ω. */
export interface Model {
  readonly covariance: LatentMatrix;
  readonly weights: Float64Array;
}
