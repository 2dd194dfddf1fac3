import type { Matrix } from '@sightline/engine/internal';
import type { Refused } from '../tables/cell-problem.ts';

/** What a study asks of its dense trajectories. */
export interface DenseRequest {
  /** The grid's times in ascending order. */
  times: Float64Array;
  /** What the file calls its columns. Where it is given, columns that nothing asks for are ignored. */
  columns?: { unit?: string; time?: string; value?: string; trajectory?: string };
  /** Times are timestamps, and each day of a unit is a trajectory. */
  days?: DayRule;
  /** Whether rows are readings at any times: the table is a long one, and has no grid. */
  anyTimes?: boolean;
  /** The column that tells a unit's replicates apart. */
  replicates?: string;
  /** The column with the target of each unit's whole record. */
  target?: string;
  /**
   * A cell without a value: refuse the file; drop the trajectory; interpolate linearly in time between the cells beside it,
   * where ends are never extrapolated and a trajectory without its first or last grid time is dropped; or leave it empty
   * for moments that are made of pairs.
   */
  missing?: 'refuse' | 'drop' | 'interpolate' | 'pairwise';
  /** What a sensor's texts beyond its range stand for, such as LOW or >400. */
  limits?: { low?: number; high?: number };
  /** Whether values are those of the logarithm, which is taken of the means of readings. */
  transform?: 'none' | 'log';
  /** Grid points at which all units have the same value. */
  constant?: 'refuse' | 'accept';
  /** The same unit (and replicate) twice at the same time. */
  duplicates?: 'refuse' | 'average';
  /**
   * Whether times must be the grid's; or each grid point takes the nearest one within half a spacing; or a time stands for
   * the interval that begins, or ends, at it; or a grid point takes the mean of what lies in its interval. Times outside the
   * horizon are refused whatever it says, but for those of days, which are left out.
   */
  align?: 'exact' | 'nearest' | 'start' | 'end' | 'mean';
}

/** How days are cut, and their clock becomes a time. */
export interface DayRule {
  /** When a day begins, in seconds after midnight. */
  start: number;
  /** Seconds in the study's unit of time. */
  unit: number;
}

/** Trajectories on the grid, one a row. */
export interface DenseRows {
  /** Whose each is. Units stand in the order in which they first appear, with their trajectories together. */
  units: string[];
  /** Which trajectory of its unit it is, where units may have several: a date, or what a column says. */
  trajectories?: string[];
  /** Trajectories × grid points; the mean over replicates. With `missing: pairwise` NaN where there is no value. */
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
  /** Units that are left, with one trajectory at least. */
  units: number;
  trajectories: number;
  /** Trajectories that the rule for missing cells left out: their number, and the first MOST_NAMED of them. */
  dropped: { count: number; units: { unit: string; trajectory?: string; why: string }[] };
  /** Units of which nothing is left. */
  unitsDropped: number;
  /** Cells without a value among the trajectories that are left: with `missing: pairwise`. */
  empty: number;
  /** Grid points at which all units have the same value. */
  constant: number[];
  /** Columns of the file that nothing asked for, where it was said which are to be read. */
  ignored?: string[];
  /** Texts of a sensor beyond its range, what they were taken for and how often. */
  limits?: { text: string; value: number; count: number }[];
  /** Of timestamps. */
  days?: DaysReport;
  /** Cells filled from their neighbours. */
  interpolated: number;
  /** Values that went into an average with an earlier one of the same unit and time. */
  averaged: number;
  /** Readings without a value, where grid points take the means of those that have one. */
  blank?: number;
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

/** What became of timestamps. */
export interface DaysReport {
  /** Readings outside the horizon, which were left out. */
  outside: number;
  /** The offset that is written, as '+01:00'; none or one. */
  offsets: string[];
  /** Dates without a clock, which were taken for midnight. */
  dateOnly: number;
  /** Which number of 01/03/2013 the column tells to be the day. */
  order?: 'day-first' | 'month-first';
}

/** More units than this are counted, not named. */
export const MOST_NAMED = 100;

export type DenseRead = { ok: true; data: DenseUnits } | Refused;
