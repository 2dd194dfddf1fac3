import { chebyshevCoefficients, neededCoefficients } from './chebyshev.ts';
import { cutSeries, economised, parityOf } from './remainder-polynomials.ts';
import { type ScreeningRemainder, screeningRemainder } from './screening-remainder.ts';

/**
 * A covariance transform C on [-1, 1], prepared for evaluation at millions of correlations. C is given by its power
 * series (whose coefficients a_k²/k! are never negative) and, near ±1 where that converges slowly or not smoothly, by
 * its exact values as a function of u = √(1 − |r|), in which threshold targets are smooth.
 *
 * The terms up to r³ stand by themselves: over a matrix of low rank their sums have a closed form. What is left, the
 * remainder R, has up to |r| = 0.7 one polynomial for each of a list of ranges [-b, b], no longer than the tolerance asks
 * for; it is nothing at all for small correlations, which are most of them. Beyond, C is a piecewise Chebyshev polynomial
 * in u. Absolute error about 2e-15·C(1).
 * Plain data: a kernel or a worker takes it as it is.
 */
export interface TransformTable {
  /** c_1, c_2, c_3 of C(r) = c_1 r + c_2 r² + c_3 r³ + R(r). */
  readonly low: Float64Array;
  /** R(r) = r⁵·P(r²) if 1 (C is odd), r⁴·P(r²) if 2 (even), r⁴·P(r) if 0. */
  readonly parity: number;
  /** The ranges' upper ends b, ascending. */
  readonly limits: Float64Array;
  /** P of range i has the coefficients `coefficients[starts[i] … starts[i + 1] - 1]`, constant first; maybe none. */
  readonly starts: Int32Array;
  readonly coefficients: Float64Array;
  /** For |r| up to this R is within the tolerance of 0. */
  readonly negligible: number;
  /** For where r is so small that R needs but single precision. */
  readonly small: SmallRemainder;
  /** For r beyond the last limit, positive and negative; no panels where the last limit is 1. */
  readonly positive: Panels;
  readonly negative: Panels;
  /** C once more, to six digits: with few moments, and with more where many correlations are large. */
  readonly screening: { readonly few: ScreeningRemainder; readonly more: ScreeningRemainder };
}

/** P for |r| up to a limit, where an error of single precision in R is within the tolerance. */
export interface SmallRemainder {
  readonly upTo: number;
  readonly coefficients: Float64Array;
}

/** A piecewise Chebyshev polynomial of PANEL_COEFFICIENTS coefficients on each [edges[i], edges[i + 1]]. */
export interface Panels {
  readonly edges: Float64Array;
  readonly coefficients: Float64Array;
}

export const PANEL_COEFFICIENTS = 20;
const TOLERANCE = 1.5e-15;
/** The panels' tolerance stays above the rounding of the values they are fitted to, or they would halve for ever. */
const PANEL_TOLERANCE = 1.5e-15;
/** A panel this much narrower than its distance from 0 could resolve nothing that was not there before. */
const NARROWEST_PANEL = 1e-6;

/** Where the polynomials end and the panels begin: up to here the change to powers loses no digits. */
export const LAST_LIMIT = 0.7;
const LIMITS = [
  1e-4,
  3e-4,
  1e-3,
  2e-3,
  4e-3,
  8e-3,
  0.015,
  0.04,
  0.08,
  0.15,
  0.23,
  0.31,
  0.4,
  0.5,
  0.6,
  LAST_LIMIT,
];
/** A series this short is used as it stands over the whole of [-1, 1]. */
const SHORT_SERIES = 16;

/** What a table is made from. */
interface TransformDefinition {
  /** c_k of C(r) = Σ_{k ≥ 1} c_k r^k at index k (index 0 is unused); enough of them for |r| ≤ 0.7 to full accuracy. */
  series: Float64Array;
  /** C(1): the scale of the tolerance. */
  atOne: number;
  /** The scale of the rounding in the values near ±1 where that is larger, as for a difference of larger terms. */
  scale?: number;
  /** The length in u over which `nearMinusOne`, or `nearOne`, changes next to u = 0, where that is short. */
  layer?: number | undefined;
  layerAtOne?: number | undefined;
  /** C(1 − u²) and C(u² − 1) for 0 ≤ u ≤ √0.3; absent where the series is the whole of a short polynomial. */
  nearOne?: (u: number) => number;
  nearMinusOne?: (u: number) => number;
}

export function transformTable(definition: TransformDefinition): TransformTable {
  const { series, atOne, scale = atOne, layer, layerAtOne, nearOne, nearMinusOne } = definition;
  const parity = parityOf(series);
  const tolerance = TOLERANCE * atOne;
  const short = series.length <= SHORT_SERIES + 1;
  const limits = short ? [...LIMITS, 1] : LIMITS;
  const polynomials = limits.map((limit) =>
    short ? cutSeries(series, parity, limit, tolerance) : economised(series, parity, limit, tolerance),
  );
  const starts = new Int32Array(limits.length + 1);
  polynomials.forEach((polynomial, i) => {
    starts[i + 1] = starts[i]! + polynomial.length;
  });
  const coefficients = new Float64Array(starts[limits.length]!);
  polynomials.forEach((polynomial, i) => {
    coefficients.set(polynomial, starts[i]!);
  });

  const none: Panels = { edges: new Float64Array(0), coefficients: new Float64Array(0) };
  if (!short && (nearOne === undefined || nearMinusOne === undefined))
    throw new RangeError('a transform that is no short polynomial needs its values near 1 and -1');
  return {
    low: Float64Array.from([1, 2, 3], (k) => series[k] ?? 0),
    parity,
    limits: Float64Array.from(limits),
    starts,
    coefficients,
    negligible: remainderWithin(series, tolerance),
    small: isOfSingleSize(atOne) ? smallRemainder(series, tolerance) : NEVER_SMALL,
    positive: short ? none : panels(nearOne!, PANEL_TOLERANCE * scale, layerAtOne),
    negative: short ? none : panels(nearMinusOne!, PANEL_TOLERANCE * scale, layer),
    screening: { few: screeningRemainder(series, atOne, 5), more: screeningRemainder(series, atOne, 7) },
  };
}

/**
 * What R may be off by in single precision, as a share of its largest value: r is a sum of up to eight products of rounded numbers, and
 * R hardly more than its fifth power.
 */
const SINGLE_ERROR = 4e-6;
/** Powers of scaled correlations times a larger C overflow in single precision, and those times a smaller one vanish. */
const LARGE = 1e18;
/** Whether what has this variance may be summed in single precision. */
export const isOfSingleSize = (variance: number) => variance > 1 / LARGE && variance < LARGE;
const NEVER_SMALL: SmallRemainder = { upTo: -1, coefficients: new Float64Array(0) };
/** Beyond this R may grow faster. */
const SMALL = 0.1;

/** The largest |r|, within a hundredth, at which R is as small. */
function remainderWithin(series: Float64Array, most: number): number {
  const beyond = series.map((value, k) => (k > 3 ? value : 0));
  if (sumSeries(beyond, 1) <= most) return 1;
  let [within, outside] = [1e-6, 1];
  while (outside > 1.01 * within) {
    const middle = Math.sqrt(within * outside);
    if (sumSeries(beyond, middle) > most) outside = middle;
    else within = middle;
  }
  return within;
}

function smallRemainder(series: Float64Array, tolerance: number): SmallRemainder {
  const upTo = Math.min(SMALL, remainderWithin(series, tolerance / SINGLE_ERROR));
  return { upTo, coefficients: economised(series, parityOf(series), upTo, tolerance) };
}

/**
 * A correlation this near to ±1 is taken as ±1. Of a variance recovered without noise, rounding leaves 1 − 2e-16 or so,
 * and the square root of that distance would turn it into an error of 1e-9 where C is steep.
 */
export const NEAR_ONE = 1e-14;

/** Σ_{k ≥ 1} c_k r^k. */
export function sumSeries(series: Float64Array, r: number): number {
  let sum = 0;
  for (let k = series.length - 1; k >= 1; k--) sum = (sum + series[k]!) * r;
  return sum;
}

/** Halves [0, √0.3] until PANEL_COEFFICIENTS Chebyshev coefficients are enough on each piece. */
function panels(f: (u: number) => number, tolerance: number, layer?: number): Panels {
  const edges: number[] = [0];
  const all: number[] = [];
  const cover = (from: number, to: number) => {
    const centre = (from + to) / 2;
    const half = (to - from) / 2;
    const fit = chebyshevCoefficients((x) => f(centre + half * x), PANEL_COEFFICIENTS + 4);
    if (neededCoefficients(fit, tolerance) <= PANEL_COEFFICIENTS) {
      edges.push(to);
      all.push(...fit.subarray(0, PANEL_COEFFICIENTS));
      return;
    }
    if (to - from < NARROWEST_PANEL * to)
      throw new RangeError(`the transform is too rough near 1 − ${centre * centre}`);
    cover(from, centre);
    cover(centre, to);
  };
  // A layer that is narrower than the fit's own points must be looked for: pieces grow from its size fourfold.
  const end = Math.sqrt(1 - LAST_LIMIT);
  let from = 0;
  for (let to = layer ?? end; from < end; to *= 4) {
    const next = to > end / 2 ? end : to;
    cover(from, next);
    from = next;
  }
  return { edges: Float64Array.from(edges), coefficients: Float64Array.from(all) };
}
