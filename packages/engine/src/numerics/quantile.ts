import { square } from './elementary.ts';

/** The q-quantile of values in ascending order: linear between the order statistics, which stand at i/(n + 1). */
export function quantile(ascending: ArrayLike<number>, q: number): number {
  const n = ascending.length;
  if (n === 0) throw new RangeError('a quantile of no values');
  return atPlace(ascending, Math.min(n - 1, Math.max(0, q * (n + 1) - 1)));
}

/** Linear between the values before and after a place, from 0 for the first to n − 1 for the last. */
export function atPlace(values: ArrayLike<number>, place: number): number {
  const below = Math.floor(place);
  const above = Math.min(values.length - 1, below + 1);
  return values[below]! + (place - below) * (values[above]! - values[below]!);
}

/** Mean and standard deviation (divisor n − 1). */
export function meanAndDeviation(values: ArrayLike<number>): { mean: number; deviation: number } {
  const n = values.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i]!;
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += square(values[i]! - mean);
  return { mean, deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : 0 };
}
