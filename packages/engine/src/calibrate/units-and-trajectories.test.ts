import { describe, expect, it } from 'vitest';
import { points, testStudy } from '../../test/units.ts';
import { planUnits } from './plan-units.ts';
import { designEffect } from './resampling/draws.ts';
import { errorAt, errorComponents, unitsAndTrajectories } from './units-and-trajectories.ts';

/** Estimates without a group whose jackknife variance is `variance`. */
function leaving(groups: number, variance: number): Float64Array {
  const raw = Float64Array.from({ length: groups }, (_, g) => (g % 2 === 0 ? 1 : -1));
  const squares = groups - (groups % 2 === 0 ? 0 : 1 / groups);
  return raw.map((x) => x * Math.sqrt((variance * groups) / ((groups - 1) * squares)));
}

describe('units and trajectories', () => {
  it('components are those that a mean of units and trajectories has, with unequal numbers too', () => {
    const counts = [1, 3, 8, 2, 6, 10, 4, 4];
    const [between, within] = [0.7, 2.5];
    const total = counts.reduce((sum, n) => sum + n);
    // The variance of a pooled mean, by units and as if all were independent.
    const byUnit = counts.reduce((sum, n) => sum + n * n * between + n * within, 0) / total ** 2;
    const apart = (between + within) / total;
    const found = errorComponents(leaving(8, byUnit), leaving(38, apart), counts);
    expect(found.designEffect).toBeCloseTo(byUnit / apart, 10);
    for (const [units, n] of [
      [8, 1],
      [20, 5],
      [100, 30],
    ] as const)
      expect(errorAt(found, 8, units, n) ** 2).toBeCloseTo((between + within / n) / units / byUnit, 10);
    const { correlation, needed } = unitsAndTrajectories(found, counts, {
      epsilon: 0.1,
      resolves: 0.2,
      needed: 80,
    });
    expect(correlation).toBeCloseTo(between / (between + within), 10);
    expect(needed.at(-1)).toEqual({ trajectories: null, units: Math.ceil((80 * between) / 8 / byUnit) });
  });

  it('independent trajectories of a unit are as good as other units; copies add nothing', () => {
    const counts = new Int32Array(10).fill(4);
    const free = errorComponents(leaving(10, 0.5), leaving(40, 0.5), counts);
    expect(errorAt(free, 10, 10, 8) ** 2).toBeCloseTo(0.5, 10);
    const copies = errorComponents(leaving(10, 2), leaving(40, 0.5), counts);
    expect(errorAt(copies, 10, 10, 100)).toBeCloseTo(1, 10);
    expect(designEffect(new Float64Array(10), new Float64Array(40))).toBe(1);
  });

  it('a plan says what patients and days would each give', async () => {
    const { grid, weights, values } = testStudy(120, 8, 5);
    const clusters = Int32Array.from({ length: 120 }, (_, i) => i % 30);
    const common = testStudy(30, 8, 6).values;
    values.data.forEach((x, n) => {
      values.data[n] = x + common.data[(Math.floor(n / 8) % 30) * 8 + (n % 8)]!;
    });
    const protocols = [[5], [2, 8]].map((times) => points(grid, times));
    const input = { estimand: 'gaussian', noise: 0, weights, targets: ['mean'], protocols } as const;
    const plan = await planUnits({ ...input, sample: { values, clusters } }, { draws: 200, gap: 0.05 });
    const { clustering, epsilon, uniform } = plan;
    expect([plan.units, plan.trajectories]).toEqual([30, 120]);
    expect(clustering!.designEffect).toBeGreaterThan(1);
    // Every unit has four: with as many units of four each nothing changes.
    const here = clustering!.table.find(({ units, trajectories }) => units === 30 && trajectories === 4)!;
    expect(here.epsilon).toBeCloseTo(epsilon, 10);
    const same = clustering!.needed.find(({ trajectories }) => trajectories === 4)!;
    expect(Math.abs(same.units! - uniform.units!)).toBeLessThanOrEqual(1);
    const units = clustering!.needed.map(({ units: needed }) => needed!);
    expect(units.toSorted((a, b) => b - a)).toEqual(units);
    const single = await planUnits({ ...input, sample: { values } }, { draws: 50, gap: 0.05 });
    expect(single.clustering).toBeUndefined();
  });
});
