import { expect, it } from 'vitest';
import { targetWeights, type WeightsSpec } from './target-weights.ts';
import { timeGrid } from './time/time-grid.ts';

const grid = timeGrid(10, 4);

it('is even, recent or one’s own, and sums to 1', () => {
  expect([...targetWeights('uniform', grid)]).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect([...targetWeights([1, 0, 0, 3], grid)]).toEqual([0.25, 0, 0, 0.75]);
  const recent = targetWeights({ recency: 6 }, grid);
  expect(recent[3]! / recent[2]!).toBeCloseTo(Math.exp(2.5 / 6), 13);
  expect(recent.reduce((a, b) => a + b)).toBeCloseTo(1, 15);
  // A recency far below the spacing puts everything on the last point rather than dividing 0 by 0.
  expect([...targetWeights({ recency: 1e-3 }, grid)]).toEqual([0, 0, 0, 1]);
  expect([...targetWeights([1e308, 1e308, 1e308, 1e308], grid)]).toEqual([0.25, 0.25, 0.25, 0.25]);
});

it.each<[WeightsSpec, string]>([
  [{ recency: 0 }, 'recency'],
  [[1, 2], 'exactly 4'],
  [[0, 0, 0, 0], 'sum to 0'],
  [[1, -1, 1, 1], '1: a weight is negative'],
  [[1, Number.NaN, 1, 1], 'not a number'],
])('refuses %j', (spec, words) => {
  expect(() => targetWeights(spec, grid)).toThrow(words);
});
