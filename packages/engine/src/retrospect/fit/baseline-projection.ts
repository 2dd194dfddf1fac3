import { square } from '../../numerics/elementary.ts';
import { dot, type Matrix, zeros } from '../../numerics/matrix.ts';

/**
 * Weighted least squares on an intercept and some baselines: an orthonormal basis (in the weighted product) of what they
 * span over the fitting rows. Where baselines are collinear there, a constant or a stratum that these rows never saw, many
 * combinations give the same basis over the fitting rows and another one elsewhere. It is the combination of least norm, as
 * the pseudo-inverse has it: with a penalty on everything else, a system is singular along combinations of baselines only.
 */
interface BaselineProjection {
  readonly centres: Float64Array;
  readonly scales: Float64Array;
  /** Row r of the basis over standardised columns: basis_r = Σ_c coefficient[r][c]·column_c, the constant first. */
  readonly coefficients: readonly Float64Array[];
}

/** Below this share of a standardised column's length, what a baseline adds to the others is rounding. */
const NOTHING_NEW = 1e-10;
export const isNew = (share: number): boolean => share > NOTHING_NEW;
/** A deviation below this is none, and the scale is left at 1. */
export const NO_DEVIATION = 1e-12;

export function weightedMoments(
  { rows, cols, data }: Matrix,
  weights: Float64Array,
): { centres: Float64Array; scales: Float64Array } {
  const centres = new Float64Array(cols);
  const scales = new Float64Array(cols);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    total += weights[i]!;
    for (let j = 0; j < cols; j++) centres[j]! += weights[i]! * data[i * cols + j]!;
  }
  for (let j = 0; j < cols; j++) centres[j]! /= total;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) scales[j]! += weights[i]! * square(data[i * cols + j]! - centres[j]!);
  for (let j = 0; j < cols; j++) scales[j] = scaleOf(scales[j]! / total);
  return { centres, scales };
}

/** The deviation, where there is one. */
export function scaleOf(variance: number): number {
  const deviation = Math.sqrt(variance);
  return deviation < NO_DEVIATION ? 1 : deviation;
}

export function baselineProjection(baselines: Matrix, weights: Float64Array): BaselineProjection {
  const { rows, cols, data } = baselines;
  const { centres, scales } = weightedMoments(baselines, weights);
  const column = (c: number) =>
    Float64Array.from({ length: rows }, (_, i) =>
      c === 0 ? 1 : (data[i * cols + c - 1]! - centres[c - 1]!) / scales[c - 1]!,
    );
  const weightedDot = (a: Float64Array, b: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += weights[i]! * a[i]! * b[i]!;
    return sum;
  };
  const coefficients = orthonormalCombinations(cols + 1, column, weightedDot, isNew);
  return { centres, scales, coefficients };
}

/**
 * Gram–Schmidt over columns in any product, the constant first and all of them as long as it is or 0. `adds` is told the
 * share of its length that is left of a column, and what is left, and says whether that is something new.
 */
export function orthonormalCombinations(
  count: number,
  column: (c: number) => Float64Array,
  dot: (a: Float64Array, b: Float64Array) => number,
  adds: (share: number, left: Float64Array) => boolean,
): Float64Array[] {
  const basis: Float64Array[] = [];
  const coefficients: Float64Array[] = [];
  /** Combinations of columns that are 0 over the fitting rows, orthonormal. */
  const nothing: Float64Array[] = [];
  let whole = 0;
  for (let c = 0; c < count; c++) {
    let vector = column(c);
    if (c === 0) whole = Math.sqrt(dot(vector, vector));
    const combination = new Float64Array(count);
    combination[c] = 1;
    // Twice is enough for orthogonality to rounding.
    for (let pass = 0; pass < 2; pass++)
      basis.forEach((q, r) => {
        const along = dot(q, vector);
        vector = vector.map((value, i) => value - along * q[i]!);
        coefficients[r]!.forEach((value, k) => {
          combination[k]! -= along * value;
        });
      });
    const length = Math.sqrt(Math.max(0, dot(vector, vector)));
    if (adds(length / whole, vector)) {
      basis.push(vector.map((value) => value / length));
      coefficients.push(combination.map((value) => value / length));
    } else nothing.push(normalised(without(combination, nothing)));
  }
  return coefficients.map((one) => without(one, nothing));
}

/** A combination less what it has along others, which are orthonormal. */
function without(combination: Float64Array, others: readonly Float64Array[]): Float64Array {
  const out = combination.slice();
  for (const other of others) {
    const along = dot(out, other);
    for (let k = 0; k < out.length; k++) out[k]! -= along * other[k]!;
  }
  return out;
}

function normalised(combination: Float64Array): Float64Array {
  const length = Math.sqrt(dot(combination, combination));
  return combination.map((value) => value / length);
}

/** The basis at any rows: n × rank. */
export function basisAt({ centres, scales, coefficients }: BaselineProjection, baselines: Matrix): Matrix {
  const { rows, cols, data } = baselines;
  const out = zeros(rows, coefficients.length);
  for (let i = 0; i < rows; i++)
    coefficients.forEach((combination, r) => {
      let sum = combination[0]!;
      for (let c = 0; c < cols; c++)
        sum += (combination[c + 1]! * (data[i * cols + c]! - centres[c]!)) / scales[c]!;
      out.data[i * out.cols + r] = sum;
    });
  return out;
}

/** What each column of a matrix has along the basis over the fitting rows: rank × cols. */
export function alongBasis(basis: Matrix, weights: Float64Array, matrix: Matrix): Matrix {
  const out = zeros(basis.cols, matrix.cols);
  for (let i = 0; i < matrix.rows; i++)
    for (let r = 0; r < basis.cols; r++) {
      const factor = weights[i]! * basis.data[i * basis.cols + r]!;
      for (let j = 0; j < matrix.cols; j++)
        out.data[r * matrix.cols + j]! += factor * matrix.data[i * matrix.cols + j]!;
    }
  return out;
}

/** matrix − basis·along: what the baselines leave. */
export function withoutBasis(matrix: Matrix, basis: Matrix, along: Matrix): Matrix {
  const out = { ...matrix, data: matrix.data.slice() };
  for (let i = 0; i < matrix.rows; i++)
    for (let r = 0; r < basis.cols; r++) {
      const factor = basis.data[i * basis.cols + r]!;
      if (factor === 0) continue;
      for (let j = 0; j < matrix.cols; j++)
        out.data[i * matrix.cols + j]! -= factor * along.data[r * matrix.cols + j]!;
    }
  return out;
}
