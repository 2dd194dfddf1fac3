import { asin, cos, exp, sin, square } from '../../numerics/elementary.ts';
import { gaussLegendre } from '../../numerics/quadrature.ts';
import { LAST_LIMIT, sumSeries, transformTable } from '../../numerics/transform-table.ts';
import type { NumberParameter } from '../input/parameter.ts';
import type { CovarianceTransform, Modulus } from './covariance-transform.ts';
import { normalDensity, normalTail } from './normal-tail.ts';

/** G_c of the paper (eq. plackett): the covariance of 1{U > c} and 1{V > c} at correlation r. Depends on |c| alone. */
interface ThresholdTransform {
  /** c_k of G_c(r) = Σ_{k ≥ 1} c_k r^k; index 0 is unused. */
  series: Float64Array;
  /** G_c(1) = Φ(c)Φ(−c). */
  atOne: number;
  /** G_c(1 − u²) and G_c(u² − 1). */
  nearOne(u: number): number;
  nearMinusOne(u: number): number;
  /** Where next to −1 it changes: |c|, if small. */
  layer?: number | undefined;
  derivative(r: number): number;
}

/** With c_k ≤ G_c(1), the terms beyond this one are below 1e-17·G_c(1) for |r| ≤ 0.7. */
export const STEP_TERMS = 112;

/** G_c differs from G_0 by less than 0.4·|c| anywhere: below this, by less than the last digit of G_0. */
const NO_THRESHOLD = 1e-17;

/** A threshold, or half the sum of two: 0 where that makes no difference, and where its layer next to ±1 has no digits. */
export const thresholdSize = (c: number): number => (Math.abs(c) < NO_THRESHOLD ? 0 : Math.abs(c));

export function thresholdTransform(threshold: number): ThresholdTransform {
  const c = thresholdSize(threshold);
  const tail = normalTail(c);
  const atOne = tail * (1 - tail);

  return {
    series: Float64Array.from(stepCoefficients(c), (a, k) => (k === 0 ? 0 : square(a) / k)),
    atOne,
    layer: layerOf(c),
    // With r = cos φ: G_c(r) = G_c(1) − (1/2π)·∫₀^φ exp{−c²/(1 + cos x)} dx, smooth in φ and in u = √2·sin(φ/2).
    nearOne: (u) => atOne - plackettIntegral(c, 0, u) / (2 * Math.PI),
    // With r = −cos φ: G_c(r) = −Φ(−c)² + (1/2π)·∫₀^φ exp{−c²/(1 − cos x)} dx.
    nearMinusOne: (u) => (c === 0 ? -atOne : -tail * tail) + plackettIntegral(0, c, u) / (2 * Math.PI),
    // At −1 the exponential wins over the root, unless c = 0.
    derivative: (r) =>
      r <= -1 && c > 0 ? 0 : exp((-c * c) / (1 + r) || 0) / (2 * Math.PI * Math.sqrt((1 - r) * (1 + r))),
  };
}

/** All that a value needs of sign·1{z > c}: C_g is the same for both signs, and for both signs of c. */
export function stepTransform(c: number, sign: 1 | -1): CovarianceTransform {
  const G = thresholdTransform(c);
  return {
    mean: normalTail(sign * c),
    variance: G.atOne,
    firstCoefficient: sign * Math.sqrt(G.series[1]!),
    truncation: 0,
    transform: (r) => byPieces(G, r),
    derivative: G.derivative,
    modulus: (range) => thresholdModulus([c], G.derivative, range),
    table: transformTable(G),
  };
}

/**
 * √k·α_k = φ(c)·h_{k−1}(c) of 1{U > c}, with the normalised h_k = He_k/√k!, for as many k ≥ 1 as C(r) = Σ α_k² r^k needs up
 * to |r| = 0.7; index 0 is unused.
 */
export function stepCoefficients(c: number): Float64Array {
  const coefficients = new Float64Array(STEP_TERMS + 1);
  const density = normalDensity(c);
  let h = 1;
  let previous = 0;
  for (let k = 1; k <= STEP_TERMS; k++) {
    coefficients[k] = density * h;
    [previous, h] = [h, (c * h - Math.sqrt(k - 1) * previous) / Math.sqrt(k)];
  }
  return coefficients;
}

/** The length over which the exponential of Plackett's integral rises from zero next to ±1, where that is short. */
export const layerOf = (size: number): number | undefined => (size > 0 && size < 0.1 ? size / 4 : undefined);

/**
 * ∫₀^φ exp{−m²/(1 + cos x) − h²/(1 − cos x)} dx with u = √2·sin(φ/2): 2π times what the density of two normals at (m − h, m + h)
 * has integrated to over correlations from 1 down to r = 1 − u² (Plackett's identity for unequal thresholds), and for
 * (h, m) in place of (m, h) from −1 up. Neither is negative; one of them may be 0.
 */
export function plackettIntegral(m: number, h: number, u: number): number {
  const angle = 2 * asin(u / Math.SQRT2);
  if (m === 0 && h === 0) return angle;
  let sum = 0;
  if (h === 0) {
    // The integrand falls off over a length of 1/m: pieces no longer than that.
    const pieces = Math.ceil(1 + angle * m);
    for (let i = 0; i < pieces; i++)
      sum += panel((x) => exp((-m * m) / (1 + cos(x))), (angle * i) / pieces, (angle * (i + 1)) / pieces);
    return sum;
  }
  const rising = (x: number) => exp((-h * h) / (2 * square(sin(x / 2))));
  const density = m === 0 ? rising : (x: number) => rising(x) * exp((-m * m) / (1 + cos(x)));
  // The integrand rises from zero at a scale of h, so the pieces halve towards 0 until what is left is below e^{−100}.
  for (let to = angle; to > h / 7; to /= 2) {
    const pieces = Math.ceil((to * m) / 2) || 1;
    for (let i = 0; i < pieces; i++)
      sum += panel(density, (to / 2) * (1 + i / pieces), (to / 2) * (1 + (i + 1) / pieces));
  }
  return sum;
}

/** G(r), by its series up to |r| = 0.7 and by the Plackett integral beyond. */
export function byPieces(
  { series, nearOne, nearMinusOne }: Pick<ThresholdTransform, 'series' | 'nearOne' | 'nearMinusOne'>,
  r: number,
): number {
  if (Math.abs(r) <= LAST_LIMIT) return sumSeries(series, r);
  return r > 0 ? nearOne(Math.sqrt(1 - r)) : nearMinusOne(Math.sqrt(1 + r));
}

/**
 * β = ½ on the whole interval with e^{−c²/2}/(2√2) for each threshold: the paper's bound, kept sharp for c ≠ 0 since
 * e^{−c²/(1+r)} ≤ e^{−c²/2}. β = 1 with the slope at the range's end inside (eq. app-threshold-local-L).
 */
export function thresholdModulus(
  thresholds: readonly number[],
  derivative: (r: number) => number,
  range = 1,
): Modulus {
  if (range < 1) return { L: derivative(range), beta: 1 };
  return {
    L: thresholds.reduce((sum, c) => sum + exp((-c * c) / 2), 0) / (2 * Math.SQRT2),
    beta: 0.5,
  };
}

/** Thresholds beyond this are exceeded with a probability below 1e-23. */
export const LARGEST_THRESHOLD = 10;

/** A threshold as a parameter. */
export const THRESHOLD = {
  type: 'number',
  name: 'threshold',
  symbol: 'c',
  unit: 'deviations',
  least: { at: -LARGEST_THRESHOLD },
  most: { at: LARGEST_THRESHOLD },
  why: 'the threshold is not in the range of standardised values',
  example: 1.5,
  typical: [-2.5, 2.5],
} as const satisfies NumberParameter;

/** ∫ f over [from, to] with 24 Gauss–Legendre points. */
function panel(f: (x: number) => number, from: number, to: number): number {
  const { nodes, weights } = gaussLegendre(24);
  const centre = (from + to) / 2;
  const half = (to - from) / 2;
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) sum += weights[i]! * f(centre + half * nodes[i]!);
  return half * sum;
}
