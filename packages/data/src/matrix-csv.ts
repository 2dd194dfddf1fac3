import { type Matrix, matrixFromRows } from '@sightline/engine';

/** Where a cell begins in the text, counted from 1 as editors do. */
export interface CellPosition {
  line: number;
  column: number;
}

export interface CellProblem extends CellPosition {
  /** Row and cell from 0; the row alone where a whole line is meant; nothing where it is the file. */
  cell: readonly number[];
  value: unknown;
  why: string;
  accepted: string;
}

/** A matrix as it was read, or everything that keeps the text from being one. */
export type MatrixText =
  | { ok: true; matrix: Matrix; positionOf(row: number, cell: number): CellPosition }
  | { ok: false; problems: CellProblem[] };

/** A decimal number; Number() alone would also take '', '0x1f' and 'Infinity'. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** A file of the wrong kind has as many problems as cells: these many are listed, the rest is counted. */
const MOST_LISTED = 20;

interface Line {
  number: number;
  text: string;
}

/** Comma-separated numbers, one row a line, no header. Blank lines may only stand at the end. */
export function parseMatrix(text: string): MatrixText {
  const lines = linesOf(text);
  if (lines.length === 0)
    return refused([
      { line: 1, column: 1, cell: [], value: '', why: 'the file is empty', accepted: 'rows of numbers' },
    ]);
  const header = headerProblem(lines[0]!);
  if (header) return refused([header]);

  const problems: CellProblem[] = [];
  const rows: number[][] = [];
  const width = cellsOf(lines[0]!.text).length;
  lines.forEach((line, row) => {
    const cells = cellsOf(line.text);
    if (cells.length !== width)
      problems.push({
        line: line.number,
        column: 1,
        cell: [row],
        value: line.text.trim() === '' ? '' : `${cells.length} cells`,
        why:
          line.text.trim() === ''
            ? 'this line is empty'
            : `this line has another number of cells than the first, which has ${width}`,
        accepted: `${width} numbers, separated by commas`,
      });
    else problems.push(...cells.flatMap((cell, k) => cellProblem(line, row, k, cell)));
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

function refused(problems: CellProblem[]): MatrixText {
  const left = problems.length - MOST_LISTED;
  if (left <= 1) return { ok: false, problems };
  const next = problems[MOST_LISTED]!;
  const rest = {
    ...next,
    value: `${left} more`,
    why: `${left} more cells or lines of this file cannot be used, from here on`,
  };
  return { ok: false, problems: [...problems.slice(0, MOST_LISTED), rest] };
}

function linesOf(text: string): Line[] {
  const lines = text.split(/\r\n|\r|\n/).map((line, i) => ({ number: i + 1, text: line }));
  while (lines.length > 0 && lines.at(-1)!.text.trim() === '') lines.pop();
  return lines;
}

function cellsOf(line: string): { text: string; column: number }[] {
  let start = 0;
  return line.split(',').map((raw) => {
    const column = start + 1 + (raw.length - raw.trimStart().length);
    start += raw.length + 1;
    return { text: raw.trim(), column };
  });
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

function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

function cellProblem(
  line: Line,
  row: number,
  k: number,
  cell: { text: string; column: number },
): CellProblem[] {
  if (isNumber(cell.text)) return [];
  const { text } = cell;
  const otherSeparator = text.split(/[;\t ]+/).filter(isNumber).length > 1;
  return [
    {
      line: line.number,
      column: cell.column,
      cell: [row, k],
      value: text,
      why:
        text === ''
          ? 'this cell is empty'
          : otherSeparator
            ? 'the numbers are not separated by commas'
            : 'this cell is not a finite number',
      accepted: otherSeparator ? 'numbers separated by commas, with decimal points' : 'a finite number',
    },
  ];
}
