import {
  type Cell,
  type CellPosition,
  type CellProblem,
  cellsOf,
  emptyFile,
  isNumber,
  type Line,
  linesOf,
  numberProblem,
  raggedProblem,
  refused,
} from './csv-cells.ts';

/** The columns that a table must and may have. */
export interface TableColumns {
  /** Columns of numbers, all of them needed. */
  numbers: readonly string[];
  /** A column that says whose row it is, and may be absent; each label stands once. */
  label?: string;
}

/** A table as it was read, or everything that keeps the text from being one. */
export type TableText =
  | {
      ok: true;
      rows: number;
      /** In the order in which they were asked for, not that of the file. */
      numbers: Float64Array[];
      /** Where a column's name stands. */
      headerOf(name: string): CellPosition;
    }
  | { ok: false; problems: CellProblem[] };

/** Comma-separated values under a line of names, which may stand in any order. Rows are numbered from 0 below it. */
export function parseTable(text: string, columns: TableColumns): TableText {
  const [head, ...lines] = linesOf(text);
  const names = [...(columns.label === undefined ? [] : [columns.label]), ...columns.numbers];
  const header = `a first line of names: ${columns.numbers.join(', ')}`;
  if (head === undefined) return refused([emptyFile(header)]);
  const found = cellsOf(head.text);
  const missingHeader = noHeader(head, found, header);
  if (missingHeader) return refused([missingHeader]);

  const problems = headerProblems(head, found, columns, names);
  const table = lines.map((line) => cellsOf(line.text));
  const placeOf = new Map(found.map(({ text: name }, k) => [name, k] as const).reverse());
  lines.forEach((line, row) => {
    const ragged = raggedProblem(line, row, table[row]!.length, found.length, 'cells');
    if (ragged) problems.push(ragged);
    else
      for (const name of columns.numbers) {
        const k = placeOf.get(name);
        const problem = k === undefined ? undefined : numberProblem(line, table[row]![k]!, [row, name]);
        if (problem) problems.push(problem);
      }
  });
  const all = [...problems, ...labelProblems(columns.label, placeOf, lines, table)];
  if (all.length > 0) return refused(all.sort((a, b) => a.line - b.line || a.column - b.column));
  return {
    ok: true,
    rows: lines.length,
    numbers: columns.numbers.map((name) =>
      Float64Array.from(table, (cells) => Number(cells[placeOf.get(name)!]!.text)),
    ),
    headerOf: (name) => ({ line: head.number, column: found[placeOf.get(name)!]!.column }),
  };
}

/** A first line that is nothing but numbers is data. */
function noHeader(head: Line, found: readonly Cell[], accepted: string): CellProblem | undefined {
  const cells = found.flatMap(({ text }) => text.split(/[;\t]/));
  if (!cells.every((text) => isNumber(text.trim()))) return undefined;
  return {
    line: head.number,
    column: 1,
    cell: [],
    value: head.text.trim(),
    why: 'the file begins with numbers, not with the names of its columns',
    accepted,
  };
}

function headerProblems(
  head: Line,
  found: readonly Cell[],
  { numbers, label }: TableColumns,
  names: readonly string[],
): CellProblem[] {
  const accepted = `the columns ${numbers.join(', ')}${label === undefined ? '' : `, and ${label} if wanted`}`;
  const at = (column: number, value: unknown, why: string): CellProblem => ({
    line: head.number,
    column,
    cell: [],
    value,
    why,
    accepted,
  });
  if (found.length === 1 && found[0]!.text.split(/[;\t]/).length > 1)
    return [at(1, found[0]!.text, 'the names are not separated by commas')];
  const seen = new Set<string>();
  const problems = found.flatMap(({ text: name, column }) => {
    if (name === '') return [at(column, '', 'this column has no name')];
    if (seen.has(name)) return [at(column, name, 'this column stands twice')];
    seen.add(name);
    return names.includes(name) ? [] : [at(column, name, 'there is no use for a column of this name')];
  });
  const missing = numbers.filter((name) => !seen.has(name));
  return missing.length === 0
    ? problems
    : [
        ...problems,
        at(
          1,
          found.map(({ text }) => text).join(', '),
          `${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
        ),
      ];
}

function labelProblems(
  label: string | undefined,
  placeOf: ReadonlyMap<string, number>,
  lines: readonly Line[],
  table: readonly Cell[][],
): CellProblem[] {
  const place = label === undefined ? undefined : placeOf.get(label);
  if (label === undefined || place === undefined) return [];
  const first = new Map<string, number>();
  return lines.flatMap((line, row) => {
    const cell = table[row]![place];
    if (cell === undefined) return [];
    const before = first.get(cell.text);
    if (cell.text !== '' && before === undefined) {
      first.set(cell.text, line.number);
      return [];
    }
    return [
      {
        line: line.number,
        column: cell.column,
        cell: [row, label],
        value: cell.text,
        why: cell.text === '' ? 'this cell is empty' : `this ${label} stands in line ${before} already`,
        accepted: `one row for each ${label}`,
      },
    ];
  });
}
