import { action, timeGrid } from '@sightline/engine';
import { expect, it } from 'vitest';
import { gridSummary } from './result-head.ts';

it('finds the largest shift among very many actions', () => {
  const grid = timeGrid(10, 20, 'h');
  const near = action({ at: 0.3 }, grid);
  const far = action({ at: 0.5 }, grid);
  const many = [...Array.from({ length: 500_000 }, () => near), far];
  expect(gridSummary(grid, many).largestShift).toBe(0.25);
  expect(gridSummary(grid, many, 0.4).largestShift).toBe(0.4);
});
