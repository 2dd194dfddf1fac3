import type { Matrix } from '@sightline/engine';
import type { Refused } from '../tables/cell-problem.ts';

/** What a study asks of its dense trajectories. */
export interface DenseRequest {
  /** The grid's times in ascending order. */
  times: Float64Array;
  /** The column that tells a unit's replicates apart. */
  replicates?: string;
  /** The column with the target of each unit's whole record. */
  target?: string;
  /**
   * A cell without a value: refuse the file; drop the unit; or interpolate linearly in time between the cells beside it.
   * Ends are never extrapolated: a unit without its first or last grid time is dropped.
   */
  missing?: 'refuse' | 'drop' | 'interpolate';
  /** The same unit (and replicate) twice at the same time. */
  duplicates?: 'refuse' | 'average';
  /**
   * Whether times must be the grid's; or each grid point takes the nearest one within half a spacing; or a time stands for
   * the interval that begins, or ends, at it. Times outside the horizon are refused whatever it says.
   */
  align?: 'exact' | 'nearest' | 'start' | 'end';
}

/** Trajectories on the grid, a row for each unit. */
export interface DenseRows {
  /** In the order in which they first appear. */
  units: string[];
  /** Units × grid points; the mean over a unit's replicates. */
  values: Matrix;
  /** With replicates: sums of squares about the unit's mean at each grid point. */
  within?: Matrix;
  /** With replicates: how many each unit has. */
  counts?: Int32Array;
  /**
   * With `duplicates: average` and no replicates, where some are: of how many readings each value is the mean. One that
   * was interpolated counts as one reading.
   */
  readings?: Matrix;
  /**
   * With `missing: interpolate` and no replicates, where some were: how far between the two measured values beside it, in time,
   * each value was interpolated; 0 where it was measured.
   */
  filled?: Matrix;
  targets?: Float64Array;
}

export interface DenseUnits extends DenseRows {
  report: DenseReport;
}

/** What was read, and what the rules did to it. */
export interface DenseReport {
  format: 'wide' | 'long';
  /** Rows below the header. */
  rows: number;
  /** Units that are left. */
  units: number;
  /** Units that the rule for missing cells left out: their number, and the first MOST_NAMED of them. */
  dropped: { count: number; units: { unit: string; why: string }[] };
  /** Cells filled from their neighbours. */
  interpolated: number;
  /** Values that went into an average with an earlier one of the same unit and time. */
  averaged: number;
  /** Time columns of a wide file that stand after a later one. */
  columnsOutOfOrder: number;
  align: NonNullable<DenseRequest['align']>;
  /** The largest difference between a grid time and the time that was taken for it. */
  largestShift: number;
  /** Values that no grid point took, with `align: nearest`: another one of their record is nearer to the same point. */
  unused: number;
  /** How many units they belong to. */
  unusedUnits: number;
  /** The first of them; a column of a wide file has no row. Rows are counted from 1 below the header. */
  firstUnused?: { row?: number; unit?: string; time: number };
}

/** More units than this are counted, not named. */
export const MOST_NAMED = 100;

export type DenseRead = { ok: true; data: DenseUnits } | Refused;
