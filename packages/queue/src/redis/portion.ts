import { InvalidInput } from '@sightline/engine/internal';
import { type PackedError, plainBytes, plainData } from '../pieces/index.ts';

/** A job: a work by its name, an input by its digest, and the numbers of some pieces. No code, no path. */
export interface Portion {
  work: string;
  input: string;
  run: string;
  numbers: number[];
}

/** What a worker says of a portion when all of its pieces are stored. */
export interface PortionMade {
  milliseconds: number;
  count: number;
}

/** More pieces are not given out at once, and a worker that is asked for more refuses. */
export const MOST_NUMBERS = 10_000;

/** Whether data of the queue is a portion: anybody who may write to the server may have put it there. */
export function isPortion(data: unknown): data is Portion {
  const { work, input, run, numbers } = (data ?? {}) as Partial<Record<keyof Portion, unknown>>;
  return (
    typeof work === 'string' &&
    typeof input === 'string' &&
    /^[0-9a-f]{64}$/.test(input) &&
    typeof run === 'string' &&
    /^[0-9a-f]{64}$/.test(run) &&
    Array.isArray(numbers) &&
    numbers.length <= MOST_NUMBERS &&
    numbers.every((number) => Number.isSafeInteger(number) && number >= 0)
  );
}

/** Why a portion failed for good, as the text that a job may fail with; and the errors that only the queue has. */
export type PortionFailure =
  | { kind: 'error'; error: PackedError }
  | { kind: 'input-missing' }
  | { kind: 'forged'; message: string };

const MARK = 'sightline:';

export const failureText = (failure: PortionFailure): string =>
  MARK + Buffer.from(plainBytes(failure)).toString('base64');

/** What stands in such a text; nothing where the text is the queue's own. */
export function failureIn(text: string): PortionFailure | undefined {
  if (!text.startsWith(MARK)) return undefined;
  return plainData(Buffer.from(text.slice(MARK.length), 'base64')) as PortionFailure;
}

/** The same for people, in a line. */
export function reasonIn(text: string): string {
  const failure = failureIn(text);
  if (failure === undefined) return text;
  if (failure.kind === 'input-missing') return 'the input was not there';
  if (failure.kind === 'forged') return failure.message;
  const { error } = failure;
  return error.kind === 'invalid' ? new InvalidInput(error.problems).message : error.message;
}
