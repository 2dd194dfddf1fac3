import { expect, it } from 'vitest';
import { student } from './student.ts';

// scipy.stats 1.10: t.sf, nct.sf(t, freedom, shift) and t.isf.
it.each([
  [1, 1.5, 0, 0.18716704181099886],
  [1, 2, 4.9, 0.9715733170479763],
  [2, 3, 1, 0.1664405736628651],
  [3.7, 2, 2.8, 0.7776818194204965],
  [10, 1.5, 0, 0.08225366322272007],
  [38, 0.3, 0.2, 0.4609762166926218],
  [254, 2, 2.8, 0.7878065560114542],
  [100_000, 2, 4.9, 0.9981340438350821],
])(
  'with %d degrees of freedom T exceeds %d, shifted by %d, with probability %d',
  (freedom, t, shift, share) => {
    expect(student(freedom).tail(t, shift)).toBeCloseTo(share, 13);
  },
);

it.each([
  [1, 0.025, 12.706204736174705],
  [1, 1e-6, 318309.8861827435],
  [3.7, 0.05, 2.1824938039146016],
  [38, 0.0005, 3.5656780715802343],
  [100_000, 0.025, 1.95998770753461],
])('with %d degrees of freedom T exceeds with probability %d the number %d', (freedom, probability, t) => {
  expect(student(freedom).exceeded(probability) / t).toBeCloseTo(1, 11);
});

it('refuses what is no distribution', () => {
  expect(() => student(0)).toThrow(RangeError);
  expect(() => student(3).exceeded(0.5)).toThrow(RangeError);
});
