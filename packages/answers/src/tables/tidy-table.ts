export type TidyCell = string | number | boolean | null | undefined;
export type TidyRow = Readonly<Record<string, TidyCell>>;

/** A part of a result as a table for other programs: a row is one thing, a column one of its numbers, and every cell a single value. */
export interface TidyTable<Result> {
  /** On the command line, and as the name of its file. */
  name: string;
  /** What a row is. */
  row: string;
  /** What each column holds, in the order of the table. */
  columns: Readonly<Record<string, string>>;
  rows(result: Result): readonly TidyRow[];
}

/** A table of the columns that it names. What else its rows have is not written. */
export function tidyTable<Result, const Columns extends Readonly<Record<string, string>>>(
  name: string,
  row: string,
  columns: Columns,
  rows: (result: Result) => readonly Readonly<Partial<Record<keyof Columns, TidyCell>>>[],
): TidyTable<Result> {
  return { name, row, columns, rows: rows as (result: Result) => readonly TidyRow[] };
}

/** As CSV (RFC 4180, lines ending in \n): names in the first line, numbers with all of their digits, what is absent empty. */
export function csvText<Result>({ columns, rows }: TidyTable<Result>, result: Result): string {
  const names = Object.keys(columns);
  const lines = rows(result).map((row) => names.map((name) => cell(row[name])));
  return [names, ...lines].map((line) => `${line.join(',')}\n`).join('');
}

function cell(value: TidyCell): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
