import { asin, cos, exp, sin, square } from '../../numerics/elementary.ts';
import { gaussLegendre } from '../../numerics/quadrature.ts';
import { normalDensity, normalTail } from './normal-tail.ts';

/** G_c of the paper (eq. plackett): the covariance of 1{U > c} and 1{V > c} at correlation r. Depends on |c| alone. */
export interface ThresholdTransform {
  /** c_k of G_c(r) = Σ_{k ≥ 1} c_k r^k; index 0 is unused. */
  series: Float64Array;
  /** G_c(1) = Φ(c)Φ(−c). */
  atOne: number;
  /** G_c(1 − u²) and G_c(u² − 1). */
  nearOne(u: number): number;
  nearMinusOne(u: number): number;
  /** Where next to −1 it changes: |c|, if small. */
  layer?: number;
  derivative(r: number): number;
}

/** With c_k ≤ G_c(1), the terms beyond this one are below 1e-17·G_c(1) for |r| ≤ 0.7. */
const TERMS = 112;

/** G_c differs from G_0 by less than 0.4·|c| anywhere: below this, by less than the last digit of G_0. */
const NO_THRESHOLD = 1e-17;

export function thresholdTransform(threshold: number): ThresholdTransform {
  const c = Math.abs(threshold) < NO_THRESHOLD ? 0 : Math.abs(threshold);
  const tail = normalTail(c);
  const atOne = tail * (1 - tail);

  // a_k = φ(c)·He_{k−1}(c), so c_k = a_k²/k! = φ(c)²·h_{k−1}(c)²/k with the normalised h_k = He_k/√k!.
  const series = new Float64Array(TERMS + 1);
  const density = normalDensity(c);
  let h = 1;
  let previous = 0;
  for (let k = 1; k <= TERMS; k++) {
    series[k] = square(density * h) / k;
    [previous, h] = [h, (c * h - Math.sqrt(k - 1) * previous) / Math.sqrt(k)];
  }

  return {
    series,
    atOne,
    ...(c > 0 && c < 0.1 ? { layer: c / 4 } : {}),
    // With r = cos φ: G_c(r) = G_c(1) − (1/2π)·∫₀^φ exp{−c²/(1 + cos x)} dx, smooth in φ and in u = √2·sin(φ/2).
    nearOne: (u) => {
      const angle = 2 * asin(u / Math.SQRT2);
      if (c === 0) return atOne - angle / (2 * Math.PI);
      // The integrand falls off over a length of 1/c: pieces no longer than that.
      const pieces = Math.ceil(1 + angle * c);
      let sum = 0;
      for (let i = 0; i < pieces; i++)
        sum += panel((x) => exp((-c * c) / (1 + cos(x))), (angle * i) / pieces, (angle * (i + 1)) / pieces);
      return atOne - sum / (2 * Math.PI);
    },
    // With r = −cos φ: G_c(r) = −Φ(−c)² + (1/2π)·∫₀^φ exp{−c²/(1 − cos x)} dx. The integrand rises from zero at a
    // scale of c, so the pieces halve towards 0 until what is left is below e^{−100}.
    nearMinusOne: (u) => {
      const angle = 2 * asin(u / Math.SQRT2);
      if (c === 0) return -atOne + angle / (2 * Math.PI);
      const density = (x: number) => exp((-c * c) / (2 * square(sin(x / 2))));
      let sum = 0;
      for (let to = angle; to > c / 7; to /= 2) sum += panel(density, to / 2, to);
      return -tail * tail + sum / (2 * Math.PI);
    },
    // At −1 the exponential wins over the root, unless c = 0.
    derivative: (r) =>
      r <= -1 && c > 0 ? 0 : exp((-c * c) / (1 + r) || 0) / (2 * Math.PI * Math.sqrt((1 - r) * (1 + r))),
  };
}

/** ∫ f over [from, to] with 24 Gauss–Legendre points. */
function panel(f: (x: number) => number, from: number, to: number): number {
  const { nodes, weights } = gaussLegendre(24);
  const centre = (from + to) / 2;
  const half = (to - from) / 2;
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) sum += weights[i]! * f(centre + half * nodes[i]!);
  return half * sum;
}
