import { Worker } from 'node:worker_threads';
import { type DividedWork, type RunOptions, thisThread, unmade, type Workers } from '@sightline/engine';
import { WORKS } from './divided-works.ts';
import { unpackError } from './packed-error.ts';
import { sharedInput } from './shared-input.ts';
import type { ThreadAnswer, ThreadOrder, ThreadTask } from './work-thread.ts';

interface PoolSettings {
  /** This thread begins and sees for so long how long a piece takes. */
  trial: number;
  /** Less work than this, in milliseconds, is done before threads have started. */
  worthIt: number;
}

const DEFAULT: PoolSettings = { trial: 100, worthIt: 1000 };
/** A thread gets pieces for about so many milliseconds at a time: often enough for a steady progress. */
const PORTION = 100;

/** Node runs no TypeScript: from the sources, as in tests, threads run the build, and without the flags for sources. */
const SOURCES = import.meta.url.endsWith('.ts');
const THREAD = new URL(SOURCES ? '../../dist/threads/work-thread.js' : './work-thread.js', import.meta.url);

/**
 * Divided work in threads of Node. Who makes a piece makes no difference to it, so that results are the same bytes with
 * any number of threads; and each portion is handed out when a thread is free for it.
 */
export function workerThreads(threads: number, settings: PoolSettings = DEFAULT): Workers {
  if (threads <= 1) return thisThread;
  return {
    async run(work, input, pieces, options = {}) {
      options.signal?.throwIfAborted();
      if (WORKS.get(work.name) !== (work as unknown))
        throw new Error(`no thread knows the work ${work.name}`);
      const missing = unmade(pieces, options.made);
      if (missing.length === 0) return thisThread.run(work, input, pieces, options);
      const begun = begin(work, input, missing, settings.trial);
      if (begun.made.size > 0) options.onMade?.(begun.made);
      const rest = missing.slice(begun.made.size);
      const made = new Map([...(options.made ?? []), ...begun.made]);
      if (rest.length === 0 || rest.length * begun.each < settings.worthIt)
        return thisThread.run({ ...work, prepare: () => begun.make }, input, pieces, { ...options, made });
      await inThreads({ work: work.name, input: sharedInput(input) }, rest, threads, {
        signal: options.signal,
        onMade(portion: ReadonlyMap<number, never>) {
          for (const [number, piece] of portion) made.set(number, piece);
          options.onMade?.(portion);
          options.onProgress?.(made.size, pieces);
        },
      });
      return Array.from({ length: pieces }, (_, number) => made.get(number)!);
    },
  };
}

/** The first of the missing pieces, made here for a moment. */
function begin<Input, Piece>(
  work: DividedWork<Input, Piece>,
  input: Input,
  missing: readonly number[],
  trial: number,
) {
  const made = new Map<number, Piece>();
  const make = work.prepare(input);
  const start = performance.now();
  let elapsed = 0;
  for (const number of missing) {
    if (elapsed >= trial) break;
    made.set(number, make(number));
    elapsed = performance.now() - start;
  }
  return { made, each: made.size > 0 ? elapsed / made.size : Number.POSITIVE_INFINITY, make };
}

function inThreads<Piece>(
  task: ThreadTask,
  numbers: readonly number[],
  threads: number,
  { signal, onMade }: Pick<RunOptions<Piece>, 'signal' | 'onMade'>,
): Promise<void> {
  const count = numbers.length;
  const workers = Array.from(
    { length: Math.min(threads, count) },
    () => new Worker(THREAD, { workerData: task, ...(SOURCES && { execArgv: [] }) }),
  );
  let [next, done, each] = [0, 0, Number.POSITIVE_INFINITY];

  return new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => finish(() => reject(error));
    const abort = () => fail(signal!.reason);
    let finished = false;
    const finish = (settle: () => void) => {
      if (finished) return;
      finished = true;
      signal?.removeEventListener('abort', abort);
      void Promise.all(workers.map((worker) => worker.terminate())).then(settle);
    };
    const order = (worker: Worker) => {
      // At the end portions become small, so that no thread waits long for the last one.
      const fair = Math.ceil((count - next) / (2 * workers.length));
      const portion = Math.min(fair, Math.max(1, Math.floor(PORTION / each)));
      if (portion === 0) return;
      worker.postMessage(numbers.slice(next, next + portion) satisfies ThreadOrder);
      next += portion;
    };
    signal?.addEventListener('abort', abort, { once: true });
    for (const worker of workers) {
      worker.on('message', (answer: ThreadAnswer) => {
        if (finished) return;
        if ('failed' in answer) return fail(unpackError(answer.failed));
        done += answer.made.size;
        each = answer.milliseconds / answer.made.size;
        onMade?.(answer.made as ReadonlyMap<number, Piece>);
        if (done === count) return finish(resolve);
        order(worker);
      });
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('a thread ended before its work was done')));
      order(worker);
    }
  });
}
