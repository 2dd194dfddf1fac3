import { entry, integer, powerOfTwo, upperWord } from './double-bits.ts';
import { TWO_OVER_PI } from './tables.ts';
import { productError, sumError } from './two-parts.ts';

/** π/2 in pieces of 33 binary digits, so that multiples up to 2²⁰ are exact, and the rest. */
const HALF_PI_1 = 1.5707963267341256;
/** The second piece. */
const HALF_PI_2 = 6.077100506303966e-11;
/** The third piece. */
const HALF_PI_3 = 2.0222662487111665e-21;
/** The rest. */
const HALF_PI_4 = 8.4784276603689e-32;
/** π/2, rounded to a double. */
const HALF_PI_HIGH = 1.5707963267948966;
/** What is missing in HALF_PI_HIGH. */
const HALF_PI_LOW = 6.123233995736766e-17;
/** 2/π. */
const QUARTERS_PER_RADIAN = 0.6366197723675814;

/** Angles up to this are a quarter turn's multiple and a rest with three pieces of π/2, since n < 2²⁰. */
const LARGEST_NEAR: number = 1500000;

/** sin x for every finite x. Errors up to 0.9 units in the last place. */
export function sin(x: number): number {
  if (Math.abs(x) <= 0.7853981633974483) return Math.abs(x) < 1e-9 ? x : sinOfRest(x, 0);
  return ofQuarter(x, 0);
}

/** cos x for every finite x. Errors up to 0.9 units in the last place. */
export function cos(x: number): number {
  if (Math.abs(x) <= 0.7853981633974483) return cosOfRest(x, 0);
  return ofQuarter(x, 1);
}

/** sin(x + quarters·π/2). */
function ofQuarter(x: number, quarters: number): number {
  if (!(Math.abs(x) < LARGEST_NEAR)) return ofFarQuarter(x, quarters);
  // x − n·π/2 in two parts: the products are exact, and what the sums lose is kept.
  const n = Math.floor(x * QUARTERS_PER_RADIAN + 0.5);
  const first = x - n * HALF_PI_1;
  const second = first - n * HALF_PI_2;
  const third = second - n * HALF_PI_3;
  const low =
    sumError(first, -n * HALF_PI_2, second) + sumError(second, -n * HALF_PI_3, third) - n * HALF_PI_4;
  const high = third + low;
  return ofRest(high, third - high + low, n + quarters);
}

/** sin(rest + low + quarters·π/2), for |rest| ≤ π/4. */
function ofRest(rest: number, low: number, quarters: number): number {
  const quarter = integer(quarters) & 3;
  const value = (quarter & 1) === 0 ? sinOfRest(rest, low) : cosOfRest(rest, low);
  return quarter < 2 ? value : -value;
}

const BASE: number = 16777216;
const LAST_COLUMN = 7;
const digits: number[] = [0, 0, 0, 0, 0, 0, 0, 0];

/**
 * The same for any x, from the digits of x·2/π behind and next before its point (Payne and Hanek 1983), to the base 2²⁴.
 * x·2⁻²⁴ˢ is a number of six digits; the first s digits of 2/π give whole multiples of eight quarters and are left
 * out. Each column is a sum of at most six products below 2⁴⁸ and a carry, so exact. What is left out is below 2⁻¹⁴⁰
 * quarters, and the double that is nearest to a multiple of π/2 some 2⁻⁶² away.
 */
function ofFarQuarter(x: number, before: number): number {
  if (!(Math.abs(x) < Number.POSITIVE_INFINITY)) return Number.NaN;
  const exponent = ((upperWord(x) & 0x7fffffff) >> 20) - 1023;
  const skipped = exponent < 55 ? 0 : integer(Math.floor((exponent - 55) * 0.041666666666666664));
  // Below 2⁸⁴, so below 1 in units of 2⁹⁶; in two steps, since 2^-(96 + 24s) may be no normal number.
  let left = Math.abs(x) * powerOfTwo(-24 * skipped) * powerOfTwo(-96) * BASE;
  const d3 = Math.floor(left);
  left = (left - d3) * BASE;
  const d2 = Math.floor(left);
  left = (left - d2) * BASE;
  const d1 = Math.floor(left);
  left = (left - d1) * BASE;
  const d0 = Math.floor(left);
  left = (left - d0) * BASE;
  const e1 = Math.floor(left);
  const e2 = (left - e1) * BASE;

  // Column c holds the multiples of 2^(-24c). From the last one on, each leaves its carry to the one before it.
  let carry: number = 0;
  for (let c = LAST_COLUMN; c >= 0; c--) {
    const i = skipped + c - 1;
    let column =
      carry +
      d3 * entry(TWO_OVER_PI, i + 3) +
      d2 * entry(TWO_OVER_PI, i + 2) +
      d1 * entry(TWO_OVER_PI, i + 1);
    if (c > 0) column += d0 * entry(TWO_OVER_PI, i);
    if (c > 1) column += e1 * entry(TWO_OVER_PI, i - 1);
    if (c > 2) column += e2 * entry(TWO_OVER_PI, i - 2);
    carry = Math.floor(column / BASE);
    digits[c] = column - carry * BASE;
  }

  // To the nearest multiple: a first digit of a half or more counts from the next one.
  const up: number = digits[1] >= BASE / 2 ? 1 : 0;
  digits[1] -= up * BASE;
  const quarters = digits[0] + up;
  let high: number = 0;
  let low: number = 0;
  for (let c = 1; c <= LAST_COLUMN; c++) {
    const part = digits[c] * powerOfTwo(-24 * c);
    const sum = high + part;
    low += sumError(high, part, sum);
    high = sum;
  }
  const product = high * HALF_PI_HIGH;
  const rest = productError(high, HALF_PI_HIGH, product) + (high * HALF_PI_LOW + low * HALF_PI_HIGH);
  const sign: number = x < 0 ? -1 : 1;
  return ofRest(sign * product, sign * rest, sign * quarters + before);
}

// ±1/k!, the sign that Taylor's series of sine and cosine have.
const T3 = -0.16666666666666666;
const T4 = 0.041666666666666664;
const T5 = 0.008333333333333333;
const T6 = -0.001388888888888889;
const T7 = -0.0001984126984126984;
const T8 = 2.48015873015873e-5;
const T9 = 2.7557319223985893e-6;
const T10 = -2.755731922398589e-7;
const T11 = -2.505210838544172e-8;
const T12 = 2.08767569878681e-9;
const T13 = 1.6059043836821613e-10;
const T14 = -1.1470745597729725e-11;
const T15 = -7.647163731819816e-13;
const T16 = 4.779477332387385e-14;
const T17 = 2.8114572543455206e-15;

/** sin(x + low) for |x| ≤ π/4 by Taylor's series up to x¹⁷, which leaves out less than 2e-19·x. */
function sinOfRest(x: number, low: number): number {
  const z = x * x;
  const w = z * z;
  const sum = T3 + z * T5 + w * (T7 + z * T9 + w * (T11 + z * T13 + w * (T15 + z * T17)));
  return x + (x * z * sum + low * (1 - 0.5 * z));
}

/** cos(x + low) for |x| ≤ π/4 by Taylor's series up to x¹⁶, which leaves out less than 3e-18. */
function cosOfRest(x: number, low: number): number {
  const z = x * x;
  const w = z * z;
  const sum = T4 + z * T6 + w * (T8 + z * T10 + w * (T12 + z * T14 + w * T16));
  const half = 0.5 * z;
  const first = 1 - half;
  return first + (1 - first - half + (w * sum - x * low));
}

/**
 * asin x, NaN beyond ±1: up to |x| = ½ by a polynomial (error below 2⁻⁵⁸·x), beyond as π/2 − 2·asin√((1 − |x|)/2), the root
 * in two parts. Errors up to 0.8 units in the last place.
 */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size <= 0.5) return x + asinRest(x, x * x);
  if (!(size <= 1)) return Number.NaN;
  const square = 0.5 - 0.5 * size;
  if (square === 0) return x > 0 ? HALF_PI_HIGH : -HALF_PI_HIGH;
  const root = Math.sqrt(square);
  const product = root * root;
  const rootLow = (square - product - productError(root, root, product)) / (2 * root);
  const first = HALF_PI_HIGH - 2 * root;
  const value =
    first +
    (sumError(HALF_PI_HIGH, -2 * root, first) + (HALF_PI_LOW - 2 * (rootLow + asinRest(root, square))));
  return x > 0 ? value : -value;
}

// (asin x − x)/x³ as a polynomial of x² ≤ ¼.
const A0 = 0.16666666666666666;
const A1 = 0.07499999999999991;
const A2 = 0.0446428571428834;
const A3 = 0.030381944441363808;
const A4 = 0.02237215927967998;
const A5 = 0.017352757477819787;
const A6 = 0.013965009932053607;
const A7 = 0.011549086612987425;
const A8 = 0.009792751320201996;
const A9 = 0.008135829925501657;
const A10 = 0.00879500607648843;
const A11 = 0.000380853033290726;
const A12 = 0.022553563638202982;
const A13 = -0.024020544918554605;
const A14 = 0.030718768995191097;

/** asin x − x, for |x| ≤ ½; even and odd terms one beside the other. */
function asinRest(x: number, square: number): number {
  const w = square * square;
  const even = A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * (A10 + w * (A12 + w * A14))))));
  const odd = A1 + w * (A3 + w * (A5 + w * (A7 + w * (A9 + w * (A11 + w * A13)))));
  return x * square * (even + square * odd);
}
