import { expect, it } from 'vitest';
import { problemList } from './problem-list.ts';

it('keeps the first problems of the file, in whatever order they were found', () => {
  const problems = problemList();
  const places = Array.from({ length: 10_000 }, (_, k) => (k * 7919) % 10_000);
  let made = 0;
  for (const place of places)
    problems.add({ line: 1 + Math.floor(place / 10), column: 1 + (place % 10) }, () => {
      made++;
      return { cell: [], value: place, why: '', accepted: '' };
    });
  expect(problems.count).toBe(10_000);
  const listed = problems.refused().problems;
  expect(listed.map(({ value }) => value)).toEqual([...Array.from({ length: 20 }, (_, k) => k), '9980 more']);
  expect(listed.at(-1)).toMatchObject({ line: 3, column: 1 });
  expect(made).toBeLessThan(3000);
});
