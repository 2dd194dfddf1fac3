import { checkFinite, checkMatrix } from '../../src/numerics/kernels/dense-checks.ts';
import type { PivotedQr } from '../../src/numerics/kernels/dense-kernels.ts';
import { identity, type Matrix, transpose, zeros } from '../../src/numerics/matrix.ts';
import { rangeDot } from './range-dot.ts';
import { applyReflector, makeReflector, powerOfTwoScale, type Reflector } from './reflector-plain.ts';

/**
 * Householder QR with column pivoting. The norms of the remaining columns are computed afresh in every step, which
 * adds a third to the 2mn² operations and leaves no rounding to guard against. Columns are held as rows.
 */
export function pivotedQrPlain(a: Matrix): PivotedQr {
  checkMatrix('the matrix of a QR factorisation', a);
  checkFinite('the matrix of a QR factorisation', a);
  const { rows, cols } = a;
  const scale = powerOfTwoScale(a.data);
  const turned = transpose(a);
  for (let i = 0; i < turned.data.length; i++) turned.data[i] /= scale;
  const columns = Int32Array.from({ length: cols }, (_, k) => k);
  const reflectors: Reflector[] = [];
  for (let k = 0; k < Math.min(rows, cols); k++) {
    exchange(turned, columns, k, longestColumn(turned, k));
    const reflector = makeReflector(turned.data.subarray(k * rows + k, (k + 1) * rows));
    reflectors.push(reflector);
    for (let j = k + 1; j < cols; j++) applyReflector(reflector, turned.data, j * rows + k);
    turned.data.fill(0, k * rows + k, (k + 1) * rows);
    turned.data[k * rows + k] = reflector.beta;
  }
  for (let i = 0; i < turned.data.length; i++) turned.data[i] *= scale;
  return { q: orthogonalFactor(rows, reflectors), r: transpose(turned), columns };
}

/** Among columns k, k + 1, … the one with the largest norm from row k on. */
function longestColumn({ rows, cols, data }: Matrix, k: number): number {
  let best = k;
  let longest = -1;
  for (let j = k; j < rows; j++) {
    const square = rangeDot(data, j * cols + k, data, j * cols + k, cols - k);
    if (square > longest) {
      longest = square;
      best = j;
    }
  }
  return best;
}

function exchange({ cols, data }: Matrix, columns: Int32Array, i: number, j: number): void {
  if (i === j) return;
  const kept = data.slice(i * cols, (i + 1) * cols);
  data.copyWithin(i * cols, j * cols, (j + 1) * cols);
  data.set(kept, j * cols);
  [columns[i], columns[j]] = [columns[j], columns[i]];
}

/**
 * Q = H_0·H_1⋯, built as its transpose: row i starts as e_i and passes the reflectors, the last one first; those beyond
 * i do not touch it yet.
 */
function orthogonalFactor(size: number, reflectors: Reflector[]): Matrix {
  if (size === 0) return zeros(0, 0);
  const turned = identity(size);
  for (let i = 0; i < size; i++)
    for (let k = Math.min(i, reflectors.length - 1); k >= 0; k--)
      applyReflector(reflectors[k], turned.data, i * size + k);
  return transpose(turned);
}
