import { copyMatrix, type Matrix } from '../../numerics/matrix.ts';

/** M + δI. */
export function lifted(matrix: Matrix, by: number): Matrix {
  const out = copyMatrix(matrix);
  for (let j = 0; j < out.rows; j++) out.data[j * out.rows + j]! += by;
  return out;
}

/** K + Σ x_iΔ_i. */
export function movedAlong(start: Matrix, directions: readonly Matrix[], by: Float64Array): Matrix {
  const out = copyMatrix(start);
  directions.forEach(({ data }, i) => {
    for (let n = 0; n < data.length; n++) out.data[n]! += by[i]! * data[n]!;
  });
  return out;
}

/** K + sΔ. */
export function movedBy(covariance: Matrix, direction: Matrix, by: number): Matrix {
  const { rows, cols, data } = covariance;
  return { rows, cols, data: data.map((value, n) => value + by * direction.data[n]!) };
}

/** The same, the diagonal kept at 1. */
export function correlationsMovedBy(covariance: Matrix, direction: Matrix, by: number): Matrix {
  const out = movedBy(covariance, direction, by);
  for (let j = 0; j < out.rows; j++) out.data[j * out.rows + j] = 1;
  return out;
}
