import { describe, expect, it } from 'vitest';
import { flush, nextRow, rowDone, tallQr } from './tall-qr.ts';

/** R of the rows, taken in one by one. */
function factor(rows: readonly (readonly number[])[], batchRows?: number): Float64Array {
  const qr = tallQr(rows[0]!.length, batchRows);
  for (const row of rows) {
    nextRow(qr).set(row);
    rowDone(qr);
  }
  flush(qr);
  return qr.r.data;
}

describe('the triangular factor of many rows', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [1, (i % 7) - 3, ((3 * i) % 11) / 4]);

  it('has the products of the columns, however many rows are taken in at a time', () => {
    for (const batch of [1, 5, 256]) {
      const r = factor(rows, batch);
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) {
          let products = 0;
          let own = 0;
          for (const row of rows) products += row[a]! * row[b]!;
          for (let k = 0; k < 3; k++) own += r[k * 3 + a]! * r[k * 3 + b]!;
          expect(own).toBeCloseTo(products, 10);
        }
    }
  });

  it('is finite where a column is so small that its squares are denormal', () => {
    for (const tiny of [1e-150, 1e-160, 1e-170, 1e-300]) {
      const r = factor(rows.map(([a, b]) => [a! * tiny, b!]));
      expect([...r].every(Number.isFinite)).toBe(true);
      expect(Math.hypot(r[1]!, r[3]!)).toBeCloseTo(Math.hypot(...rows.map(([, b]) => b!)), 9);
    }
  });
});
