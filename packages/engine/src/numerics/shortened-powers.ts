import { chebyshevPowers } from './chebyshev.ts';

// Σ_{n < orders} v_n x^n on [-limit, limit] as a polynomial of fewer terms, for any v: economisation as in
// remainder-polynomials.ts, of each power by itself.

const shares: Float64Array[] = [];

/** What x^n on [-1, 1] may be off by as a polynomial of so many terms: the sum of its Chebyshev coefficients from there on. */
function dropped(n: number, length: number): number {
  for (let k = shares.length; k <= n; k++) {
    // x·T_i = (T_{i+1} + T_{i−1})/2, and x·T_0 = T_1.
    const next = new Float64Array(k + 1);
    if (k === 0) next[0] = 1;
    shares[k - 1]?.forEach((value, i) => {
      next[i + 1]! += i === 0 ? value : value / 2;
      if (i > 0) next[i - 1]! += value / 2;
    });
    shares.push(next);
  }
  let sum = 0;
  for (let i = n; i >= length; i -= 2) sum += shares[n]![i]!;
  return sum;
}

/** The least number of terms with an error within the tolerance, where |v_n| ≤ most_n. */
export function shortenedLength(limit: number, most: ArrayLike<number>, tolerance: number): number {
  const errorOf = (length: number) => {
    let error = 0;
    for (let n = 0, power = 1; n < most.length; n++, power *= limit)
      if (n >= length) error += most[n]! * power * dropped(n, length);
    return error;
  };
  let length = 1;
  while (length < most.length && errorOf(length) > tolerance) length++;
  return length;
}

const known = new Map<string, Float64Array>();

/**
 * The coefficients are v_i + Σ_n map[i·(orders − length) + n − length]·v_n over length ≤ n < orders of i's parity. From the highest
 * power on, the multiple of the Chebyshev polynomial with the same leading term is taken off. O(orders³), once.
 */
export function shortenedPowers(limit: number, orders: number, length: number): Float64Array {
  const name = `${limit} ${orders} ${length}`;
  const before = known.get(name);
  if (before) return before;
  const beyond = orders - length;
  const map = new Float64Array(length * beyond);
  for (let n = length; n < orders; n++) {
    const left = new Float64Array(n + 1);
    left[n] = 1;
    for (let degree = n; degree >= length; degree -= 2) {
      const shape = chebyshevPowers(degree);
      const factor = left[degree]! / shape[degree]!;
      for (let i = degree; i >= 0; i -= 2) left[i]! -= factor * shape[i]!;
    }
    let power = 1;
    for (let i = n; i >= 0; i--, power *= limit)
      if (i < length) map[i * beyond + n - length] = left[i]! * power;
  }
  known.set(name, map);
  return map;
}
