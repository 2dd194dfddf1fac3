import { type CellPosition, positionOf } from './cell-problem.ts';

/**
 * What a column holds. A cell of a CSV may be anything; other files say it for the whole column. What is neither number
 * nor text is put in words: 'dates', 'nested values'.
 */
export type ColumnKind =
  | 'cells'
  | 'text'
  | 'integers'
  | 'numbers'
  /** Timestamps, by the clock of some place that is not said or by Greenwich's. */
  | { moments: 'local' | 'utc' }
  | { other: string };

/** Of which zone the timestamps of a column are, where it holds some. */
export function momentsOf(kind: ColumnKind): 'local' | 'utc' | undefined {
  return typeof kind === 'object' && 'moments' in kind ? kind.moments : undefined;
}

/** What a column holds, in words. */
export function heldText(kind: ColumnKind): string {
  if (momentsOf(kind)) return 'timestamps';
  if (typeof kind === 'object') return (kind as { other: string }).other;
  return kind === 'text' ? 'text' : 'numbers';
}

export interface HeaderColumn extends CellPosition {
  name: string;
  kind: ColumnKind;
}

/** Rows of a file, whatever its kind, by columns. A large file is a sequence of them. */
export interface ColumnTable {
  readonly rows: number;
  /** Names, without spaces around them; '' where a cell is empty. */
  labels(column: number): readonly string[];
  /** Numbers; whatever holds none is NaN. */
  numbers(column: number): Float64Array;
  /** What stands in a cell; null for nothing. */
  found(row: number, column: number): string | number | null;
  at(row: number, column: number): CellPosition;
  /** What a position's line counts: lines of a text, or rows of a file that has none. */
  readonly place: 'line' | 'row';
  /** The row's number in the whole file, from 0 below the header. */
  rowOf(row: number): number;
  /** What stands in a column of the rows that had to be left out, as far as it can be read. */
  lost?(column: number): readonly string[];
}

/**
 * A table of rows without lines; `rowOf` gives their numbers in the file where they are not counted from 0, `text` the text
 * of a cell that has one, `fileOf` the file of a row where there are several.
 */
export function parquetTable(
  rows: number,
  labels: (column: number) => string[],
  numbers: (column: number) => Float64Array,
  rowOf: (row: number) => number = (row) => row,
  text: (row: number, column: number) => string | undefined = () => undefined,
  fileOf: (row: number) => string | undefined = () => undefined,
): ColumnTable {
  return {
    rows,
    place: 'row',
    labels,
    numbers,
    found(row, column) {
      const written = text(row, column);
      if (written !== undefined) return written;
      const value = numbers(column)[row]!;
      return Number.isNaN(value) ? null : value;
    },
    at: (row, column) => positionOf({ file: fileOf(row), line: rowOf(row) + 1, column: column + 1 }),
    rowOf,
  };
}
