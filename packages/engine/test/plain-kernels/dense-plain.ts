import {
  checkMatrix,
  checkOuter,
  checkProduct,
  checkSquare,
  checkTriangles,
  checkTriangularSolve,
} from '../../src/numerics/kernels/dense-checks.ts';
import type { Cholesky, DenseKernels, Transposed } from '../../src/numerics/kernels/dense-kernels.ts';
import { copyMatrix, type Matrix, transpose, zeros } from '../../src/numerics/matrix.ts';
import { eigenSymmetricPlain, eigenvaluesSymmetricPlain, eigenWithinPlain } from './eigen-plain.ts';
import { pivotedQrPlain } from './pivoted-qr-plain.ts';
import { rangeDot } from './range-dot.ts';

/**
 * The kernels in plain TypeScript: textbook algorithms, other ones than the compiled kernels use where that is
 * simpler, so that each checks the other. Ten to twenty times slower than those at a few hundred rows.
 */
export function densePlain(): DenseKernels {
  return {
    multiply,
    multiplyTriangles: (u, l) => {
      checkTriangles(u, l);
      return multiply(u, l, 'right');
    },
    gram: (a) => {
      checkMatrix('the factor', a);
      return gramOfRows(a);
    },
    crossGram: (a) => {
      checkMatrix('the factor', a);
      return gramOfRows(transpose(a));
    },
    cholesky,
    isPositiveDefinite: (a, { shift = 0, minimumPivot = 0 } = {}) => {
      const shifted = copyMatrix(a);
      for (let i = 0; i < a.rows; i++) shifted.data[i * a.cols + i] += shift;
      return cholesky(shifted, minimumPivot).ok;
    },
    solveLower,
    solveLowerTransposed,
    eigenSymmetric: eigenSymmetricPlain,
    eigenWithin: eigenWithinPlain,
    eigenvaluesSymmetric: eigenvaluesSymmetricPlain,
    pivotedQr: pivotedQrPlain,
    addOuter,
  };
}

/** Entry by entry as dot products of contiguous rows, the right factor turned for that. */
function multiply(a: Matrix, b: Matrix, transposed: Transposed = 'none'): Matrix {
  const { rows, cols, depth } = checkProduct(a, b, transposed);
  const left = transposed === 'left' ? transpose(a).data : a.data;
  const right = transposed === 'right' ? b.data : transpose(b).data;
  const out = zeros(rows, cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++)
      out.data[i * cols + j] = rangeDot(left, i * depth, right, j * depth, depth);
  return out;
}

function gramOfRows({ rows, cols, data }: Matrix): Matrix {
  const out = zeros(rows, rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j <= i; j++) {
      const sum = rangeDot(data, i * cols, data, j * cols, cols);
      out.data[i * rows + j] = sum;
      out.data[j * rows + i] = sum;
    }
  }
  return out;
}

/** Cholesky–Banachiewicz, row by row; a pivot that is not finite and above the minimum is reported as it came out. */
function cholesky(a: Matrix, minimumPivot = 0): Cholesky {
  const n = checkSquare('the matrix of a Cholesky factorisation', a);
  const factor = zeros(n, n);
  const l = factor.data;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++)
      l[i * n + j] = (a.data[i * n + j] - rangeDot(l, i * n, l, j * n, j)) / l[j * n + j];
    const value = a.data[i * n + i] - rangeDot(l, i * n, l, i * n, i);
    if (!(value > minimumPivot && value < Number.POSITIVE_INFINITY)) return { ok: false, pivot: i, value };
    l[i * n + i] = Math.sqrt(value);
  }
  return { ok: true, factor };
}

function solveLower(l: Matrix, b: Matrix): Matrix {
  checkTriangularSolve(l, b);
  const x = copyMatrix(b);
  for (let i = 0; i < b.rows; i++) {
    for (let k = 0; k < i; k++) subtractRow(x, i, l.data[i * l.cols + k], k);
    divideRow(x, i, l.data[i * l.cols + i]);
  }
  return x;
}

function solveLowerTransposed(l: Matrix, b: Matrix): Matrix {
  checkTriangularSolve(l, b);
  const x = copyMatrix(b);
  for (let i = b.rows - 1; i >= 0; i--) {
    for (let k = i + 1; k < b.rows; k++) subtractRow(x, i, l.data[k * l.cols + i], k);
    divideRow(x, i, l.data[i * l.cols + i]);
  }
  return x;
}

/** v_i·v_j first: a symmetric matrix stays symmetric to the last bit. */
function addOuter(a: Matrix, v: Float64Array, scale: number): void {
  const n = checkOuter(a, v);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) a.data[i * n + j] += scale * (v[i] * v[j]);
}

/** Row i ← row i - factor·row k. */
function subtractRow({ cols, data }: Matrix, i: number, factor: number, k: number): void {
  for (let j = 0; j < cols; j++) data[i * cols + j] -= factor * data[k * cols + j];
}

function divideRow({ cols, data }: Matrix, i: number, divisor: number): void {
  for (let j = 0; j < cols; j++) data[i * cols + j] /= divisor;
}
