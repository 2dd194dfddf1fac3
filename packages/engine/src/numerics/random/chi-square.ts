import { log, square } from '../elementary.ts';
import { normalAt, type RandomStream, uniformAt } from './random-stream.ts';

/** Each number has so many numbers of the stream to itself, two for an attempt. */
const RESERVED = 2048;

/**
 * Number `index` of the chi-square distribution with so many degrees of freedom, a whole number of 1 or more. Rejection
 * from a cubed normal number (Marsaglia & Tsang, "A simple method for generating gamma variables", 2000): exact, and
 * above 95 in 100 first attempts are taken. Each index has attempts of its own, so no number depends on another.
 */
export function chiSquareAt(stream: RandomStream, freedom: number, index: number): number {
  if (!(Number.isInteger(freedom) && freedom >= 1))
    throw new RangeError(`degrees of freedom must be a whole number of 1 or more: ${freedom}`);
  const first = RESERVED * index;
  if (freedom === 1) return square(normalAt(stream, first));
  const d = freedom / 2 - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (let at = first; at < first + RESERVED; at += 2) {
    const z = normalAt(stream, at);
    const root = 1 + c * z;
    if (root <= 0) continue;
    const v = root * root * root;
    const u = uniformAt(stream, at + 1);
    if (log(u) < (z * z) / 2 + d * (1 - v + log(v))) return 2 * d * v;
  }
  throw new Error(`no chi-square number in ${RESERVED / 2} attempts`);
}
