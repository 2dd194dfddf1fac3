import type { Expectation, Reason } from '@sightline/engine/internal';
import { type Cell, isBlank, isNumber, type Line, type Row } from './csv.ts';

/** Where a cell begins in the text, counted from 1 as editors do. */
export interface CellPosition {
  /** Which file, where there are several. */
  file?: string | undefined;
  line: number;
  column: number;
}

export interface CellProblem extends CellPosition {
  /**
   * Row from 0 and cell (its number, or its column's name); the row alone where a whole line is meant; nothing where it
   * is the file.
   */
  cell: readonly (number | string)[];
  value: unknown;
  why: Reason;
  accepted: Expectation;
  /** How many problems this one stands for, where it is the rest of a long list. */
  count?: number;
  /** There are fewer units than two. How many will do is for the question to say. */
  fewUnits?: true;
}

export type Refused = { ok: false; problems: CellProblem[] };

/** A file of the wrong kind has as many problems as cells: these many are listed, the rest is counted. */
export const MOST_LISTED = 20;

export function byPosition(a: CellPosition, b: CellPosition): number {
  const [one, other] = [a.file ?? '', b.file ?? ''];
  return (one < other ? -1 : one > other ? 1 : 0) || a.line - b.line || a.column - b.column;
}

/** 'line 3', or where there are several files 'line 3 of b.csv'. */
export function placeText(place: string, { file, line }: CellPosition): string {
  return `${place} ${line}${file === undefined ? '' : ` of ${file}`}`;
}

/** A position alone. */
export function positionOf({ file, line, column }: CellPosition): CellPosition {
  return file === undefined ? { line, column } : { file, line, column };
}

/** The first problems of a file, and how many more there are; of very many the later ones need not be given. */
export function refused(problems: CellProblem[], count = problems.length): Refused {
  const left = count - MOST_LISTED;
  if (left <= 1) return { ok: false, problems };
  const next = problems[MOST_LISTED]!;
  const rest = {
    ...next,
    value: `${left} more`,
    why: `${left} more cells or lines of this file cannot be used, from here on`,
    count: left,
  };
  return { ok: false, problems: [...problems.slice(0, MOST_LISTED), rest] };
}

/** A problem of a whole file, said of one place in it. */
export function fileProblem(
  at: CellPosition,
  value: unknown,
  why: Reason,
  accepted: Expectation,
): CellProblem {
  const { file, line, column } = at;
  // Written out, because a broken header makes a million of them.
  return file === undefined
    ? { line, column, cell: [], value, why, accepted }
    : { file, line, column, cell: [], value, why, accepted };
}

export function emptyFile(accepted: Expectation): CellProblem {
  return fileProblem({ line: 1, column: 1 }, '', { is: 'empty', what: 'the file' }, accepted);
}

/** What keeps a cell from being a number; nothing where it is one. */
export function numberProblem(
  { number: line }: Line,
  { text, column }: Cell,
  cell: CellProblem['cell'],
): CellProblem | undefined {
  if (isNumber(text)) return undefined;
  const otherSeparator = text.split(/[;\t ]+/).filter(isNumber).length > 1;
  return {
    line,
    column,
    cell,
    value: text,
    why:
      text === ''
        ? { is: 'empty', what: 'this cell' }
        : otherSeparator
          ? 'the numbers are not separated by commas'
          : { is: 'not', what: 'a finite number', of: 'this cell' },
    accepted: otherSeparator ? 'numbers separated by commas, with decimal points' : 'a finite number',
  };
}

/** A line that has another number of cells than the first one. */
export function raggedProblem(
  line: Line,
  row: number,
  cells: number,
  width: number,
  of: string,
): CellProblem | undefined {
  if (cells === width) return undefined;
  const empty = isBlank(line);
  const open = line.text.split('"').length % 2 === 0;
  return {
    ...positionOf({ file: line.file, line: line.number, column: 1 }),
    cell: [row],
    value: empty ? '' : `${cells} ${cells === 1 ? 'cell' : 'cells'}`,
    why: empty
      ? { is: 'empty', what: 'this line' }
      : `this line has another number of cells than the first, which has ${width}${open ? '; a cell in quotation marks ends with its line' : ''}`,
    accepted: `${width} ${of}, separated by commas`,
  };
}

/** Rows with as many cells as there are columns, and the problems of the others. */
export function evenRows(rows: readonly Row[], width: number, of: string, problems: CellProblem[]): number[] {
  return rows.flatMap((row, i) => {
    const ragged = raggedProblem(row, i, row.cells.length, width, of);
    if (ragged) problems.push(ragged);
    return ragged ? [] : [i];
  });
}

/** What is shown of a value, quotation marks included; more would be cut off without the closing one. */
const MOST_SHOWN = 60;

export function shortened(text: string): string {
  const fits = (part: string) => JSON.stringify(part).length <= MOST_SHOWN;
  if (fits(text)) return text;
  let end = MOST_SHOWN;
  while (!fits(`${text.slice(0, end)}…`)) end--;
  return `${text.slice(0, end)}…`;
}
