import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { type Matrix, someRows } from '../../numerics/matrix.ts';

/** m densely observed units. */
export interface DenseUnits {
  /** One unit a row, one grid point a column; the mean over a unit's replicates where there are any. */
  readonly values: Matrix;
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
 * The units in an order of their own, by their values: what is estimated, resamples included, then depends on the units
 * and not on the order in which a file happens to hold them.
 */
export function inCanonicalOrder(units: DenseUnits): DenseUnits {
  const { values, within, counts, readings, filled, targets } = units;
  const order = Array.from({ length: values.rows }, (_, i) => i).sort(
    (a, b) =>
      firstDifference(values, a, b) ||
      (targets?.[a] ?? 0) - (targets?.[b] ?? 0) ||
      (counts?.[a] ?? 0) - (counts?.[b] ?? 0) ||
      (readings ? firstDifference(readings, a, b) : 0) ||
      (filled ? firstDifference(filled, a, b) : 0),
  );
  return {
    values: someRows(values, order),
    ...(within && { within: someRows(within, order) }),
    ...(counts && { counts: Int32Array.from(order, (i) => counts[i]!) }),
    ...(readings && { readings: someRows(readings, order) }),
    ...(filled && { filled: someRows(filled, order) }),
    ...(targets && { targets: Float64Array.from(order, (i) => targets[i]!) }),
  };
}

/** Of two rows, in the first column that tells them apart; 0 where none does. */
function firstDifference({ cols, data }: Matrix, a: number, b: number): number {
  for (let j = 0; j < cols; j++) {
    const difference = data[a * cols + j]! - data[b * cols + j]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Two are left when one is left out, which is the least that has a covariance. */
const FEWEST_UNITS = 3;

/** Parts that do not belong together, and numbers that are none. */
export function checkUnits({ values, within, counts, readings, filled, targets }: DenseUnits): void {
  const { rows: m, cols: p, data } = values;
  const problems: Problem[] = [];
  const wrong = (path: string, value: unknown, why: string, accepted: string) =>
    problems.push({ path: [path], value, why, accepted });
  if (data.length !== m * p)
    wrong('values', data.length, `${m} units on ${p} points have other sizes`, `${m * p} numbers`);
  const bad = data.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    wrong(
      'values',
      data[bad],
      `unit ${Math.floor(bad / p)} has no number at grid point ${bad % p}`,
      'a finite number for each unit and time',
    );
  if (m < FEWEST_UNITS)
    wrong(
      'values',
      `${m} unit${m === 1 ? '' : 's'}`,
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

function isFilling({ rows, cols, data }: Matrix, m: number, p: number): boolean {
  if (rows !== m || cols !== p || !data.every((share) => share >= 0 && share < 1)) return false;
  for (let i = 0; i < m; i++) if (data[i * p] !== 0 || data[i * p + p - 1] !== 0) return false;
  return true;
}
