import { describe, expect, it } from 'vitest';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { fillNormal, permutation, randomStream } from '../numerics/random-stream.ts';
import { crossFit, pooledR2 } from './cross-fit.ts';
import { checkFolds, randomFolds } from './folds.ts';
import { gridDiagnostic } from './grid-diagnostic.ts';
import { heldOutRange, heldOutRanges } from './held-out-range.ts';
import { layoutFits } from './layout-fits.ts';
import { jaccard, type LayoutName, supportsOf } from './layouts.ts';
import { firstSwaps, forwardOrder } from './learned-support.ts';
import { type RecordSet, unitWeights } from './record-set.ts';
import { flooredCovariance, residualMoments } from './residual-moments.ts';
import { selectionSweep, stability } from './stability.ts';
import { halfToEven, onGrid, overlapMean, type StateMapping, validEpochs } from './state-grid.ts';
import { contiguousTemplate, dispersedTemplate } from './templates.ts';
import { PENALTIES, ridgePath } from './weighted-ridge.ts';

const normals = (count: number, ...path: (string | number)[]) => {
  const out = new Float64Array(count);
  fillNormal(randomStream(1, ...path), out);
  return out;
};
const matrix = (rows: number, cols: number, ...path: (string | number)[]): Matrix => ({
  rows,
  cols,
  data: normals(rows * cols, ...path),
});

/** Records of 40 units, some with two; the target is the mean of the course plus what the baseline says. */
function testSet(p = 24, units = 40): RecordSet {
  const unit = Int32Array.from({ length: units + units / 4 }, (_, i) => i % units);
  const n = unit.length;
  const features = zeros(n, p);
  const noise = normals(n * p, 'course');
  for (let i = 0; i < n; i++) {
    let now = noise[i * p]!;
    for (let j = 0; j < p; j++) {
      now = 0.8 * now + 0.6 * noise[i * p + j]!;
      features.data[i * p + j] = now > 0.3 ? 1 : 0;
    }
  }
  const stratum = Int32Array.from(unit, (u) => (u < units / 2 ? 0 : 1));
  const baselines = zeros(n, 2);
  for (let i = 0; i < n; i++) {
    baselines.data[2 * i] = stratum[i]!;
    baselines.data[2 * i + 1] = 20 + (i % 5);
  }
  const values = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0.1 * stratum[i]!;
    for (let j = 0; j < p; j++) sum += features.data[i * p + j]! / p;
    return sum;
  });
  return {
    records: Array.from({ length: n }, (_, i) => `record ${i}`),
    unit,
    units: Array.from({ length: units }, (_, u) => `unit ${u}`),
    stratum,
    strata: ['a', 'b'],
    weights: unitWeights(unit),
    baselines,
    targets: [{ name: 'share', features, values }],
  };
}

describe('state records on a grid', () => {
  const mapping: StateMapping = {
    resolution: 30,
    rounding: 'nearest',
    invalid: ['?'],
    block: 1,
    points: 4,
    reading: 'anchor',
  };
  it('epochs by rounding, invalid ones and gaps taken out', () => {
    const intervals = [
      { from: 0, to: 60, state: 'W' },
      { from: 60, to: 120, state: '?' },
      { from: 180, to: 240, state: 'R' },
      { from: 241, to: 302, state: 'W' },
    ];
    expect([...validEpochs(intervals, new Set(['R']), mapping)]).toEqual([0, 0, 1, 1, 0, 0]);
  });
  it('an epoch that two intervals claim counts once', () => {
    const overlapping = [
      { from: 0, to: 90, state: 'R' },
      { from: 60, to: 120, state: 'W' },
    ];
    expect([...validEpochs(overlapping, new Set(['R']), mapping)]).toEqual([1, 1, 1, 0]);
  });
  it('blocks: the mean of 60 seconds, an incomplete last one left out', () => {
    const seconds: StateMapping = { ...mapping, resolution: 1, rounding: 'down', block: 60 };
    const intervals = [
      { from: 0.9, to: 30.2, state: 'A' },
      { from: 30.2, to: 150, state: 'B' },
    ];
    expect([...validEpochs(intervals, new Set(['A']), seconds)]).toEqual([0.5, 0]);
  });
  it('anchors: the epoch in the middle of bins with edges rounded half to even', () => {
    const epochs = Float64Array.from({ length: 10 }, (_, i) => i);
    // Edges 0, 2.5 → 2, 5, 7.5 → 8, 10: middles 1, 3, 6, 9.
    expect([...onGrid(epochs, mapping).features]).toEqual([1, 3, 6, 9]);
    expect(onGrid(epochs, mapping).target).toBe(4.5);
    expect([0.5, 1.5, 2.5, 2.4, 2.6].map(halfToEven)).toEqual([0, 2, 2, 2, 3]);
  });
  it('means: epoch i belongs to bin i·p div n; overlap: to the part that lies inside', () => {
    const epochs = Float64Array.of(0, 1, 1, 0, 1, 1);
    // Bins of 1.5 epochs: 0, 1 | 2 | 3, 4 | 5.
    expect([...onGrid(epochs, { ...mapping, reading: 'mean' }).features]).toEqual([0.5, 1, 0.5, 1]);
    const shares = onGrid(epochs, { ...mapping, reading: 'overlap' }).features;
    [0.5 / 1.5, 1, 0.5 / 1.5, 1].forEach((share, k) => {
      expect(shares[k]).toBeCloseTo(share, 14);
    });
    expect(overlapMean(epochs, 0.25, 2.25)).toBeCloseTo(1.25 / 2, 14);
  });
  it('refuses recordings that are too short', () => {
    expect(() => onGrid(new Float64Array(3), mapping)).toThrow('3 valid epochs');
  });
});

describe('templates', () => {
  it('contiguous around the middle, dispersed from end to end', () => {
    expect(contiguousTemplate(128, 4)).toEqual([62, 63, 64, 65]);
    expect(contiguousTemplate(9, 2)).toEqual([3, 4]);
    expect(dispersedTemplate(128, 4)).toEqual([0, 42, 85, 127]);
    expect(dispersedTemplate(96, 4, 'down')).toEqual([0, 31, 63, 95]);
    expect(dispersedTemplate(96, 1, 'down')).toEqual([0]);
  });
});

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

describe('learned supports', () => {
  const set = testSet();
  const moments = residualMoments({
    ...set,
    features: set.targets[0]!.features,
    targets: set.targets[0]!.values,
  });
  const repaired = flooredCovariance(moments.covariance, 40);
  const p = repaired.rows;

  const criterion = (support: readonly number[]) => {
    // By elimination on the small system.
    const a = support.map((i) => [...support.map((j) => repaired.data[i * p + j]!), moments.cross[i]!]);
    const d = support.length;
    for (let k = 0; k < d; k++)
      for (let j = 0; j < d; j++) {
        if (j === k) continue;
        const factor = a[j]![k]! / a[k]![k]!;
        for (let l = k; l <= d; l++) a[j]![l]! -= factor * a[k]![l]!;
      }
    return support.reduce((sum, i, k) => sum + (moments.cross[i]! * a[k]![d]!) / a[k]![k]!, 0);
  };

  it('forward selection takes the best next one, by the criterion itself', () => {
    const order = forwardOrder(repaired, moments.cross, 5);
    order.forEach((chosen, k) => {
      const before = order.slice(0, k);
      const all = Array.from({ length: p }, (_, a) => a).filter((a) => !before.includes(a));
      const best = Math.max(...all.map((a) => criterion([...before, a])));
      expect(criterion([...before, chosen])).toBeCloseTo(best, 12);
    });
  });
  it('an exchange is the first that improves, by the criterion itself', () => {
    const start = [0, 1, 2, 3];
    const [swapped] = [firstSwaps(repaired, moments.cross, start, 1)];
    let expected: number[] | undefined;
    for (let i = 0; i < 4 && !expected; i++)
      for (let b = 0; b < p && !expected; b++) {
        if (start.includes(b)) continue;
        const other = start.map((a, k) => (k === i ? b : a));
        if (criterion(other) > criterion(start) + 1e-13) expected = other;
      }
    expect(swapped).toEqual(expected);
    const best = firstSwaps(repaired, moments.cross, start, 1000);
    for (let i = 0; i < 4; i++)
      for (let b = 0; b < p; b++)
        if (!best.includes(b))
          expect(criterion(best.map((a, k) => (k === i ? b : a)))).toBeLessThanOrEqual(
            criterion(best) + 1e-12,
          );
  });
  it('of anchors that read the same the middle one is taken', () => {
    const same = { rows: 3, cols: 3, data: Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1) };
    expect(forwardOrder(same, Float64Array.of(1, 1, 1), 1)).toEqual([1]);
  });
  it('residual moments leave nothing along the baselines', () => {
    const { features, values } = set.targets[0]!;
    const alone = residualMoments({ ...set, features: set.baselines, targets: values });
    for (const value of alone.covariance.data) expect(Math.abs(value)).toBeLessThan(1e-12);
    expect(features.rows).toBe(set.records.length);
  });
});

describe('folds', () => {
  const set = testSet();
  it('hold whole units, the strata in proportion, each unit once', () => {
    const folds = randomFolds(set, 3);
    expect(() => checkFolds(set, folds)).not.toThrow();
    for (let k = 0; k < 5; k++) {
      const held = new Set(Array.from(set.unit).filter((_, i) => folds.outer[i] === k));
      expect(held.size).toBe(8);
      const ofFirst = [...held].filter((u) => u < 20).length;
      expect(ofFirst).toBe(4);
    }
    expect(randomFolds(set, 3)).toEqual(folds);
    expect(randomFolds(set, 4)).not.toEqual(folds);
  });
  it('refuses a unit on both sides', () => {
    const folds = randomFolds(set, 3);
    const outer = folds.outer.slice();
    outer[40] = (outer[0]! + 1) % 5;
    expect(() => checkFolds(set, { ...folds, outer })).toThrow('unit 0 stands in two outer folds');
  });
});

describe('cross-fitting', () => {
  const set = testSet();
  const folds = randomFolds(set, 1);
  const [aim] = set.targets;

  it('predicts what is held out from the other side alone', () => {
    const support = contiguousTemplate(24, 6);
    const { predictions } = crossFit(set, aim!, folds, () => support);
    // Another target for the units held out in fold 2 leaves their predictions as they are.
    const values = aim!.values.map((value, i) => (folds.outer[i] === 2 ? value + 5 : value));
    const again = crossFit(set, { ...aim!, values }, folds, () => support).predictions;
    predictions.forEach((value, i) => {
      if (folds.outer[i] === 2) expect(again[i]).toBe(value);
    });
    expect(again).not.toEqual(predictions);
  });
  it('sees what is there: all points explain nearly everything', () => {
    expect(crossFit(set, aim!, folds, () => dispersedTemplate(24, 24)).r2).toBeGreaterThan(0.99);
    expect(crossFit(set, aim!, folds, () => dispersedTemplate(24, 6)).r2).toBeGreaterThan(0.3);
  });
  it.each<LayoutName>(['contiguous', 'dispersed', 'aware', 'kernelQuadrature', 'posteriorVariance'])(
    '%s: permuted targets give nothing',
    (layout) => {
      let sum = 0;
      for (let seed = 0; seed < 6; seed++) {
        const order = permutation(randomStream(seed, 'permuted'), set.units.length);
        const first = set.units.map((_, u) => set.unit.indexOf(u));
        const values = Float64Array.from(set.unit, (u) => aim!.values[first[order[u]!]!]!);
        const permuted = { ...set, targets: [{ ...aim!, values }] };
        const supports = supportsOf(layout, permuted, folds, 0, [6]);
        sum += crossFit(permuted, permuted.targets[0]!, folds, (k) => supports[k]![0]!).r2;
      }
      expect(sum / 6).toBeLessThan(0.08);
    },
  );
  it('R² by hand', () => {
    const values = Float64Array.of(0, 1, 2);
    expect(pooledR2(values, values, Float64Array.of(1, 1, 1))).toBe(1);
    expect(pooledR2(values, Float64Array.of(1, 1, 1), Float64Array.of(1, 1, 1))).toBe(0);
    // Weights 1, 1, 2: mean 1.25; squares 1.5625 + 0.0625 + 2·0.5625; errors 1 + 0 + 2.
    expect(pooledR2(values, Float64Array.of(1, 1, 1), Float64Array.of(1, 1, 2))).toBeCloseTo(
      1 - 3 / 2.75,
      12,
    );
  });
});

describe('ranges and stability', () => {
  const set = testSet();
  const folds = randomFolds(set, 1);
  const [aim] = set.targets;
  const [a, b] = [dispersedTemplate(24, 6), contiguousTemplate(24, 6)].map(
    (support) => crossFit(set, aim!, folds, () => support).predictions,
  );

  it('the same predictions differ by nothing; others by what they differ', () => {
    expect(heldOutRange(set, aim!.values, a!, a!)).toEqual({ difference: 0, low: 0, high: 0 });
    const { difference, low, high } = heldOutRange(set, aim!.values, a!, b!);
    expect(difference).toBeCloseTo(
      pooledR2(aim!.values, a!, set.weights) - pooledR2(aim!.values, b!, set.weights),
      14,
    );
    expect(low).toBeLessThan(difference);
    expect(high).toBeGreaterThan(difference);
  });
  it('the range of a mean-like statistic is about two standard errors each way', () => {
    // Errors of one predictor independent of the other's: the range shrinks like the root of the number of units.
    const wide = (units: number) => {
      const larger = testSet(4, units);
      const n = larger.records.length;
      const noise = normals(n, 'range');
      const values = normals(n, 'values');
      const prediction = values.map((value, i) => value + noise[i]!);
      const { low, high } = heldOutRange(larger, values, prediction, values, { draws: 400 });
      return high - low;
    };
    const ratio = wide(40) / wide(640);
    expect(ratio).toBeGreaterThan(2);
    expect(ratio).toBeLessThan(8);
  });
  it('subsamples are a function of their number, and the sweep ends at all units', () => {
    const input = {
      set,
      folds,
      target: 0,
      budget: 4,
      layouts: ['aware', 'kernelQuadrature', 'dispersed'] as const,
      learning: {},
      share: 0.8,
      seed: 1,
    };
    const piece = stability.prepare(input);
    const one = piece(3);
    expect(stability.prepare(structuredClone(input))(3)).toEqual(one);
    expect(piece(4)).not.toEqual(one);
    const drawn = stability.prepare({ ...input, redraw: { outer: 5, inner: 3 } });
    expect(drawn(3)).toEqual(stability.prepare({ ...input, redraw: { outer: 5, inner: 3 } })(3));
    expect(drawn(3)).not.toEqual(one);
    const whole = ['aware', 'kernelQuadrature', 'dispersed'].map((layout) => {
      const supports = supportsOf(layout as LayoutName, set, folds, 0, [4]);
      return crossFit(set, aim!, folds, (k) => supports[k]![0]!).r2;
    });
    const sweep = selectionSweep.prepare({ ...input, sizes: [10, 0], repeats: 2 });
    expect(sweep(2)).toEqual(whole);
    expect(sweep(0)).not.toEqual(whole);
  });
  it('fits of layouts are supports and cross-fits of each budget', () => {
    const layouts = ['dispersed', 'aware'] as const;
    const pieces = layoutFits.prepare({
      cells: [{ set, folds }],
      layouts,
      budgets: [2, 5],
      options: { swaps: 1 },
    });
    layouts.forEach((layout, l) => {
      const supports = supportsOf(layout, set, folds, 0, [2, 5], { swaps: 1 });
      const fits = pieces(l);
      [0, 1].forEach((b) => {
        expect(fits[b]!.supports).toEqual(supports.map((own) => own[b]!));
        expect(fits[b]!.r2).toBe(crossFit(set, aim!, folds, (k) => supports[k]![b]!).r2);
      });
    });
  });
  it('moments by records or by units choose other supports, and each their own', () => {
    const choose = (weights: Float64Array, moments?: 'unit' | 'record') =>
      supportsOf('aware', { ...set, weights }, folds, 0, [6], moments ? { moments } : {});
    const [units, records] = [unitWeights(set.unit), new Float64Array(set.unit.length).fill(1)];
    expect(choose(units, 'record')).toEqual(choose(records));
    expect(choose(records, 'unit')).toEqual(choose(units));
    expect(choose(records)).not.toEqual(choose(units));
  });
  it('draws in which the target does not vary are made again', () => {
    const n = set.records.length;
    const values = Float64Array.from({ length: n }, (_, i) => (set.unit[i] === 3 ? 1 : 0));
    const prediction = new Float64Array(n).fill(0.1);
    const { contrasts, redrawn } = heldOutRanges(set, values, [prediction, values], [[0, 1]], { draws: 200 });
    expect(redrawn).toBeGreaterThan(30);
    expect(Number.isFinite(contrasts[0]!.low)).toBe(true);
    const same = new Float64Array(n).fill(0.5);
    expect(() => heldOutRanges(set, same, [prediction, same], [[0, 1]])).toThrow('hold one value only');
  });
  it('jaccard', () => {
    expect(jaccard([1, 2, 3], [2, 3, 4])).toBe(0.5);
    expect(jaccard([1], [2])).toBe(0);
  });
});

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
