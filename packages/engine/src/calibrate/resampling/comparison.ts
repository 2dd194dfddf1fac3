import { normalQuantile } from '../../numerics/normal-quantile.ts';
import { meanAndDeviation, quantile } from '../../numerics/quantile.ts';
import { distances } from './corrected-value.ts';
import {
  centresOf,
  columnOf,
  type Draws,
  differenceOf,
  drawCounts,
  spreadOf,
  stretch,
  studentFactor,
} from './draws.ts';

/** Two protocols, a the one with the larger estimate. */
export interface Comparison {
  a: number;
  b: number;
  difference: number;
  /** Holds together with the intervals of all other comparisons, at the level asked for. */
  low: number;
  high: number;
  /** The interval of this comparison alone. */
  alone: { low: number; high: number };
  standardError: number;
  distinguishable: boolean;
}

export interface Comparisons {
  comparisons: Comparison[];
  /** Whether all pairs are listed; beyond MOST_LISTED protocols only those with the best one are. */
  complete: boolean;
  /** Standard errors that a difference must exceed to be distinguishable, all pairs considered. */
  critical: number;
  /** The protocols that no other one is distinguishably better than, best estimate first. */
  bestSet: number[];
}

/** Values that differ by less are the same but for rounding, and their distance is no number of standard errors. */
const ROUNDING = 1e-10;
/** All pairs of so many protocols are listed. */
export const MOST_LISTED = 60;
/** All pairs of so many protocols are looked at for the critical value; beyond, the number of pairs alone decides it. */
const MOST_JOINT = 600;

/**
 * Every pair at once: the critical value is the level's quantile of the largest |D_b − centre|/deviation over all pairs of a
 * draw (the studentised maximum), so that with the level's probability no true tie anywhere is called a difference. The
 * best protocol is chosen by the same data; that the intervals hold together for all pairs covers this too. The
 * interval of one pair alone has that pair's own quantile in its place, so that it lies within the joint one, and is the same
 * where there is one pair. Differences are those of the values that intervals are about.
 */
export function comparisons(draws: Draws, level: number): Comparisons {
  const centres = centresOf(draws);
  const n = centres.length;
  const ranking = Array.from(centres, (_, i) => i).sort((i, j) => centres[j]! - centres[i]! || i - j);
  const critical =
    n < 2 ? 0 : withStudent(draws, n <= MOST_JOINT ? jointCritical(draws, level) : bonferroni(n, level));

  const complete = n <= MOST_LISTED;
  const listed: Comparison[] = [];
  const lost = new Uint8Array(n);
  // Those with the best come first in any case; of the others, where they are not listed, only what may still lose is compared.
  ranking.forEach((a, place) => {
    for (const b of ranking.slice(place + 1)) {
      const isListed = complete || place === 0;
      if (!isListed && lost[b] === 1) continue;
      const found = comparePair(draws, a, b, critical, level);
      if (isListed) listed.push(found);
      if (found.distinguishable) lost[b] = 1;
    }
  });
  return { comparisons: listed, complete, critical, bestSet: ranking.filter((i) => lost[i] === 0) };
}

/** One pair, against a critical value that holds for all of them. */
export function comparePair(draws: Draws, a: number, b: number, critical: number, level: number): Comparison {
  const { estimate, bootstrap, leftOut, corrected, products } = draws;
  const n = estimate.length;
  const drawn = differenceOf(bootstrap, n, a, b);
  const spread = spreadOf(drawn, differenceOf(leftOut, n, a, b));
  const centres = centresOf(draws);
  const difference = centres[a]! - centres[b]!;
  const standardError = products ? spread.jackknife : spread.standardError;
  // As far as resampling shifts a difference, estimating it may have done so before, unless that was taken off.
  const shift = corrected ? 0 : Math.abs(spread.mean - difference);
  const own = withStudent(draws, quantile(pivots(drawn, errorsBetween(draws, a, b)).sort(), level));
  const around = (factor: number) => {
    const reach = (standardError === 0 ? 0 : factor * standardError) + shift;
    // No two values are further apart than 1.
    return {
      low: Math.min(difference, Math.max(-1, difference - reach)),
      high: Math.max(difference, Math.min(1, difference + reach)),
    };
  };
  const { low, high } = around(Math.max(own, critical));
  return { a, b, difference, low, high, alone: around(own), standardError, distinguishable: low > 0 };
}

/** Where all draws count as equally uncertain, that the standard error is an estimate has to be added. */
function withStudent(draws: Draws, normal: number): number {
  return draws.products ? normal : normal * studentFactor(normal, drawCounts(draws).leftOut - 1);
}

/** |D_b − centre| of a pair in each draw, in standard errors of the draw, or deviations of all of them. */
function pivots(between: Float64Array, errors: Float64Array | undefined): Float64Array {
  if (errors) return distances(between, errors, ROUNDING).map(Math.abs);
  const { mean, deviation } = meanAndDeviation(between);
  const scale = deviation > 0 ? 1 / deviation : 0;
  const out = new Float64Array(between.length);
  for (let b = 0; b < out.length; b++) out[b] = Math.abs(between[b]! - mean) * scale;
  return out;
}

/** The standard error of a difference that each draw shows. */
function errorsBetween({ estimate, products }: Draws, i: number, j: number): Float64Array | undefined {
  if (!products) return undefined;
  const n = estimate.length;
  const errors = new Float64Array(products.length / (n * n));
  for (let b = 0; b < errors.length; b++) {
    const at = b * n * n;
    const squared = products[at + i * n + i]! + products[at + j * n + j]! - 2 * products[at + i * n + j]!;
    errors[b] = Math.sqrt(Math.max(0, squared));
  }
  return errors;
}

/** The largest studentised distance over all pairs, draw by draw; its quantile. O(draws·n²). */
function jointCritical(draws: Draws, level: number): number {
  const n = draws.estimate.length;
  const columns = Array.from({ length: n }, (_, i) => columnOf(draws.bootstrap, n, i));
  const largest = new Float64Array(drawCounts(draws).bootstrap);
  const between = new Float64Array(largest.length);
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const [first, second] = [columns[i]!, columns[j]!];
      for (let b = 0; b < between.length; b++) between[b] = first[b]! - second[b]!;
      const distance = pivots(between, errorsBetween(draws, i, j));
      for (let b = 0; b < largest.length; b++) if (distance[b]! > largest[b]!) largest[b] = distance[b]!;
    }
  return quantile(largest.sort(), level);
}

function bonferroni(n: number, level: number): number {
  return normalQuantile(1 - (1 - level) / (n * (n - 1)));
}

/**
 * ε: what the largest error over the family stays below, at the level asked for. Both values lie between 0 and 1, and so does
 * their distance.
 */
export function uniformError(draws: Draws, members: ArrayLike<number> | undefined, level: number): number {
  return Math.min(1, quantile(largestErrors(draws, members).sort(), level));
}

/**
 * max_S |Î_b(S) − Î(S)| over a family in each draw, each protocol's distance stretched to its standard error; not centred, so
 * that a shift that resampling causes in all values counts as the error which it is.
 */
export function largestErrors(draws: Draws, members?: ArrayLike<number>): Float64Array {
  const { estimate, bootstrap, leftOut } = draws;
  const n = estimate.length;
  const family = members ?? Int32Array.from(estimate, (_, i) => i);
  const largest = new Float64Array(drawCounts(draws).bootstrap);
  for (let f = 0; f < family.length; f++) {
    const i = family[f]!;
    const factor = stretch(spreadOf(columnOf(bootstrap, n, i), columnOf(leftOut, n, i)));
    for (let b = 0; b < largest.length; b++)
      largest[b] = Math.max(largest[b]!, factor * Math.abs(bootstrap[b * n + i]! - estimate[i]!));
  }
  return largest;
}
