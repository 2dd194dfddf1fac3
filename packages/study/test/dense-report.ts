import type { DenseReport } from '@sightline/data';

/** What is reported of data with which nothing happened. */
export const plainReport = (units: number): DenseReport => ({
  format: 'wide',
  rows: units,
  units,
  trajectories: units,
  dropped: { count: 0, units: [] },
  unitsDropped: 0,
  empty: 0,
  constant: [],
  interpolated: 0,
  averaged: 0,
  columnsOutOfOrder: 0,
  align: 'exact',
  largestShift: 0,
  unused: 0,
  unusedUnits: 0,
});
