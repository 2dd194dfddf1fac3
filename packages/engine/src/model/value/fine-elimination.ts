import { type DoubleDouble, over, plus, squareRoot, times } from '../../numerics/double-double.ts';
import { SPLITTER } from '../../numerics/elementary/two-parts.ts';
import { RANK_TOLERANCE } from '../../numerics/kernels/family-kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { Measurement } from './action.ts';
import type { Law } from './model.ts';

/** What a protocol recovers: the rows of W = L⁻¹A_SK, so that Q_S = WᵀW, or of L⁻¹A_SKω alone; A_S on the scale of the law. */
export interface FineRows {
  /** rank × columns. */
  rows: Float64Array;
  columns: number;
  rank: number;
  /** Whether readings were left out, for want of digits, that visibly tell something: the value is at least what is here. */
  atLeast: boolean;
  /** The readings kept, in their order, by their places among the members. */
  order: number[];
  /** L⁻ᵀ of those rows: (A_SKA_Sᵀ + R)⁻¹A_SK, a row for each reading in the order. */
  gain(): Float64Array;
  /** L⁻¹B for a matrix B with a row for each reading in the order. */
  half(right: Matrix): Float64Array;
}

export type FineEliminator = (measurements: readonly number[]) => FineRows;

/** With a conditional variance below this share of its own, a reading is done again with more digits: it might lose six. */
export const FINE_BELOW = 1e-5;
/** Where K has a formula: of what is left of a variance after this share of it is explained, eight digits are known. */
const FINE_TOLERANCE = 1e-23;
/** The scale of the rounding in a conditional variance, for entries of 32 digits and of 16. */
const FINE_ROUNDING = 1e-29;
const ROUNDING = 1e-14;
/** What readings that were left out may add to a recovered variance of 1 without being missed. */
const VISIBLE = 1e-10;

/**
 * Cholesky with diagonal pivoting in numbers of 32 digits, for protocols whose readings without noise are nearly collinear. Of
 * two temperatures a minute apart, the second tells the slope: little beside their variance, and much of the target. Sixteen
 * digits of a correlation hold it only while the conditional variance is well above 1e-16. With `beyondDouble` it is
 * followed down to 1e-23, otherwise to RANK_TOLERANCE. Readings beyond are left out, and `atLeast` says whether it matters:
 * with c the conditional covariance of one with the trajectory and s its conditional variance, it would add c²/s.
 * With `weights` the only column is A_SKω. O(d·r² + r²·columns) for rank r.
 */
export function fineEliminator(
  { covariance, scale }: Law,
  catalogue: readonly Measurement[],
  weights?: Float64Array,
): FineEliminator {
  const p = covariance.rows;
  const columns = weights ? 1 : p;
  const lows = covariance.beyondDouble;
  const tolerance = lows ? FINE_TOLERANCE : RANK_TOLERANCE;
  const rounding = lows ? FINE_ROUNDING : ROUNDING;
  const most = weights ? quadratic(covariance, weights) : 1;
  const known = new Map<number, Row>();

  const scaled = (j: number, value: DoubleDouble): DoubleDouble =>
    scale ? times([scale[j]!, 0], value) : value;
  /** ℓ_aᵀSK on the grid. */
  const crossOf = (a: number): Row => {
    const before = known.get(a);
    if (before) return before;
    const { first, last } = catalogue[a]!;
    const row = emptyRow(p);
    const entry = (j: number, k: number): DoubleDouble =>
      scaled(j, [covariance.data[j * p + k]!, lows ? lows[Math.abs(j - k)]! : 0]);
    const count: DoubleDouble = [last - first + 1, 0];
    for (let k = 0; k < p; k++) {
      let sum = entry(first, k);
      for (let j = first + 1; j <= last; j++) sum = plus(sum, entry(j, k));
      put(row, k, last > first ? over(sum, count) : sum);
    }
    known.set(a, row);
    return row;
  };
  /** ℓ_aᵀSKSℓ_b. */
  const between = (a: number, b: number): DoubleDouble => {
    const row = crossOf(Math.min(a, b));
    const { first, last } = catalogue[Math.max(a, b)]!;
    let sum = scaled(first, at(row, first));
    for (let j = first + 1; j <= last; j++) sum = plus(sum, scaled(j, at(row, j)));
    return last > first ? over(sum, [last - first + 1, 0]) : sum;
  };
  const sums = new Map<number, Row>();
  /** The columns that are wanted of A_SK. */
  const columnsOf = (a: number): Row => {
    if (!weights) return crossOf(a);
    const before = sums.get(a);
    if (before) return before;
    const row = crossOf(a);
    let sum: DoubleDouble = [0, 0];
    for (let k = 0; k < p; k++) sum = plus(sum, times([weights[k]!, 0], at(row, k)));
    const only = emptyRow(1);
    put(only, 0, sum);
    sums.set(a, only);
    return only;
  };

  return (members) => {
    const d = members.length;
    const variance = members.map((a) => plus(between(a, a), [catalogue[a]!.noise, 0]));
    const left = variance.slice();
    const order = members.map((_, i) => i);
    const factor: Row[] = [];
    const roots: DoubleDouble[] = [];
    const recovered: Row[] = [];
    let rank = 0;
    for (; rank < d; rank++) {
      const best = mostTelling(order, rank, left, variance);
      const pivot = order[best]!;
      if (!(left[pivot]![0] > tolerance * variance[pivot]![0])) break;
      order[best] = order[rank]!;
      order[rank] = pivot;
      const root = squareRoot(left[pivot]!);
      const line = emptyRow(d);
      for (let i = rank + 1; i < d; i++) {
        const a = order[i]!;
        put(line, a, between(members[pivot]!, members[a]!));
      }
      for (const row of factor) subtractMultiple(line, at(row, pivot), row);
      for (let i = rank + 1; i < d; i++) {
        const a = order[i]!;
        const value = over(at(line, a), root);
        put(line, a, value);
        const square = times(value, value);
        left[a] = plus(left[a]!, [-square[0], -square[1]]);
      }
      recovered.push(eliminated(columnsOf(members[pivot]!), pivot, factor, recovered, root));
      factor.push(line);
      roots.push(root);
    }

    // What the readings left out have in common with the target beyond those kept.
    let atLeast = false;
    for (let i = rank; i < d && !atLeast; i++) {
      const a = order[i]!;
      const row = eliminated(columnsOf(members[a]!), a, factor, recovered);
      const scale = Math.max(left[a]![0], rounding * variance[a]![0]);
      for (let k = 0; k < columns; k++)
        if ((row.high[k]! * row.high[k]!) / scale > VISIBLE * most) atLeast = true;
    }

    const kept = order.slice(0, rank);
    return {
      rows: rounded(recovered, columns),
      columns,
      rank,
      atLeast,
      order: kept,
      gain: () => rounded(substitutedBack(recovered, kept, factor, roots), columns),
      half: ({ cols, data }) => {
        const solved: Row[] = [];
        kept.forEach((a, i) => {
          const right = emptyRow(cols);
          right.high.set(data.subarray(i * cols, (i + 1) * cols));
          solved.push(eliminated(right, a, factor, solved, roots[i]!));
        });
        return rounded(solved, cols);
      },
    };
  };
}

/** A row of B less those before it, L⁻¹B, as often as its reading a has them in the factor; divided by its own root. */
function eliminated(
  right: Row,
  a: number,
  factor: readonly Row[],
  before: readonly Row[],
  root?: DoubleDouble,
): Row {
  const row = copyRow(right);
  before.forEach((other, j) => {
    subtractMultiple(row, at(factor[j]!, a), other);
  });
  if (root) for (let k = 0; k < row.high.length; k++) put(row, k, over(at(row, k), root));
  return row;
}

/** L⁻ᵀ of rows. */
function substitutedBack(
  rows: readonly Row[],
  order: readonly number[],
  factor: readonly Row[],
  roots: readonly DoubleDouble[],
): Row[] {
  const solved: Row[] = [];
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = copyRow(rows[i]!);
    for (let j = i + 1; j < rows.length; j++) subtractMultiple(row, at(factor[i]!, order[j]!), solved[j]!);
    for (let k = 0; k < row.high.length; k++) put(row, k, over(at(row, k), roots[i]!));
    solved[i] = row;
  }
  return solved;
}

function rounded(rows: readonly Row[], columns: number): Float64Array {
  const out = new Float64Array(rows.length * columns);
  rows.forEach(({ high }, i) => {
    out.set(high, i * columns);
  });
  return out;
}

/** Ties go to the earlier action, rounding included, so that the order does not hang on the last bit. */
function mostTelling(
  order: readonly number[],
  from: number,
  left: readonly DoubleDouble[],
  variance: readonly DoubleDouble[],
): number {
  const share = (a: number) => left[a]![0] / variance[a]![0];
  let best = from;
  for (let i = from + 1; i < order.length; i++) {
    const [mine, theirs] = [share(order[i]!), share(order[best]!)];
    if (mine > theirs * (1 + 1e-10) || (mine >= theirs * (1 - 1e-10) && order[i]! < order[best]!)) best = i;
  }
  return best;
}

/** ωᵀKω: all that can be explained of the mean. */
function quadratic({ data, rows: p }: Law['covariance'], weights: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < p; j++) for (let k = 0; k < p; k++) sum += weights[j]! * weights[k]! * data[j * p + k]!;
  return sum;
}

interface Row {
  high: Float64Array;
  low: Float64Array;
}

const emptyRow = (length: number): Row => ({
  high: new Float64Array(length),
  low: new Float64Array(length),
});
const copyRow = ({ high, low }: Row): Row => ({ high: high.slice(), low: low.slice() });
const at = ({ high, low }: Row, k: number): DoubleDouble => [high[k]!, low[k]!];

function put({ high, low }: Row, k: number, [h, l]: DoubleDouble): void {
  high[k] = h;
  low[k] = l;
}

/** row ← row − factor·other: `times` and `plus` written out, since nearly all of the time is spent here. */
function subtractMultiple({ high, low }: Row, [a, tail]: DoubleDouble, other: Row): void {
  if (a === 0 && tail === 0) return;
  const wide = SPLITTER * a;
  const upper = wide - (wide - a);
  const lower = a - upper;
  for (let k = 0; k < high.length; k++) {
    const b = other.high[k]!;
    const wideB = SPLITTER * b;
    const upperB = wideB - (wideB - b);
    const lowerB = b - upperB;
    const product = a * b;
    const error =
      upper * upperB -
      product +
      upper * lowerB +
      lower * upperB +
      lower * lowerB +
      (a * other.low[k]! + tail * b);
    const from = high[k]!;
    const difference = from - product;
    const part = difference - from;
    const rest = from - (difference - part) - (product + part) + (low[k]! - error);
    const sum = difference + rest;
    high[k] = sum;
    low[k] = rest - (sum - difference);
  }
}
