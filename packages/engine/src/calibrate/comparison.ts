import { square } from '../numerics/elementary.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { quantile } from '../numerics/quantile.ts';
import { type Draws, drawCounts, perDraw, spreadOf, stretch, studentFactor } from './draws.ts';
import { differenceInterval } from './interval.ts';

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

/** All pairs of so many protocols are listed. */
const MOST_LISTED = 60;
/** All pairs of so many protocols are looked at for the critical value; beyond, the number of pairs alone decides it. */
const MOST_JOINT = 600;

/**
 * Every pair at once: the critical value is the level's quantile of the largest |D_b − D̄|/deviation over all pairs of a
 * draw (the studentised maximum), so that with the level's probability no true tie anywhere is called a difference. The
 * best protocol is chosen by the same data; that the intervals hold together for all pairs covers this too. They are
 * widened by Student's factor and by the shift that resampling causes in the pair.
 */
export function comparisons(draws: Draws, level: number): Comparisons {
  const { estimate } = draws;
  const n = estimate.length;
  const ranking = Array.from(estimate, (_, i) => i).sort((i, j) => estimate[j]! - estimate[i]! || i - j);
  const normal = n < 2 ? 0 : n <= MOST_JOINT ? jointCritical(draws, level) : bonferroni(n, level);
  const critical = normal * studentFactor(normal, n === 0 ? 0 : drawCounts(draws).leftOut - 1);

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
export function comparePair(
  { estimate, bootstrap, leftOut }: Draws,
  a: number,
  b: number,
  critical: number,
  level: number,
): Comparison {
  const n = estimate.length;
  const between = (row: Float64Array) => row[a]! - row[b]!;
  const spread = spreadOf(perDraw(bootstrap, n, between), perDraw(leftOut, n, between));
  const difference = estimate[a]! - estimate[b]!;
  const reach = critical * spread.standardError + Math.abs(spread.mean - difference);
  const { low, high } = differenceInterval(difference, spread, level);
  return {
    a,
    b,
    difference,
    low: difference - reach,
    high: difference + reach,
    alone: { low, high },
    standardError: spread.standardError,
    distinguishable: difference - reach > 0,
  };
}

/** The largest studentised distance over all pairs, draw by draw; its quantile. O(draws·n²). */
function jointCritical({ estimate, bootstrap }: Draws, level: number): number {
  const n = estimate.length;
  const draws = bootstrap.length / n;
  const mean = new Float64Array(n);
  for (let b = 0; b < draws; b++) for (let i = 0; i < n; i++) mean[i]! += bootstrap[b * n + i]! / draws;
  const centred = bootstrap.map((value, at) => value - mean[at % n]!);
  const largest = new Float64Array(draws);
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      let squares = 0;
      for (let b = 0; b < draws; b++) squares += square(centred[b * n + i]! - centred[b * n + j]!);
      if (!(squares > 0)) continue;
      const scale = Math.sqrt((draws - 1) / squares);
      for (let b = 0; b < draws; b++) {
        const distance = Math.abs(centred[b * n + i]! - centred[b * n + j]!) * scale;
        if (distance > largest[b]!) largest[b] = distance;
      }
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
    const factor = stretch(
      spreadOf(
        perDraw(bootstrap, n, (row) => row[i]!),
        perDraw(leftOut, n, (row) => row[i]!),
      ),
    );
    for (let b = 0; b < largest.length; b++)
      largest[b] = Math.max(largest[b]!, factor * Math.abs(bootstrap[b * n + i]! - estimate[i]!));
  }
  return largest;
}
