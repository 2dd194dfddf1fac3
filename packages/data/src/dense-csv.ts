import { type Cell, cellsOf, emptyFile, isNumber, type Line, linesOf, raggedProblem } from './csv-cells.ts';
import { type DenseFile, denseFile } from './dense-file.ts';
import { acceptedColumns, denseLayout, type LayoutFound } from './dense-header.ts';
import type { DenseTable } from './dense-table.ts';
import type { DenseRead, DenseRequest } from './dense-units.ts';

/** Dense trajectories in comma-separated text, wide or long, which its header tells. */
export function parseDenseCsv(text: string, request: DenseRequest): DenseRead {
  const lines = linesOf(text.replace(/^\ufeff/, ''));
  const start = lines.findIndex((line) => !isBlank(line));
  const found = csvLayout(lines[start], request);
  if (!found.ok) return found;
  const file = denseFile(found.layout, request);
  const rows = file.add(
    csvTable(
      lines.slice(start + 1).filter((line) => !isBlank(line)),
      found.layout.columns.length,
      0,
      file,
    ),
  );
  const end = file.end();
  return end.ok ? { ok: true, data: { ...rows, report: end.report } } : end;
}

/** What the header of a text says; without one the file is empty. */
export function csvLayout(header: Line | undefined, request: DenseRequest): LayoutFound {
  if (header === undefined) return { ok: false, problems: [emptyFile(acceptedColumns(request))] };
  const columns = cellsOf(header.text).map(({ text: name, column }) => ({
    name,
    line: header.number,
    column,
    kind: 'cells' as const,
  }));
  return denseLayout(columns, request);
}

/** The rows of some lines below the header, none of them blank. */
export function csvTable(
  lines: readonly Line[],
  width: number,
  rowsBefore: number,
  file: Pick<DenseFile, 'refuse'>,
): DenseTable {
  const unclosed = new Map<number, Cell>();
  const cells = lines.map(({ text }, i) => {
    if (!text.includes('"')) return text.split(',').map((cell) => cell.trim());
    const quoted = cellsOf(text);
    const open = quoted.find((cell) => cell.unclosed);
    if (open && quoted.length === width) unclosed.set(i, open);
    return quoted.map((cell) => cell.text);
  });
  const ragged = new Set(cells.flatMap((row, i) => (row.length === width ? [] : [i])));
  if (ragged.size > 0) refuseRagged(lines, cells, ragged, width, rowsBefore, file);
  for (const [i, cell] of unclosed) refuseUnclosed(lines[i]!, cell, rowsBefore + i, file);
  const left = new Set([...ragged, ...unclosed.keys()]);
  const good = left.size === 0 ? lines : lines.filter((_, i) => !left.has(i));
  const rows = left.size === 0 ? cells : cells.filter((_, i) => !left.has(i));
  const rowNumbers = left.size === 0 ? undefined : lines.flatMap((_, i) => (left.has(i) ? [] : [i]));
  return {
    rows: rows.length,
    place: 'line',
    labels: (column) => rows.map((row) => row[column]!),
    numbers: (column) =>
      Float64Array.from(rows, (row) => (isNumber(row[column]!) ? Number(row[column]) : Number.NaN)),
    found: (row, column) => rows[row]![column]!,
    at: (row, column) => ({
      line: good[row]!.number,
      column: cellsOf(good[row]!.text)[column]!.column,
    }),
    rowOf: (row) => rowsBefore + (rowNumbers?.[row] ?? row),
    lost: (column) => Array.from(left, (i) => (cells[i]![column] ?? '').replace(/^"/, '')),
  };
}

function refuseRagged(
  lines: readonly Line[],
  cells: readonly string[][],
  ragged: ReadonlySet<number>,
  width: number,
  rowsBefore: number,
  file: Pick<DenseFile, 'refuse'>,
): void {
  const [first] = ragged;
  // A name and whole numbers, twice as many as there should be: '1,5' for 1.5 in every cell.
  const doubled = (row: readonly string[]) =>
    row.length === 2 * width - 1 && row.slice(1).every((cell) => /^[+-]?\d*$/.test(cell));
  if (ragged.size === lines.length && lines.length > 0 && cells.every(doubled)) {
    file.refuse({ line: lines[first!]!.number, column: 1 }, () => ({
      cell: [rowsBefore + first!],
      value: lines[first!]!.text.slice(0, 60),
      why: 'every line has twice as many numbers as there are columns: the numbers have decimal commas',
      accepted: 'numbers with decimal points, separated by commas',
    }));
    return;
  }
  for (const i of ragged) {
    const problem = raggedProblem(lines[i]!, rowsBefore + i, cells[i]!.length, width, 'cells')!;
    file.refuse(problem, () => problem);
  }
}

/** A cell that begins with a quotation mark is a name in quotation marks, or the beginning of one: not a name with one. */
function refuseUnclosed(
  { number: line }: Line,
  { text, column }: Cell,
  row: number,
  file: Pick<DenseFile, 'refuse'>,
): void {
  file.refuse({ line, column }, () => ({
    cell: [row],
    value: text,
    why: 'a quotation mark opens this cell and none closes it',
    accepted: 'a cell without quotation marks around it, or with two; one inside is written twice',
  }));
}

export function isBlank({ text }: Line): boolean {
  return text.trim() === '';
}
