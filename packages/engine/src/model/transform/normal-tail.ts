import { exp } from '../../numerics/elementary.ts';
import { integrate } from '../../numerics/quadrature.ts';

/** φ(z), the standard normal density. */
export function normalDensity(z: number): number {
  return exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/**
 * Φ(−c) = P(U > c) for a standard normal U, to about 1e-15 relative. For c ≥ 0 it is φ(c)·∫₀^∞ e^{−ct − t²/2} dt, cut
 * where the exponent reaches 40; for c < 0 it is 1 − Φ(c).
 */
export function normalTail(c: number): number {
  if (c < 0) return 1 - normalTail(-c);
  const end = Math.sqrt(c * c + 80) - c;
  return normalDensity(c) * integrate((t) => exp(-c * t - (t * t) / 2), 0, end, { panels: 6, points: 20 });
}

/** P(a ≤ U ≤ b) without cancellation. */
export function shareBetween(a: number, b: number, tail: (c: number) => number = normalTail): number {
  if (b - a < 1) return integrate(normalDensity, a, b, { panels: 1, points: 20 });
  if (a > 0) return tail(a) - tail(b);
  return b < 0 ? tail(-b) - tail(-a) : 1 - (tail(-a) + tail(b));
}

/**
 * Φ(−c) to 1e-15, absolute, and in a hundredth of the time: Hart's rational approximation, and a continued fraction in the tail, for
 * where it is wanted at millions of places.
 */
export function upperShare(c: number): number {
  const z = Math.abs(c);
  if (z > 38) return c > 0 ? 0 : 1;
  const density = exp((-z * z) / 2);
  const tail =
    z < 7
      ? (density * horner(ABOVE, z)) / horner(BELOW, z)
      : density / (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))) / Math.sqrt(2 * Math.PI);
  return c > 0 ? tail : 1 - tail;
}

const horner = (coefficients: readonly number[], z: number) => {
  let sum = 0;
  for (const own of coefficients) sum = sum * z + own;
  return sum;
};
const ABOVE = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
const BELOW = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
  637.333633378831, 793.826512519948, 440.413735824752,
];
