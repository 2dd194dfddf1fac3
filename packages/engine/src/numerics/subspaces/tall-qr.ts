import { hypot, square } from '../elementary.ts';
import { type Matrix, zeros } from '../matrix.ts';

/**
 * The triangular factor R of a matrix with many rows and few columns, taken in row by row batches: nothing of the
 * matrix is kept. Householder reflections on [R; batch], so the condition of the columns enters once, not squared as it
 * would through AᵀA. 2·rows·columns² operations in all.
 */
export interface TallQr {
  readonly columns: number;
  /** columns × columns, upper triangular. */
  readonly r: Matrix;
  readonly batch: Float64Array;
  readonly batchRows: number;
  filled: number;
}

export function tallQr(columns: number, batchRows = 256): TallQr {
  return {
    columns,
    r: zeros(columns, columns),
    batch: new Float64Array(columns * batchRows),
    batchRows,
    filled: 0,
  };
}

/** Where the next row is to be written; call `rowDone` when it is. The room is cleared. */
export function nextRow(qr: TallQr): Float64Array {
  const from = qr.filled * qr.columns;
  return qr.batch.subarray(from, from + qr.columns).fill(0);
}

export function rowDone(qr: TallQr): void {
  qr.filled++;
  if (qr.filled === qr.batchRows) flush(qr);
}

/** A column whose square sum is below this would make a reflector of rounded denormals: beside entries of about 1 it is nothing. */
const NEGLIGIBLE = 1e-280;

/** Takes in what has been written so far. */
export function flush(qr: TallQr): void {
  const { columns, batch, filled } = qr;
  const r = qr.r.data;
  for (let k = 0; k < columns; k++) {
    let below = 0;
    for (let i = 0; i < filled; i++) below += square(batch[i * columns + k]!);
    if (below < NEGLIGIBLE) continue;
    const head = r[k * columns + k]!;
    const norm = hypot(head, Math.sqrt(below));
    const diagonal = head > 0 ? -norm : norm;
    // The reflector is (head − diagonal, column below); head and diagonal differ in sign, so nothing cancels.
    const first = head - diagonal;
    const scale = 2 / (first * first + below);
    r[k * columns + k] = diagonal;
    for (let j = k + 1; j < columns; j++) {
      let product = first * r[k * columns + j]!;
      for (let i = 0; i < filled; i++) product += batch[i * columns + k]! * batch[i * columns + j]!;
      product *= scale;
      r[k * columns + j]! -= product * first;
      for (let i = 0; i < filled; i++) batch[i * columns + j]! -= product * batch[i * columns + k]!;
    }
  }
  qr.filled = 0;
}
