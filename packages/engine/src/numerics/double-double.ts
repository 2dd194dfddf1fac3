import { productError, sumError } from './elementary/two-parts.ts';

/**
 * Numbers of some 32 digits, as the sum of a double and what it leaves: |low| ≤ half a unit in the last place of high.
 * For the few places where a small difference of large numbers is the answer. Sums and products by Knuth's and Dekker's
 * error-free transformations; every operation is right to about 1e-31 relative. Arithmetic alone: the same on every engine.
 */
export type DoubleDouble = readonly [high: number, low: number];

export const PI_IN_DOUBLE_DOUBLE: DoubleDouble = [Math.PI, 1.2246467991473532e-16];
const LN_2: DoubleDouble = [Math.LN2, 2.3190468138462996e-17];

/** high + low where |high| ≥ |low|. */
function renormalised(high: number, low: number): DoubleDouble {
  const sum = high + low;
  return [sum, low - (sum - high)];
}

export function plus(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const sum = a[0] + b[0];
  return renormalised(sum, sumError(a[0], b[0], sum) + a[1] + b[1]);
}

export function minus(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  return plus(a, [-b[0], -b[1]]);
}

export function times(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const product = a[0] * b[0];
  return renormalised(product, productError(a[0], b[0], product) + (a[0] * b[1] + a[1] * b[0]));
}

export function over(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a[0] / b[0];
  const left = minus(a, times(b, [first, 0]));
  const second = left[0] / b[0];
  const rest = minus(left, times(b, [second, 0]));
  return plus(renormalised(first, second), [rest[0] / b[0], 0]);
}

export function squareRoot(a: DoubleDouble): DoubleDouble {
  const root = Math.sqrt(a[0]);
  if (!(root > 0)) return [0, 0];
  // One step of Newton's method doubles the digits.
  return renormalised(root, minus(a, times([root, 0], [root, 0]))[0] / (2 * root));
}

/** e^x for x ≤ 0, to 1e-31 absolute. x = k·ln 2 + 2⁹·s; e^s − 1 by its series, and (1 + y)² − 1 = 2y + y² nine times. */
export function exponential(x: DoubleDouble): DoubleDouble {
  if (x[0] === 0 && x[1] === 0) return [1, 0];
  if (x[0] < -700) return [0, 0];
  const k = Math.round(x[0] / LN_2[0]);
  const reduced = minus(x, times([k, 0], LN_2));
  const s: DoubleDouble = [reduced[0] / 512, reduced[1] / 512];
  let y: DoubleDouble = [0, 0];
  for (let n = 9; n >= 1; n--) y = over(times(s, plus([1, 0], y)), [n, 0]);
  for (let i = 0; i < 9; i++) y = plus([2 * y[0], 2 * y[1]], times(y, y));
  let [high, low] = plus([1, 0], y);
  for (let i = k; i < 0; i++) {
    high /= 2;
    low /= 2;
  }
  return [high, low];
}

/** cos(2π·turns) for 0 ≤ turns < 1, to 1e-31. */
export function cosineOfTurns(turns: DoubleDouble): DoubleDouble {
  // To the nearest quarter of a turn, and from there by the series of the cosine or of the sine.
  const quarter = Math.round(turns[0] * 4);
  const angle = times(minus(turns, [quarter / 4, 0]), [
    2 * PI_IN_DOUBLE_DOUBLE[0],
    2 * PI_IN_DOUBLE_DOUBLE[1],
  ]);
  const square = times(angle, angle);
  const odd = quarter % 2 === 1;
  let sum: DoubleDouble = [1, 0];
  for (let n = 14; n >= 1; n--) {
    const factor = odd ? 2 * n * (2 * n + 1) : (2 * n - 1) * 2 * n;
    sum = minus([1, 0], over(times(square, sum), [factor, 0]));
  }
  if (odd) sum = times(sum, angle);
  // cos(q·π/2 + a) is cos a, −sin a, −cos a, sin a.
  const negative = quarter % 4 === 1 || quarter % 4 === 2;
  return negative ? [-sum[0], -sum[1]] : sum;
}
