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
