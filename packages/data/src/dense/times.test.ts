import { expect, it } from 'vitest';
import { gridTimes, someTimes, timesGuess } from './times.ts';

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

it('the interval of a point holds its beginning, however it was rounded, and not its end', () => {
  expect([-0.01, 0, 0.999, 1, 1 - 1e-9, 3.9, 4].map(grid.cell)).toEqual([-1, 0, 0, 1, 1, 3, -1]);
  const fives = gridTimes(Float64Array.from({ length: 288 }, (_, j) => (j + 0.5) / 12));
  for (let j = 0; j < 288; j++) expect(fives.cell((5 * 60 * j) / 3600)).toBe(j);
});

it('the horizon is that of the intervals around the points', () => {
  expect([-0.01, 0, 4, 4.01].map(grid.isOutside)).toEqual([true, false, false, true]);
  expect([0, 0.5, 3, 4, 5].map(grid.bound)).toEqual([0, -1, 3, 4, -1]);
});

it('intervals begin and end at numbers that people write', () => {
  const thirds = Float64Array.from({ length: 3 }, (_, j) => ((j + 0.5) * 0.3) / 3);
  expect(someTimes(gridTimes(thirds, 'start').times)).toBe('0, 0.1, 0.2');
  expect(someTimes(gridTimes(thirds, 'end').times)).toBe('0.1, 0.2, 0.3');
  expect([...gridTimes(Float64Array.of(5), 'end').times]).toEqual([10]);
});

it('times are listed while they are few', () => {
  expect(someTimes([0.1 + 0.2, 1])).toBe('0.3, 1');
  expect(someTimes([1, 2, 3, 4])).toBe('1, 2, 3, 4');
  expect(someTimes([1, 2, 3, 4, 5])).toBe('1, 2, 3 … 5 (5 in all)');
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
