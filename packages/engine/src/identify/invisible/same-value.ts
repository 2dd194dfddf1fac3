import { applyAction, type Measurement } from '../../model/value/action.ts';
import { square } from '../../numerics/elementary.ts';

/** Values that differ by no more than this share of their own scale are one value, and an end proved to it is proved. */
export const SAME_SHARE = 1e-6;
/** Near 1 the difference of two values has no digits beyond these: worlds agree in the benchmark's law to as many. */
const NEAR_ONE = 1e-10;
/** Of the most that a protocol could be worth: smaller values are what rounding leaves of a covariance of 0. */
const ROUNDING = 1e-14;

/**
 * Whether two values of one protocol are the same. The scale is the value itself where it is small (noise of 1e8 leaves
 * 1e-8, and twice that is not the same) and what is left unexplained where it is near 1.
 */
export function sameValue(a: number, b: number, mostPossible: number): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  const scale = Math.min(SAME_SHARE * high, Math.max(SAME_SHARE * (1 - low), NEAR_ONE));
  return high - low <= Math.max(scale, ROUNDING * mostPossible);
}

/**
 * What noise alone keeps any alternative from: with S = BKBᵀ the value is at most the largest eigenvalue of S(S + R)⁻¹,
 * which is at most τ/(1 + τ) for τ = tr(R⁻¹S) ≤ Σ 1/r_a, as no measurement's variance is above 1, or (ℓ_aᵀs)² where the law has
 * a scale. Without noise it is 1.
 */
export function mostPossible(alternative: readonly Measurement[], scale?: Float64Array): number {
  const tau = alternative.reduce(
    (sum, action) => sum + (scale ? square(applyAction(action, scale)) : 1) / action.noise,
    0,
  );
  return Number.isFinite(tau) ? tau / (1 + tau) : 1;
}
