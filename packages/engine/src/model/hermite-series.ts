import { square } from '../numerics/elementary.ts';
import { gaussLegendre } from '../numerics/quadrature.ts';
import { normalDensity } from './normal-tail.ts';

/** g in the Hermite basis of L²(φ): g = Σ_k α_k h_k with h_k = He_k/√k!, so that a_k = α_k·√k!. */
export interface HermiteSeries {
  /** α_0 = E g, α_1 = a_1, … */
  coefficients: Float64Array;
  /** Var g(U) by quadrature. */
  variance: number;
  /** Var g less what the series holds: the largest error of C_g on [-1, 1], attained at r = 1. */
  truncation: number;
}

export interface HermiteOptions {
  /** Order of the last term. */
  terms: number;
  /** Where g or its derivatives jump: pieces of the quadrature begin and end there. */
  breaks?: readonly number[];
  /** The shortest length over which g changes its shape; the quadrature's pieces are no longer than twice that. */
  detail?: number;
}

/** e^{−z²/4}, the envelope of h_k·φ, is below 1e-21 beyond. */
const REACH = 14;
/** α_k² below this share of the variance is rounding of the quadrature and becomes 0, so that symmetry of g shows. */
const ROUNDING = 1e-30;

/**
 * α_k = E{g(U) h_k(U)} for k = 0 … terms, by composite Gauss–Legendre quadrature on [-14, 14] with pieces shorter than
 * a wave of h_terms. Cost O(terms^{3/2}); accuracy about 1e-15 for g that is smooth between its breaks.
 */
export function hermiteSeries(g: (z: number) => number, options: HermiteOptions): HermiteSeries {
  const { terms, breaks = [], detail = 1 } = options;
  if (!(Number.isInteger(terms) && terms >= 1))
    throw new RangeError(`the number of terms is no whole number from 1: ${terms}`);
  if (!(detail > 0)) throw new RangeError(`the length of detail is not above 0: ${detail}`);
  const width = Math.min(0.5, 2 * detail, 2 / Math.sqrt(terms + 1));
  const { nodes, weights } = gaussLegendre(16);
  const coefficients = new Float64Array(terms + 1);
  const roots = Float64Array.from({ length: terms + 2 }, (_, k) => Math.sqrt(k));
  let secondMoment = 0;
  const edges = [-REACH, ...[...breaks].sort((a, b) => a - b).filter((z) => Math.abs(z) < REACH), REACH];
  for (let piece = 0; piece + 1 < edges.length; piece++) {
    const from = edges[piece]!;
    const length = edges[piece + 1]! - from;
    const count = Math.ceil(length / width);
    for (let n = 0; n < count * nodes.length; n++) {
      const half = length / count / 2;
      const i = n % nodes.length;
      const z = from + half * (2 * Math.floor(n / nodes.length) + 1 + nodes[i]!);
      const value = g(z);
      if (!Number.isFinite(value)) throw new RangeError(`the target function is ${value} at ${z}`);
      const mass = half * weights[i]! * normalDensity(z);
      secondMoment += mass * value * value;
      const weighted = mass * value;
      let h = 1;
      let previous = 0;
      for (let k = 0; k <= terms; k++) {
        coefficients[k]! += weighted * h;
        const next = (z * h - roots[k]! * previous) / roots[k + 1]!;
        previous = h;
        h = next;
      }
    }
  }
  const variance = secondMoment - square(coefficients[0]!);
  let held = 0;
  for (let k = terms; k >= 1; k--) {
    if (square(coefficients[k]!) < ROUNDING * variance) coefficients[k] = 0;
    held += square(coefficients[k]!);
  }
  return { coefficients, variance, truncation: Math.max(0, variance - held) };
}
