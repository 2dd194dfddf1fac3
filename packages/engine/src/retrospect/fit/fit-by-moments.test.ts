import { describe, expect, it } from 'vitest';
import { normals, testSet } from '../../../test/records.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { supportsOf, trainingOf } from '../layouts.ts';
import { type RecordSet, someRecords } from '../records/record-set.ts';
import { crossFit } from './cross-fit.ts';
import { fitsByMoments } from './fit-by-moments.ts';
import { foldMoments, momentColumns } from './fold-moments.ts';
import { randomFolds } from './folds.ts';

const plain = testSet(24, 80);
const n = plain.records.length;
const [aim] = plain.targets as [(typeof plain.targets)[0]];

const filled = (cols: number, value: (i: number, j: number) => number): Matrix => {
  const out = zeros(n, cols);
  for (let i = 0; i < n; i++) for (let j = 0; j < cols; j++) out.data[i * cols + j] = value(i, j);
  return out;
};
const reading = (features: Matrix): RecordSet => ({ ...plain, targets: [{ ...aim, features }] });
const noise = normals(n * 24, 'noise');

/** Records on which something could go wrong, and whether moments are enough. */
const sets: [name: string, set: RecordSet][] = [
  ['states, two strata', plain],
  ['no baselines', { ...plain, baselines: zeros(n, 0) }],
  [
    'an indicator for each stratum, of which one is rare',
    { ...plain, baselines: filled(3, (i, c) => Number((i < 3 ? 2 : plain.stratum[i]) === c)) },
  ],
  [
    'what else a reading tells',
    { ...plain, targets: [{ ...aim, beside: filled(24, (i, j) => noise[24 * i + j]!) }] },
  ],
  ['weights of any size', { ...plain, weights: normals(n, 'weights').map((w) => 1e-3 + w * w) }],
  [
    'states that are rarely seen',
    reading(filled(24, (i, j) => (noise[24 * i + j]! > 1.8 + 0.1 * j ? 1 : 0))),
  ],
  [
    'constant and repeated readings',
    reading(filled(24, (i, j) => (j < 2 ? 7 : aim.features.data[24 * i + (j | 1)]!))),
  ],
  [
    'values far from 0, one of all records’ very far',
    reading(
      filled(24, (i, j) =>
        i === 7 && j === 3 ? 1e9 : 1e3 + noise[24 * i + j]! + aim.features.data[24 * i + j]!,
      ),
    ),
  ],
];

/** On four fifths of the records. */
function both(set: RecordSet) {
  const rows = Array.from({ length: n }, (_, i) => i).filter((i) => set.unit[i]! % 5 !== 2);
  const some = someRecords(set, rows);
  const folds = randomFolds(some, 3);
  const columns = momentColumns(set, set.targets[0]!, set.weights);
  return { some, folds, fits: fitsByMoments(columns, foldMoments(columns, rows, folds)!) };
}

describe('fits by moments', () => {
  it.each(sets)('%s: R² and what is learned from are those of the records', (_, set) => {
    const { some, folds, fits } = both(set);
    for (const layout of ['aware', 'dispersed'] as const) {
      const supports = supportsOf(layout, some, folds, 0, [8]);
      const supportOf = (k: number) => supports[k]![0]!;
      expect(fits.r2(supportOf)).toBeCloseTo(crossFit(some, some.targets[0]!, folds, supportOf).r2, 8);
    }
    folds.inner.forEach((_, k) => {
      const { covariance, cross } = trainingOf(some, folds, 0, k, {});
      const found = fits.learning(k)!;
      const size = Math.max(...covariance.data);
      covariance.data.forEach((value, at) => {
        expect(Math.abs(found.covariance.data[at]! - value)).toBeLessThan(1e-12 * size);
      });
      cross.forEach((value, at) => {
        expect(Math.abs(found.cross[at]! - value)).toBeLessThan(1e-12 * Math.sqrt(size));
      });
    });
  });
  it('baselines that nearly repeat each other are left to the records', () => {
    const near = filled(2, (i, c) => noise[i]! + c * 1e-6 * noise[n + i]!);
    const { fits } = both({ ...plain, baselines: near });
    expect(fits.r2(() => [3, 9])).toBeUndefined();
    expect(fits.learning(0)).toBeUndefined();
  });
  it('so are readings that are constant where a penalty is tried, away from their median', () => {
    const { some, folds } = both(plain);
    const fitted = new Set(some.records.filter((_, i) => folds.outer[i] !== 0 && folds.inner[0]![i] !== 0));
    const far = reading(
      filled(24, (i, j) => (j === 3 && fitted.has(plain.records[i]!) ? 9 : noise[24 * i + j]!)),
    );
    const { fits } = both(far);
    expect(fits.r2(() => [3, 9])).toBeUndefined();
    expect(fits.r2(() => [4, 9])).toBeDefined();
  });
});
