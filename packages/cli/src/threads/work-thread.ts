// What runs in a thread: prepares a work once, then makes the pieces that it is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { WORKS } from './divided-works.ts';
import { type PackedError, packError } from './packed-error.ts';

/** What a thread is started with. */
export interface ThreadTask {
  work: string;
  input: unknown;
}

/** The numbers of pieces. */
export type ThreadOrder = readonly number[];

export type ThreadAnswer =
  | { made: ReadonlyMap<number, unknown>; milliseconds: number }
  | { failed: PackedError };

const { work, input } = workerData as ThreadTask;
const port = parentPort!;
let make: ((piece: number) => unknown) | undefined;

port.on('message', (numbers: ThreadOrder) => {
  port.postMessage(answer(numbers));
});

function answer(numbers: ThreadOrder): ThreadAnswer {
  try {
    const makePiece = (make ??= WORKS.get(work)!.prepare(input as never));
    const start = performance.now();
    const made = new Map(numbers.map((number) => [number, makePiece(number)]));
    return { made, milliseconds: performance.now() - start };
  } catch (error) {
    return { failed: packError(error) };
  }
}
