import type { GridSummary } from '@sightline/study';

/** The midpoints of the cells of a grid. */
export const gridTimes = ({ horizon, points }: GridSummary): number[] =>
  Array.from({ length: points }, (_, j) => ((j + 0.5) * horizon) / points);
