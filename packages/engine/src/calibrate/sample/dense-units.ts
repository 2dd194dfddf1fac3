import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { type Matrix, someRows } from '../../numerics/matrix.ts';

/** Densely observed units, each with one trajectory or several. */
export interface DenseUnits {
  /** One trajectory a row, one grid point a column; the mean over its replicates where there are any. */
  readonly values: Matrix;
  /** Some values are not there, and are NaN: moments are made of pairs of times. */
  readonly gaps?: true;
  /** The number of the unit that each row belongs to, from 0 on without gaps; without it every row is a unit of its own. */
  readonly clusters?: Int32Array;
  /** Sums of squares about that mean, and how many replicates each unit has. */
  readonly within?: Matrix;
  readonly counts?: Int32Array;
  /** How many readings each value is the mean of, where some are of several; without it each value is one reading. */
  readonly readings?: Matrix;
  /**
   * Where some values were interpolated: how far each lies between the two measured ones beside it, above 0 and below 1, and 0
   * where it was measured itself. The noise that is left in them follows from it.
   */
  readonly filled?: Matrix;
  /** The target of each unit's whole record, where it was measured. */
  readonly targets?: Float64Array;
}

/**
 * The units in an order of their own, by their values, and the trajectories of each likewise: what is estimated, resamples
 * included, then depends on the units and not on their labels or the order in which a file happens to hold them. Units with one
 * trajectory each have no numbers then.
 */
export function inCanonicalOrder(units: DenseUnits): DenseUnits {
  const { values, gaps, clusters, within, counts, readings, filled, targets } = units;
  const difference = (a: number, b: number) =>
    firstDifference(values, a, b) ||
    (targets?.[a] ?? 0) - (targets?.[b] ?? 0) ||
    (counts?.[a] ?? 0) - (counts?.[b] ?? 0) ||
    (readings ? firstDifference(readings, a, b) : 0) ||
    (filled ? firstDifference(filled, a, b) : 0);
  const rows = Array.from({ length: values.rows }, (_, i) => i).sort(difference);
  const members = clusters && inOrderOfRows(rows, clusters, difference);
  const order = members ? members.flat() : rows;
  return {
    values: someRows(values, order),
    ...(gaps && { gaps }),
    ...(members &&
      members.length < values.rows && {
        clusters: Int32Array.from(members.flatMap((own, unit) => own.map(() => unit))),
      }),
    ...(within && { within: someRows(within, order) }),
    ...(counts && { counts: Int32Array.from(order, (i) => counts[i]!) }),
    ...(readings && { readings: someRows(readings, order) }),
    ...(filled && { filled: someRows(filled, order) }),
    ...(targets && { targets: Float64Array.from(order, (i) => targets[i]!) }),
  };
}

/** The rows of each unit, from rows in order: units by their first rows, then by the next; of equal ones the shorter first. */
function inOrderOfRows(
  rows: readonly number[],
  clusters: Int32Array,
  difference: (a: number, b: number) => number,
): number[][] {
  const members: number[][] = [];
  for (const row of rows) (members[clusters[row]!] ??= []).push(row);
  return members.sort((a, b) => {
    for (let k = 0; k < Math.min(a.length, b.length); k++) {
      const found = difference(a[k]!, b[k]!);
      if (found !== 0) return found;
    }
    return a.length - b.length;
  });
}

/** Of two rows, in the first column that tells them apart; 0 where none does. What is not there comes last. */
function firstDifference({ cols, data }: Matrix, a: number, b: number): number {
  for (let j = 0; j < cols; j++) {
    const [one, other] = [data[a * cols + j]!, data[b * cols + j]!];
    const difference = one - other;
    if (Number.isNaN(difference)) {
      if (Number.isNaN(one) && Number.isNaN(other)) continue;
      return Number.isNaN(one) ? 1 : -1;
    }
    if (difference !== 0) return difference;
  }
  return 0;
}

/** How many units there are; of numbers from 0 on without gaps, one more than the largest. */
export function countUnits({ values, clusters }: DenseUnits): number {
  return clusters ? clusters.reduce((most, unit) => Math.max(most, unit + 1), 0) : values.rows;
}

/** Two are left when one is left out, which is the least that has a covariance. */
const FEWEST_UNITS = 3;

/** Parts that do not belong together, and numbers that are none. */
export function checkUnits(sample: DenseUnits): void {
  const { values, gaps, clusters, within, counts, readings, filled, targets } = sample;
  const { rows: m, cols: p, data } = values;
  const units = countUnits(sample);
  const problems: Problem[] = [];
  const wrong = (path: string, value: unknown, why: string, accepted: string) =>
    problems.push({ path: [path], value, why, accepted });
  if (data.length !== m * p)
    wrong('values', data.length, `${m} units on ${p} points have other sizes`, `${m * p} numbers`);
  const bad = data.findIndex((value) => !(Number.isFinite(value) || (gaps && Number.isNaN(value))));
  if (bad >= 0)
    wrong(
      'values',
      data[bad],
      `unit ${Math.floor(bad / p)} has no number at grid point ${bad % p}`,
      'a finite number for each unit and time',
    );
  if (clusters && (clusters.length !== m || !areNumbered(clusters, units)))
    wrong(
      'clusters',
      clusters.length,
      'the units are those of other trajectories, or their numbers have gaps',
      `${m} whole numbers from 0 on, none left out`,
    );
  if (units < FEWEST_UNITS)
    wrong(
      'values',
      `${units} unit${units === 1 ? '' : 's'}`,
      `leaving one unit out needs at least ${FEWEST_UNITS} units`,
      `at least ${FEWEST_UNITS} units`,
    );
  if (within && (within.rows !== m || within.cols !== p || counts === undefined))
    wrong(
      'within',
      `${within.rows} × ${within.cols}`,
      'the replicates are those of other units',
      `${m} × ${p}, and a count for each unit`,
    );
  if (counts && (counts.length !== m || counts.some((count) => count < 1)))
    wrong('counts', counts.length, 'the counts are those of other units', `${m} whole numbers of 1 or more`);
  if (readings && (readings.rows !== m || readings.cols !== p || !readings.data.every((n) => n >= 1)))
    wrong(
      'readings',
      `${readings.rows} × ${readings.cols}`,
      'the numbers of readings are those of other units, or below 1',
      `${m} × ${p} whole numbers of 1 or more`,
    );
  if (filled && !isFilling(filled, m, p))
    wrong(
      'filled',
      `${filled.rows} × ${filled.cols}`,
      'the places of interpolated values are those of other units, or not between two measured ones',
      `${m} × ${p} shares of 0 or more and below 1, 0 at the first and last time`,
    );
  if (targets && (targets.length !== m || !targets.every(Number.isFinite)))
    wrong('targets', targets.length, 'the targets are those of other units', `${m} finite numbers`);
  refuse(problems);
}

function areNumbered(clusters: Int32Array, units: number): boolean {
  const seen = new Set(clusters);
  return seen.size === units && clusters.every((unit) => unit >= 0);
}

function isFilling({ rows, cols, data }: Matrix, m: number, p: number): boolean {
  if (rows !== m || cols !== p || !data.every((share) => share >= 0 && share < 1)) return false;
  for (let i = 0; i < m; i++) if (data[i * p] !== 0 || data[i * p + p - 1] !== 0) return false;
  return true;
}
