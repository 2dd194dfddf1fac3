import { expect, it } from 'vitest';
import { gridTimes, someTimes, timesGuess } from './dense-times.ts';

const grid = gridTimes(Float64Array.of(0.5, 1.5, 2.5, 3.5));

it.each([
  [-7, 0],
  [0.5, 0],
  [1, 0],
  [1.0001, 1],
  [2.9, 2],
  [3, 2],
  [99, 3],
])('the grid point nearest to %s is number %s, the earlier of two', (time, point) => {
  expect(grid.nearest(time)).toBe(point);
});

it('times are listed while they are few', () => {
  expect(someTimes([0.1 + 0.2, 1])).toBe('0.3, 1');
  expect(someTimes([1, 2, 3, 4])).toBe('1, 2, 3 … 4 (4 in all)');
});

it.each([
  [[30, 90, 150, 210], "60 times the grid's"],
  [[3, 1, 0, 2], '0.5 earlier'],
  [[1, 2, 3, 4], '0.5 later'],
  [[1, 2, 3], ''],
  [[1, 2, 4, 8], ''],
])('%j: %s', (found, guess) => {
  if (guess === '') expect(timesGuess(found, grid)).toBe('');
  else expect(timesGuess(found, grid)).toContain(guess);
});
