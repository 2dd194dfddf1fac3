import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { type Matrix, transpose } from '../matrix.ts';

/**
 * The largest t with L·Lᵀ + t·D positive semidefinite: -1/λ for the smallest eigenvalue λ of L⁻¹·D·L⁻ᵀ where it is
 * negative, otherwise infinite. Two triangular solves and the eigenvalues alone: O(n³).
 */
export function longestStep(l: Matrix, direction: Matrix, kernels: DenseKernels): number {
  const half = kernels.solveLower(l, direction);
  const smallest = kernels.eigenvaluesSymmetric(kernels.solveLower(l, transpose(half)))[0];
  return smallest < 0 ? -1 / smallest : Number.POSITIVE_INFINITY;
}

/** The largest t with x + t·d ≥ 0, for x > 0. */
export function longestLinearStep(x: Float64Array, direction: Float64Array): number {
  let longest = Number.POSITIVE_INFINITY;
  for (let l = 0; l < x.length; l++) if (direction[l] < 0) longest = Math.min(longest, -x[l] / direction[l]);
  return longest;
}
