import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type DividedWork, InvalidInput, type Problem } from '@sightline/engine/internal';
import { parseAddress, QueueRefused, queueName, queueWorkers, startWorker } from '@sightline/queue';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, redisServer } from '../../scripts/redis.mjs';
import { until } from './command.ts';

// What nobody of ours put there, and what workers die of.

const PROGRAM = { version: '1.0.0', digest: 'a'.repeat(64), architecture: 'x64' };
const problems: Problem[] = [
  { path: ['data', 3], value: Number.NaN, why: 'it is no number', accepted: 'a number' },
];
const doubled: DividedWork<{ by: number }, { times: Float64Array; zero: number }> = {
  name: 'doubled',
  prepare:
    ({ by }) =>
    (piece) => {
      if (by === 13) throw new InvalidInput(problems);
      return { times: Float64Array.of(by * piece, Number.NaN), zero: -0 };
    },
};

let server: RedisServer;
let redis: Redis;
const closing: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  server = await redisServer();
  redis = new Redis(server.port);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  redis.disconnect();
  await server.remove();
});

const address = (key?: string) => ({ ...parseAddress(server.url, {}), ...(key && { key }) });
const sentences: string[] = [];
const client = (key?: string, program = PROGRAM) =>
  queueWorkers({ address: address(key), program, say: (sentence) => sentences.push(sentence) });
const begin = async (key?: string, program = PROGRAM) => {
  const made: number[] = [];
  const worker = await startWorker({
    address: address(key),
    program,
    threads: 1,
    say: () => {},
    maker: {
      knows: (work) => work === doubled.name,
      async make(_work, _digest, input, numbers) {
        const make = doubled.prepare((await input()) as { by: number });
        made.push(...numbers);
        return numbers.map(make);
      },
      close: async () => {},
    },
  });
  closing.push(() => worker.close());
  return made;
};
const expected = (by: number, pieces: number) =>
  Array.from({ length: pieces }, (_, piece) => doubled.prepare({ by })(piece));

it('pieces come back to the last bit', async () => {
  await begin();
  const back = await client().run(doubled, { by: 0.1 }, 30);
  expect(back).toStrictEqual(expected(0.1, 30));
  expect(Object.is(back[3]!.zero, -0)).toBe(true);
});

it('an invalid input arrives as at home, and is not tried again', async () => {
  const made = await begin();
  const run = client().run(doubled, { by: 13 }, 5);
  await expect(run).rejects.toThrow(InvalidInput);
  await expect(run).rejects.toMatchObject({ problems });
  expect(new Set(made).size).toBe(made.length);
});

it('an input that somebody changed is not worked on', async () => {
  const run = client().run(doubled, { by: 2 }, 4);
  run.catch(() => {});
  await until(async () => (await redis.keys('sightline:input:*')).length === 1);
  const [key] = await redis.keys('sightline:input:*');
  await redis.set(key!, 'something else');
  const made = await begin();
  await expect(run).rejects.toThrow(QueueRefused);
  await expect(run).rejects.toThrow('other bytes than those of the input');
  expect(made).toEqual([]);
});

it('an input that is gone is put there again', async () => {
  const run = client().run(doubled, { by: 2 }, 4);
  await until(async () => (await redis.keys('sightline:input:*')).length === 1);
  await redis.del(...(await redis.keys('sightline:input:*')));
  await begin();
  expect(await run).toStrictEqual(expected(2, 4));
});

describe('with a key', () => {
  it('pieces of somebody without it are made again', async () => {
    const forged = await begin();
    expect(await client().run(doubled, { by: 3 }, 6)).toStrictEqual(expected(3, 6));
    expect(forged.length).toBe(6);
    await closing.pop()!();
    // The same pieces lie there, signed by nobody.
    const made = await begin('our key');
    expect(await client('our key').run(doubled, { by: 3 }, 6)).toStrictEqual(expected(3, 6));
    expect(new Set(made)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });
});

it('a job that no program of ours put there is refused, and the worker lives', async () => {
  await begin();
  const { Queue } = await import('bullmq');
  const queue = new Queue(queueName(PROGRAM), { connection: { port: server.port }, prefix: 'sightline' });
  for (const data of [
    {},
    { work: 'rm', input: 'x', run: 'y', numbers: [1] },
    { work: 'doubled', numbers: 'all' },
  ])
    await queue.add('doubled', data);
  await until(async () => (await queue.getFailedCount()) === 3);
  await queue.close();
  expect(await client().run(doubled, { by: 4 }, 3)).toStrictEqual(expected(4, 3));
});

it('a worker of another version takes nothing, and is named after 30 s', async () => {
  sentences.length = 0;
  const other = { ...PROGRAM, version: '2.0.0' };
  const made = await begin(undefined, other);
  const run = client().run(doubled, { by: 5 }, 3);
  await until(() => sentences.length > 0, 45);
  expect(sentences[0]).toContain(`no worker of this program (${queueName(PROGRAM)})`);
  expect(sentences[0]).toContain(queueName(other));
  expect(made).toEqual([]);
  await begin();
  expect(await run).toStrictEqual(expected(5, 3));
});

const DYING = new URL('./dying-worker.mjs', import.meta.url);

it('a piece that workers die of is given out three times, and then named', async () => {
  let deaths = 0;
  let ended = false;
  const one = () => {
    const child = fork(DYING, [server.url, JSON.stringify(PROGRAM)], { execArgv: [] });
    void once(child, 'exit').then(() => {
      if (ended) return;
      deaths++;
      one();
    });
    closing.push(() => {
      ended = true;
      child.kill('SIGKILL');
    });
  };
  one();
  const run = client().run(doubled, { by: 6 }, 1);
  await expect(run).rejects.toThrow('piece 0 of doubled: 3 workers ended while they made');
  expect(deaths).toBeGreaterThanOrEqual(3);
});
