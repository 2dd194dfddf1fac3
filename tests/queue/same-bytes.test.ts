import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, redisServer } from '../../scripts/redis.mjs';
import { command, type Running, withoutElapsed, worker } from './command.ts';

let server: RedisServer;
let workers: Running[] = [];
beforeAll(async () => {
  server = await redisServer();
  workers = await Promise.all([1, 2].map((threads) => worker(server.url, ['--threads', String(threads)])));
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGTERM');
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  await server.remove();
});

const COMMANDS = [
  ['calibrate', 'examples/calibration/study.yaml', '--draws', '3000'],
  ['plan', 'examples/calibration/study.yaml', '--draws', '500'],
  ['identify', 'examples/benchmark-data/study.yaml', '--resamples', '40'],
  ['retrospect', 'examples/records-table/study.yaml'],
  ['design', 'examples/design/points.yaml', '--method', 'branch'],
  ['identify', 'examples/four-points/any.yaml'],
  ['fit', 'examples/sparse/meals.yaml'],
  ['reproduce', 'figure-2a', '--quick'],
];

describe.each(COMMANDS)('%s %s', (...argv) => {
  it('answers the same bytes through a queue, and through a folder in shares', async () => {
    const here = await command([...argv, '--json']);
    expect(here).toMatchObject({ code: 0 });
    const queued = await command([...argv, '--json', '--queue', server.url]);
    expect({ code: queued.code, err: queued.err.includes('fault') }).toEqual({ code: 0, err: false });
    expect(withoutElapsed(queued.out)).toBe(withoutElapsed(here.out));
    const share = mkdtempSync(join(tmpdir(), 'sightline-share-'));
    try {
      for (const i of [2, 3, 1]) {
        const one = await command([...argv, '--json', '--share', share, '--pieces', `${i}/3`]);
        expect(one.code).toBe(0);
      }
      const merged = await command([...argv, '--json', '--share', share]);
      expect(withoutElapsed(merged.out)).toBe(withoutElapsed(here.out));
    } finally {
      rmSync(share, { recursive: true });
    }
  });
});
