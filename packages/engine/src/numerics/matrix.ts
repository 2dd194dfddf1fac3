/** A dense matrix: one row-major Float64Array, so that it can be handed to a worker or a kernel as it is. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

export function zeros(rows: number, cols: number): Matrix {
  return { rows, cols, data: new Float64Array(rows * cols) };
}

export function identity(size: number): Matrix {
  const matrix = zeros(size, size);
  for (let i = 0; i < size; i++) matrix.data[i * size + i] = 1;
  return matrix;
}

/**
 * A matrix, row after row.
 *
 * @example
 * ```ts
 * import { matrixFromRows } from '@sightline/engine';
 *
 * const matrix = matrixFromRows([
 *   [1, 0.5],
 *   [0.5, 1],
 * ]);
 * console.log(matrix.rows, matrix.data.length); // → 2 4
 * ```
 */
export function matrixFromRows(rows: readonly ArrayLike<number>[]): Matrix {
  const cols = rows[0]?.length ?? 0;
  const data = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => {
    if (row.length !== cols) throw new RangeError(`row ${i} has ${row.length} entries, row 0 has ${cols}`);
    data.set(row, i * cols);
  });
  return { rows: rows.length, cols, data };
}

export function copyMatrix(matrix: Matrix): Matrix {
  return { rows: matrix.rows, cols: matrix.cols, data: matrix.data.slice() };
}

export function transpose({ rows, cols, data }: Matrix): Matrix {
  const out = zeros(cols, rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out.data[j * rows + i] = data[i * cols + j];
  return out;
}

/** Row i as a view, not a copy. */
export function row({ cols, data }: Matrix, i: number): Float64Array {
  return data.subarray(i * cols, (i + 1) * cols);
}

/** Some rows, in the order in which they are asked for. */
export function someRows({ cols, data }: Matrix, rows: ArrayLike<number>): Matrix {
  const out = zeros(rows.length, cols);
  for (let i = 0; i < rows.length; i++)
    out.data.set(data.subarray(rows[i]! * cols, (rows[i]! + 1) * cols), i * cols);
  return out;
}

/** The same rows and columns of a square matrix, in the order in which they are asked for. */
export function submatrix({ cols, data }: Matrix, places: ArrayLike<number>): Matrix {
  const n = places.length;
  const out = zeros(n, n);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) out.data[i * n + k] = data[places[i]! * cols + places[k]!]!;
  return out;
}

/** The sum of the diagonal. */
export function trace({ rows, cols, data }: Matrix): number {
  let sum = 0;
  for (let j = 0; j < rows; j++) sum += data[j * cols + j]!;
  return sum;
}

/** √Σx_i², of numbers of any size. */
export function norm(x: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.abs(x[i]!));
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return largest;
  const direct = largest > 1e-100 && largest < 1e100;
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += direct ? x[i]! * x[i]! : (x[i]! / largest) * (x[i]! / largest);
  return direct ? Math.sqrt(sum) : largest * Math.sqrt(sum);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
