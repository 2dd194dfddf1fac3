import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { matrix, normals } from '../../../test/records.ts';
import { matrixFromRows, zeros } from '../../numerics/matrix.ts';
import { PENALTIES, ridgePath } from './weighted-ridge.ts';

const near = comparedWith(
  'ridge predictions with collinear baselines',
  'mpmath, the pseudo-inverse in 50 digits',
);

/** With baselines that are collinear over the fitting rows, and rows of which that does not hold. */
const collinear: {
  penalties: number[];
  cases: {
    name: string;
    baselines: number[][];
    features: number[][];
    targets: number[];
    weights: number[];
    others: { baselines: number[]; features: number[] }[];
    predictions: number[][];
  }[];
} = JSON.parse(readFileSync(new URL('../../../fixtures/collinear_baselines.json', import.meta.url), 'utf8'));

describe('weighted ridge', () => {
  const n = 30;
  const [baselines, features] = [matrix(n, 2, 'baselines'), matrix(n, 5, 'features')];
  const targets = normals(n, 'targets');
  const weights = normals(n, 'weights').map((w) => 0.2 + w * w);
  const penalties = [1e-6, 0.1, 10];

  /** The normal equations of the definition, solved by elimination. */
  function byDefinition(penalty: number): (i: number) => number {
    const total = weights.reduce((a, b) => a + b);
    const w = weights.map((weight) => (weight * n) / total);
    const columns = [
      ...Array.from({ length: 2 }, (_, c) =>
        Float64Array.from({ length: n }, (_, i) => baselines.data[2 * i + c]!),
      ),
      ...Array.from({ length: 5 }, (_, c) =>
        Float64Array.from({ length: n }, (_, i) => features.data[5 * i + c]!),
      ),
    ].map((column) => {
      const mean = column.reduce((s, x, i) => s + w[i]! * x, 0) / n;
      const sd = Math.sqrt(column.reduce((s, x, i) => s + w[i]! * (x - mean) ** 2, 0) / n);
      return column.map((x) => (x - mean) / sd);
    });
    const mean = targets.reduce((s, y, i) => s + w[i]! * y, 0) / n;
    const d = columns.length;
    const a = columns.map((one, j) => [
      ...columns.map(
        (two, k) => one.reduce((s, x, i) => s + w[i]! * x * two[i]!, 0) + (j === k && j >= 2 ? penalty : 0),
      ),
      one.reduce((s, x, i) => s + w[i]! * x * (targets[i]! - mean), 0),
    ]);
    for (let k = 0; k < d; k++)
      for (let j = 0; j < d; j++) {
        if (j === k) continue;
        const factor = a[j]![k]! / a[k]![k]!;
        for (let l = k; l <= d; l++) a[j]![l]! -= factor * a[k]![l]!;
      }
    const beta = a.map((row, k) => row[d]! / row[k]!);
    return (i) => mean + columns.reduce((s, column, k) => s + column[i]! * beta[k]!, 0);
  }

  it('is the definition, for every penalty of the path', () => {
    const path = ridgePath({ baselines, features, targets, weights }, penalties)(baselines, features);
    penalties.forEach((penalty, l) => {
      const predict = byDefinition(penalty);
      for (let i = 0; i < n; i++) expect(path.data[l * n + i]).toBeCloseTo(predict(i), 9);
    });
  });
  it.each(collinear.cases)(
    'is the pseudo-inverse of the whole system where baselines are collinear: $name',
    ({ baselines, features, targets, weights, others, predictions }) => {
      const data = {
        baselines: matrixFromRows(baselines),
        features: matrixFromRows(features),
        targets: Float64Array.from(targets),
        weights: Float64Array.from(weights),
      };
      const path = ridgePath(data, collinear.penalties)(
        matrixFromRows(others.map((row) => row.baselines)),
        matrixFromRows(others.map((row) => row.features)),
      );
      predictions.flat().forEach((value, at) => {
        near(Math.abs(path.data[at]! - value), 5e-10);
      });
    },
  );
  it('constant and repeated baselines change nothing', () => {
    const more = zeros(n, 4);
    for (let i = 0; i < n; i++) {
      more.data.set(baselines.data.subarray(2 * i, 2 * i + 2), 4 * i);
      more.data[4 * i + 2] = 7;
      more.data[4 * i + 3] = baselines.data[2 * i]! - 3 * baselines.data[2 * i + 1]!;
    }
    const one = ridgePath({ baselines, features, targets, weights }, penalties)(baselines, features);
    const two = ridgePath({ baselines: more, features, targets, weights }, penalties)(more, features);
    one.data.forEach((value, at) => {
      expect(two.data[at]).toBeCloseTo(value, 9);
    });
  });
  it('the penalties are 25 from 1e-6 to 100', () => {
    expect(PENALTIES).toHaveLength(25);
    expect(PENALTIES[0]).toBeCloseTo(1e-6, 18);
    expect(PENALTIES[24]).toBeCloseTo(100, 10);
  });
});
