import { expect, it } from 'vitest';
import { toeplitz } from '../invisible/covariance-class.ts';
import { LAW_ROUNDING } from '../invisible/law-rules.ts';
import { stationaryPermutations } from './stationary-permutations.ts';

const plenty = { worlds: 1e4, steps: 1e6 };
const falling = (p: number) => toeplitz(Array.from({ length: p }, (_, lag) => 1 / (1 + lag)));
const level = (p: number) => toeplitz(Array.from({ length: p }, (_, lag) => (lag === 0 ? 1 : 0.3)));
const alike = (p: number) => new Int32Array(p);

it('are the times themselves and their mirror image, where correlations fall', () => {
  const { found, all } = stationaryPermutations(falling(6), alike(6), plenty);
  expect(all).toBe(true);
  expect(found.map((one) => [...one])).toEqual([
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
  ]);
});

it('are all permutations, where all correlations are the same', () => {
  const { found, all } = stationaryPermutations(level(5), alike(5), plenty);
  expect(all).toBe(true);
  expect(new Set(found.map(String)).size).toBe(120);
});

it('end with as many as were asked for, and say that these are not all', () => {
  // There are 64! of them: a search that ends after its steps alone keeps millions.
  const { found, all } = stationaryPermutations(level(64), alike(64), { worlds: 500, steps: 1e7 });
  expect(found).toHaveLength(500);
  expect(all).toBe(false);
  // Exactly as many as there are: all.
  expect(stationaryPermutations(level(5), alike(5), { worlds: 120, steps: 1e6 }).all).toBe(true);
  expect(stationaryPermutations(level(5), alike(5), { worlds: 119, steps: 1e6 }).all).toBe(false);
});

it.each([0.5, 1.5])(
  'take correlations for equal as the rule of the class does: %d of its tolerance',
  (share) => {
    const law = falling(6);
    law.data[1] = law.data[6] = law.data[1]! + share * LAW_ROUNDING;
    const { found } = stationaryPermutations(law, alike(6), plenty);
    expect(found).toHaveLength(share < 1 ? 2 : 0);
  },
);
