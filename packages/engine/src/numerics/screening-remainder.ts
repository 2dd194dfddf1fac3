import { economised, parityOf, powersOf } from './remainder-polynomials.ts';

/**
 * The remainder R of a transform to about seven digits, for single precision: a polynomial L of the powers r⁴ to r⁷, which
 * over a matrix of low rank is summed from moments, and where that is not enough what is left, R − L. Plain data.
 */
export interface ScreeningRemainder {
  /** The highest power in L. */
  readonly highest: number;
  /** L's coefficients of r⁴, r⁵, r⁶ and r⁷. */
  readonly powers: Float64Array;
  /** The ranges' upper ends, ascending: up to the first L is enough, beyond the last polynomials are not. */
  readonly limits: Float64Array;
  /** As in TransformTable, of R − L; the first range has none. */
  readonly starts: Int32Array;
  readonly coefficients: Float32Array;
}

/** What L may leave out of R, as a share of C(1): it does so only where |r| is near the limit, and with either sign. */
const MOMENT_TOLERANCE = 4.5e-6;
const TOLERANCE = 1e-9;
const LIMITS = [
  0.02, 0.04, 0.07, 0.1, 0.13, 0.16, 0.19, 0.22, 0.25, 0.28, 0.31, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7,
];

export function screeningRemainder(series: Float64Array, atOne: number, highest: number): ScreeningRemainder {
  const parity = parityOf(series);
  const { lead, step } = powersOf(parity);
  const longest = Math.floor((highest - lead) / step) + 1;
  let limit = 0;
  let inMoments: Float64Array = new Float64Array(0);
  for (const next of LIMITS) {
    const polynomial = economised(series, parity, next, MOMENT_TOLERANCE * atOne);
    if (polynomial.length > longest) break;
    limit = next;
    inMoments = polynomial;
  }
  const powers = new Float64Array(4);
  inMoments.forEach((value, i) => {
    powers[lead - 4 + step * i] = value;
  });
  const rest = LIMITS.filter((next) => next > limit).map((next) => {
    const polynomial = economised(series, parity, next, TOLERANCE * atOne);
    return Float64Array.from(
      { length: Math.max(polynomial.length, inMoments.length) },
      (_, i) => (polynomial[i] ?? 0) - (inMoments[i] ?? 0),
    );
  });
  const starts = Int32Array.from({ length: rest.length + 2 }, () => 0);
  rest.forEach((polynomial, i) => {
    starts[i + 2] = starts[i + 1]! + polynomial.length;
  });
  return {
    highest,
    powers,
    limits: Float64Array.from([limit, ...LIMITS.filter((next) => next > limit)]),
    starts,
    coefficients: Float32Array.from(rest.flatMap((polynomial) => [...polynomial])),
  };
}
