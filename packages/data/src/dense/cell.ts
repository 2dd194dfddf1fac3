import type { CellProblem } from '../tables/cell-problem.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import { isNumber } from '../tables/csv.ts';

/** Variances of larger values would have products that overflow. */
export const LARGEST = 1e70;

/** Whether a number can be computed with; not NaN, not infinite. */
export function usable(value: number): boolean {
  return Math.abs(value) <= LARGEST;
}

const MISSING = /^(?:|n\/?a|#n\/a|[+-]?nan|null|none|\.|-)$/i;
const INFINITE = /^[+-]?inf(?:inity)?$/i;

/**
 * Whether a cell says that it has no value, as opposed to something that was meant to be one. NaN is what R and pandas
 * write for a missing value; an infinite one is the result of a division or an overflow, and nothing is missing there.
 */
export function isMissing(found: string | number | null): boolean {
  return typeof found === 'string' ? MISSING.test(found) : found === null || Number.isNaN(found);
}

function isInfinite(found: string | number | null): boolean {
  return typeof found === 'string' ? INFINITE.test(found) : Math.abs(found ?? 0) === Number.POSITIVE_INFINITY;
}

/** What is wrong with a cell that should hold a number; `what` it is the number of, as in 'unit "a" at time 0.5'. */
export function badCell(
  table: ColumnTable,
  { name }: HeaderColumn,
  row: number,
  column: number,
  what: string,
  instead = '',
): Omit<CellProblem, 'line' | 'column'> {
  const value = table.found(row, column);
  return {
    cell: [table.rowOf(row), name],
    // JSON has no infinite numbers, and would say null.
    value: isInfinite(value) ? String(value) : value,
    why: `${inRow(table, row)}${whyNot(value, what)}`,
    accepted: isMissing(value)
      ? `a finite number${instead}`
      : isInfinite(value)
        ? 'a finite number; where there is none, an empty cell or NA'
        : isTooLarge(value)
          ? `numbers from ${-LARGEST} to ${LARGEST}`
          : 'a finite number, with a decimal point',
  };
}

function whyNot(value: string | number | null, what: string): string {
  if (isMissing(value)) return `there is no value for ${what}`;
  if (isInfinite(value)) return `the value for ${what} is not finite; no rule for missing values takes it`;
  if (isTooLarge(value)) return `the value for ${what} is so large that products of variances overflow`;
  if (/^[+-]?\d+,\d+$/.test(String(value))) return `the value for ${what} has a decimal comma`;
  return `the value for ${what} is not a number`;
}

/** A number that is finite as written and yet cannot be used. */
function isTooLarge(value: string | number | null): boolean {
  return typeof value === 'number' || (value !== null && (isNumber(value) || isNumber(mantissa(value))));
}

/** 1e999 is a number, though Number() makes it infinite. */
function mantissa(text: string): string {
  return text.replace(/[eE][+-]?\d+$/, '');
}

/** Files without lines have rows, which the words must say. */
export function inRow(table: ColumnTable, row: number): string {
  return table.place === 'row' ? `row ${table.rowOf(row) + 1}: ` : '';
}
