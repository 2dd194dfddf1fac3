import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workerThreads } from '../packages/cli/src/threads/worker-threads.ts';
import { readPieces } from '../packages/data/src/node/dense-pieces.ts';

const UNITS = 300_000;
const times = Float64Array.of(1, 2, 3, 4);
let folder = '';
let path = '';
/** The same units in files of unequal length. */
let shards: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-'));
  path = join(folder, 'dense.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const columns = Array.from(times, (time) => `sin(i * 1.7 + i * i * ${time}) + ${time} AS "${time}"`);
  await connection.run(
    `COPY (SELECT 'unit ' || i AS unit, ${columns} FROM range(${UNITS}) r(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 61440)`,
  );
  const edges = [0, 20_000, 150_000, 151_000, UNITS];
  shards = edges.slice(1).map((_, k) => join(folder, `shard-${k}.parquet`));
  for (const [k, file] of shards.entries())
    await connection.run(
      `COPY (SELECT * FROM '${path}' LIMIT ${edges[k + 1]! - edges[k]!} OFFSET ${edges[k]}) TO '${file}' (FORMAT parquet)`,
    );
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['one file', () => path],
  ['four files', () => shards],
] as const)('%s: the same bytes with 1, 2 and 8 workers, and how far it is', async (_, table) => {
  const by = async (threads: number) => {
    const told: number[] = [];
    const found = await readPieces(
      table(),
      { times },
      { points: times.length, withTargets: false },
      { workers: workerThreads(threads), worthIt: 0, onUnits: (units) => told.push(units) },
    );
    return { found, told };
  };
  const one = await by(1);
  expect(one.found!.report.units).toBe(UNITS);
  expect(one.told.length).toBeGreaterThan(2);
  expect(one.told.at(-1)).toBe(UNITS);
  expect(await by(2)).toEqual(one);
  expect(await by(8)).toEqual(one);
});

it('stops when it is told to', async () => {
  const stop = new AbortController();
  const read = readPieces(
    path,
    { times },
    { points: times.length, withTargets: false },
    { workers: workerThreads(2), worthIt: 0, signal: stop.signal, onUnits: () => stop.abort() },
  );
  await expect(read).rejects.toThrow('abort');
});
