import { expect, it } from 'vitest';
import { seenNames } from './seen-names.ts';

it('knows names that it has seen, and none of many others', () => {
  const isSeen = seenNames();
  const names = Array.from({ length: 200_000 }, (_, i) => `unit ${i}`);
  expect(names.filter(isSeen)).toEqual([]);
  expect(names.every(isSeen)).toBe(true);
  expect(['', 'Unit 1', 'unit1', '1 unit', 'tinu 1'].filter(isSeen)).toEqual([]);
});
