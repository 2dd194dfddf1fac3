import type { Reason } from '@sightline/engine/internal';
import {
  byPosition,
  type CellPosition,
  type CellProblem,
  emptyFile,
  evenRows,
  fileProblem,
  numberProblem,
  type Refused,
  refused,
} from './cell-problem.ts';
import { areMissing, nameProblems } from './column-names.ts';
import type { HeaderColumn } from './column-table.ts';
import { isNumber, type Row, rowsOf } from './csv.ts';
import { columnsOf } from './csv-table.ts';

/** The columns that a table must and may have. */
interface TableColumns {
  /** Columns of numbers, all of them needed. */
  numbers: readonly string[];
  /** A column that says whose row it is, and may be absent; each label stands once. */
  label?: string;
}

/** A table as it was read, or everything that keeps the text from being one. */
type TableText =
  | {
      ok: true;
      rows: number;
      /** In the order in which they were asked for, not that of the file. */
      numbers: Float64Array[];
      /** Where a column's name stands. */
      headerOf(name: string): CellPosition;
    }
  | Refused;

/** Comma-separated values under a line of names, which may stand in any order. Rows are numbered from 0 below it. */
export function parseTable(text: string, columns: TableColumns): TableText {
  const { numbers, label } = columns;
  const [head, ...rows] = rowsOf(text);
  const header = `a first line of names: ${numbers.join(', ')}`;
  if (head === undefined) return refused([emptyFile(header)]);
  // A first line that is nothing but numbers is data.
  if (head.cells.flatMap(({ text: cell }) => cell.split(/[;\t]/)).every((cell) => isNumber(cell.trim()))) {
    const why = 'the file begins with numbers, not with the names of its columns';
    return refused([fileProblem({ line: head.number, column: 1 }, head.text.trim(), why, header)]);
  }
  const found = columnsOf(head);
  const problems = headerProblems(found, columns);
  const placeOf = new Map(found.map(({ name }, k) => [name, k] as const).reverse());
  for (const i of evenRows(rows, found.length, 'cells', problems))
    for (const name of numbers) {
      const k = placeOf.get(name);
      const problem = k === undefined ? undefined : numberProblem(rows[i]!, rows[i]!.cells[k]!, [i, name]);
      if (problem) problems.push(problem);
    }
  const labels = label === undefined ? undefined : placeOf.get(label);
  if (labels !== undefined) for (const one of labelProblems(label!, labels, rows)) problems.push(one);
  if (problems.length > 0) return refused(problems.sort(byPosition));
  return {
    ok: true,
    rows: rows.length,
    numbers: numbers.map((name) =>
      Float64Array.from(rows, ({ cells }) => Number(cells[placeOf.get(name)!]!.text)),
    ),
    headerOf: (name) => ({ line: head.number, column: found[placeOf.get(name)!]!.column }),
  };
}

function headerProblems(found: readonly HeaderColumn[], { numbers, label }: TableColumns): CellProblem[] {
  const accepted = `the columns ${numbers.join(', ')}${label === undefined ? '' : `, and ${label} if wanted`}`;
  const [first] = found as [HeaderColumn];
  if (found.length === 1 && /[;\t]/.test(first.name))
    return [fileProblem(first, first.name, 'the names are not separated by commas', accepted)];
  const names = found.map(({ name }) => name);
  const missing = numbers.filter((name) => !names.includes(name));
  return [
    ...nameProblems(found, (name) => name === label || numbers.includes(name), accepted),
    ...(missing.length > 0
      ? [fileProblem({ line: first.line, column: 1 }, names.join(', '), areMissing(missing), accepted)]
      : []),
  ];
}

function labelProblems(label: string, place: number, rows: readonly Row[]): CellProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ number: line, cells }, row) => {
    const cell = cells[place];
    if (cell === undefined) return [];
    const { text: value, column } = cell;
    const before = first.get(value);
    if (value !== '' && before === undefined) {
      first.set(value, line);
      return [];
    }
    const why: Reason =
      value === '' ? { is: 'empty', what: 'this cell' } : `this ${label} stands in line ${before} already`;
    return [{ line, column, cell: [row, label], value, why, accepted: `one row for each ${label}` }];
  });
}
