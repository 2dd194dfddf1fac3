import { expect, it } from 'vitest';
import { exactRow, explainedRow, simulatedRow } from './row.ts';

it('a reason explains the number that it leads to and no other', () => {
  const note = 'a tie';
  const verdict = (computed: number) =>
    explainedRow(exactRow('a', 0.864, computed, 3), { expected: 0.874, decimals: 3 }, note).verdict;
  expect(verdict(0.8641)).toBe('agrees');
  expect(verdict(0.8743)).toBe('explained');
  expect(verdict(0.8747)).toBe('differs');
  expect(verdict(0.5)).toBe('differs');
});

it('tolerances: half of the last decimal, or three standard errors of a difference', () => {
  expect(exactRow('a', 0.12, 0.1249, 2).verdict).toBe('agrees');
  expect(exactRow('a', 0.12, 0.1251, 2).verdict).toBe('differs');
  expect(simulatedRow('a', 1, 1.42, 0.1).verdict).toBe('agrees');
  expect(simulatedRow('a', 1, 1.43, 0.1).verdict).toBe('differs');
  // A longer run of ours leaves the error of theirs.
  expect(simulatedRow('a', 1, 1.31, 0, 15, 0.1).verdict).toBe('differs');
});
