import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InvalidInput } from '../input/invalid-input.ts';
import { nearestPoint, pointsWithin, timeGrid } from './time-grid.ts';

it('has its points in the middle of equal pieces', () => {
  expect([...timeGrid(10, 4, 'h').times]).toEqual([1.25, 3.75, 6.25, 8.75]);
});

it.each([
  [0, 8],
  [-1, 8],
  [Number.NaN, 8],
  [Number.POSITIVE_INFINITY, 8],
  [10, 1],
  [10, 2.5],
  [10, 4096],
])('refuses a horizon of %d with %d points', (horizon, points) => {
  expect(() => timeGrid(horizon, points)).toThrow(InvalidInput);
});

it('reads the nearest point, the earlier of two that are equally near', () => {
  const grid = timeGrid(8, 8);
  expect(nearestPoint(grid, 0)).toBe(0);
  expect(nearestPoint(grid, 8)).toBe(7);
  expect(nearestPoint(grid, 3)).toBe(2);
  expect(nearestPoint(grid, 3.0001)).toBe(3);
});

it('finds what a search over all points finds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 200 }),
      fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (points, horizon, a, b) => {
        const grid = timeGrid(horizon, points);
        const time = a * horizon;
        const found = Math.abs(grid.times[nearestPoint(grid, time)]! - time);
        const least = Math.min(...grid.times.map((t) => Math.abs(t - time)));
        expect(found - least).toBeLessThanOrEqual(1e-8 * grid.spacing);
        const [from, to] = [Math.min(a, b) * horizon, Math.max(a, b) * horizon];
        const { first, last } = pointsWithin(grid, from, to);
        const inside = [...grid.times.keys()].filter((j) => grid.times[j]! >= from && grid.times[j]! <= to);
        // A point that sits on the window's edge to within rounding may be taken in.
        expect(Math.max(0, last - first + 1) - inside.length).toBeGreaterThanOrEqual(0);
        expect(Math.max(0, last - first + 1) - inside.length).toBeLessThanOrEqual(2);
        for (let j = first; j <= last; j++) {
          expect(grid.times[j]!).toBeGreaterThanOrEqual(from - 1e-8 * grid.spacing);
          expect(grid.times[j]!).toBeLessThanOrEqual(to + 1e-8 * grid.spacing);
        }
      },
    ),
  );
});

it('takes in points that lie exactly on the edges of a window, in every unit', () => {
  for (const unit of [1, 60, 1 / 24, 3600])
    expect(pointsWithin(timeGrid(10 * unit, 10), 2.5 * unit, 6.5 * unit)).toEqual({ first: 2, last: 6 });
});
