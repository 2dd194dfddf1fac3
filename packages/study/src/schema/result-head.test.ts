import { action, timeGrid } from '@sightline/engine';
import { expect, it } from 'vitest';
import { gridSummary } from './result-head.ts';

it('finds the largest shift among very many actions', () => {
  const grid = timeGrid(10, 20, 'h');
  const near = action({ at: 0.3 }, grid);
  const far = action({ at: 0.5 }, grid);
  const many = [...Array.from({ length: 500_000 }, () => near), far];
  expect(gridSummary(grid, many).largestShift).toBe(0.25);
  expect(gridSummary(grid, many, { otherShift: 0.4 }).largestShift).toBe(0.4);
});

it('names the cell that a time between two of them reads, by the clock too', () => {
  const grid = timeGrid(24, 96, 'h', 0);
  const times = [12, 7.5, 7.5, 8.1, 24];
  const actions = [...times.map((at) => action({ at }, grid)), action({ at: 6, width: 2 }, grid)];
  const cell = (at: number, from: number, clock: string[]) => ({
    at,
    from,
    to: at,
    clock: { at: clock[0], from: clock[1], to: clock[0] },
  });
  expect(gridSummary(grid, actions)).toMatchObject({
    start: 0,
    reads: [cell(7.5, 7.25, ['07:30', '07:15']), cell(12, 11.75, ['12:00', '11:45'])],
  });
  expect('reads' in gridSummary(grid, actions, { named: [] })).toBe(false);
});
