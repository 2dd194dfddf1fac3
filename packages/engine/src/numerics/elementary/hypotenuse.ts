import { powerOfTwo } from './double-bits.ts';
import { productError } from './two-parts.ts';

/** √(x² + y²) without overflow, and one correction of the root with the squares in two parts: errors up to 0.51 units. */
export function hypot(x: number, y: number): number {
  const first = Math.abs(x);
  const second = Math.abs(y);
  if (first === Number.POSITIVE_INFINITY || second === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY;
  let a = Math.max(first, second);
  let b = Math.min(first, second);
  // A leg that counts at all has a square that can be split exactly.
  const shift = a > 1e140 ? -600 : a < 1e-110 ? 600 : 0;
  if (shift !== 0) {
    a *= powerOfTwo(shift);
    b *= powerOfTwo(shift);
  }
  // Also the way of NaN, and of two zeros.
  if (!(b > a * 1e-17)) return Math.max(first, second) + (b - b);
  const a2 = a * a;
  const b2 = b * b;
  const root = Math.sqrt(a2 + b2);
  const square = root * root;
  const left =
    a2 - square + b2 + (productError(a, a, a2) - productError(root, root, square) + productError(b, b, b2));
  return (root + left / (2 * root)) * powerOfTwo(-shift);
}
