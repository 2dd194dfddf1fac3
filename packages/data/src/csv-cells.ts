/** Where a cell begins in the text, counted from 1 as editors do. */
export interface CellPosition {
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
  why: string;
  accepted: string;
  /** How many problems this one stands for, where it is the rest of a long list. */
  count?: number;
  /** There are fewer units than two. How many will do is for the question to say. */
  fewUnits?: true;
}

export interface Line {
  number: number;
  text: string;
}

export interface Cell {
  text: string;
  column: number;
  /** Whether it begins with a quotation mark that has no second one, or has text behind that. */
  unclosed?: true;
}

/** A decimal number; Number() alone would also take '', '0x1f' and 'Infinity'. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** A file of the wrong kind has as many problems as cells: these many are listed, the rest is counted. */
export const MOST_LISTED = 20;

/** The lines of a text; blank ones may only stand at the end, where they are left out. */
export function linesOf(text: string): Line[] {
  const lines = text.split(/\r\n|\r|\n/).map((line, i) => ({ number: i + 1, text: line }));
  while (lines.length > 0 && lines.at(-1)!.text.trim() === '') lines.pop();
  return lines;
}

/** The cells of a line, separated by commas. A cell in double quotes may hold commas, and quotes written twice. */
export function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  const quotes = /\s*"((?:[^"]|"")*)"\s*(?=,|$)/y;
  for (let start = 0; start <= line.length; ) {
    quotes.lastIndex = start;
    const quoted = quotes.exec(line);
    const comma = line.indexOf(',', start + (quoted?.[0].length ?? 0));
    const end = comma < 0 ? line.length : comma;
    const raw = line.slice(start, end);
    const text = quoted ? quoted[1]!.replaceAll('""', '"') : raw;
    const unclosed = !quoted && raw.trimStart().startsWith('"');
    cells.push({
      text: text.trim(),
      column: start + 1 + (raw.length - raw.trimStart().length),
      ...(unclosed && { unclosed }),
    });
    start = end + 1;
  }
  return cells;
}

export function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

/** What keeps a cell from being a number; nothing where it is one. */
export function numberProblem(
  line: Line,
  { text, column }: Cell,
  cell: CellProblem['cell'],
): CellProblem | undefined {
  if (isNumber(text)) return undefined;
  const otherSeparator = text.split(/[;\t ]+/).filter(isNumber).length > 1;
  return {
    line: line.number,
    column,
    cell,
    value: text,
    why:
      text === ''
        ? 'this cell is empty'
        : otherSeparator
          ? 'the numbers are not separated by commas'
          : 'this cell is not a finite number',
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
  const empty = line.text.trim() === '';
  return {
    line: line.number,
    column: 1,
    cell: [row],
    value: empty ? '' : `${cells} ${cells === 1 ? 'cell' : 'cells'}`,
    why: empty
      ? 'this line is empty'
      : `this line has another number of cells than the first, which has ${width}${(line.text.split('"').length - 1) % 2 === 1 ? '; a cell in quotation marks ends with its line' : ''}`,
    accepted: `${width} ${of}, separated by commas`,
  };
}

export function emptyFile(accepted: string): CellProblem {
  return { line: 1, column: 1, cell: [], value: '', why: 'the file is empty', accepted };
}

/** The first problems of a file, and how many more there are; of very many the later ones need not be given. */
export function refused(
  problems: CellProblem[],
  count = problems.length,
): { ok: false; problems: CellProblem[] } {
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
