import { square } from '../../numerics/elementary.ts';
import type { DenseKernels } from '../../numerics/kernels/dense-kernels.ts';
import { RANK_TOLERANCE } from '../../numerics/kernels/family-kernels.ts';
import { dot, type Matrix, row, someRows, submatrix, zeros } from '../../numerics/matrix.ts';
import type { Measurement } from './action.ts';
import { FINE_BELOW, fineEliminator } from './fine-elimination.ts';
import { measurementCovariance } from './measurement-covariance.ts';
import type { Law } from './model.ts';

/**
 * The measurements that tell something new, in the order of what they tell: each next one has the largest conditional
 * variance given those before it, as a share of its own (Cholesky with diagonal pivoting). It ends where nothing above
 * RANK_TOLERANCE is left, which is the pseudo-inverse to that tolerance. In another order, near-repetitions without
 * noise are divided by pivots that are mostly rounding, and the errors grow with every further one. O(d³).
 */
export function informativeOrder(between: Matrix, actions: readonly Measurement[]): number[] {
  const d = actions.length;
  const variance = Float64Array.from(actions, ({ noise }, a) => between.data[a * d + a]! + noise);
  const left = variance.slice();
  const order = [...actions.keys()];
  // Row k of `rows` is row k of the factor, by original position.
  const rows: Float64Array[] = [];
  for (let k = 0; k < d; k++) {
    let best = k;
    for (let i = k + 1; i < d; i++) {
      const [a, b] = [order[i]!, order[best]!];
      // Ties go to the earlier action, rounding included, so that the order does not hang on the last bit.
      const [mine, theirs] = [left[a]! / variance[a]!, left[b]! / variance[b]!];
      if (mine > theirs * (1 + 1e-10) || (mine >= theirs * (1 - 1e-10) && a < b)) best = i;
    }
    const pivot = order[best]!;
    if (!(left[pivot]! > RANK_TOLERANCE * variance[pivot]!)) return order.slice(0, k);
    order[best] = order[k]!;
    order[k] = pivot;
    const root = Math.sqrt(left[pivot]!);
    const row = new Float64Array(d);
    for (let i = k + 1; i < d; i++) {
      const a = order[i]!;
      let value = between.data[pivot * d + a]!;
      for (let j = 0; j < k; j++) value -= rows[j]![pivot]! * rows[j]![a]!;
      row[a] = value / root;
      left[a]! -= square(row[a]!);
    }
    rows.push(row);
  }
  return order;
}

/** Readings without those that repeat others, S_K on the scale of the law. */
export interface InformativeReadings {
  /** By their places among all. */
  order: number[];
  /** L⁻¹A_SK for those in the order, LLᵀ = A_SKA_Sᵀ + R: with W for it, Q = WᵀW. */
  recovered: Matrix;
  /** (A_SKA_Sᵀ + R)⁻¹A_SK, a row for each of all readings, of zeros where one adds nothing to the others; or that times ω. */
  gain(weights?: Float64Array): Matrix;
  /** L⁻¹B for a B with a row for each reading in the order. */
  half(right: Matrix): Matrix;
}

/**
 * What has to be solved with the readings' covariance, by its triangular factor in informative order. Where a pivot is so small that it
 * would cost more than six digits, in numbers of 32 (`fineEliminator`), as values are computed then. O(d³ + d²p).
 */
export function informativeReadings(
  law: Law,
  actions: readonly Measurement[],
  kernels: Pick<DenseKernels, 'cholesky' | 'solveLower' | 'solveLowerTransposed'>,
): InformativeReadings {
  const d = actions.length;
  const { cross, between } = measurementCovariance(law, actions);
  const order = informativeOrder(between, actions);
  const among = submatrix(between, order);
  order.forEach((a, i) => {
    among.data[i * (order.length + 1)]! += actions[a]!.noise;
  });
  const factored = kernels.cholesky(among);
  if (order.length < d || !factored.ok || isDelicate(factored.factor, among))
    return fineReadings(law, actions);
  const { factor } = factored;
  const recovered = kernels.solveLower(factor, someRows(cross, order));
  return {
    order,
    recovered,
    gain: (weights) => {
      const half = weights
        ? kernels.solveLower(factor, someRows(timesVector(cross, weights), order))
        : recovered;
      return inPlace(kernels.solveLowerTransposed(factor, half), order, d);
    },
    half: (right) => kernels.solveLower(factor, right),
  };
}

/** Whether a reading keeps less than FINE_BELOW of its variance beside those before it. */
function isDelicate(factor: Matrix, { data }: Matrix): boolean {
  const n = factor.rows;
  for (let i = 0; i < n; i++)
    if (square(factor.data[i * (n + 1)]!) < FINE_BELOW * data[i * (n + 1)]!) return true;
  return false;
}

function fineReadings(law: Law, actions: readonly Measurement[]): InformativeReadings {
  const all = actions.map((_, a) => a);
  const { order, rows, rank, columns, gain, half } = fineEliminator(law, actions)(all);
  return {
    order,
    recovered: { rows: rank, cols: columns, data: rows },
    gain: (weights) => {
      const own = weights ? fineEliminator(law, actions, weights)(all).gain() : gain();
      return inPlace({ rows: rank, cols: weights ? 1 : columns, data: own }, order, actions.length);
    },
    half: (right) => ({ rows: rank, cols: right.cols, data: half(right) }),
  };
}

/** Rows by their order put to their places among d. */
function inPlace(rows: Matrix, order: readonly number[], d: number): Matrix {
  const out = zeros(d, rows.cols);
  order.forEach((a, i) => {
    out.data.set(row(rows, i), a * rows.cols);
  });
  return out;
}

/** Mω, as a column. */
function timesVector(matrix: Matrix, weights: Float64Array): Matrix {
  return {
    rows: matrix.rows,
    cols: 1,
    data: Float64Array.from({ length: matrix.rows }, (_, a) => dot(row(matrix, a), weights)),
  };
}
