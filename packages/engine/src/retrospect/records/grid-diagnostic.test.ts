import { describe, expect, it } from 'vitest';
import { matrix } from '../../../test/records.ts';
import { gridDiagnostic } from './grid-diagnostic.ts';

describe('the grid diagnostic', () => {
  it('of the whole record is 1, of a window the R² of a regression', () => {
    const fractions = matrix(30, 8, 'fractions');
    expect(gridDiagnostic(fractions, [{ from: 0, to: 1 }])).toBeCloseTo(1, 12);
    // Three quarters of bin 0 and half of bin 1.
    const windows = [{ from: 0.25 / 8, to: 1.5 / 8 }];
    const x = Float64Array.from(
      { length: 30 },
      (_, i) => (0.75 * fractions.data[8 * i]! + 0.5 * fractions.data[8 * i + 1]!) / 1.25,
    );
    const y = Float64Array.from({ length: 30 }, (_, i) => {
      let sum = 0;
      for (let k = 0; k < 8; k++) sum += fractions.data[8 * i + k]! / 8;
      return sum;
    });
    const mean = (z: Float64Array) => z.reduce((s, v) => s + v) / 30;
    const cov = (u: Float64Array, v: Float64Array) =>
      u.reduce((s, value, i) => s + (value - mean(u)) * (v[i]! - mean(v)), 0);
    expect(gridDiagnostic(fractions, windows)).toBeCloseTo(cov(x, y) ** 2 / cov(x, x) / cov(y, y), 12);
  });
  it('windows that repeat each other count once', () => {
    const fractions = matrix(30, 8, 'fractions');
    const window = { from: 0.1, to: 0.4 };
    expect(gridDiagnostic(fractions, [window, window])).toBeCloseTo(gridDiagnostic(fractions, [window]), 9);
  });
});
