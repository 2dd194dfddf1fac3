// What runs in a thread: prepares a work once, then makes the pieces that it is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { type PackedError, packError } from '@sightline/queue/pieces';
import { WORKS } from './divided-works.ts';

/** What a thread is started with. */
export interface ThreadTask {
  work: string;
  input: unknown;
  /** Whether its memory is that of large pieces, so that there need be little for small objects. */
  large?: boolean;
}

/** What is to be made, one after the other. */
export type ThreadOrders = readonly unknown[];

/** 'up' once, when the thread has come up; then one for each list of orders. */
export type ThreadAnswer =
  | 'up'
  | { made: readonly unknown[]; milliseconds: number }
  | { failed: PackedError };

const { work, input } = workerData as ThreadTask;
const port = parentPort!;
let make: ((order: never) => unknown) | undefined;

port.on('message', (orders: ThreadOrders) => {
  const found = answer(orders);
  const handsOver = WORKS.get(work)?.handsOver;
  const made = typeof found === 'object' && 'made' in found ? found.made : [];
  port.postMessage(found, handsOver ? made.flatMap((piece) => handsOver(piece as never)) : []);
});
port.postMessage('up' satisfies ThreadAnswer);

function answer(orders: ThreadOrders): ThreadAnswer {
  try {
    const known = WORKS.get(work);
    if (!known) throw new Error(`no thread knows the work ${work}`);
    const makePiece = (make ??= known.prepare(input as never));
    const start = performance.now();
    const made = orders.map((order) => makePiece(order as never));
    return { made, milliseconds: performance.now() - start };
  } catch (error) {
    return { failed: packError(error) };
  }
}
