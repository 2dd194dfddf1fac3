import { expect, it } from 'vitest';
import { penaltiesAtEnd } from './penalty-warnings.ts';

it('penalties at an end of their range are said where most folds of a template have them', () => {
  const fits = [
    [
      { atEnd: [1, 1, 1, 0, 0] },
      { atEnd: [1, 1, 0, 0, -1] },
      { atEnd: [-1, 0, -1, 0] },
      { atEnd: [1, 1, 1, 1, 1] },
    ],
  ];
  const names = ['contiguous-2', 'contiguous-4', 'dispersed-2', 'dispersed-4'];
  expect(penaltiesAtEnd([{ name: 'A' }], fits, names)).toEqual([
    {
      kind: 'penalty-at-end',
      path: 'templates',
      what:
        "the largest of the 25 penalties, 100, was best in most folds of 2 of 4 templates ('A' dispersed-4 in 5 of 5 folds, " +
        "'A' contiguous-2 in 3 of 5 folds): R² might be larger with more shrinkage",
    },
  ]);
  expect(penaltiesAtEnd([{ name: 'A' }], [[{ atEnd: [0, -1, 1] }]], ['aware-2'])).toEqual([]);
});
