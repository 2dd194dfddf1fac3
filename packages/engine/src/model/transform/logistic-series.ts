import { exp, square } from '../../numerics/elementary.ts';
import { gaussLegendre } from '../../numerics/quadrature.ts';
import { type HermiteSeries, hermiteAdder } from './hermite-series.ts';
import { normalDensity } from './normal-tail.ts';

/** 1/(1 + e^{sz}) is below 1e-17 where sz is above. */
const FADED = 40;
/** e^{−z²/4}, the envelope of h_k·φ, is below 1e-21 beyond. */
const REACH = 14;

/**
 * The Hermite series of g(z) = 1/(1 + e^{−sz}) for a steep slope s > 0, up to h_terms. g − ½ is odd, and beside the step from −½ to
 * ½ at 0, whose coefficients are known, it is q(z) = 1/(1 + e^{sz}) short on each side, which is gone within 40/s: for odd k
 *   α_k = φ(0)·h_{k−1}(0)/√k − 2·∫₀ q·h_k·φ dz,   Var g = ¼ − 2·∫₀ (q − q²)·φ dz.
 * So the quadrature is over a short stretch. O(terms^{3/2}·40/s), accurate to about 1e-15.
 */
export function logisticSeries(slope: number, terms: number): HermiteSeries {
  const end = Math.min(REACH, FADED / slope);
  const pieces = Math.ceil(end / Math.min(0.5, 2 / slope, 2 / Math.sqrt(terms + 1)));
  const { nodes, weights } = gaussLegendre(16);
  const coefficients = new Float64Array(terms + 1);
  const addTerms = hermiteAdder(coefficients);
  let lost = 0;
  const half = end / pieces / 2;
  for (let n = 0; n < pieces * nodes.length; n++) {
    const i = n % nodes.length;
    const z = half * (2 * Math.floor(n / nodes.length) + 1 + nodes[i]!);
    const q = 1 / (1 + exp(slope * z));
    const mass = 2 * half * weights[i]! * normalDensity(z);
    lost += mass * q * (1 - q);
    addTerms(z, -mass * q);
  }
  const variance = 0.25 - lost;
  // φ(0)·h_{k−1}(0)/√k of the step: h_{k+1}(0) = −√(k/(k + 1))·h_{k−1}(0).
  let atZero = normalDensity(0);
  let held = 0;
  for (let k = 1; k <= terms; k += 2) {
    coefficients[k]! += atZero / Math.sqrt(k);
    atZero *= -Math.sqrt(k) / Math.sqrt(k + 1);
  }
  for (let k = 0; k <= terms; k += 2) coefficients[k] = 0;
  for (let k = terms; k >= 1; k--) held += square(coefficients[k]!);
  coefficients[0] = 0.5;
  return { coefficients, truncation: Math.max(0, variance - held) };
}
