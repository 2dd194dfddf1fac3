import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { type Matrix, transpose, zeros } from '../matrix.ts';

interface NullSpace {
  /** Orthonormal rows that span {x : A·x = 0}; as many as A has columns, less the rank. */
  basis: Matrix;
  rank: number;
}

/**
 * The null space of A by pivoted QR of its transpose, Aᵀ·Π = Q·R: the rank is the number of |r_kk| above the tolerance,
 * and the remaining columns of Q are orthogonal to every row of A. Never through AᵀA, which squares the condition and
 * loses directions whose singular values are below 1e-8 of the largest.
 *
 * Default tolerance: max(rows, cols)·ε·|r_00|. Then |A·x| is within about that for each unit vector x of the basis.
 * Cost O(cols²·rows + cols³).
 */
export function nullSpace(
  a: Matrix,
  kernels: Pick<DenseKernels, 'pivotedQr'>,
  tolerance?: number,
): NullSpace {
  if (tolerance !== undefined && !(tolerance >= 0))
    throw new RangeError(`the tolerance of a rank must be at least 0: ${tolerance}`);
  const { q, r } = kernels.pivotedQr(transpose(a));
  const threshold = tolerance ?? Math.max(a.rows, a.cols) * Number.EPSILON * Math.abs(r.data[0] ?? 0);
  const diagonal = Math.min(r.rows, r.cols);
  let rank = 0;
  while (rank < diagonal && Math.abs(r.data[rank * r.cols + rank]) > threshold) rank++;

  const size = a.cols;
  const basis = zeros(size - rank, size);
  for (let k = rank; k < size; k++)
    for (let i = 0; i < size; i++) basis.data[(k - rank) * size + i] = q.data[i * size + k];
  return { basis, rank };
}
