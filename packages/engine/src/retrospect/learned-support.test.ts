import { describe, expect, it } from 'vitest';
import { firstSwaps, forwardOrder } from './learned-support.ts';
import { flooredCovariance, residualMoments } from './residual-moments.ts';
import { testSet } from './sample-records.ts';

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
