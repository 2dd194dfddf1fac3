import { timeGrid } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { catalogueActions, sameCatalogue } from './catalogue-actions.ts';

const grid = timeGrid(10, 10, 'h');

it('numbers actions with times outermost and widths inside, entry after entry', () => {
  const actions = catalogueActions(
    [
      { at: { from: 2.5, to: 7.5, count: 2 }, width: [0, 2], cost: { base: 1, perWidth: 0.5 } },
      { at: 4.5, repeats: 2 },
    ],
    grid,
  )!;
  expect(actions.map(({ at, width, cost }) => [at, width, cost])).toEqual([
    [2.5, 0, 1],
    [2.5, 2, 2],
    [7.5, 0, 1],
    [7.5, 2, 2],
    [4.5, 0, 1],
  ]);
  expect(catalogueActions([{ at: 40 }], grid)).toBeUndefined();
  expect(catalogueActions(undefined, grid)).toEqual([]);
});

it('knows when a number no longer means the same action', () => {
  const text = 'catalogue: [{ at: [1, 2] }]\ntitle: a\n';
  expect(sameCatalogue(text, text.replace('title: a', 'title: b'))).toBe(true);
  expect(sameCatalogue(text, text.replace('[1, 2]', '[2, 1]'))).toBe(false);
  expect(sameCatalogue(text, 'title: a')).toBe(false);
});
