import { type Matrix, matrixFromRows } from '@sightline/engine/internal';
import {
  type CellPosition,
  type CellProblem,
  emptyFile,
  numberProblem,
  type Refused,
  raggedProblem,
  refused,
} from './cell-problem.ts';
import { cellsOf, linesOf, rowOf } from './csv.ts';
import { foreignMatrix } from './foreign-matrix.ts';

/** A matrix as it was read, or everything that keeps the text from being one. */
type MatrixText = { ok: true; matrix: Matrix; positionOf(row: number, cell: number): CellPosition } | Refused;

/** Comma-separated numbers, one row a line, no header. */
export function parseMatrix(text: string): MatrixText {
  const lines = linesOf(text);
  if (lines.length === 0) return refused([emptyFile('rows of numbers')]);
  const problems: CellProblem[] = [];
  const width = cellsOf(lines[0]!.text).length;
  // Places are looked up where they are asked for: millions of cells would not fit beside their numbers.
  const rows = lines.map((line, row) => {
    const cells = cellsOf(line.text);
    const ragged = raggedProblem(line, row, cells.length, width, 'numbers');
    const wrong = ragged ? [ragged] : cells.map((cell, k) => numberProblem(line, cell, [row, k]));
    for (const problem of wrong) if (problem) problems.push(problem);
    return cells.map((cell) => Number(cell.text));
  });
  // A square of numbers is what was asked for, unless a triangle of it may have been left at 0.
  const corners = [rows[0]!.at(-1), rows.at(-1)![0]];
  const suspect = problems.length > 0 || width !== lines.length || (width > 1 && corners.includes(0));
  const foreign = suspect ? foreignMatrix(lines.map(rowOf)) : undefined;
  if (foreign) return refused([foreign]);
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
