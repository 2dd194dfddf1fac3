import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueueAddress } from './redis/address.ts';
import { connect, connectionOptions } from './redis/connection.ts';
import { PREFIX, piecesKey, RUNS, WORKERS } from './redis/names.ts';
import { isPortion, reasonIn } from './redis/portion.ts';

export interface WorkerState {
  queue: string;
  version: string;
  host: string;
  pid: number;
  threads: number;
  pieces: number;
}

export interface RunState {
  run: string;
  work: string;
  queue: string;
  pieces: number;
  made: number;
}

/** What is in a queue: runs with their pieces, workers with their versions, and the portions of all programs. */
export interface QueueState {
  runs: RunState[];
  workers: WorkerState[];
  waiting: number;
  active: number;
  failed: number;
  /** The last of them, with what went wrong. */
  failures: { work: string; pieces: number[]; why: string }[];
}

/** Failures that are shown. */
const SHOWN = 10;

export async function queueState(
  address: QueueAddress,
  warn: (sentence: string) => void,
): Promise<QueueState> {
  const redis = await connect(address, warn);
  try {
    const workers = await workersOf(redis);
    const runs = await runsOf(redis);
    const names = [...new Set([...workers, ...runs].map(({ queue }) => queue))].sort();
    const state: QueueState = { runs, workers, waiting: 0, active: 0, failed: 0, failures: [] };
    for (const name of names) {
      const queue = new Queue(name, { connection: connectionOptions(address), prefix: PREFIX });
      queue.on('error', () => {});
      const counts = await queue.getJobCounts('wait', 'active', 'failed');
      state.waiting += counts.wait ?? 0;
      state.active += counts.active ?? 0;
      state.failed += counts.failed ?? 0;
      for (const job of await queue.getFailed(0, SHOWN - 1))
        state.failures.push({
          work: job.name,
          pieces: isPortion(job.data) ? job.data.numbers : [],
          why: reasonIn(job.failedReason),
        });
      await queue.close();
    }
    return state;
  } finally {
    redis.disconnect();
  }
}

/** Workers that were heard of lately, in an order that does not depend on the server. */
export async function workersOf(redis: Redis): Promise<WorkerState[]> {
  const keys = await keysOf(redis, WORKERS);
  const texts = keys.length > 0 ? await redis.mget(keys) : [];
  return texts
    .flatMap((text) => (text === null ? [] : [JSON.parse(text) as WorkerState]))
    .sort((a, b) => (`${a.host}:${a.pid}` < `${b.host}:${b.pid}` ? -1 : 1));
}

async function runsOf(redis: Redis): Promise<RunState[]> {
  const runs: RunState[] = [];
  for (const key of await keysOf(redis, RUNS)) {
    const { work, queue, pieces } = await redis.hgetall(key);
    if (work === undefined || queue === undefined) continue;
    const run = key.slice(key.lastIndexOf(':') + 1);
    runs.push({ run, work, queue, pieces: Number(pieces), made: await redis.hlen(piecesKey(run)) });
  }
  return runs;
}

async function keysOf(redis: Redis, pattern: string): Promise<string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000);
    for (const key of keys) found.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...found].sort();
}
