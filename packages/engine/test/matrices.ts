import { identity, type Matrix, transpose, zeros } from '../src/numerics/matrix.ts';

/** The largest |a_ij - b_ij|. */
export function largestDifference(a: Matrix, b: Matrix): number {
  if (a.rows !== b.rows || a.cols !== b.cols)
    throw new RangeError(`${a.rows} × ${a.cols} against ${b.rows} × ${b.cols}`);
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) {
    const difference = Math.abs(a.data[i]! - b.data[i]!);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

/** Uniform entries in [-1, 1), the same for the same seed: a counter through a mixing function (MurmurHash3's). */
export function random(rows: number, cols: number, seed = 1): Matrix {
  const start = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(rows, 0x85ebca77) ^ Math.imul(cols, 0x27d4eb2f);
  const data = Float64Array.from({ length: rows * cols }, (_, i) => {
    let x = start + Math.imul(i, 0x9e3779b9);
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return ((x ^ (x >>> 16)) >>> 0) / 0x80000000 - 1;
  });
  return { rows, cols, data };
}

export function fromFormula(rows: number, cols: number, entry: (i: number, j: number) => number): Matrix {
  const matrix = zeros(rows, cols);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) matrix.data[i * cols + j] = entry(i, j);
  return matrix;
}

/** A·B by three nested loops, with Neumaier's compensated sums so that the reference adds no error of its own. */
export function naiveProduct(a: Matrix, b: Matrix): Matrix {
  const out = zeros(a.rows, b.cols);
  const columns = transpose(b).data;
  const depth = a.cols;
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.cols; j++) {
      let sum = 0;
      let lost = 0;
      for (let l = 0; l < depth; l++) {
        const term = a.data[i * depth + l] * columns[j * depth + l];
        const next = sum + term;
        lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
        sum = next;
      }
      out.data[i * b.cols + j] = sum + lost;
    }
  }
  return out;
}

export const symmetric = (n: number, seed = 1) => {
  const a = random(n, n, seed);
  return fromFormula(n, n, (i, j) => a.data[i * n + j] + a.data[j * n + i]);
};

/** A Gram matrix with a tenth of its size added to the diagonal. */
export const positiveDefinite = (n: number, seed = 1) => {
  const a = random(n, n, seed);
  const gram = naiveProduct(a, transpose(a));
  for (let i = 0; i < n; i++) gram.data[i * n + i] += n / 10;
  return gram;
};

/** The largest |a_ij|. */
export const size = (a: Matrix) => a.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** How far the columns of q are from orthonormal. */
export const orthogonalityError = (q: Matrix) =>
  largestDifference(naiveProduct(transpose(q), q), identity(q.cols));

/** The largest entry of A·V - V·diag(values), beside the largest |value|. */
export function eigenResidual(a: Matrix, values: Float64Array, vectors: Matrix): number {
  const scaled = fromFormula(a.rows, a.rows, (i, k) => vectors.data[i * a.rows + k] * values[k]);
  return largestDifference(naiveProduct(a, vectors), scaled) / (Math.max(...values.map(Math.abs)) || 1);
}

/** The columns of A in another order. */
export function permuted(a: Matrix, columns: Int32Array): Matrix {
  return fromFormula(a.rows, a.cols, (i, k) => a.data[i * a.cols + columns[k]]);
}

/** 2 on the diagonal, -1 beside it: eigenvalues 2 - 2·cos(kπ/(n+1)). */
export const secondDifference = (n: number) =>
  fromFormula(n, n, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0));

/** The largest |a_ij| strictly above (1) or below (-1) the diagonal; NaN counts as infinite. */
export function largestBeside(a: Matrix, side: 1 | -1): number {
  let largest = 0;
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.cols; j++)
      if (side * (j - i) > 0 && !(Math.abs(a.data[i * a.cols + j]) <= largest))
        largest = Math.abs(a.data[i * a.cols + j]);
  return largest;
}
