import { expect, it } from 'vitest';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { randomFolds } from './fit/folds.ts';
import { type RecordSet, unitWeights } from './records/record-set.ts';
import { foldScores, supportScore } from './support-score.ts';

/** By hand: (c₁, c₂) (1 ρ; ρ 1)⁻¹ (c₁, c₂)ᵀ = (c₁² + c₂² − 2ρc₁c₂)/(1 − ρ²). */
it('the score of two anchors is what the formula gives by hand', () => {
  const covariance: Matrix = {
    rows: 3,
    cols: 3,
    data: Float64Array.of(1, 0.1, 0.4, 0.1, 1, 0.2, 0.4, 0.2, 1),
  };
  const cross = Float64Array.of(0.5, 9, 0.3);
  const by = (0.5 ** 2 + 0.3 ** 2 - 2 * 0.4 * 0.5 * 0.3) / (1 - 0.4 ** 2);
  expect(supportScore({ covariance, cross, variance: 2 }, [0, 2])).toBeCloseTo(by / 2, 14);
  expect(supportScore({ covariance, cross, variance: 2 }, [2, 0])).toBeCloseTo(by / 2, 14);
});

const UNITS = 60;

/** Every third unit has two recordings. */
function testSet(): RecordSet {
  const unit = Int32Array.from({ length: UNITS + UNITS / 3 }, (_, i) => (i < UNITS ? i : 3 * (i - UNITS)));
  const n = unit.length;
  const draw = new Float64Array(n * 7);
  fillNormal(randomStream(3, 'scores'), draw);
  const features = zeros(n, 5);
  const baselines = zeros(n, 1);
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    baselines.data[i] = draw[7 * i]!;
    for (let j = 0; j < 5; j++) features.data[5 * i + j] = draw[7 * i + 1 + j]! + 0.5 * draw[7 * i]!;
    values[i] = features.data[5 * i]! - 0.5 * features.data[5 * i + 3]! + draw[7 * i]! + draw[7 * i + 6]!;
  }
  return {
    records: Array.from(unit, (u, i) => `${u}/${i}`),
    unit,
    units: Array.from({ length: UNITS }, (_, u) => String(u)),
    stratum: new Int32Array(n),
    strata: [''],
    weights: unitWeights(unit),
    baselines,
    targets: [{ name: 'sum', features, values }],
  };
}

/** Weighted residual sum of squares by Gaussian elimination on the normal equations. */
function residual(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  w: readonly number[],
): number {
  const k = columns.length;
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + w[i]! * value * b[i]!, 0);
  const rows = columns.map((a) => [...columns.map((b) => dot(a, b)), dot(a, y)]);
  for (let p = 0; p < k; p++)
    for (let r = 0; r < k; r++) {
      if (r === p) continue;
      const factor = rows[r]![p]! / rows[p]![p]!;
      for (let c = p; c <= k; c++) rows[r]![c]! -= factor * rows[p]![c]!;
    }
  const beta = rows.map((row, p) => row[k]! / row[p]!);
  return y.reduce((sum, value, i) => {
    const fit = beta.reduce((all, b, j) => all + b * columns[j]![i]!, 0);
    return sum + w[i]! * (value - fit) ** 2;
  }, 0);
}

it.each(['unit', 'record'] as const)(
  'without a floor it is the share of the residual variance that a regression explains, by %s',
  (moments) => {
    const set = testSet();
    const folds = randomFolds(set, 1);
    const support = [0, 3, 4];
    const found = foldScores(set, folds, 0, [support], { floor: 1e-9, moments });
    const { features, values } = set.targets[0]!;
    found.forEach(([score], fold) => {
      const rows = [...set.unit.keys()].filter((i) => folds.outer[i] !== fold);
      const w = rows.map((i) => (moments === 'unit' ? set.weights[i]! : 1));
      const y = rows.map((i) => values[i]!);
      const known = [rows.map(() => 1), rows.map((i) => set.baselines.data[i]!)];
      const seen = support.map((j) => rows.map((i) => features.data[5 * i + j]!));
      const share = 1 - residual([...known, ...seen], y, w) / residual(known, y, w);
      expect(score).toBeCloseTo(share, 6);
    });
  },
);
