import { expect, it } from 'vitest';
import { exactRow, explainedRow, simulatedRow, unexplainedRow } from './row.ts';

it('a reason explains the published number if it leads there, and no other', () => {
  const row = (computed: number, predicted: number) =>
    explainedRow(exactRow('a', 0.864, computed, 3), { predicted, decimals: 3 }, 'ties to the later');
  expect(row(0.8641, 0.2).verdict).toBe('agrees');
  expect(row(0.8743, 0.8636)).toMatchObject({
    verdict: 'explained',
    predicted: 0.8636,
    note: 'ties to the later: 0.8636',
  });
  // The tolerance is that of the printed number, not the difference that is to be explained.
  expect(row(0.8743, 0.8636).tolerance).toBeCloseTo(0.0005, 8);
  expect(row(0.8743, 0.8646).verdict).toBe('differs');
  expect(row(0.8743, 0.8743).verdict).toBe('differs');
});

it('what nobody can explain is called so, as long as it is the difference that is known', () => {
  const verdict = (computed: number) =>
    unexplainedRow(exactRow('a', 0.0073, computed, 4), { known: 0.007247, decimals: 6 }, '').verdict;
  expect(verdict(0.00726)).toBe('agrees');
  expect(verdict(0.0072468)).toBe('unexplained');
  expect(verdict(0.00724)).toBe('differs');
});

it('tolerances: half of the last decimal, or three standard errors of a difference', () => {
  expect(exactRow('a', 0.12, 0.1249, 2).verdict).toBe('agrees');
  expect(exactRow('a', 0.12, 0.1251, 2).verdict).toBe('differs');
  expect(simulatedRow('a', 1, 1.42, 0.1).verdict).toBe('agrees');
  expect(simulatedRow('a', 1, 1.43, 0.1).verdict).toBe('differs');
  // A longer run of ours leaves the error of theirs.
  expect(simulatedRow('a', 1, 1.31, 0, 15, 0.1).verdict).toBe('differs');
});
