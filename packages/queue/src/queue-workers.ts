import {
  type DividedWork,
  type Rounds,
  type RoundsWork,
  type RunOptions,
  thisThread,
  unmade,
  type Workers,
} from '@sightline/engine/internal';
import { type QueueRequest, QueueRun } from './queue-run.ts';

/** Divided work made by the workers of a queue. Pieces that an earlier run left there are not made again. */
export function queueWorkers(request: QueueRequest): Workers {
  return {
    async run<Input, Piece>(
      work: DividedWork<Input, Piece>,
      input: Input,
      pieces: number,
      options: RunOptions<Piece> = {},
    ) {
      options.signal?.throwIfAborted();
      const missing = unmade(pieces, options.made);
      if (missing.length === 0) return thisThread.run(work, input, pieces, options);
      const made = new Map(options.made);
      const run = await QueueRun.open<Piece>(request, {
        work: work.name,
        input,
        pieces,
        signal: options.signal,
        onMade(some) {
          for (const [number, piece] of some) made.set(number, piece);
          options.onMade?.(some);
          options.onProgress?.(made.size, pieces);
        },
      });
      try {
        await run.want(missing);
      } finally {
        await run.close();
      }
      return Array.from({ length: pieces }, (_, number) => made.get(number)!);
    },
  };
}

/** Large pieces on their way at the same time take memory here and in the server. */
const MOST_AHEAD = 32;

/**
 * Rounds of a work whose orders are numbers, made by the workers of a queue. Worth it where a piece takes far longer than its way:
 * what a piece comes to is let go once it was handed over.
 */
export function queueRounds<Input, Piece>(
  request: QueueRequest,
  work: RoundsWork<Input, number, Piece>,
  input: Input,
  signal?: AbortSignal,
): Rounds<number, Piece> {
  const run = QueueRun.open<Piece>(request, { work: work.name, input, passing: true, signal });
  run.catch(() => {});
  let ahead = 0;
  return {
    async make(orders) {
      const open = await run;
      const pieces = await open.want(orders);
      ahead = Math.min(MOST_AHEAD, 2 * open.threads);
      return pieces;
    },
    ahead: () => ahead,
    close: async () => run.then((open) => open.close()).catch(() => {}),
  };
}
