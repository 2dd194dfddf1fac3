import { type CellPosition, positionOf, raggedProblem } from './cell-problem.ts';
import type { ColumnTable, HeaderColumn } from './column-table.ts';
import { type Cell, cellsOf, cellTexts, isBlank, type Line, linesOf, numberOf, unclosedCell } from './csv.ts';
import type { ProblemList } from './problem-list.ts';

/** A text whose first line that is not blank names the columns: these, and the lines below that are not blank. */
export function namedLines(text: string): { columns: HeaderColumn[] | undefined; lines: Line[] } {
  const [header, ...lines] = linesOf(text).filter((line) => !isBlank(line));
  return { columns: header && columnsOf(header), lines };
}

export function columnsOf({ number, text }: Line): HeaderColumn[] {
  return cellsOf(text).map(({ text: name, column }) => ({ name, line: number, column, kind: 'cells' }));
}

/** The rows of some lines below the header, none of them blank. */
export function csvTable(
  lines: readonly Line[],
  width: number,
  rowsBefore: number,
  problems: Pick<ProblemList, 'add'>,
): ColumnTable {
  const cells = lines.map(({ text }) => cellTexts(text));
  const unclosed = new Map<number, Cell>();
  cells.forEach((row, i) => {
    const open = row.length === width ? unclosedCell(lines[i]!.text) : undefined;
    if (open) unclosed.set(i, open);
  });
  const ragged = new Set(cells.flatMap((row, i) => (row.length === width ? [] : [i])));
  if (ragged.size > 0) refuseRagged(lines, cells, ragged, width, rowsBefore, problems);
  for (const [i, cell] of unclosed) refuseUnclosed(lines[i]!, cell, rowsBefore + i, problems);
  const left = new Set([...ragged, ...unclosed.keys()]);
  const good = left.size === 0 ? lines : lines.filter((_, i) => !left.has(i));
  const rows = left.size === 0 ? cells : cells.filter((_, i) => !left.has(i));
  const numbers = rowsInFiles(lines);
  const rowNumbers =
    left.size === 0 ? numbers : lines.flatMap((_, i) => (left.has(i) ? [] : [numbers?.[i] ?? i]));
  return {
    rows: rows.length,
    place: 'line',
    labels: (column) => rows.map((row) => row[column]!),
    numbers: (column) => Float64Array.from(rows, (row) => numberOf(row[column]!)),
    found: (row, column) => rows[row]![column]!,
    at: (row, column) => positionIn(good[row]!, cellsOf(good[row]!.text)[column]!.column),
    rowOf: (row) => rowsBefore + (rowNumbers?.[row] ?? row),
    lost: (column) => Array.from(left, (i) => (cells[i]![column] ?? '').replace(/^"/, '')),
  };
}

/** The rows of several files, each counted from 0; undefined where there is one. */
function rowsInFiles(lines: readonly Line[]): number[] | undefined {
  if (lines[0]?.file === undefined) return undefined;
  let first = 0;
  return lines.map(({ file }, i) => {
    if (i > 0 && file !== lines[i - 1]!.file) first = i;
    return i - first;
  });
}

function positionIn({ file, number: line }: Line, column: number): CellPosition {
  return positionOf({ file, line, column });
}

function refuseRagged(
  lines: readonly Line[],
  cells: readonly string[][],
  ragged: ReadonlySet<number>,
  width: number,
  rowsBefore: number,
  problems: Pick<ProblemList, 'add'>,
): void {
  const [first] = ragged;
  // A name and whole numbers, twice as many as there should be: '1,5' for 1.5 in every cell.
  const doubled = (row: readonly string[]) =>
    row.length === 2 * width - 1 && row.slice(1).every((cell) => /^[+-]?\d*$/.test(cell));
  if (ragged.size === lines.length && lines.length > 0 && cells.every(doubled)) {
    problems.add(positionIn(lines[first!]!, 1), () => ({
      cell: [rowsBefore + first!],
      value: lines[first!]!.text.slice(0, 60),
      why: 'every line has twice as many numbers as there are columns: the numbers have decimal commas',
      accepted: 'numbers with decimal points, separated by commas',
    }));
    return;
  }
  for (const i of ragged) {
    const problem = raggedProblem(lines[i]!, rowsBefore + i, cells[i]!.length, width, 'cells')!;
    problems.add(problem, () => problem);
  }
}

/** A cell that begins with a quotation mark is a name in quotation marks, or the beginning of one: not a name with one. */
function refuseUnclosed(
  line: Line,
  { text, column }: Cell,
  row: number,
  problems: Pick<ProblemList, 'add'>,
): void {
  problems.add(positionIn(line, column), () => ({
    cell: [row],
    value: text,
    why: 'a quotation mark opens this cell and none closes it',
    accepted: 'a cell without quotation marks around it, or with two; one inside is written twice',
  }));
}
