import { Worker } from 'node:worker_threads';
import { type DividedWork, thisThread, type Workers, type WorkOptions } from '@sightline/engine';
import { WORKS } from './divided-works.ts';
import { unpackError } from './packed-error.ts';
import { sharedInput } from './shared-input.ts';
import type { ThreadAnswer, ThreadOrder, ThreadTask } from './work-thread.ts';

export interface PoolSettings {
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
const THREAD = new URL(SOURCES ? '../dist/work-thread.js' : './work-thread.js', import.meta.url);

/**
 * Divided work in threads of Node. Who makes a piece makes no difference to it, so that results are the same bytes with
 * any number of threads; and each portion is handed out when a thread is free for it.
 */
export function workerThreads(threads: number, settings: PoolSettings = DEFAULT): Workers {
  if (threads <= 1) return thisThread;
  return {
    async run(work, input, pieces, { signal, onProgress } = {}) {
      signal?.throwIfAborted();
      if (WORKS.get(work.name) !== (work as unknown))
        throw new Error(`no thread knows the work ${work.name}`);
      const begun = begin(work, input, pieces, settings.trial);
      const rest = pieces - begun.done.length;
      const options: WorkOptions = {
        signal,
        onProgress: onProgress && ((done) => onProgress(begun.done.length + done, pieces)),
      };
      const others =
        rest * begun.each < settings.worthIt
          ? await thisThread.run({ ...work, prepare: () => begun.make }, input, rest, options)
          : await inThreads(work, input, { first: begun.done.length, count: rest }, threads, options);
      return begun.done.concat(others);
    },
  };
}

/** The first pieces, made here for a moment. `make` numbers the others from 0. */
function begin<Input, Piece>(work: DividedWork<Input, Piece>, input: Input, pieces: number, trial: number) {
  const done: Piece[] = [];
  const make = work.prepare(input);
  const start = performance.now();
  let elapsed = 0;
  while (done.length < pieces && elapsed < trial) {
    done.push(make(done.length));
    elapsed = performance.now() - start;
  }
  const first = done.length;
  const each = first > 0 ? elapsed / first : Number.POSITIVE_INFINITY;
  return { done, each, make: (piece: number) => make(first + piece) };
}

function inThreads<Input, Piece>(
  work: DividedWork<Input, Piece>,
  input: Input,
  { first, count }: ThreadOrder,
  threads: number,
  { signal, onProgress }: WorkOptions,
): Promise<Piece[]> {
  const task: ThreadTask = { work: work.name, input: sharedInput(input) };
  const workers = Array.from(
    { length: Math.min(threads, count) },
    () => new Worker(THREAD, { workerData: task, ...(SOURCES && { execArgv: [] }) }),
  );
  const pieces = new Array<Piece>(count);
  let [next, done, each] = [0, 0, Number.POSITIVE_INFINITY];

  return new Promise<Piece[]>((resolve, reject) => {
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
      worker.postMessage({ first: first + next, count: portion } satisfies ThreadOrder);
      next += portion;
    };
    signal?.addEventListener('abort', abort, { once: true });
    for (const worker of workers) {
      worker.on('message', (answer: ThreadAnswer) => {
        if (finished) return;
        if ('failed' in answer) return fail(unpackError(answer.failed));
        answer.pieces.forEach((piece, i) => {
          pieces[answer.first - first + i] = piece as Piece;
        });
        done += answer.pieces.length;
        each = answer.milliseconds / answer.pieces.length;
        onProgress?.(done, count);
        if (done === count) return finish(() => resolve(pieces));
        order(worker);
      });
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('a thread ended before its work was done')));
      order(worker);
    }
  });
}
