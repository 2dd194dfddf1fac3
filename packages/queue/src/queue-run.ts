import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { plainBytes, plainData, sha256, unpackError } from './pieces/index.ts';
import { workersOf } from './queue-state.ts';
import { MOST_DEATHS } from './queue-worker.ts';
import { type QueueAddress, QueueRefused } from './redis/address.ts';
import { connect, connectionOptions } from './redis/connection.ts';
import { putInput } from './redis/inputs.ts';
import {
  inputKey,
  KEPT,
  KEPT_AFTER,
  MOST_PIECE,
  PREFIX,
  type Program,
  piecesKey,
  queueName,
  runKey,
} from './redis/names.ts';
import { failureIn, MOST_NUMBERS, type Portion, type PortionMade } from './redis/portion.ts';
import { checkedBytes } from './redis/signed-bytes.ts';

export interface QueueRequest {
  address: QueueAddress;
  program: Program;
  /** A folder that all hosts see, for inputs that are too large for the server. */
  share?: string | undefined;
  /** Told what a person should know while waiting. */
  say(sentence: string): void;
}

/** What is to be made of a work, and who is told of it. */
export interface QueueWork<Piece> {
  work: string;
  input: unknown;
  /** Of the whole work, where that is known. */
  pieces?: number;
  /** Whether pieces are let go, here and in the server, when they were handed over: for pieces that are large. */
  passing?: boolean;
  signal?: AbortSignal | undefined;
  onMade?: ((pieces: ReadonlyMap<number, Piece>) => void) | undefined;
}

/** A portion takes a worker about so many milliseconds: a job costs some two of processor time. */
const PORTION = 700;
/** And never less than this, which is some fifty times what a job costs. */
const LEAST = 50;
/** So many portions for each thread are in the queue at once: one that is worked on, two that wait. */
const AHEAD = 3;
/** How often the server is asked whether everything that was given out is still there. */
const LOOK = 2000;
/** What was given out so many milliseconds ago is looked after, and so many portions at a time. */
const AWAY = 4000;
const LOOKED_AT = 100;
/** Milliseconds that the server is given to take away what waits. */
const FAREWELL = 3000;
/** Milliseconds without a worker that fits before it is said. */
const PATIENCE = 30_000;

interface GivenOut {
  numbers: number[];
  at: number;
}

/** Pieces that somebody waits for. */
interface Wanted<Piece> {
  numbers: readonly number[];
  resolve(pieces: Piece[]): void;
  reject(error: unknown): void;
}

/** One work on one input: what is made, what is given out, what is left. */
export class QueueRun<Piece> {
  readonly #request: QueueRequest;
  readonly #asked: QueueWork<Piece>;
  readonly #redis: Redis;
  readonly #queue: Queue<Portion, PortionMade>;
  readonly #events: QueueEvents;
  readonly #input: Uint8Array;
  readonly #digest: string;
  readonly #run: string;
  readonly #made = new Map<number, Piece>();
  readonly #given = new Map<string, GivenOut>();
  readonly #wanted: Wanted<Piece>[] = [];
  readonly #look: () => Promise<void>;
  #left: number[] = [];
  /** Threads of the workers that fit, and milliseconds that they need for a piece, once they have said so. */
  #threads = 1;
  #each: number | undefined;
  #client = randomUUID().slice(0, 8);
  #jobs = 0;
  /** One step after another: events and looks never overlap. */
  #line: Promise<void> = Promise.resolve();
  #looking: NodeJS.Timeout | undefined;
  #ended: { error: unknown } | undefined;

  private constructor(request: QueueRequest, redis: Redis, asked: QueueWork<Piece>) {
    const { work, input, pieces } = asked;
    this.#request = request;
    this.#redis = redis;
    this.#asked = asked;
    this.#input = plainBytes(input);
    this.#digest = sha256(this.#input);
    const name = queueName(request.program);
    this.#run = sha256(`${name}\n${work}\n${this.#digest}\n${pieces}`);
    const connection = connectionOptions(request.address);
    this.#queue = new Queue<Portion, PortionMade>(name, { connection, prefix: PREFIX });
    this.#events = new QueueEvents(name, { connection, prefix: PREFIX });
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
    this.#look = this.#looks();
  }

  /** Puts the input where workers find it. */
  static async open<Piece>(request: QueueRequest, asked: QueueWork<Piece>): Promise<QueueRun<Piece>> {
    const redis = await connect(request.address, request.say);
    const run = new QueueRun(request, redis, asked);
    try {
      await run.#begin();
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  /** Of the workers that fit, as far as is known. */
  get threads(): number {
    return this.#threads;
  }

  /** The pieces with these numbers, when all of them are made. */
  want(numbers: readonly number[]): Promise<Piece[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended.error);
      this.#wanted.push({ numbers, resolve, reject });
      this.#step(async () => {
        const missing = numbers.filter((number) => !this.#made.has(number));
        this.#left.push(...missing);
        await this.#fetch(await this.#stored(missing));
      });
    });
  }

  /** Takes away what waits; what is made stays for whoever goes on. */
  async close(): Promise<void> {
    const whole = this.#asked.pieces === this.#made.size;
    this.#end(new Error('the run was closed'));
    // Where the server is away, there is nothing to be done about it, and no use in waiting for it.
    await Promise.race([
      this.#leave(whole),
      new Promise((resolve) => {
        setTimeout(resolve, FAREWELL).unref();
      }),
    ]);
    void this.#events.disconnect().catch(() => {});
    void this.#queue.disconnect().catch(() => {});
    this.#redis.disconnect();
  }

  async #leave(whole: boolean): Promise<void> {
    await this.#line;
    for (const jobId of this.#given.keys()) await this.#queue.remove(jobId).catch(() => {});
    if (whole || this.#asked.passing)
      await this.#redis
        .multi()
        .del(runKey(this.#run))
        .expire(piecesKey(this.#run), KEPT_AFTER)
        .expire(inputKey(this.#digest), KEPT_AFTER)
        .exec();
    await Promise.allSettled([this.#events.close(), this.#queue.close()]);
  }

  async #begin(): Promise<void> {
    const { work, pieces = 0, signal } = this.#asked;
    signal?.throwIfAborted();
    signal?.addEventListener('abort', this.#abort, { once: true });
    await putInput(this.#redis, this.#digest, this.#input, this.#request.share);
    await this.#redis
      .multi()
      .hset(runKey(this.#run), { work, queue: this.#queue.name, pieces, input: this.#digest })
      .expire(runKey(this.#run), KEPT)
      .exec();
    this.#events.on('completed', ({ jobId, returnvalue }) => {
      if (this.#given.has(jobId))
        this.#step(() => this.#completed(jobId, returnvalue as unknown as PortionMade));
    });
    this.#events.on('failed', ({ jobId, failedReason }) => {
      if (this.#given.has(jobId)) this.#step(() => this.#failed(jobId, failedReason));
    });
    await this.#events.waitUntilReady();
    this.#looking = setInterval(() => this.#step(this.#look), LOOK);
    this.#step(this.#look);
  }

  #abort = () => this.#end(this.#asked.signal!.reason);

  #step(what: () => Promise<void>): void {
    this.#line = this.#line
      .then(async () => {
        if (this.#ended) return;
        await what();
        this.#handOver();
        await this.#giveOut();
      })
      .catch((error) => this.#end(error));
  }

  /** Nothing more is done, and whoever waits is told why. */
  #end(error: unknown): void {
    if (this.#ended) return;
    this.#ended = { error };
    clearInterval(this.#looking);
    this.#asked.signal?.removeEventListener('abort', this.#abort);
    for (const { reject } of this.#wanted.splice(0)) reject(error);
  }

  /** Whoever has all that it waits for gets it. */
  #handOver(): void {
    for (const wanted of [...this.#wanted]) {
      if (!wanted.numbers.every((number) => this.#made.has(number))) continue;
      this.#wanted.splice(this.#wanted.indexOf(wanted), 1);
      wanted.resolve(wanted.numbers.map((number) => this.#made.get(number)!));
      if (!this.#asked.passing) continue;
      for (const number of wanted.numbers) this.#made.delete(number);
      void this.#redis.hdel(piecesKey(this.#run), ...wanted.numbers.map(String)).catch(() => {});
    }
  }

  /** Pieces for every thread, and some that wait: more only when it is known how long one takes. */
  async #giveOut(): Promise<void> {
    const jobs: { name: string; data: Portion; opts: { jobId: string } }[] = [];
    while (this.#left.length > 0 && this.#given.size < AHEAD * this.#threads) {
      const numbers = this.#left.splice(0, this.#portion());
      const jobId = `${this.#run.slice(0, 16)}-${this.#client}-${this.#jobs++}`;
      this.#given.set(jobId, { numbers, at: performance.now() });
      jobs.push({
        name: this.#asked.work,
        data: { work: this.#asked.work, input: this.#digest, run: this.#run, numbers },
        opts: { jobId },
      });
    }
    if (jobs.length > 0) await this.#queue.addBulk(jobs);
  }

  /** How many pieces go together: at the end few, so that no thread waits long for the last ones, but worth their way. */
  #portion(): number {
    if (this.#each === undefined) return 1;
    const fair = Math.ceil(this.#left.length / (2 * this.#threads));
    const [least, most] = [LEAST, PORTION].map((milliseconds) => Math.floor(milliseconds / this.#each!));
    return Math.min(MOST_NUMBERS, Math.max(1, Math.min(most!, Math.max(fair, least!))));
  }

  /** What was given out as this job; nothing where a look was quicker than the event. */
  #takenBack(jobId: string): number[] | undefined {
    const given = this.#given.get(jobId);
    this.#given.delete(jobId);
    return given?.numbers;
  }

  async #completed(jobId: string, { milliseconds, count }: PortionMade): Promise<void> {
    const numbers = this.#takenBack(jobId);
    if (!numbers) return;
    if (count > 0 && milliseconds >= 0) this.#each = milliseconds / count;
    const missing = await this.#fetch(numbers);
    // A server that was killed may have lost its last second.
    this.#left.unshift(...missing);
  }

  async #failed(jobId: string, reason: string): Promise<void> {
    const numbers = this.#takenBack(jobId);
    if (!numbers) return;
    const failure = failureIn(reason);
    if (failure?.kind === 'error') throw unpackError(failure.error);
    if (failure?.kind === 'forged')
      throw new QueueRefused(failure.message, 'a queue that nobody else writes to');
    if (failure?.kind === 'input-missing') {
      await putInput(this.#redis, this.#digest, this.#input, this.#request.share);
      this.#left.unshift(...numbers);
      return;
    }
    const which = numbers.length === 1 ? `piece ${numbers[0]}` : `pieces ${numbers[0]} to ${numbers.at(-1)}`;
    if (/stalled/.test(reason))
      throw new Error(
        `${which} of ${this.#asked.work}: ${MOST_DEATHS} workers ended while they made them; they are not given out again`,
      );
    throw new Error(`${which} of ${this.#asked.work}: ${reason}`);
  }

  /** Looks from time to time: at who works, and whether what was given out is still there. */
  #looks(): () => Promise<void> {
    let nobodySince = performance.now();
    let said = false;
    return async () => {
      const workers = await workersOf(this.#redis);
      const fitting = workers.filter((worker) => worker.queue === this.#queue.name);
      this.#threads = Math.max(
        1,
        fitting.reduce((sum, { threads }) => sum + threads, 0),
      );
      const now = performance.now();
      if (fitting.length > 0) [nobodySince, said] = [now, false];
      else if (!said && now - nobodySince >= PATIENCE) {
        said = true;
        const others = workers.map(({ host, pid, queue: of }) => `${host} ${pid} has ${of}`);
        this.#request.say(
          `no worker of this program (${this.#queue.name}) has been there for 30 s: ` +
            `${others.length === 0 ? 'there is no other either' : others.join(', ')}. Waiting; ` +
            'start one with: sightline worker --queue URL',
        );
      }
      if ((await this.#redis.exists(inputKey(this.#digest))) === 0)
        await putInput(this.#redis, this.#digest, this.#input, this.#request.share);
      // The oldest first, and not all of thousands: a portion that is away this long waits, or was lost.
      const old = [...this.#given].filter(([, { at }]) => now - at >= AWAY).slice(0, LOOKED_AT);
      for (const [jobId, { numbers }] of old) {
        this.#given.get(jobId)!.at = now;
        const job = await this.#queue.getJob(jobId);
        const state = job ? await job.getState() : 'unknown';
        if (state === 'completed') await this.#completed(jobId, job!.returnvalue);
        else if (state === 'failed') await this.#failed(jobId, job!.failedReason);
        else if (state === 'unknown') {
          this.#given.delete(jobId);
          this.#left.unshift(...(await this.#fetch(numbers)));
        }
      }
    };
  }

  /** Those of the numbers whose pieces are in the server. */
  async #stored(numbers: readonly number[]): Promise<number[]> {
    const there = new Set(await this.#redis.hkeys(piecesKey(this.#run)));
    return numbers.filter((number) => there.has(String(number)));
  }

  /** Takes pieces from the server; returns the numbers of those that are not there, or are not what they should be. */
  async #fetch(numbers: readonly number[]): Promise<number[]> {
    const key = piecesKey(this.#run);
    const wanted = numbers.filter((number) => !this.#made.has(number));
    const fresh = new Map<number, Piece>();
    const missing: number[] = [];
    for (const some of await this.#inTurns(key, wanted)) {
      const fields = some.map(String);
      const found = fields.length > 0 ? await this.#redis.hmgetBuffer(key, ...fields) : [];
      for (const [i, signed] of found.entries()) {
        const number = some[i]!;
        const bytes = signed && checkedBytes(`${this.#run}:${number}`, signed, this.#request.address.key);
        if (bytes) fresh.set(number, plainData(bytes) as Piece);
        else missing.push(number);
      }
    }
    missing.push(...wanted.filter((number) => !fresh.has(number) && !missing.includes(number)));
    // What is there and cannot be used would stand in the way of what will be made.
    if (missing.length > 0) await this.#redis.hdel(key, ...missing.map(String));
    if (fresh.size === 0) return missing;
    for (const [number, piece] of fresh) this.#made.set(number, piece);
    this.#left = this.#left.filter((number) => !fresh.has(number));
    this.#asked.onMade?.(fresh);
    return missing;
  }

  /** Numbers whose pieces are read at once: so many that their bytes stay within bounds; none that is larger than a piece. */
  async #inTurns(key: string, numbers: readonly number[]): Promise<number[][]> {
    if (numbers.length === 0) return [];
    const pipeline = this.#redis.pipeline();
    for (const number of numbers) pipeline.hstrlen(key, String(number));
    const lengths = ((await pipeline.exec()) ?? []).map(([, length]) => Number(length ?? 0));
    const turns: number[][] = [[]];
    let size = 0;
    for (const [i, number] of numbers.entries()) {
      const length = lengths[i] ?? 0;
      if (length === 0 || length > MOST_PIECE) continue;
      if (size + length > MOST_PIECE) {
        turns.push([]);
        size = 0;
      }
      turns.at(-1)!.push(number);
      size += length;
    }
    return turns;
  }
}
