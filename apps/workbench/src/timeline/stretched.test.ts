import { expect, it } from 'vitest';
import { stretched } from './stretched.ts';

const GRID = { spacing: 0.25, horizon: 10 };
const WINDOW = { at: 4, width: 2 };

it('keeps the other edge where it is', () => {
  expect(stretched(WINDOW, 'to', 7, true, GRID)).toEqual({ at: 5, width: 4 });
  expect(stretched(WINDOW, 'from', 2, true, GRID)).toEqual({ at: 3.5, width: 3 });
});

it('keeps the middle where windows share their width', () => {
  expect(stretched(WINDOW, 'to', 7, false, GRID)).toEqual({ at: 4, width: 6 });
  expect(stretched(WINDOW, 'from', 3.5, false, GRID)).toEqual({ at: 4, width: 1 });
});

it('ends with the horizon and at a step of the grid', () => {
  expect(stretched(WINDOW, 'to', 12, true, GRID)).toEqual({ at: 6.5, width: 7 });
  expect(stretched(WINDOW, 'to', 1, true, GRID)).toEqual({ at: 3.125, width: 0.25 });
  expect(stretched(WINDOW, 'from', 9, false, GRID)).toEqual({ at: 4, width: 0.25 });
});
