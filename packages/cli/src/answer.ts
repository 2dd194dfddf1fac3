import { InvalidStudy, problemsText } from '@sightline/study';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { CommandIo } from './io.ts';

export interface Question {
  command: string;
  study: string;
  json: boolean;
  /** When the command began, on the clock of its io. */
  start: number;
}

/** Computes a result and prints it, or prints every problem of the input: as text, or as exactly one JSON document. */
export async function answer<Result extends object>(
  { command, study, json, start }: Question,
  compute: () => Promise<Result>,
  text: (result: Result) => string,
  io: CommandIo,
): Promise<ExitCode> {
  try {
    const result = await compute();
    // Seconds, to the millisecond: the one field that differs between two runs.
    const elapsed = Math.round(io.now() - start) / 1000;
    const document = jsonText({ ...result, elapsed }, notFinite);
    io.out(json ? document : text(result));
    return EXIT.answered;
  } catch (error) {
    if (!(error instanceof InvalidStudy)) throw error;
    if (json) io.out(jsonText({ sightline: 1, command, study, problems: error.problems }, String));
    io.err(problemsText(error.problems));
    return EXIT.invalidInput;
  }
}

/** JSON has no NaN and no infinity: as a value found in an input they become text, as a result they are a fault. */
function jsonText(document: object, notFinite: (value: number) => string): string {
  const finite = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? notFinite(value) : value;
  return `${JSON.stringify(document, finite, 2)}\n`;
}

function notFinite(value: number): never {
  throw new Error(`a number of the result is ${value}`);
}
