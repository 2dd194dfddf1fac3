import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { extended } from './row-space.ts';

/**
 * Which correlation matrices are considered possible: any, stationary ones (constant along diagonals), or those that
 * differ from the given one by combinations of symmetric directions.
 */
export type CovarianceClass = 'any' | 'stationary' | { readonly directions: readonly Matrix[] };

/** ' of …' for people. */
export function className(covarianceClass: CovarianceClass): string {
  if (covarianceClass === 'any') return ' of all correlation matrices';
  return covarianceClass === 'stationary' ? ' of stationary correlation matrices' : ' given';
}

/** Orthonormal directions in the Frobenius inner product that span the same space as the ones given. */
export function orthonormalDirections(directions: readonly Matrix[], points: number): Matrix[] {
  directions.forEach(({ rows, cols, data }, i) => {
    if (rows !== points || cols !== points)
      throw new RangeError(`direction ${i} is ${rows} × ${cols}, not ${points} × ${points}`);
    for (let j = 0; j < points; j++)
      for (let k = 0; k < j; k++)
        if (data[j * points + k] !== data[k * points + j])
          throw new RangeError(`direction ${i} is not symmetric at (${j}, ${k})`);
  });
  const basis = extended(
    [],
    directions.map(({ data }) => data),
  );
  return basis.map((data) => ({ rows: points, cols: points, data }));
}

/** The symmetric Toeplitz matrix with these values by lag. */
export function toeplitz(byLag: ArrayLike<number>): Matrix {
  const p = byLag.length;
  const matrix = zeros(p, p);
  for (let j = 0; j < p; j++) for (let k = 0; k < p; k++) matrix.data[j * p + k] = byLag[Math.abs(j - k)]!;
  return matrix;
}
