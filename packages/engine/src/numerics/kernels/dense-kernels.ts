import type { Matrix } from '../matrix.ts';

/** Which factor of a product is transposed. */
export type Transposed = 'none' | 'left' | 'right';

/** Lower factor L with A = L·Lᵀ, or the first pivot that was not above the minimum: never clamped. */
export type Cholesky = { ok: true; factor: Matrix } | { ok: false; pivot: number; value: number };

/** Eigenvalues in ascending order; column k of `vectors` belongs to value k. */
export interface Eigen {
  values: Float64Array;
  vectors: Matrix;
}

/** Eigenvalues in ascending order; row k of `vectors` belongs to value `first` + k. */
export interface EigenWithin {
  values: Float64Array;
  first: number;
  vectors: Matrix;
}

/** Householder QR with column pivoting: A·Π = Q·R. */
export interface PivotedQr {
  /** rows × rows orthogonal. */
  q: Matrix;
  /** rows × cols upper trapezoidal, |diagonal| not increasing. */
  r: Matrix;
  /** Column k of A·Π is column `columns[k]` of A. */
  columns: Int32Array;
}

/**
 * Dense linear algebra that is worth a compiled kernel. Every result is a new matrix except for `addOuter`.
 * Wrong shapes throw RangeError; a symmetric input is read from its lower triangle.
 */
export interface DenseKernels {
  /** op(A)·op(B) (GEMM). */
  multiply(a: Matrix, b: Matrix, transposed?: Transposed): Matrix;
  /** U·Lᵀ for an upper trapezoidal U, no taller than wide, and a lower triangular L: the zeros must be there. */
  multiplyTriangles(u: Matrix, l: Matrix): Matrix;
  /** A·Aᵀ (SYRK), exactly symmetric. */
  gram(a: Matrix): Matrix;
  /** Aᵀ·A (SYRK), exactly symmetric. Whoever makes many of them lends the memory for the result. */
  crossGram(a: Matrix, room?: Float64Array): Matrix;
  /** Pivots must be above `minimumPivot` (default 0). */
  cholesky(a: Matrix, minimumPivot?: number): Cholesky;
  /** Whether A + shift·I has such a factor: the same without it. */
  isPositiveDefinite(a: Matrix, options?: { shift?: number; minimumPivot?: number }): boolean;
  /** X with L·X = B. */
  solveLower(l: Matrix, b: Matrix): Matrix;
  /** X with Lᵀ·X = B. */
  solveLowerTransposed(l: Matrix, b: Matrix): Matrix;
  eigenSymmetric(a: Matrix): Eigen;
  /** All eigenvalues, and the eigenvectors of those from `low` to `high`, both included. */
  eigenWithin(a: Matrix, low: number, high: number): EigenWithin;
  /** Eigenvalues alone, ascending. */
  eigenvaluesSymmetric(a: Matrix): Float64Array;
  pivotedQr(a: Matrix): PivotedQr;
  /** A ← A + scale·v·vᵀ, in place. */
  addOuter(a: Matrix, v: Float64Array, scale: number): void;
}
