import type { Matrix } from '@sightline/engine';
import type { ColumnTable } from '../tables/column-table.ts';
import type { ProblemList } from '../tables/problem-list.ts';
import { badCell, inRow, isMissing, usable } from './cell.ts';
import type { DenseLayout } from './header.ts';
import type { OddTimes } from './odd-times.ts';
import type { BoundsSeen } from './times.ts';
import type { DenseReport, DenseRequest } from './units.ts';

/** One trajectory each: a unit's, or one of its replicates'. */
export interface DenseRecords {
  units: readonly string[];
  /** Records × grid points, NaN where there is no value. */
  values: Matrix;
  /** Of how many readings each value is the mean, where some are of several. */
  readings?: Matrix | undefined;
  /** NaN where there is none. */
  targets: Float64Array | undefined;
  /** Whether a value or a target may be missing. */
  gaps: boolean;
}

/** What is read from the tables of one file: what was asked for, what is wrong, and what happened on the way. */
export interface Reading {
  layout: DenseLayout;
  request: DenseRequest;
  problems: ProblemList;
  averaged: number;
  largestShift: number;
  unused: number;
  unusedUnits: number;
  firstUnused: DenseReport['firstUnused'];
  /** Times of a long file that are not the grid's. */
  strange: OddTimes;
  outside: OddTimes;
  bounds: BoundsSeen;
  /** Where each record of earlier tables begins; nothing where they are known to differ from this one's. */
  begun: Map<string, number> | undefined;
}

export interface RowNames {
  units: readonly string[];
  replicates: readonly string[] | undefined;
  /** What tells records apart; '' where a name is missing. */
  keys: readonly string[];
}

/** Whose each row is. */
export function rowNames(table: ColumnTable, { layout, problems }: Reading): RowNames {
  const named = (column: number) => {
    const labels = table.labels(column);
    for (let i = 0; i < table.rows; i++)
      if (labels[i] === '')
        problems.add(table.at(i, column), () => ({
          cell: [table.rowOf(i), layout.columns[column]!.name],
          value: null,
          why: `${inRow(table, i)}the ${column === layout.unit ? 'unit' : 'replicate'} has no name`,
          accepted: 'a name or a number in every row',
        }));
    return labels;
  };
  const units = named(layout.unit);
  if (layout.replicate === undefined) return { units, replicates: undefined, keys: units };
  const replicates = named(layout.replicate);
  const keys = units.map((unit, i) => (unit && replicates[i] ? `${unit}\n${replicates[i]}` : ''));
  return { units, replicates, keys };
}

/** 'replicate "2" of unit "a"'. */
export function recordText({ units, replicates }: RowNames, row: number): string {
  const unit = `unit ${JSON.stringify(units[row])}`;
  return replicates ? `replicate ${JSON.stringify(replicates[row])} of ${unit}` : unit;
}

/** A cell without a usable value is a problem, unless a rule takes care of it. */
export function refuseCell(
  table: ColumnTable,
  row: number,
  column: number,
  what: () => string,
  { layout, request, problems }: Reading,
  rules = MISSING_RULES,
): void {
  if ((request.missing ?? 'refuse') !== 'refuse' && isMissing(table.found(row, column))) return;
  problems.add(table.at(row, column), () =>
    badCell(table, layout.columns[column]!, row, column, what(), rules),
  );
}

export const MISSING_RULES =
  '; or missing: drop to leave such units out, missing: interpolate to fill the cell from those beside it in time';

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
        why: `${inRow(table, i)}unit ${JSON.stringify(unit)} has another target, ${targets[before]}, in ${table.place} ${table.at(before, column).line}`,
        accepted: 'the same target in all rows of a unit',
      }));
  });
  if (lacking.size > 0)
    units.forEach((unit, i) => {
      if (lacking.has(unit)) targets[i] = Number.NaN;
    });
  return targets;
}
