import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { unpackError } from '@sightline/queue/pieces';
import type { ThreadAnswer, ThreadOrders, ThreadTask } from './work-thread.ts';

/** Threads that are ready for one work. */
export interface ThreadPool {
  /** Whether a thread has come up. */
  isUp(): boolean;
  /** The pieces in the order of their orders; `onMade` is told of those from `first` on. Orders wait behind earlier ones. */
  make(
    orders: readonly unknown[],
    onMade?: (first: number, pieces: readonly unknown[]) => void,
  ): Promise<unknown[]>;
  /** Ends the threads, whatever they are at. */
  close(): Promise<void>;
}

/** A thread gets pieces for about so many milliseconds at a time: often enough for a steady progress. */
const PORTION = 100;

/** Node runs no TypeScript: from the sources, as in tests, threads run the bundle, and without the flags for sources. */
const SOURCES = import.meta.url.endsWith('.ts');
const THREAD = new URL(SOURCES ? bundledThread() : './work-thread.js', import.meta.url);

/** One file is up in an eighth of the time that its modules take one by one. */
function bundledThread(): string {
  const { folder } = JSON.parse(readFileSync(new URL('../../dist/bundle.json', import.meta.url), 'utf8'));
  return `../../dist/${folder}/work-thread.js`;
}

/** Megabytes for small objects where pieces are large; without a word there may be 48 in each thread. */
const SMALL_OBJECTS = 6;

/** What was ordered together. */
interface Batch {
  orders: readonly unknown[];
  pieces: unknown[];
  /** How many are handed out, and how many are back. */
  given: number;
  made: number;
  onMade: ((first: number, pieces: readonly unknown[]) => void) | undefined;
  resolve(pieces: unknown[]): void;
  reject(error: unknown): void;
}

/** So many threads, which start at once. */
export function threadPool(task: ThreadTask, threads: number, signal?: AbortSignal): ThreadPool {
  const batches: Batch[] = [];
  let each = Number.POSITIVE_INFINITY;
  let isUp = false;
  let failure: { error: unknown } | undefined;
  let ending: Promise<unknown> | undefined;

  const waiting = () => batches.reduce((sum, { orders, given }) => sum + orders.length - given, 0);
  const end = () => {
    signal?.removeEventListener('abort', abort);
    ending ??= Promise.all(workers.map((worker) => worker.terminate()));
    return ending;
  };
  const fail = (error: unknown) => {
    if (failure || ending) return;
    failure = { error };
    const lost = batches.splice(0);
    void end().then(() => {
      for (const { reject } of lost) reject(error);
    });
  };
  const abort = () => fail(signal!.reason);
  signal?.addEventListener('abort', abort, { once: true });

  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(THREAD, {
      workerData: task,
      ...(SOURCES && { execArgv: [] }),
      ...(task.large && { resourceLimits: { maxYoungGenerationSizeMb: SMALL_OBJECTS } }),
    });
    worker.on('message', (answer: ThreadAnswer) => {
      if (answer === 'up') isUp = true;
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('a thread ended before its work was done')));
    return worker;
  });
  const idle = [...workers];
  const give = () => {
    while (idle.length > 0) {
      const batch = batches.find(({ orders, given }) => given < orders.length);
      if (!batch) return;
      const worker = idle.pop()!;
      // At the end portions become small, so that no thread waits long for the last one.
      const fair = Math.ceil(waiting() / (2 * threads));
      const portion = Math.min(
        batch.orders.length - batch.given,
        fair,
        Math.max(1, Math.floor(PORTION / each)),
      );
      const first = batch.given;
      batch.given += portion;
      worker.postMessage(batch.orders.slice(first, first + portion) satisfies ThreadOrders);
      worker.on('message', function take(answer: ThreadAnswer) {
        if (answer === 'up' || failure || ending) return;
        worker.off('message', take);
        if ('failed' in answer) return fail(unpackError(answer.failed));
        each = answer.milliseconds / portion;
        idle.push(worker);
        answer.made.forEach((piece, i) => {
          batch.pieces[first + i] = piece;
        });
        batch.made += portion;
        batch.onMade?.(first, answer.made);
        if (batch.made === batch.orders.length) {
          batches.splice(batches.indexOf(batch), 1);
          batch.resolve(batch.pieces);
        }
        give();
      });
    }
  };

  return {
    isUp: () => isUp,
    async make(orders, onMade) {
      signal?.throwIfAborted();
      if (failure) throw failure.error;
      if (orders.length === 0) return [];
      return new Promise((resolve, reject) => {
        batches.push({ orders, pieces: [], given: 0, made: 0, onMade, resolve, reject });
        give();
      });
    },
    async close() {
      await end();
    },
  };
}
