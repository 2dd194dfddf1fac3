import { normalQuantile } from '../../numerics/normal-quantile.ts';
import { meanAndDeviation } from '../../numerics/quantile.ts';

/** The values of one target's protocols: from all units, in each bootstrap draw, and with each group of units left out. */
export interface Draws {
  readonly estimate: Float64Array;
  /** Value of protocol i in draw b at b·protocols + i. */
  readonly bootstrap: Float64Array;
  /** Empty where draws were not made from units, and spread as they should. */
  readonly leftOut: Float64Array;
  /** Where units have several trajectories: with groups of these left out, as if they were independent. */
  readonly apart?: Float64Array;
  /**
   * Of the best-linear value: the estimates without the sample's optimism. Intervals and comparisons are then about
   * these; `estimate` remains what was computed from all units.
   */
  readonly corrected?: Float64Array;
  /**
   * The squared standard error that draw b by itself shows of protocol i, at (b·protocols + i)·protocols + i, and the
   * covariances of errors beside it. Without them all draws count as equally uncertain.
   */
  readonly products?: Float64Array;
}

/** The values that intervals and comparisons are about. */
export function centresOf({ estimate, corrected }: Draws): Float64Array {
  return corrected ?? estimate;
}

/** How many draws, and how many left-out estimates. */
export function drawCounts({ estimate, bootstrap, leftOut }: Draws): { bootstrap: number; leftOut: number } {
  return { bootstrap: bootstrap.length / estimate.length, leftOut: leftOut.length / estimate.length };
}

/** One number of every draw: f of the row of values. */
export function perDraw(rows: Float64Array, width: number, f: (row: Float64Array) => number): Float64Array {
  return Float64Array.from({ length: rows.length / width }, (_, b) =>
    f(rows.subarray(b * width, (b + 1) * width)),
  );
}

/** Some of the values of each draw, `count` of them from one on. */
export function rowsOf(
  draws: readonly { readonly values: Float64Array }[],
  from: number,
  count: number,
): Float64Array {
  const out = new Float64Array(draws.length * count);
  draws.forEach(({ values }, b) => {
    out.set(values.subarray(from, from + count), b * count);
  });
  return out;
}

/** The values of protocol i. */
export function columnOf(rows: Float64Array, width: number, i: number): Float64Array {
  return perDraw(rows, width, (row) => row[i]!);
}

/** The values of protocol a less those of b. */
export function differenceOf(rows: Float64Array, width: number, a: number, b: number): Float64Array {
  return perDraw(rows, width, (row) => row[a]! - row[b]!);
}

/** Draws of a number, and what its leave-out estimates say about their spread. */
export interface Spread {
  /** The mean of the bootstrap draws, and the draws about it. */
  readonly mean: number;
  readonly centred: Float64Array;
  /** Standard deviation of the draws. */
  readonly bootstrap: number;
  /** The jackknife's standard error. */
  readonly jackknife: number;
  /** The larger of the two. */
  readonly standardError: number;
  /** Degrees of freedom of the jackknife's. */
  readonly degrees: number;
}

/**
 * In a resample some units stand several times and others not at all; the eigenvalue floor then bites harder than in the
 * data, and the draws spread too little (by a tenth or so where units are fewer than grid points). Leaving one unit out at
 * a time disturbs the estimate far less, so the jackknife's standard error is free of this: the larger of the two is used.
 */
export function spreadOf(bootstrap: Float64Array, leftOut: Float64Array): Spread {
  const { mean, deviation } = meanAndDeviation(bootstrap);
  const groups = leftOut.length;
  const jackknife = jackknifeError(leftOut);
  return {
    mean,
    centred: bootstrap.map((value) => value - mean),
    bootstrap: deviation,
    jackknife,
    standardError: Math.max(deviation, jackknife),
    degrees: groups - 1,
  };
}

/** √((G−1)/G·Σ(θ_g − mean)²) of estimates without one of G groups; the deviation has Σ over G − 1. */
function jackknifeError(leftOut: Float64Array): number {
  const groups = leftOut.length;
  if (groups === 0) return 0;
  return (meanAndDeviation(leftOut).deviation * (groups - 1)) / Math.sqrt(groups);
}

/**
 * The design effect: how many times the variance of an estimate is what it would be if all trajectories were independent, both by
 * the jackknife. 1 where nothing varies.
 */
export function designEffect(leftOut: Float64Array, apart: Float64Array): number {
  const [units, trajectories] = [jackknifeError(leftOut), jackknifeError(apart)];
  return trajectories > 0 ? (units / trajectories) * (units / trajectories) : 1;
}

/** By how much Student's quantile exceeds the normal one, z: the standard error is an estimate too (first Cornish–Fisher term). */
export function studentFactor(z: number, degrees: number): number {
  return degrees > 0 ? 1 + (z * z + 1) / (4 * degrees) : 1;
}

/**
 * 'student' where units have several trajectories: that units differ in their numbers makes the standard error more uncertain
 * than the draws show.
 */
export type Tails = 'normal' | 'student';

/** By how much an interval that leaves `tail` at each end is wider for that. */
export function tailFactor(tails: Tails, tail: number, degrees: number): number {
  return tails === 'student' ? studentFactor(normalQuantile(1 - tail), degrees) : 1;
}

/** By how much the draws' distances from their centre are stretched to have the standard error. */
export function stretch({ bootstrap, standardError }: Spread): number {
  return bootstrap > 0 ? standardError / bootstrap : 1;
}
