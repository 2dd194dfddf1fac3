import { entry, powerOfTwo, upperWord } from './double-bits.ts';
import { expSum } from './exponential.ts';
import { LOGARITHMS } from './tables.ts';
import { productError, sumError } from './two-parts.ts';

/** 1/log 2, rounded to a double. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: the engine has no say in it
const INVERSE_LN2_HIGH = 1.4426950408889634;
/** What is missing in INVERSE_LN2_HIGH. */
const INVERSE_LN2_LOW = 2.0355273740931033e-17;
/** 1/log 10, rounded to a double. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: the engine has no say in it
const INVERSE_LN10_HIGH = 0.4342944819032518;
/** What is missing in INVERSE_LN10_HIGH. */
const INVERSE_LN10_LOW = 1.098319650216765e-17;
/** log 2 to 42 binary digits. */
const LN2_HIGH = 0.6931471805598903;
/** What is missing in LN2_HIGH. */
const LN2_LOW = 5.497923018708371e-14;

/** Numbers from 2⁻¹⁰²² to 2¹⁰⁰⁰ are taken as they are; others are brought there by 2⁵⁴ first. */
const LEAST = 2.2250738585072014e-308;
const MOST = 1.0715086071862673e301;
const LIFT: number = 18014398509481984;
const LIFTED = 54;

// 1/k for k = 3, 5, 6, 7, 9 of Mercator's series log(1 + u) = u − u²/2 + u³/3 − …
const THIRD = 0.3333333333333333;
const SIXTH = 0.16666666666666666;
const SEVENTH = 0.14285714285714285;
const NINTH = 0.1111111111111111;

/**
 * log x, −∞ at 0 and NaN below. With x = 2^k·m and m in (0.7, 1.42), F next to m among 1 + j/64 and, from j = 27 on, ½ + j/128, and
 * u = (m − F)/F, which is at most 1/127: log x = k·log 2 + log F + log(1 + u), from a table in two parts and nine terms of
 * the series, which leave out less than 2⁻⁶⁴·u. Errors up to 0.65 units in the last place.
 */
export function log(x: number): number {
  return logSum(x, 0);
}

/** log x + small, for what would be lost in the sum. */
function logSum(x: number, small: number): number {
  if (!(x >= LEAST && x < MOST)) return farLog(x, small);
  const upper = upperWord(x);
  // Of the twenty digits behind the point six are kept, rounded. `half` is 1 from j = 27 on; not by a branch, which would
  // be guessed wrongly every other time.
  const j = ((upper & 0xfffff) + 0x2000) >> 14;
  const half = (j + 37) >> 6;
  const k = (upper >> 20) - 1023 + half;
  const row = 4 * j;
  const F = entry(LOGARITHMS, row);
  const difference = x * powerOfTwo(-k) - F;
  const u = difference * entry(LOGARITHMS, row + 1);
  const square = u * u;
  const rest =
    square * (u * THIRD - 0.5 + square * (u * 0.2 - 0.25)) +
    square * square * square * (u * SEVENTH - SIXTH + square * (u * NINTH - 0.125));
  const table = k * LN2_HIGH + entry(LOGARITHMS, row + 2);
  const sum = table + u;
  // |table| is 0 or above |u|: what the sum lost is table − sum + u.
  const low = table - sum + u + (rest + (k * LN2_LOW + entry(LOGARITHMS, row + 3) + small));
  // Near to 1, what the quotient lost counts as well; next to it F = 1 and nothing was lost.
  return sum + (Math.abs(table) < 0.04 && table !== 0 ? low + quotientError(difference, F, u) : low);
}

/** a/b − quotient. */
function quotientError(a: number, b: number, quotient: number): number {
  const product = quotient * b;
  return (a - product - productError(quotient, b, product)) / b;
}

function farLog(x: number, small: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return limitOfLog(x);
  const high = logHigh(x);
  return high + (logLow + small);
}

function limitOfLog(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  return x > 0 ? x : Number.NaN;
}

/** What is missing in the last result of `logHigh`. */
let logLow: number = 0;

/** log x in two parts, for positive finite x: as `log`, with the quotient and the square in two parts too. To 2⁻⁶⁶. */
function logHigh(x: number): number {
  let k = 0;
  let normal = x;
  if (!(x >= LEAST && x < MOST)) {
    k = x < 1 ? -LIFTED : LIFTED;
    normal = x < 1 ? x * LIFT : x / LIFT;
  }
  const upper = upperWord(normal);
  const j = ((upper & 0xfffff) + 0x2000) >> 14;
  const half = (j + 37) >> 6;
  const exponent = (upper >> 20) - 1023 + half;
  const row = 4 * j;
  const F = entry(LOGARITHMS, row);
  const difference = normal * powerOfTwo(-exponent) - F;
  const u = difference / F;
  const uLow = quotientError(difference, F, u);
  const square = u * u;
  const squareLow = productError(u, u, square) + 2 * u * uLow;
  const cubes =
    u * square * (THIRD + square * (0.2 + square * (SEVENTH + square * NINTH))) -
    square * square * (0.25 + square * (SIXTH + square * 0.125));
  k += exponent;
  const table = k * LN2_HIGH + entry(LOGARITHMS, row + 2);
  const first = table + u;
  const second = first - 0.5 * square;
  const low =
    sumError(table, u, first) +
    sumError(first, -0.5 * square, second) +
    (uLow - 0.5 * squareLow + cubes + (k * LN2_LOW + entry(LOGARITHMS, row + 3)));
  const high = second + low;
  logLow = second - high + low;
  return high;
}

/** log x/log b, 1/log b given in two parts. Exact where x is a power of b. */
function logToBase(x: number, inverseHigh: number, inverseLow: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return limitOfLog(x);
  const high = logHigh(x);
  const product = high * inverseHigh;
  return product + (productError(high, inverseHigh, product) + (high * inverseLow + logLow * inverseHigh));
}

/** The logarithm to the base 10, whole at powers of ten. Errors up to 0.51 units in the last place. */
export function log10(x: number): number {
  return logToBase(x, INVERSE_LN10_HIGH, INVERSE_LN10_LOW);
}

/** The logarithm to the base 2, whole at powers of two. Errors up to 0.51 units in the last place. */
export function log2(x: number): number {
  return logToBase(x, INVERSE_LN2_HIGH, INVERSE_LN2_LOW);
}

/**
 * x^y = e^(y·log x), the logarithm and the product in two parts. Errors up to 0.6 units in the last place, of denormal
 * results up to 1. Beyond the real numbers as the language has it: 1 for y = 0, NaN for a negative x and a y that is not whole.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  const size = Math.abs(x);
  const whole = Math.floor(y) === y;
  if (x < 0 && !whole && size < Number.POSITIVE_INFINITY) return Number.NaN;
  const odd = whole && Math.floor(y * 0.5) * 2 !== y;
  const sign: number = odd && (x < 0 || 1 / x < 0) ? -1 : 1;
  if (!(size > 0 && size < Number.POSITIVE_INFINITY && Math.abs(y) < Number.POSITIVE_INFINITY)) {
    if (!(size >= 0) || !(Math.abs(y) > 0) || size === 1) return Number.NaN;
    return sign * (size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0);
  }
  // Exponents above 2⁹⁹⁶ are too large for `productError`; elsewhere the product is then far beyond 800.
  if (size === 1) return sign;
  const high = logHigh(size);
  const product = high * y;
  if (product > 800) return sign * Number.POSITIVE_INFINITY;
  if (product < -800) return sign * 0;
  return sign * expSum(product, productError(high, y, product) + logLow * y);
}

// (artanh x − x)/x³ as a polynomial of x² ≤ 1/16.
const A0 = 0.3333333333333333;
const A1 = 0.20000000000000032;
const A2 = 0.14285714285697212;
const A3 = 0.11111111114598056;
const A4 = 0.09090908729844124;
const A5 = 0.07692329119112426;
const A6 = 0.06665895156771022;
const A7 = 0.05899449571380944;
const A8 = 0.05036728550743751;
const A9 = 0.06376785352502805;

/**
 * artanh x, ±∞ at ±1 and NaN beyond: up to |x| = ¼ by a polynomial (error below 2⁻⁶⁰), beyond as half the logarithm of
 * (1 + |x|)/(1 − |x|), the quotient in two parts. Errors up to 0.8 units in the last place.
 */
export function atanh(x: number): number {
  const size = Math.abs(x);
  if (size <= 0.25) {
    const z = x * x;
    const w = z * z;
    const even = A0 + w * (A2 + w * (A4 + w * (A6 + w * A8)));
    const odd = A1 + w * (A3 + w * (A5 + w * (A7 + w * A9)));
    return x + x * z * (even + z * odd);
  }
  if (!(size < 1)) return size === 1 ? x * Number.POSITIVE_INFINITY : Number.NaN;
  const above = 1 + size;
  const below = 1 - size;
  const quotient = above / below;
  const left = sumError(1, size, above) - quotient * sumError(1, -size, below);
  const value = 0.5 * logSum(quotient, (quotientError(above, below, quotient) + left / below) / quotient);
  return x > 0 ? value : -value;
}
