// Figures that an independent implementation of the paper's formulas gave, to all their digits.
import { describe, expect, it } from 'vitest';
import { type KernelSpec, kernelMatrix } from '../latent-kernel.ts';
import type { TargetSpec } from '../target.ts';
import { target } from '../target.ts';
import { targetWeights } from '../target-weights.ts';
import { timeGrid } from '../time/time-grid.ts';
import { action } from './action.ts';
import { familyValues, protocolValues } from './value.ts';

/** All subsets of exactly `size` of n actions, in lexicographic order. */
function subsets(n: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const all: number[][] = [];
  for (let a = from; a < n; a++) for (const rest of subsets(n, size - 1, a + 1)) all.push([a, ...rest]);
  return all;
}

function asFamily(sets: number[][]) {
  const starts = new Int32Array(sets.length + 1);
  sets.forEach((set, i) => {
    starts[i + 1] = starts[i]! + set.length;
  });
  return { members: Int32Array.from(sets.flat()), starts };
}

describe('the four-point example', () => {
  const grid = timeGrid(4, 4);
  const weights = targetWeights('uniform', grid);
  const delta = [0, 1, -2, 1];
  const observed = [1, 2].map((j) => action({ at: grid.times[j]! }, grid));
  it.each([
    [0.1321, 0.681648],
    [-0.1321, 0.827379],
  ])('at ε = %d the value is %d', (epsilon, expected) => {
    const toeplitz = delta.map((d, lag) => Math.exp(-lag) + epsilon * d);
    const covariance = kernelMatrix({ toeplitz }, 0, grid);
    const { variance, protocols } = protocolValues({ covariance, weights }, target('mean'), [observed]);
    expect(Math.abs(variance - 0.428012)).toBeLessThan(5e-7);
    expect(Math.abs(protocols[0]!.value - expected)).toBeLessThan(5e-7);
  });
});

describe('Table 1', () => {
  const grid = timeGrid(10, 128);
  const weights = targetWeights('uniform', grid);

  it.each<[TargetSpec, number[], number]>([
    ['mean', [2, 4, 7, 9], 0.499308],
    [{ above: 0 }, [2, 4, 7, 9], 0.459486],
    [{ above: 1.5 }, [2, 4, 7, 9], 0.35161],
    [{ outside: 1.2 }, [2, 4, 6, 8], 0.201619],
    [{ logistic: 2 }, [2, 4, 7, 9], 0.489775],
  ])('OU, %j: the best four of twelve are %j', (spec, best, value) => {
    const covariance = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
    const catalogue = Array.from({ length: 12 }, (_, k) =>
      action({ at: 0.5 + (9 / 11) * k, noise: 0.4 }, grid),
    );
    const sets = subsets(12, 4);
    const values = familyValues({ covariance, weights }, target(spec), catalogue, asFamily(sets)).value;
    const largest = Math.max(...values);
    expect(Math.abs(largest - value)).toBeLessThan(5e-7);
    // Mirror images tie but for the grid; the published one is among the best.
    expect(largest - values[sets.findIndex((set) => set.join() === best.join())]!).toBeLessThan(1e-12);
  });

  it('heterogeneous, outside 1.2: 802 protocols within the budget, the best of value 0.041038 with three actions', () => {
    const covariance = kernelMatrix({ ou: { tau: 0.7 } }, 0, grid);
    const catalogue = Array.from({ length: 6 }, (_, k) => 0.5 + 1.8 * k).flatMap((at) =>
      [0, 1.5, 3.5].map((width) =>
        action({ at, width, noise: { from: 1, to: 3 }, cost: { base: 1, perWidth: 0.15 } }, grid),
      ),
    );
    const cost = (set: number[]) => set.reduce((sum, a) => sum + catalogue[a]!.cost, 0);
    const sets = [1, 2, 3, 4].flatMap((size) => subsets(18, size)).filter((set) => cost(set) <= 4 + 1e-12);
    expect(sets.length).toBe(802);
    const values = familyValues(
      { covariance, weights },
      target({ outside: 1.2 }),
      catalogue,
      asFamily(sets),
    ).value;
    const best = values.indexOf(Math.max(...values));
    expect(Math.abs(values[best]! - 0.041038)).toBeLessThan(5e-7);
    expect(sets[best]!.length).toBe(3);
  });
});

describe('Figure 2b: 1001 protocols of points, windows and repeated points', () => {
  const grid = timeGrid(20, 128);
  const weights = targetWeights('uniform', grid);
  const catalogue = [
    ...Array.from({ length: 10 }, (_, k) => action({ at: 1 + 2 * k, noise: 0.5 }, grid)),
    ...[5, 15].map((at) => action({ at, width: 3, noise: 0.5 }, grid)),
    ...[2, 18].map((at) => action({ at, repeats: 3, noise: 0.5 }, grid)),
  ];
  it.each<[string, KernelSpec, number, TargetSpec, number, number]>([
    ['trait–OU, mean', { ou: { tau: 2 } }, 0.2, 'mean', 0.690725, 0.449911],
    [
      'two-scale OU, above 1',
      {
        mixture: [
          { weight: 0.5, ou: { tau: 0.5 } },
          { weight: 0.5, ou: { tau: 6 } },
        ],
      },
      0,
      { above: 1 },
      0.522297,
      0.28555,
    ],
  ])('%s', (_name, kernel, trait, spec, best, worst) => {
    const covariance = kernelMatrix(kernel, trait, grid);
    const sets = subsets(14, 4);
    const values = familyValues({ covariance, weights }, target(spec), catalogue, asFamily(sets)).value;
    expect(values.length).toBe(1001);
    expect(Math.abs(Math.max(...values) - best)).toBeLessThan(5e-7);
    expect(Math.abs(Math.min(...values) - worst)).toBeLessThan(5e-7);
  });
});
