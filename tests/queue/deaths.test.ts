import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RedisServer, redisServer } from '../../scripts/redis.mjs';
import { command, type Running, start, until, withoutElapsed, worker } from './command.ts';

// Whoever dies, nothing is lost and no byte is another.

const ARGV = ['calibrate', 'examples/calibration/study.yaml', '--draws', '12000', '--json'];

/** Draws, and one piece for each of the 80 units that is left out. */
const ALL = 12_080;

let server: RedisServer;
let workers: Running[] = [];
beforeEach(async () => {
  server = await redisServer();
});
afterEach(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  workers = [];
  await server.remove();
});

const begin = async () => {
  const one = await worker(server.url, ['--threads', '1']);
  workers.push(one);
  return one;
};
interface State {
  runs: { made: number; pieces: number }[];
  workers: unknown[];
  waiting: number;
  active: number;
  failed: number;
}
const state = async () =>
  JSON.parse((await command(['queue', '--json', '--queue', server.url])).out) as State;
const made = async () => (await state()).runs[0]?.made ?? 0;

/** What one process answers, computed once. */
let alone: Promise<string> | undefined;
const atHome = () => {
  alone ??= command(ARGV).then(({ out }) => withoutElapsed(out));
  return alone;
};
const asAtHome = async ({ ended }: Running) => {
  const { code, out, err } = await ended;
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(withoutElapsed(out)).toBe(await atHome());
};

it('a worker that is killed: another one makes what it had begun', async () => {
  const [first] = [await begin(), await begin()];
  const asked = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 200);
  first.child.kill('SIGKILL');
  await asAtHome(asked);
});

it('a client that is killed: the next one goes on from what is made', async () => {
  await begin();
  const first = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 1000);
  first.child.kill('SIGKILL');
  const before = await made();
  expect(before).toBeGreaterThan(1000);
  const second = start([...ARGV, '--queue', server.url]);
  await asAtHome(second);
  // The one worker made each piece once, but for portions that nobody had taken note of.
  const [only] = (await state()).workers as { pieces: number }[];
  expect(only!.pieces).toBeGreaterThan(before);
  expect(only!.pieces).toBeLessThan(ALL + before / 2);
});

it('all workers that are killed: the command waits for the next one', async () => {
  const first = await begin();
  const asked = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 500);
  first.child.kill('SIGKILL');
  await first.ended;
  await begin();
  await asAtHome(asked);
});

it('the server that is killed: it comes up with what it had, and the work goes on', async () => {
  await begin();
  const asked = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 500);
  await server.kill();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await server.start();
  await asAtHome(asked);
});

it('a server that comes up empty: what was given out is put there again', async () => {
  const emptied = await redisServer(['--appendonly', 'no']);
  const one = await worker(emptied.url, ['--threads', '1']);
  try {
    const asked = start([...ARGV, '--queue', emptied.url]);
    await until(async () => {
      const { out } = await command(['queue', '--json', '--queue', emptied.url]);
      return ((JSON.parse(out) as State).runs[0]?.made ?? 0) > 500;
    });
    await emptied.kill();
    await emptied.start();
    await asAtHome(asked);
    expect(asked.said().err).toContain('appendonly yes');
  } finally {
    one.child.kill('SIGKILL');
    await emptied.remove();
  }
});

it('Ctrl-C: what waits is taken away, what is made stays', async () => {
  await begin();
  const asked = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 500);
  asked.child.kill('SIGINT');
  expect((await asked.ended).code).toBe(130);
  await until(async () => {
    const { waiting, active } = await state();
    return waiting + active === 0;
  });
  expect(await made()).toBeGreaterThan(500);
});

it('Ctrl-C while the server is away: the command ends all the same', async () => {
  await begin();
  const asked = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 500);
  await server.kill();
  asked.child.kill('SIGINT');
  expect((await asked.ended).code).toBe(130);
});

it('SIGTERM: a worker ends what it has begun, and leaves', async () => {
  const [first] = [await begin(), await begin()];
  const asked = start([...ARGV, '--queue', server.url]);
  await until(async () => (await made()) > 200);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  expect((await state()).workers).toHaveLength(1);
  await asAtHome(asked);
  expect((await state()).failed).toBe(0);
});
