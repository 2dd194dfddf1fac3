import type { Matrix } from '../matrix.ts';
import type { Transposed } from './dense-kernels.ts';

/** Rows, columns and depth of a product. */
interface ProductShape {
  rows: number;
  cols: number;
  depth: number;
}

export function checkMatrix(name: string, { rows, cols, data }: Matrix): void {
  if (data.length !== rows * cols)
    throw new RangeError(`${name} is said to be ${rows} × ${cols} but has ${data.length} entries`);
}

export function checkProduct(a: Matrix, b: Matrix, transposed: Transposed): ProductShape {
  checkMatrix('the left factor', a);
  checkMatrix('the right factor', b);
  const [rows, depth] = transposed === 'left' ? [a.cols, a.rows] : [a.rows, a.cols];
  const [depthOfRight, cols] = transposed === 'right' ? [b.cols, b.rows] : [b.rows, b.cols];
  if (depth !== depthOfRight)
    throw new RangeError(
      `a ${rows} × ${depth} matrix cannot be multiplied by a ${depthOfRight} × ${cols} one`,
    );
  return { rows, cols, depth };
}

/** The size of a square matrix. */
export function checkSquare(name: string, a: Matrix): number {
  checkMatrix(name, a);
  if (a.rows !== a.cols) throw new RangeError(`${name} must be square: ${a.rows} × ${a.cols}`);
  return a.rows;
}

/** A trapezoid that is no taller than wide, and a triangle that fits it. */
export function checkTriangles(u: Matrix, l: Matrix): void {
  const { rows, depth } = checkProduct(u, l, 'right');
  if (checkSquare('the triangle', l) !== depth || rows > depth)
    throw new RangeError(
      `a trapezoid of ${u.rows} × ${u.cols} cannot be multiplied by a triangle of ${l.rows}`,
    );
}

/** Every entry of a matrix must be a finite number. */
export function checkFinite(name: string, { cols, data }: Matrix): void {
  for (let i = 0; i < data.length; i++)
    if (!Number.isFinite(data[i])) throw notFinite(name, Math.floor(i / cols), i % cols, data[i]);
}

/** The size of a symmetric matrix, whose lower triangle must be finite: the rest is not read. */
export function checkSymmetric(a: Matrix): number {
  const name = 'a symmetric matrix';
  const n = checkSquare(name, a);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++)
      if (!Number.isFinite(a.data[i * n + j])) throw notFinite(name, i, j, a.data[i * n + j]);
  return n;
}

function notFinite(name: string, i: number, j: number, value: number): RangeError {
  return new RangeError(`${name} must be finite: entry (${i}, ${j}) is ${value}`);
}

/** A triangle that can be solved with, and right-hand sides that fit it. */
export function checkTriangularSolve(l: Matrix, b: Matrix): void {
  const n = checkSquare('the triangle', l);
  checkMatrix('the right-hand side', b);
  if (b.rows !== n) throw new RangeError(`a ${n} × ${n} triangle cannot be solved for ${b.rows} rows`);
  for (let i = 0; i < n; i++) {
    const pivot = l.data[i * n + i];
    if (pivot === 0 || !Number.isFinite(pivot))
      throw new RangeError(`the triangle cannot be solved: its diagonal entry ${i} is ${pivot}`);
  }
}

export function checkOuter(a: Matrix, v: Float64Array): number {
  const n = checkSquare('the matrix', a);
  if (v.length !== n) throw new RangeError(`an outer product of ${v.length} entries added to ${n} × ${n}`);
  return n;
}

export function eigenDidNotConverge(n: number): Error {
  return new Error(`the eigenvalue iteration did not converge for a ${n} × ${n} matrix`);
}

/** Sorted eigenvalues that are numbers: those of a matrix with entries near 1e308 may be too large to be represented. */
export function checkEigenvalues(values: Float64Array): Float64Array {
  for (const value of [values[0], values[values.length - 1]])
    if (value !== undefined && !Number.isFinite(value))
      throw new RangeError(
        `an eigenvalue of a ${values.length} × ${values.length} matrix overflows: ${value}`,
      );
  return values;
}
