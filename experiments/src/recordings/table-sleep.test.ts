import { expect, it } from 'vitest';
import { countRow } from './table-sleep.ts';

it('a count may differ by what other seeds find on the side of the published one, and by no more', () => {
  const verdict = (published: number, ...bySeed: number[]) => countRow('ranges', published, bySeed).verdict;
  expect(verdict(9, 9, 9)).toBe('agrees');
  expect(verdict(9, 10, 10)).toBe('differs');
  expect(verdict(9, 10, 9, 11)).toBe('agrees');
  expect(verdict(9, 10, 11, 12)).toBe('differs');
  expect(verdict(12, 10, 11, 9)).toBe('differs');
});
