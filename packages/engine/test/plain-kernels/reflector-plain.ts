import { hypot, log2, pow } from '../../src/numerics/elementary.ts';
import { rangeDot } from './range-dot.ts';

/** A Householder reflector H = I - τ·v·vᵀ with v_0 = 1 that turns a vector into β·e_0. */
export interface Reflector {
  v: Float64Array;
  tau: number;
  beta: number;
}

/** Below this the squares of the tail are denormal; matrices are scaled to about 1 first, so nothing is lost. */
const NEGLIGIBLE = 1e-140;

/** The reflector of x, β with the sign opposite to x_0, so that x_0 - β cancels nothing. */
export function makeReflector(x: Float64Array): Reflector {
  const v = x.slice();
  const tail = Math.sqrt(rangeDot(v, 1, v, 1, v.length - 1));
  if (tail < NEGLIGIBLE) {
    v.fill(0);
    v[0] = 1;
    return { v, tau: 0, beta: x[0] };
  }
  const beta = x[0] > 0 ? -hypot(x[0], tail) : hypot(x[0], tail);
  for (let i = 1; i < v.length; i++) v[i] /= x[0] - beta;
  v[0] = 1;
  return { v, tau: (beta - x[0]) / beta, beta };
}

/** data[from …] ← H·data[from …]. */
export function applyReflector({ v, tau }: Reflector, data: Float64Array, from: number): void {
  const factor = tau * rangeDot(v, 0, data, from, v.length);
  for (let i = 0; i < v.length; i++) data[from + i] -= factor * v[i];
}

/** The power of two next below the largest entry, at most a power that can be divided by; 1 for a zero matrix. */
export function powerOfTwoScale(data: Float64Array): number {
  const largest = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0 ? 1 : pow(2, Math.max(-1000, Math.floor(log2(largest))));
}
