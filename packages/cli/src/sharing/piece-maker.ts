import type { PieceMaker } from '@sightline/queue';
import { WORKS } from '../threads/divided-works.ts';
import { sharedInput } from '../threads/shared-input.ts';
import { type ThreadPool, threadPool } from '../threads/thread-pool.ts';
import { fromShare } from './shared-files.ts';

/** Works on inputs that threads are kept ready for; each has a copy of what it prepared. */
const READY = 2;

/** Pieces made by threads, which stay ready for the works that were asked for last. */
export function pieceMaker(threads: number, share?: string): PieceMaker {
  const pools = new Map<string, Promise<ThreadPool>>();
  const close = (key: string, pool: Promise<ThreadPool>) => {
    pools.delete(key);
    return pool.then((one) => one.close()).catch(() => {});
  };
  return {
    knows: (work) => WORKS.has(work),
    async make(work, digest, input, numbers) {
      const key = `${work} ${digest}`;
      const known = pools.get(key);
      const pool =
        known ??
        input().then((data) =>
          threadPool({ work, input: sharedInput(fromShare(work, data, share)) }, threads),
        );
      // The last one asked for stands last.
      pools.delete(key);
      pools.set(key, pool);
      for (const [old, one] of [...pools].slice(0, -READY)) void close(old, one);
      try {
        return await (await pool).make(numbers);
      } catch (error) {
        await close(key, pool);
        throw error;
      }
    },
    async close() {
      await Promise.all([...pools].map(([key, pool]) => close(key, pool)));
    },
  };
}
