import { lostBelowOne } from './step-covariance.ts';

/**
 * The covariance transforms of a target whose g differs between times: C_jk(r) = Σ_{n ≥ 1} b_n(j)·b_n(k)·r^n with
 * b_n(j) = E{g_j(U)·He_n(U)}/√n!. The series is right for |r| up to `limit`; beyond, g_j is a sum of steps, of which pairs have a
 * closed form. Plain data: a kernel or a worker takes it as it is.
 */
export interface LocalTable {
  readonly points: number;
  /** b_n(j) at n·points + j for n = 0 … terms, n = 0 unused. */
  readonly series: Float64Array;
  readonly terms: number;
  /** 1 where the series needs no steps beyond. */
  readonly limit: number;
  readonly steps: readonly Step[];
  /** C_jj(1) = Var g_j(U). */
  readonly variances: Float64Array;
}

/** sign·1{z > level_j} at time j. */
export interface Step {
  readonly sign: number;
  readonly levels: Float64Array;
  /** P(U > level_j) and P(U ≤ level_j), each with all its digits. */
  readonly above: Float64Array;
  readonly below: Float64Array;
}

/** Whether a table is for pairs of times. */
export const isLocalTable = (table: object): table is LocalTable => 'series' in table;

/** C_jk(r) for |r| ≤ 1. Errors about 2e-15 of the largest variance. */
export function localTransform(table: LocalTable, j: number, k: number, r: number): number {
  const { points, series, terms, limit, steps } = table;
  if (Math.abs(r) > limit && steps.length > 0) {
    let sum = 0;
    for (const one of steps)
      for (const other of steps) sum += one.sign * other.sign * stepCovariance(one, j, other, k, r);
    return sum;
  }
  let sum = 0;
  for (let n = terms; n >= 1; n--) sum = (sum + series[n * points + j]! * series[n * points + k]!) * r;
  return sum;
}

/** The covariance of two steps at a correlation near 1, or near −1, where one of them is turned round. */
function stepCovariance(one: Step, j: number, other: Step, k: number, r: number): number {
  const c = one.levels[j]!;
  const d = r > 0 ? other.levels[k]! : -other.levels[k]!;
  const [above, below] = r > 0 ? [other.above, other.below] : [other.below, other.above];
  // P(both above) − P(above)·P(above) at r = 1: the higher one is exceeded, the lower one is not.
  const atOne = c > d ? one.above[j]! * below[k]! : one.below[j]! * above[k]!;
  const value = atOne - lostBelowOne(c, d, 1 - Math.abs(r));
  return r > 0 ? value : -value;
}
