import { integer, powerOfTwo } from './elementary/double-bits.ts';
import { exp } from './elementary/exponential.ts';
import { scaledErfc } from './elementary/scaled-erfc.ts';

const ROOT_PI = 1.7724538509055159;
/** 1/(√2·π). */
const FACTOR = 0.22507907903927651;
/** Terms below this are left out. */
const NOTHING = 1e-17;

/**
 * What the covariance of 1{U > c} and 1{V > d} loses as their correlation falls from 1 to 1 − w, for w up to ½ or so: with
 * m = (c + d)/2, h = (c − d)/2 and v² = 1 − r, Plackett's identity (eq. plackett, for two thresholds) is
 *   (1/√2π)·∫₀^√w e^{−h²/v²}·S(v²) dv,   S(x) = e^{−m²/(2 − x)}/√(1 − x/2) = e^{−m²/2}·Σ_n L_n(m²/2)·(x/2)^n,
 * with the Laguerre polynomials L_n of index −½, and ∫₀^u v^{2n} e^{−h²/v²} dv follows from n − 1 by parts, for n = 0 with
 * erfc(h/u). One exponential and about 20 terms at w = 0.3, more for thresholds in the tails; absolute error about 1e-16·e^{−m²/2}.
 * Compiled to WebAssembly as well.
 */
export function lostBelowOne(c: number, d: number, w: number): number {
  if (!(w > 0)) return 0;
  const h = 0.5 * Math.abs(c - d);
  const x = 0.125 * (c + d) * (c + d);
  const apart = (h * h) / w;
  // The thresholds lie further apart than two such normals ever do; or nothing is beyond them.
  if (apart > 40 || x > 160) return 0;
  const u = Math.sqrt(w);
  const half = 0.5 * w;
  // |L_n(x)| ≤ 1.1·e^{x/2}.
  let bound = powerOfTwo(integer(0.7214 * x) + 1);
  let power = u;
  let integral = u - h * ROOT_PI * scaledErfc(h / u);
  let before = 0.0;
  let laguerre = 1.0;
  let sum = integral;
  for (let n = 1.0; n < 400; n++) {
    bound *= half;
    if (bound < NOTHING) break;
    const next = ((2 * n - 1.5 - x) * laguerre - (n - 1.5) * before) / n;
    before = laguerre;
    laguerre = next;
    power *= half;
    integral = (power - h * h * integral) / (2 * n + 1);
    sum += laguerre * integral;
  }
  return FACTOR * exp(-x - apart) * sum;
}
