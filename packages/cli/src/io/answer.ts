import { problemsText, wrapText } from '@sightline/answers';
import { csvText, type TidyTable } from '@sightline/answers/tables/tidy-table';
import { NumericallyUndecided } from '@sightline/engine/internal';
import { InvalidStudy, writtenProblem } from '@sightline/study';
import { type FormatOptions, formatOf } from '../options/format-option.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { CommandIo } from './io.ts';
import { refuseUnwritable, saveInto } from './output-folder.ts';
import { ShareMade } from './share-made.ts';

export interface Question {
  command: string;
  study: string | null;
  /** How it is printed. */
  format: FormatOptions;
  /** When the command began, on the clock of its io. */
  start: number;
}

/** What is asked, and what is said when somebody stops it. */
interface Unanswered extends Omit<Question, 'start' | 'format'> {
  json: boolean;
  cancelled: string;
}

export interface Print<Result> {
  text(result: Result): string;
  markdown?(result: Result): string | Promise<string>;
  tables?: readonly TidyTable<Result>[];
  /** How far a solver got that did not reach its tolerance; nothing where all did. */
  undecided?(result: Result): string | undefined;
  /** The result as it is written out, where that is less than what was computed. */
  written?(result: Result): Result;
  /** Keeps the JSON document and whatever else there is to keep; may refuse as the computation may. */
  keep?(result: Result, document: string): Promise<void>;
}

/** Computes a result and prints it, or prints every problem of the input: as text, or as exactly one JSON document. */
export async function answer<Result extends object>(
  { command, study, format: asked, start }: Question,
  compute: () => Promise<Result>,
  print: Print<Result>,
  io: CommandIo,
): Promise<ExitCode> {
  const format = formatOf(asked);
  try {
    await refuseTables(asked, io);
    const result = await compute();
    // Seconds, to the millisecond: the one field that differs between two runs.
    const elapsed = Math.round(io.now() - start) / 1000;
    const written = print.written?.(result) ?? result;
    const document = documentText({ ...written, elapsed });
    await print.keep?.(result, document);
    await printAnswer(result, { document, written }, asked, print, io);
    const undecided = print.undecided?.(result);
    if (undecided === undefined) return EXIT.answered;
    io.err(undecided);
    return EXIT.undecided;
  } catch (error) {
    return unanswered(
      error,
      { command, study, json: format === 'json', cancelled: 'nothing was written' },
      io,
    );
  }
}

/** Tells before the work that tables cannot be written. */
export async function refuseTables({ tables }: FormatOptions, io: CommandIo): Promise<void> {
  if (tables !== undefined) await refuseUnwritable(tables, '--tables', io);
}

/** Prints an answer in the format that was asked for, and writes its tables where they were. */
export async function printAnswer<Result>(
  result: Result,
  { document, written }: { document: string; written: Result },
  asked: FormatOptions,
  print: Pick<Print<Result>, 'text' | 'markdown' | 'tables'>,
  io: CommandIo,
): Promise<void> {
  const { table: name, tables: folder } = asked;
  const tables = print.tables ?? [];
  if (folder !== undefined) {
    const filled = tables.filter((table) => table.rows(written).length > 0);
    const files = Object.fromEntries(filled.map((table) => [`${table.name}.csv`, csvText(table, written)]));
    await saveInto(folder, files, '--tables', io);
    io.err(
      `${filled.length} ${filled.length === 1 ? 'table' : 'tables'} in ${folder}: ${Object.keys(files).join(', ')}\n`,
    );
  }
  const format = formatOf(asked);
  if (format === 'json') return io.out(document);
  if (format !== 'csv') return io.out(await print[format]!(result));
  const table = tables.find((one) => name === undefined || one.name === name)!;
  if (table.rows(written).length === 0) io.err(`${wrapText('', noRows(table))}\n`);
  io.out(csvText(table, written));
}

const noRows = ({ name, row }: Pick<TidyTable<never>, 'name' | 'row'>) =>
  `the table ${name} has no rows; a row of it would be ${row}`;

/** Prints why there is no answer: cancelled, undecided, or every problem of the input. Anything else is a fault. */
export function unanswered(
  error: unknown,
  { command, study, json, cancelled }: Unanswered,
  io: CommandIo,
): ExitCode {
  io.progress?.('');
  if (io.signal?.aborted) {
    io.err(`cancelled; ${cancelled}\n`);
    return EXIT.cancelled;
  }
  if (error instanceof ShareMade) {
    const { work, made, of } = error;
    if (json) io.out(jsonText({ sightline: 1, command, study, pieces: { work, made, of } }, String));
    else io.out(`${error.message}; the same command without --pieces makes the rest and answers\n`);
    return EXIT.answered;
  }
  if (error instanceof NumericallyUndecided) {
    if (json) io.out(jsonText({ sightline: 1, command, study, undecided: error.message }, String));
    io.err(`${wrapText('numerically undecided: ', error.message)}\n`);
    return EXIT.undecided;
  }
  if (!(error instanceof InvalidStudy)) throw error;
  if (json)
    io.out(jsonText({ sightline: 1, command, study, problems: error.problems.map(writtenProblem) }, String));
  io.err(problemsText(error.problems));
  return EXIT.invalidInput;
}

/** A result as exactly one JSON document. */
export function documentText(result: object): string {
  return jsonText(result, notFinite);
}

/** JSON has no NaN and no infinity: as a value found in an input they become text, as a result they are a fault. */
function jsonText(document: object, notFinite: (value: number) => string): string {
  const finite = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? notFinite(value) : value;
  return `${onOneLine(JSON.stringify(document, finite, 2))}\n`;
}

/** Lists of numbers stand on one line, so that a matrix reads as one. A line break inside a text is written \\n in JSON. */
function onOneLine(json: string): string {
  const list = /\[\n\s+(-?[\d.e+-]+(?:,\n\s+-?[\d.e+-]+)*)\n\s+\]/g;
  return json.replace(list, (_, numbers: string) => `[${numbers.replace(/,\n\s+/g, ', ')}]`);
}

function notFinite(value: number): never {
  throw new Error(`a number of the result is ${value}`);
}
