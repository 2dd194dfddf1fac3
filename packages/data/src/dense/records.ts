import type { Matrix } from '@sightline/engine/internal';
import { type CellPosition, type CellProblem, placeText } from '../tables/cell-problem.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import type { ProblemList } from '../tables/problem-list.ts';
import { badCell, inRow, isMissing, usable } from './cell.ts';
import type { DayTimes } from './day-times.ts';
import type { DenseLayout } from './header.ts';
import type { OddTimes } from './odd-times.ts';
import type { RepeatedTimes } from './repeated-times.ts';
import type { SensorTexts } from './sensor-limits.ts';
import type { BoundsSeen } from './times.ts';
import type { DenseReport, DenseRequest } from './units.ts';

/** One trajectory each: a unit's, or one of its replicates'. */
export interface DenseRecords {
  units: readonly string[];
  trajectories: readonly string[] | undefined;
  /** Records × grid points, NaN where there is no value. */
  values: Matrix;
  /** Of how many readings each value is the mean, where some are of several. */
  readings?: Matrix | undefined;
  /** NaN where there is none. */
  targets: Float64Array | undefined;
  /** Whether a value or a target may be missing. */
  gaps: boolean;
  /** Where a record's value stands first, and its time. */
  at(record: number, point: number): { row: number; column: number; time: number };
}

/** What is read from the tables of one file: what was asked for, what is wrong, and what happened on the way. */
export interface Reading {
  layout: DenseLayout;
  request: DenseRequest;
  problems: ProblemList;
  /** Values that are missing and must not be: of many, one problem tells how many. */
  gaps: ProblemList;
  averaged: number;
  /** Readings without a value that went into a mean of others, or of none. */
  blank: number;
  largestShift: number;
  unused: number;
  unusedUnits: number;
  firstUnused: DenseReport['firstUnused'];
  /** Times of a long file that are not the grid's. */
  strange: OddTimes;
  outside: OddTimes;
  bounds: BoundsSeen;
  /** Times that are no numbers. */
  unread: UnreadTimes;
  /** Where times are timestamps. */
  days: DayTimes | undefined;
  repeated: RepeatedTimes;
  sensor: SensorTexts;
  /** Where each record of earlier tables begins; nothing where they are known to differ from this one's. */
  begun: Map<string, CellPosition> | undefined;
}

/** Times of a long file that are no numbers: one problem, however many rows have it. */
export interface UnreadTimes {
  rows: number;
  first: (CellPosition & { problem: CellProblem }) | undefined;
}

export interface RowNames {
  units: readonly string[];
  /** Which trajectory of its unit a row is of: a date, or what a column says. */
  trajectories: readonly string[] | undefined;
  replicates: readonly string[] | undefined;
  /** What tells records apart; '' where a name is missing. */
  keys: readonly string[];
}

/** Whose each row is; `dates` are those of timestamps. */
export function rowNames(
  table: ColumnTable,
  { layout, problems }: Reading,
  dates?: readonly string[],
): RowNames {
  const named = (column: number, what: string) =>
    namesIn(table, layout.columns[column]!, column, what, problems);
  const units = named(layout.unit, 'unit');
  const trajectories =
    dates ?? (layout.trajectory === undefined ? undefined : named(layout.trajectory, 'trajectory'));
  const replicates = layout.replicate === undefined ? undefined : named(layout.replicate, 'replicate');
  const joined = (keys: readonly string[], more: readonly string[] | undefined) =>
    more ? keys.map((key, i) => (key && more[i] ? `${key}\n${more[i]}` : '')) : keys;
  return { units, trajectories, replicates, keys: joined(joined(units, trajectories), replicates) };
}

/** The names in a column, which every row must have. */
export function namesIn(
  table: ColumnTable,
  { name }: HeaderColumn,
  column: number,
  what: string,
  problems: ProblemList,
): readonly string[] {
  const labels = table.labels(column);
  labels.forEach((label, i) => {
    if (label === '')
      problems.add(table.at(i, column), () => ({
        cell: [table.rowOf(i), name],
        value: null,
        why: `${inRow(table, i)}the ${what} has no name`,
        accepted: 'a name or a number in every row',
      }));
  });
  return labels;
}

/** A table without rows, where `accepted` says what a row is for. */
export const noRows = (accepted: string) => () => ({
  cell: [],
  value: '0 rows',
  why: 'there are no rows below the header',
  accepted,
});

/** 'replicate "2" of unit "a"'. */
export function recordText({ units, trajectories, replicates }: RowNames, row: number): string {
  const unit = `unit ${JSON.stringify(units[row])}`;
  const own = trajectories?.[row] ? `trajectory ${JSON.stringify(trajectories[row])} of ${unit}` : unit;
  return replicates ? `replicate ${JSON.stringify(replicates[row])} of ${own}` : own;
}

/** A cell without a usable value is a problem, unless a rule takes care of it. */
export function refuseCell(
  table: ColumnTable,
  row: number,
  column: number,
  what: () => string,
  { layout, request, problems, gaps }: Reading,
  rules = MISSING_RULES,
): void {
  const missing = isMissing(table.found(row, column));
  if ((request.missing ?? 'refuse') !== 'refuse' && missing) return;
  (missing ? gaps : problems).add(table.at(row, column), () =>
    badCell(table, layout.columns[column]!, row, column, what(), rules),
  );
}

export const MISSING_RULES =
  '; or missing: drop to leave such trajectories out, missing: interpolate to fill the cell from those beside it in time, missing: pairwise to do without it';

/**
 * The target of each row's unit; NaN for all rows of a unit that lacks it in one. Rows of a unit must agree, to the last
 * digit.
 */
export function rowTargets(
  table: ColumnTable,
  { units }: RowNames,
  reading: Reading,
): Float64Array | undefined {
  const { layout, problems } = reading;
  const column = layout.target;
  if (column === undefined) return undefined;
  const targets = table.numbers(column).slice();
  const first = new Map<string, number>();
  const lacking = new Set<string>();
  targets.forEach((value, i) => {
    const unit = units[i]!;
    if (!usable(value)) {
      lacking.add(unit);
      const what = () => `the target of unit ${JSON.stringify(unit)}`;
      refuseCell(table, i, column, what, reading, '; or missing: drop to leave such units out');
      return;
    }
    const before = first.get(unit);
    if (before === undefined) first.set(unit, i);
    else if (targets[before] !== value)
      problems.add(table.at(i, column), () => ({
        cell: [table.rowOf(i), layout.columns[column]!.name],
        value,
        why: `${inRow(table, i)}unit ${JSON.stringify(unit)} has another target, ${targets[before]}, in ${placeText(table.place, table.at(before, column))}`,
        accepted: 'the same target in all rows of a unit',
      }));
  });
  if (lacking.size > 0)
    units.forEach((unit, i) => {
      if (lacking.has(unit)) targets[i] = Number.NaN;
    });
  return targets;
}
