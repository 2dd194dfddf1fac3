import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { packError, plainBytes, plainData } from './pieces/index.ts';
import type { QueueAddress } from './redis/address.ts';
import { connect, connectionOptions } from './redis/connection.ts';
import { getInput, InputForged, InputMissing } from './redis/inputs.ts';
import {
  HEARTBEAT,
  KEPT,
  MOST_PIECE,
  PREFIX,
  type Program,
  piecesKey,
  queueName,
  SILENCE,
  workerKey,
} from './redis/names.ts';
import {
  failureText,
  isPortion,
  type Portion,
  type PortionFailure,
  type PortionMade,
} from './redis/portion.ts';
import { signedBytes } from './redis/signed-bytes.ts';

/** Whoever makes pieces in a worker: threads, so that this one keeps its hold on what it was given. */
export interface PieceMaker {
  /** Whether there is a work of this name. */
  knows(work: string): boolean;
  /** The pieces with these numbers. `input` is asked for where the maker has not seen the digest lately. */
  make(
    work: string,
    digest: string,
    input: () => Promise<unknown>,
    numbers: readonly number[],
  ): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface QueueWorkerRequest {
  address: QueueAddress;
  program: Program;
  threads: number;
  maker: PieceMaker;
  /** A folder that all hosts see, for inputs that are too large for the server. */
  share?: string | undefined;
  say(sentence: string): void;
}

export interface QueueWorker {
  /** Takes no more work, ends what it has begun, and leaves. */
  close(): Promise<void>;
}

/** Milliseconds after which a portion of a worker that is gone is given to another one. */
const LOCK = 6000;
const STALLED = 3000;
/** A portion that so many workers died of is not given out again. */
export const MOST_DEATHS = 3;

/** Makes pieces for whoever puts them into the queue of this program. */
export async function startWorker(request: QueueWorkerRequest): Promise<QueueWorker> {
  const { address, program, threads, maker, say } = request;
  const redis = await connect(address, say);
  const id = randomUUID();
  const name = queueName(program);
  const about = { queue: name, version: program.version, host: hostname(), pid: process.pid, threads };
  let pieces = 0;
  const beat = () =>
    void redis.set(workerKey(id), JSON.stringify({ ...about, pieces }), 'EX', SILENCE).catch(() => {});
  beat();
  const beating = setInterval(beat, HEARTBEAT);
  const worker = new Worker<unknown, PortionMade>(
    name,
    async (job) => {
      const made = await madeBy(job, request, redis);
      pieces += made.count;
      return made;
    },
    {
      connection: connectionOptions(address),
      prefix: PREFIX,
      // One more, so that threads have the next portion while the last one is stored.
      concurrency: threads + 1,
      lockDuration: LOCK,
      stalledInterval: STALLED,
      maxStalledCount: MOST_DEATHS - 1,
      removeOnComplete: { age: 3600 },
      removeOnFail: { age: 24 * 3600 },
    },
  );
  // A server that is away is tried again; faults of portions are told to whoever asked for them.
  worker.on('error', () => {});
  await worker.waitUntilReady();
  return {
    async close() {
      await worker.close();
      clearInterval(beating);
      await redis.del(workerKey(id)).catch(() => {});
      redis.disconnect();
      await maker.close();
    },
  };
}

async function madeBy(job: Job<unknown>, request: QueueWorkerRequest, redis: Redis): Promise<PortionMade> {
  const { maker, share, address } = request;
  const { data } = job;
  if (!isPortion(data) || !maker.knows(data.work))
    throw forGood({ kind: 'forged', message: 'a job of the queue is none that this program puts there' });
  const start = performance.now();
  const made = await maker
    .make(
      data.work,
      data.input,
      async () => plainData(await getInput(redis, data.input, share)),
      data.numbers,
    )
    .catch((error: unknown) => {
      throw failed(error);
    });
  const milliseconds = performance.now() - start;
  await store(redis, data, made, address.key);
  return { milliseconds, count: made.length };
}

/** Pieces are in the server before their job is done: who is told that it is finds them there. */
async function store(
  redis: Redis,
  { run, numbers }: Portion,
  made: unknown[],
  key: string | undefined,
): Promise<void> {
  const fields = made.flatMap((piece, i) => {
    const bytes = signedBytes(`${run}:${numbers[i]}`, plainBytes(piece), key);
    if (bytes.length > MOST_PIECE)
      throw forGood({ kind: 'error', error: packError(new Error(`a piece has ${bytes.length} bytes`)) });
    return [String(numbers[i]), bytes];
  });
  await redis
    .multi()
    .hset(piecesKey(run), ...fields)
    .expire(piecesKey(run), KEPT)
    .exec();
}

/** What is wrong with the input is wrong with it everywhere; a thread that ended may do better next time. */
function failed(error: unknown): Error {
  if (error instanceof InputMissing) return forGood({ kind: 'input-missing' });
  if (error instanceof InputForged) return forGood({ kind: 'forged', message: error.message });
  return forGood({ kind: 'error', error: packError(error) });
}

const forGood = (failure: PortionFailure) => new UnrecoverableError(failureText(failure));
