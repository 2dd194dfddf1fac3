import {
  openRounds,
  type Rounds,
  type RoundsOptions,
  type RoundsWork,
  thisThread,
  unmade,
  type Workers,
} from '@sightline/engine/internal';
import { sharedInput } from './shared-input.ts';
import { type ThreadPool, threadPool } from './thread-pool.ts';

interface PoolSettings {
  /** This thread begins and sees for so long how long a piece takes. */
  trial: number;
  /** Less work than this, in milliseconds, is done before threads have started. */
  worthIt: number;
}

/** Milliseconds in which a thread comes up. */
const SHORT = 50;

const DEFAULT: PoolSettings = { trial: 100, worthIt: 1000 };

/**
 * Divided work in threads of Node. Who makes a piece makes no difference to it, so that results are the same bytes with
 * any number of threads; and each portion is handed out when a thread is free for it.
 */
export function workerThreads(threads: number, settings: PoolSettings = DEFAULT): Workers {
  if (threads <= 1) return thisThread;
  return {
    async run(work, input, pieces, options = {}) {
      options.signal?.throwIfAborted();
      const missing = unmade(pieces, options.made);
      if (missing.length === 0) return thisThread.run(work, input, pieces, options);
      const begun = begin(work, input, missing, settings.trial);
      if (begun.made.size > 0) options.onMade?.(begun.made);
      const rest = missing.slice(begun.made.size);
      const made = new Map([...(options.made ?? []), ...begun.made]);
      if (rest.length === 0 || rest.length * begun.each < settings.worthIt)
        return thisThread.run({ ...work, prepare: () => begun.make }, input, pieces, { ...options, made });
      const pool = started(work, input, Math.min(threads, rest.length), options.signal);
      try {
        await pool.make(rest, (first, some) => {
          const portion = new Map(some.map((piece, i) => [rest[first + i]!, piece as never]));
          for (const [number, piece] of portion) made.set(number, piece);
          options.onMade?.(portion);
          options.onProgress?.(made.size, pieces);
        });
      } finally {
        await pool.close();
      }
      return Array.from({ length: pieces }, (_, number) => made.get(number)!);
    },

    open<Input, Order, Piece>(
      work: RoundsWork<Input, Order, Piece>,
      input: Input,
      options: RoundsOptions<Order, Piece> = {},
    ): Rounds<Order, Piece> {
      const { signal, atOnce = false } = options;
      const here = openRounds(undefined, work, input, options);
      // Who has worked for so long may work for as long again; nobody knows how many rounds there will be.
      const due = atOnce ? 0 : settings.worthIt / 2;
      let [spent, longest] = [0, 0];
      let pool: ThreadPool | undefined;
      // Until threads have come up this one goes on by itself, but not with pieces that take longer than they do.
      const isHere = () => due > 0 && !pool?.isUp() && !(pool && longest > SHORT);
      let line: Promise<unknown> = Promise.resolve();
      /** One piece made here, when all that were asked for before are made; nothing where threads shall make it. */
      const madeHere = (order: Order): Promise<{ piece: Piece } | undefined> => {
        const own = line.then(async () => {
          if (!isHere()) return undefined;
          const start = performance.now();
          const [piece] = await here.make([order]);
          const elapsed = performance.now() - start;
          spent += elapsed;
          longest = Math.max(longest, elapsed);
          if (spent > due) pool ??= started(work, input, threads, signal);
          return { piece: piece! };
        });
        line = own.catch(() => {});
        return own;
      };
      return {
        async make(orders) {
          const pieces: Piece[] = [];
          while (pieces.length < orders.length && isHere()) {
            const made = await madeHere(orders[pieces.length]!);
            if (!made) break;
            pieces.push(made.piece);
          }
          const rest = orders.slice(pieces.length);
          if (rest.length === 0) return pieces;
          pool ??= started(work, input, threads, signal);
          return [...pieces, ...((await pool.make(rest)) as Piece[])];
        },
        close: async () => pool?.close(),
      };
    },
  };
}

function started(
  work: RoundsWork<never, never, unknown>,
  input: unknown,
  threads: number,
  signal?: AbortSignal,
) {
  return threadPool(
    { work: work.name, input: sharedInput(input), large: work.handsOver !== undefined },
    threads,
    signal,
  );
}

/** The first of the missing pieces, made here for a moment. */
function begin<Input, Piece>(
  work: RoundsWork<Input, number, Piece>,
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
