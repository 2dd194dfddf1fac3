import { describe, expect, it } from 'vitest';
import { normals, testSet } from '../../../test/records.ts';
import { zeros } from '../../numerics/matrix.ts';
import { permutation, randomStream } from '../../numerics/random/random-stream.ts';
import { contiguousTemplate } from '../layouts/contiguous.ts';
import { dispersedTemplate } from '../layouts/dispersed.ts';
import { type LayoutName, supportsOf } from '../layouts.ts';
import { crossFit, pooledR2 } from './cross-fit.ts';
import { checkFolds, randomFolds } from './folds.ts';
import { PENALTIES } from './weighted-ridge.ts';

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
  it('refuses a single outer fold, and a single inner one', () => {
    const n = set.unit.length;
    const one = { outer: new Int32Array(n), inner: [new Int32Array(n).fill(-1)] };
    expect(() => checkFolds(set, one)).toThrow('the only fold is held out');
    const folds = randomFolds(set, 3);
    const inner = folds.inner.map((own) => own.map((fold) => Math.min(fold, 0)));
    expect(() => checkFolds(set, { ...folds, inner })).toThrow('penalties cannot be compared');
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
  it('tells where the penalties end too soon, and only there', () => {
    const { length } = aim!.values;
    const ends = (values: Float64Array, features = aim!.features) => {
      const { penalties, atEnd } = crossFit(set, { ...aim!, values, features }, folds, () =>
        dispersedTemplate(features.cols, features.cols),
      );
      return { penalties, atEnd };
    };
    // What is linear in what is read needs no shrinkage, and less than next to none changes nothing.
    const linear = ends(Float64Array.from({ length }, (_, i) => aim!.features.data[24 * i + 3]!));
    expect(linear.penalties).toEqual(Array.from({ length: 5 }, () => PENALTIES[0]));
    const flat = ends(aim!.values);
    expect(linear.atEnd).toEqual([0, 0, 0, 0, 0]);
    expect(flat.atEnd).toEqual([0, 0, 0, 0, 0]);
    // Noise is best not looked at.
    const noise = ends(normals(length, 'no relation'));
    expect(noise.atEnd.filter((end) => end === 1).length).toBeGreaterThan(2);
    noise.atEnd.forEach((end, k) => {
      if (end === 1) expect(noise.penalties[k]).toBe(PENALTIES.at(-1));
    });
    // Of two readings that nearly repeat each other, the difference tells all.
    const [common, difference] = [normals(length, 'common'), normals(length, 'difference')];
    const pairs = zeros(length, 2);
    for (let i = 0; i < length; i++) {
      pairs.data[2 * i] = common[i]!;
      pairs.data[2 * i + 1] = common[i]! + 1e-4 * difference[i]!;
    }
    expect(ends(difference, pairs).atEnd).toEqual([-1, -1, -1, -1, -1]);
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
