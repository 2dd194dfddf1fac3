import { expect, it } from 'vitest';
import { cellMeans, cellShares, fillCells } from './clock-grid.ts';

const grid = { horizon: 86400, points: 4 };
const H = 3600;

it('cells have their beginning and not their end, and average what they hold', () => {
  const times = Float64Array.of(0, 6 * H - 1, 6 * H, 12 * H, 18 * H, 24 * H, -1);
  const values = Float64Array.of(1, 3, 5, 7, 9, 11, 13);
  expect(cellMeans(times, values, grid)).toEqual({ cells: Float64Array.of(2, 5, 7, 9), outside: 2 });
  // A tenth of a day in decimals is its own cell, whatever rounding made of it.
  const tenths = Float64Array.from({ length: 10 }, (_, j) => (j / 10) * 3 * (1 / 3));
  expect([...cellMeans(tenths, tenths, { horizon: 1, points: 10 }).cells.keys()]).toHaveLength(10);
  expect(cellMeans(tenths, tenths, { horizon: 1, points: 10 }).cells.some(Number.isNaN)).toBe(false);
});

it('a cell without readings is empty, and stays at its clock', () => {
  const { cells } = cellMeans(Float64Array.of(0, 20 * H), Float64Array.of(1, 2), grid);
  expect([...cells]).toEqual([1, Number.NaN, Number.NaN, 2]);
  expect(fillCells(cells)).toBe(2);
  expect([...cells]).toEqual([1, 1 + 1 / 3, 1 + 2 / 3, 2]);
  expect(fillCells(Float64Array.of(Number.NaN, 1, 2))).toBeUndefined();
  expect(fillCells(Float64Array.of(1, 2, Number.NaN))).toBeUndefined();
});

it('of states a cell has the share of its annotated time', () => {
  const intervals = [
    { from: 0, to: 3 * H, state: 'a' },
    { from: 3 * H, to: 8 * H, state: 'b' },
    { from: 8 * H, to: 9 * H, state: '?' },
    { from: 9 * H, to: 12 * H, state: 'a' },
    { from: 18 * H, to: 30 * H, state: 'a' },
  ];
  const isValid = (state: string) => state !== '?';
  const shares = cellShares(intervals, (state) => state === 'a', isValid, grid);
  expect([...shares]).toEqual([0.5, 3 / 5, Number.NaN, 1]);
});
