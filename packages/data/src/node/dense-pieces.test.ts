import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { fillUniform, randomStream, type UnitGroups } from '@sightline/engine/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_HELD, sampleInProgress } from '../dense/sample.ts';
import type { DenseRequest } from '../dense/units.ts';
import { streamDense } from './dense.ts';
import { readPieces } from './dense-pieces.ts';

const times = Float64Array.of(0.5, 1.5, 2.5);
const kind = { points: 3, withTargets: false };
const UNITS = MOST_HELD + 3000;

let folder = '';
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => rm(folder, { recursive: true }));

interface Made {
  unit?: string;
  value?: (j: number) => string;
  units?: number;
  more?: string;
  options?: string;
}

let files = 0;
async function parquet({
  unit = `'u' || i`,
  value = (j) => `sin(i * 3 + ${j}) + 7`,
  units = UNITS,
  more = '',
  options = '',
}: Made = {}): Promise<string> {
  const path = join(folder, `${files++}.parquet`);
  const columns = [0, 1, 2].map((j) => `${value(j)} AS "${times[j]}"`);
  await connection.run(
    `COPY (SELECT ${unit} AS unit, ${columns}${more} FROM range(${units}) r(i)) TO '${path}' (FORMAT parquet${options})`,
  );
  return path;
}

/** By DuckDB, row by row. */
async function streamed(path: string, request: DenseRequest, own = kind) {
  const sample = sampleInProgress(own);
  const end = await streamDense(path, request, sample.add);
  if (!end.ok) throw new Error(JSON.stringify(end.problems));
  return { ...sample.finished(), report: end.report };
}

function expectSame(
  found: Awaited<ReturnType<typeof readPieces>>,
  expected: Awaited<ReturnType<typeof streamed>>,
) {
  const { sample, ...rest } = found!;
  const { sample: other, ...others } = expected;
  expect(rest).toEqual(others);
  const [a, b] = [sample as UnitGroups, other as UnitGroups];
  expect(a.moments.length).toBe(b.moments.length);
  a.moments.forEach(({ units, mean, scatter }, g) => {
    const same = b.moments[g]!;
    expect(units).toBe(same.units);
    mean.forEach((value, j) => {
      expect(Math.abs(value - same.mean[j]!)).toBeLessThan(1e-12 * Math.max(1, Math.abs(value)));
    });
    scatter.data.forEach((value, n) => {
      expect(Math.abs(value - same.scatter.data[n]!)).toBeLessThan(1e-11 * Math.max(1, Math.abs(value)));
    });
  });
}

describe('reads what DuckDB reads', () => {
  it.each<[string, Made]>([
    ['doubles', {}],
    ['doubles without compression', { options: ', COMPRESSION uncompressed' }],
    ['doubles in small groups of rows', { options: ', ROW_GROUP_SIZE 2048' }],
    ['single precision', { value: (j) => `CAST(sin(i * 3 + ${j}) AS FLOAT)` }],
    ['whole numbers', { value: (j) => `CAST((i * 7 + ${j}) % 1000 AS INTEGER)` }],
    ['long whole numbers', { value: (j) => `CAST(i * 70000000 + ${j} AS BIGINT)` }],
    ['few values, by a dictionary', { value: (j) => `round(sin(i * 3 + ${j}), 1)` }],
    ['one value for a long time', { value: (j) => `CAST(i // 1500 + ${j} AS DOUBLE)` }],
    ['values that repeat themselves', { value: (j) => `sin((i // 100) + ${j})` }],
    ['numbers for names', { unit: 'i' }],
    ['names in other letters', { unit: `'Größe ' || i || ' ✓ '` }],
    ['names with spaces around them', { unit: `'  u' || i || ' '` }],
  ])('%s', async (_, made) => {
    const path = await parquet(made);
    expectSame(await readPieces(path, { times }, kind), await streamed(path, { times }));
  });

  it('many groups of rows in several pieces', async () => {
    const path = await parquet({ units: 200_000, options: ', ROW_GROUP_SIZE 30720' });
    expectSame(await readPieces(path, { times }, kind), await streamed(path, { times }));
  });

  it('a group of rows that is divided', async () => {
    const path = await parquet({ units: 300_000, options: ', ROW_GROUP_SIZE 400000' });
    expectSame(await readPieces(path, { times }, kind), await streamed(path, { times }));
  });

  it('targets from a column, and those computed from records', async () => {
    const path = await parquet({ more: ', cos(i) AS target' });
    const measured = { ...kind, withTargets: true };
    const request = { times, target: 'target' };
    expectSame(await readPieces(path, request, measured), await streamed(path, request, measured));
    const plain = await parquet();
    const weights = Float64Array.of(0.5, 0.25, 0.25);
    const computed = { ...measured, recordTarget: { spec: { above: 7 } as const, weights } };
    expectSame(await readPieces(plain, { times }, computed), await streamed(plain, { times }, computed));
  });
});

describe('is left to the reader that says what is wrong', () => {
  it.each<[string, Made, Partial<DenseRequest>?]>([
    [
      'a value that is missing',
      { value: (j) => `CASE WHEN i = 5000 AND ${j} = 1 THEN NULL ELSE sin(i) END` },
    ],
    [
      'a value that is not a number',
      { value: (j) => `CASE WHEN i = 5000 AND ${j} = 1 THEN 'nan' ELSE sin(i) END::DOUBLE` },
    ],
    [
      'an infinite value',
      { value: (j) => `CASE WHEN i = 10 AND ${j} = 2 THEN 'inf' ELSE sin(i) END::DOUBLE` },
    ],
    ['a name that is missing', { unit: `CASE WHEN i = 7000 THEN '' ELSE 'u' || i END` }],
    ['a unit that comes twice', { unit: `'u' || (i % 7000)` }],
    ['a time at which nothing differs', { value: (j) => (j === 1 ? '1.5' : 'sin(i)') }],
    ['decimals', { value: () => 'CAST(i AS DECIMAL(9, 2))' }],
    ['few units', { units: MOST_HELD }],
    ['logarithms', {}, { transform: 'log' }],
    ['another compression', { options: ', COMPRESSION zstd' }],
  ])('%s', async (_, made, more = {}) => {
    expect(await readPieces(await parquet(made), { times, ...more }, kind)).toBeUndefined();
  });

  it('whatever is broken, without a word and without end', async () => {
    const whole = await readFile(await parquet({ value: (j) => `round(sin(i + ${j}), 3)` }));
    const path = join(folder, 'broken.parquet');
    let left = 0;
    for (let n = 0; n < 60; n++) {
      const bytes = Uint8Array.from(whole);
      const drawn = new Float64Array(6);
      fillUniform(randomStream(3, n), drawn);
      for (let k = 0; k < 3; k++)
        bytes[4 + Math.floor(drawn[2 * k]! * 0.9 * whole.length)] = 256 * drawn[2 * k + 1]!;
      await writeFile(path, bytes);
      if ((await readPieces(path, { times }, kind)) === undefined) left++;
    }
    expect(left).toBeGreaterThan(0);
  });
});
