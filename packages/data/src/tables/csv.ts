// Comma-separated text: the one place that knows how lines end, what separates cells and what quotation marks do.

export interface Line {
  /** Counted from 1, as editors do. */
  number: number;
  text: string;
  /** Whose line it is, where there are several files. */
  file?: string;
}

export interface Cell {
  text: string;
  /** Where it begins in its line, counted from 1. */
  column: number;
  /** Whether it begins with a quotation mark that has no second one, or has text behind that. */
  unclosed?: true;
}

export interface Row extends Line {
  cells: Cell[];
}

const LINE_END = /\r\n|\r|\n/;
/** A decimal number; Number() alone would also take '', '0x1f' and 'Infinity'. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

/** The number that a text is; NaN where it is none. */
export function numberOf(text: string): number {
  return isNumber(text) ? Number(text) : Number.NaN;
}

export function isBlank({ text }: Line): boolean {
  return text.trim() === '';
}

/** The lines of a text that comes in pieces; `more` says that others follow. */
export function lineReader(): (text: string, more: boolean) => Line[] {
  let [number, rest] = [1, ''];
  return (text, more) => {
    const whole = rest + (number === 1 && rest === '' ? text.replace(/^\ufeff/, '') : text);
    const lines = whole.split(LINE_END);
    // The last line may go on in the next piece, and so may a line's end of two characters.
    rest = more ? lines.pop()! : '';
    if (more && whole.endsWith('\r')) rest = `${lines.pop()}\r`;
    return lines.map((line) => ({ number: number++, text: line }));
  };
}

/** The lines of a text, without blank ones at its end. */
export function linesOf(text: string): Line[] {
  const lines = lineReader()(text, false);
  while (lines.length > 0 && isBlank(lines.at(-1)!)) lines.pop();
  return lines;
}

/** The same as rows of cells. */
export function rowsOf(text: string): Row[] {
  return linesOf(text).map(rowOf);
}

export function rowOf(line: Line): Row {
  return { ...line, cells: cellsOf(line.text) };
}

/** What may stand between cells; tables are read with commas, and rewritten with them. */
export type Separator = ',' | ';' | '\t';

/** A cell in quotation marks; blanks around it do not count, unless they separate. */
const quotedCell = (separator: Separator) =>
  separator === '\t'
    ? / *"((?:[^"]|"")*)" *(?=\t|$)/y
    : new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=${separator}|$)`, 'y');

/** The cells of a line. A cell in double quotes may hold separators, and quotes written twice. */
export function cellsOf(line: string, separator: Separator = ','): Cell[] {
  const cells: Cell[] = [];
  const quotes = quotedCell(separator);
  for (let start = 0; start <= line.length; ) {
    quotes.lastIndex = start;
    const quoted = quotes.exec(line);
    const comma = line.indexOf(separator, start + (quoted?.[0].length ?? 0));
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

/** Their texts alone, for large files; places are looked up where something is wrong. */
export function cellTexts(line: string): string[] {
  return line.includes('"')
    ? cellsOf(line).map(({ text }) => text)
    : line.split(',').map((text) => text.trim());
}

/** The first cell of a line whose quotation mark is not closed. */
export function unclosedCell(line: string): Cell | undefined {
  return line.includes('"') ? cellsOf(line).find(({ unclosed }) => unclosed) : undefined;
}

/** A number with a decimal comma. */
export const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** The text of a cell that another program's separators left in its quotation marks. */
export function unquoted(cell: string): string {
  return cell.trim().replace(/^"|"$/g, '');
}
