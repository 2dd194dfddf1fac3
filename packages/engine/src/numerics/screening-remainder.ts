import { economised, parityOf, powersOf } from './remainder-polynomials.ts';

/**
 * A transform C without its linear term to six digits, for single precision: a polynomial L of the powers r² to r⁵
 * or r⁷, which over a matrix of low rank is summed from moments, and where that is not enough what is left, C − L. Plain
 * data.
 */
export interface ScreeningRemainder {
  /** The highest power in L. */
  readonly highest: number;
  /** L's coefficients of r² to r⁷. */
  readonly powers: Float64Array;
  /** The ranges' upper ends, ascending: up to the first L is enough, beyond the last polynomials are not. */
  readonly limits: Float64Array;
  /** As in TransformTable, but C − L is r²·P, or r³·P where C is odd; the first range has none. */
  readonly starts: Int32Array;
  readonly coefficients: Float32Array;
}

/** What L may leave out, as a share of C(1): it does so only where |r| is near the limit, and with either sign. */
const MOMENT_TOLERANCE = 4.5e-6;
const TOLERANCE = 1e-7;
const LIMITS = [
  0.02, 0.04, 0.07, 0.1, 0.13, 0.16, 0.19, 0.22, 0.25, 0.28, 0.31, 0.34, 0.37, 0.4, 0.43, 0.46, 0.5, 0.54,
  0.58, 0.62, 0.66, 0.7,
];

export function screeningRemainder(series: Float64Array, atOne: number, highest: number): ScreeningRemainder {
  const parity = parityOf(series);
  const { step } = powersOf(parity);
  const lead = parity === 1 ? 3 : 2;
  const shortened = (limit: number, tolerance: number) =>
    economised(series, parity, limit, tolerance * atOne, lead);
  const longest = Math.floor((highest - lead) / step) + 1;
  let limit = 0;
  let inMoments: Float64Array = new Float64Array(0);
  for (const next of LIMITS) {
    const polynomial = shortened(next, MOMENT_TOLERANCE);
    if (polynomial.length > longest) break;
    limit = next;
    inMoments = polynomial;
  }
  const powers = new Float64Array(6);
  inMoments.forEach((value, i) => {
    powers[lead - 2 + step * i] = value;
  });
  const wider = LIMITS.filter((next) => next > limit);
  const rest = wider.map((next) => {
    const polynomial = shortened(next, TOLERANCE);
    return Float64Array.from(
      { length: Math.max(polynomial.length, inMoments.length) },
      (_, i) => (polynomial[i] ?? 0) - (inMoments[i] ?? 0),
    );
  });
  const starts = new Int32Array(rest.length + 2);
  rest.forEach((polynomial, i) => {
    starts[i + 2] = starts[i + 1]! + polynomial.length;
  });
  return {
    highest,
    powers,
    limits: Float64Array.from([limit, ...wider]),
    starts,
    coefficients: Float32Array.from(rest.flatMap((polynomial) => [...polynomial])),
  };
}
