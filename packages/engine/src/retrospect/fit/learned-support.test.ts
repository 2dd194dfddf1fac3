import { describe, expect, it } from 'vitest';
import { testSet } from '../../../test/records.ts';
import { LAYOUTS } from '../layouts/index.ts';
import { learnedSupports } from '../layouts.ts';
import { firstSwaps, forwardOrder } from './learned-support.ts';
import { flooredCovariance, residualMoments } from './residual-moments.ts';

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
  it('an exchange among anchors that tie is none, whatever rounding says', () => {
    const covariance = { rows: 2, cols: 2, data: Float64Array.of(1, 1 - 1e-9, 1 - 1e-9, 1) };
    const swapped = (gain: number) => firstSwaps(covariance, Float64Array.of(0.5, 0.5 * (1 + gain)), [0], 3);
    expect(swapped(1e-12)).toEqual([0]);
    expect(swapped(1e-8)).toEqual([1]);
  });
  it.each(LAYOUTS.flatMap(({ name, learned }) => (learned ? [name] : [])))(
    'the unit of the values makes no difference: %s',
    (layout) => {
      const learn = (anchors: number, aim: number) =>
        learnedSupports(
          layout,
          {
            covariance: {
              ...moments.covariance,
              data: moments.covariance.data.map((value) => value * anchors ** 2),
            },
            cross: moments.cross.map((value) => value * anchors * aim),
          },
          { units: 40, budgets: [3, 8] },
        );
      for (const unit of [1e-9, 1e9]) {
        expect(learn(unit, unit)).toEqual(learn(1, 1));
        expect(learn(unit, 1)).toEqual(learn(1, 1));
      }
    },
  );
  it('the floor is the mean variance over the number of units', () => {
    const own = { rows: 2, cols: 2, data: Float64Array.of(4, 0, 0, 0) };
    expect([...flooredCovariance(own, 10).data].map((value) => Number(value.toFixed(12)))).toEqual([
      4, 0, 0, 0.2,
    ]);
    expect(flooredCovariance(own, 10, 3).data[3]).toBeCloseTo(0.6, 12);
  });
  it('without a target: the total variance left is least, among correlations of anchors that vary', () => {
    // Anchor 5 is constant and takes no part; the others have unequal variances.
    const scale = Float64Array.from({ length: p }, (_, j) => (j === 5 ? 0 : 1 + j / 3));
    const data = moments.covariance.data.map((value, k) => value * scale[Math.floor(k / p)]! * scale[k % p]!);
    const found = learnedSupports(
      'posteriorVariance',
      { ...moments, covariance: { rows: p, cols: p, data } },
      { units: 40, budgets: [4], floor: 1 },
    )[0]!;
    expect(found).not.toContain(5);
    // The same correlations by hand: floor among the varying ones, then to unit variance.
    const varying = Array.from({ length: p }, (_, j) => j).filter((j) => j !== 5);
    const n = varying.length;
    const some = Float64Array.from(
      { length: n * n },
      (_, k) => data[varying[Math.floor(k / n)]! * p + varying[k % n]!]!,
    );
    const repairedSome = flooredCovariance({ rows: n, cols: n, data: some }, 40).data;
    const r = (i: number, j: number) =>
      repairedSome[i * n + j]! / Math.sqrt(repairedSome[i * n + i]! * repairedSome[j * n + j]!);
    /** What is left of all variances after reading some, by elimination. */
    const left = (support: readonly number[]) => {
      const m = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => r(i, j)));
      for (const a of support) {
        const row = [...m[a]!];
        for (let i = 0; i < n; i++) {
          const factor = m[i]![a]! / row[a]!;
          for (let j = 0; j < n; j++) m[i]![j]! -= factor * row[j]!;
        }
      }
      return m.reduce((sum, row, i) => sum + row[i]!, 0);
    };
    const places = found.map((j) => varying.indexOf(j));
    places.forEach((_, k) => {
      const before = places.slice(0, k);
      const others = varying.map((_, i) => i).filter((i) => !before.includes(i));
      const least = Math.min(...others.map((i) => left([...before, i])));
      expect(left(places.slice(0, k + 1))).toBeCloseTo(least, 10);
    });
  });
  it('residual moments leave nothing along the baselines', () => {
    const { features, values } = set.targets[0]!;
    const alone = residualMoments({ ...set, features: set.baselines, targets: values });
    for (const value of alone.covariance.data) expect(Math.abs(value)).toBeLessThan(1e-12);
    expect(features.rows).toBe(set.records.length);
  });
});
