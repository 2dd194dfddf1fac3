import { largest, scale } from './vector';

/**
 * Multiplies by the power of two (exact) that brings the largest entry into [1, 2), so that no square overflows or is
 * lost; the result undoes it.
 */
export function scaleToOne(count: i32, a: usize): f64 {
  const most = largest(count, a);
  if (most === 0) return 1;
  const exponent = <i64>(reinterpret<u64>(most) >> 52) - 1023;
  const clamped = min(max(exponent, <i64>-1022), <i64>1022);
  if (clamped !== 0) scale(count, reinterpret<f64>((<u64>(1023 - clamped)) << 52), a);
  return reinterpret<f64>((<u64>(1023 + clamped)) << 52);
}
