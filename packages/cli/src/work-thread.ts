// What runs in a thread: prepares a work once, then makes the pieces that it is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { WORKS } from './divided-works.ts';
import { type PackedError, packError } from './packed-error.ts';

/** What a thread is started with. */
export interface ThreadTask {
  work: string;
  input: unknown;
}

/** Pieces first … first + count − 1. */
export interface ThreadOrder {
  first: number;
  count: number;
}

export type ThreadAnswer =
  | { first: number; pieces: unknown[]; milliseconds: number }
  | { failed: PackedError };

const { work, input } = workerData as ThreadTask;
const port = parentPort!;
let make: ((piece: number) => unknown) | undefined;

port.on('message', ({ first, count }: ThreadOrder) => {
  port.postMessage(answer(first, count));
});

function answer(first: number, count: number): ThreadAnswer {
  try {
    make ??= WORKS.get(work)!.prepare(input as never);
    const start = performance.now();
    const pieces = Array.from({ length: count }, (_, i) => make!(first + i));
    return { first, pieces, milliseconds: performance.now() - start };
  } catch (error) {
    return { failed: packError(error) };
  }
}
