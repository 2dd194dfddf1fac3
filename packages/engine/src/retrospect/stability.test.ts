import { describe, expect, it } from 'vitest';
import { normals, testSet } from '../../test/records.ts';
import { crossFit, pooledR2 } from './fit/cross-fit.ts';
import { randomFolds } from './fit/folds.ts';
import { heldOutRange, heldOutRanges } from './fit/held-out-range.ts';
import { layoutFits } from './layout-fits.ts';
import { contiguousTemplate } from './layouts/contiguous.ts';
import { dispersedTemplate } from './layouts/dispersed.ts';
import { jaccard, type LayoutName, supportsOf } from './layouts.ts';
import { unitWeights } from './records/record-set.ts';
import { selectionSweep, stability } from './stability.ts';

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
    sweep(2).forEach((r2, k) => {
      expect(r2).toBeCloseTo(whole[k]!, 13);
    });
    expect(sweep(0)).not.toEqual(whole);
  });
  it('fits of layouts are supports and cross-fits of each budget', () => {
    const layouts = ['dispersed', 'aware'] as const;
    const pieces = layoutFits.prepare({
      cells: [{ set, folds }],
      layouts,
      budgets: [2, 5],
      options: { swaps: 1 },
      seed: 1,
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
  it('subsamples in which the target does not vary are drawn again', () => {
    const values = Float64Array.from(set.unit, (u) => (u === 3 ? 1 : 0));
    const rare = { ...set, targets: [{ ...aim!, values }] };
    const input = {
      set: rare,
      folds,
      target: 0,
      budget: 4,
      layouts: ['dispersed'] as const,
      learning: {},
      share: 0.3,
      seed: 1,
    };
    const piece = stability.prepare(input);
    for (let k = 0; k < 12; k++) expect(Number.isFinite(piece(k)[0]), `subsample ${k}`).toBe(true);
    const same = { ...input, set: { ...set, targets: [{ ...aim!, values: values.fill(0) }] } };
    expect(() => stability.prepare(same)(0)).toThrow('hold one value only');
  });
  it('jaccard', () => {
    expect(jaccard([1, 2, 3], [2, 3, 4])).toBe(0.5);
    expect(jaccard([1], [2])).toBe(0);
  });
});
