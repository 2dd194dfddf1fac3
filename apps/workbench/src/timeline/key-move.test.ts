import { nearestPoint, timeGrid } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { keyMove } from './key-move.ts';

const grid = timeGrid(10, 128);
const press = (key: string, at: number, shiftKey = false) => keyMove({ key, shiftKey }, at, grid);

it('moves by one grid point, by ten, and to the ends', () => {
  for (const at of [0.5, 3.75, 5]) {
    const read = nearestPoint(grid, at);
    expect(nearestPoint(grid, press('ArrowRight', at)!)).toBe(read + 1);
    expect(nearestPoint(grid, press('ArrowLeft', at)!)).toBe(read - 1);
    expect(nearestPoint(grid, press('ArrowRight', at, true)!)).toBe(Math.min(127, read + 10));
  }
  expect(press('Home', 3)).toBe(0);
  expect(press('End', 3)).toBe(10);
  expect(press('a', 3)).toBeUndefined();
});
