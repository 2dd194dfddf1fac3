import { type Matrix, matrixFromRows } from '@sightline/engine';
import {
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

/** A matrix as it was read, or everything that keeps the text from being one. */
export type MatrixText =
  | { ok: true; matrix: Matrix; positionOf(row: number, cell: number): CellPosition }
  | { ok: false; problems: CellProblem[] };

/** Comma-separated numbers, one row a line, no header. */
export function parseMatrix(text: string): MatrixText {
  const lines = linesOf(text);
  if (lines.length === 0) return refused([emptyFile('rows of numbers')]);
  const header = headerProblem(lines[0]!);
  if (header) return refused([header]);

  const problems: CellProblem[] = [];
  const rows: number[][] = [];
  const width = cellsOf(lines[0]!.text).length;
  lines.forEach((line, row) => {
    const cells = cellsOf(line.text);
    const ragged = raggedProblem(line, row, cells.length, width, 'numbers');
    if (ragged) problems.push(ragged);
    else problems.push(...cells.flatMap((cell, k) => numberProblem(line, cell, [row, k]) ?? []));
    rows.push(cells.map(({ text: cell }) => Number(cell)));
  });
  if (problems.length > 0) return refused(problems);
  return {
    ok: true,
    matrix: matrixFromRows(rows),
    positionOf: (row, cell) => ({
      line: lines[row]!.number,
      column: cellsOf(lines[row]!.text)[cell]!.column,
    }),
  };
}

function headerProblem({ number: line, text }: Line): CellProblem | undefined {
  const cells = cellsOf(text);
  // A lone bad cell is a bad cell; a line without a single number is a heading.
  if (cells.length < 2 || cells.some((cell) => cell.text === '' || cell.text.split(/[;\t ]/).some(isNumber)))
    return undefined;
  return {
    line,
    column: cells[0]!.column,
    cell: [0],
    value: text.trim(),
    why: 'the file begins with a line of names',
    accepted: 'a file without a header: numbers from the first line on',
  };
}
