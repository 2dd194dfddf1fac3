import { entry, integer, powerOfTwo } from './double-bits.ts';
import { POWER_HIGH, POWER_LOW } from './tables.ts';
import { productError, sumError } from './two-parts.ts';

/** (log 2)/32 to 42 binary digits, so that multiples up to 2¹⁶ are exact. */
const STEP_HIGH = 0.021660849392446835;
/** What is missing in STEP_HIGH. */
const STEP_LOW = 5.145609244655338e-14;
/** 32/log 2. */
const STEPS_PER_UNIT = 46.16624130844683;

// 1/k! for k = 3 … 6.
const THIRD = 0.16666666666666666;
const FOURTH = 0.041666666666666664;
const FIFTH = 0.008333333333333333;
const SIXTH = 0.001388888888888889;

/** e^x is infinite as a double from somewhat before here on: what is below overflows by itself, where it has to. */
const OVERFLOW = 709.79;
/** e^x is 0 as a double below. */
const UNDERFLOW = -745.1332191019412;

/**
 * e^x. With n the whole number next to 32x/log 2, x = n·(log 2)/32 + r and |r| ≤ 0.011, so that
 * e^x = 2^(n/32)·e^r: a table of 32 powers in two parts, and six terms of Taylor's series, which leave out less than
 * 4e-18. Errors up to 0.56 units in the last place, of denormal results up to 1.
 */
export function exp(x: number): number {
  return expSum(x, 0);
}

/** e^(x + small), for what would be lost in the sum. */
export function expSum(x: number, small: number): number {
  const n = Math.floor(x * STEPS_PER_UNIT + 0.5);
  const r = x - n * STEP_HIGH - n * STEP_LOW + small;
  const square = r * r;
  const rest = r + square * (0.5 + r * THIRD + square * (FOURTH + r * FIFTH + square * SIXTH));
  const index = integer(n);
  const j = index & 31;
  const power = entry(POWER_HIGH, j);
  const size = power + (entry(POWER_LOW, j) + power * rest);
  const k = index >> 5;
  if (Math.abs(x) < 708) return size * powerOfTwo(k);
  // Where 2^k is no ordinary double: in two steps, of which the first is exact.
  if (x > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (x < UNDERFLOW) return 0;
  if (x > 0) return size * powerOfTwo(k - 1) * 2;
  return x < 0 ? size * powerOfTwo(k + 128) * powerOfTwo(-128) : x;
}

// (tanh x − x)/x³ as a polynomial of x² ≤ 1/16.
const T0 = -0.3333333333333333;
const T1 = 0.1333333333333302;
const T2 = -0.053968253967195144;
const T3 = 0.021869488400359696;
const T4 = -0.008863226966122328;
const T5 = 0.0035918341340072982;
const T6 = -0.0014502234715960424;
const T7 = 0.0005336803027405916;

/**
 * tanh x: up to |x| = ¼ by a polynomial (error below 2⁻⁶⁰), beyond 1 as 1 − 2/(t + 1) with t = e^(2|x|), between them as
 * (t − 1)/(t + 1) with t in two parts. Errors up to 0.98 units in the last place, just above 1; up to 0.8 below.
 */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size <= 0.25) {
    if (size < 1e-9) return x;
    const z = x * x;
    const w = z * z;
    const sum = T0 + z * T1 + w * (T2 + z * T3 + w * (T4 + z * T5 + w * (T6 + z * T7)));
    return x + x * z * sum;
  }
  // Beyond 20 the quotient is below half a unit; NaN goes the same way.
  if (!(size < 1)) {
    const value = 1 - 2 / (exp(2 * Math.min(size, 20)) + 1);
    return x < 0 ? -value : value;
  }
  const value = tanhInBetween(size);
  return x < 0 ? -value : value;
}

function tanhInBetween(x: number): number {
  // As in expSum, without the last sum.
  const n = Math.floor(2 * x * STEPS_PER_UNIT + 0.5);
  const r = 2 * x - n * STEP_HIGH - n * STEP_LOW;
  const square = r * r;
  const rest = r + square * (0.5 + r * THIRD + square * (FOURTH + r * FIFTH + square * SIXTH));
  const index = integer(n);
  const j = index & 31;
  const scale = powerOfTwo(index >> 5);
  const power = entry(POWER_HIGH, j) * scale;
  const beside = entry(POWER_LOW, j) * scale + power * rest;
  const above = power - 1 + beside;
  const aboveLow = sumError(power, -1, power - 1) + sumError(power - 1, beside, above);
  const below = power + 1 + beside;
  const belowLow = sumError(power, 1, power + 1) + sumError(power + 1, beside, below);
  const quotient = above / below;
  const product = quotient * below;
  const left = above - product - productError(quotient, below, product) + aboveLow - quotient * belowLow;
  return quotient + left / below;
}
