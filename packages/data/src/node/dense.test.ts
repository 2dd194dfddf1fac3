import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinRows, readDense } from '../../test/read-dense.ts';
import { parseDenseCsv } from '../dense/parse.ts';
import type { DenseRequest, DenseRows } from '../dense/units.ts';
import { streamDense } from './dense.ts';

const times = Float64Array.of(0.5, 1.5, 2.5);

let folder = '';
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => rm(folder, { recursive: true }));

async function chunksOf(path: string, request: DenseRequest) {
  const chunks: DenseRows[] = [];
  const end = await streamDense(path, request, (rows) => chunks.push(rows));
  return { chunks, end };
}

/** The numbers of a unit, which no file needs to be asked for. */
const cell = (unit: number, j: number) => Math.sin(unit * 3 + j) * 100;
const UNITS = 9000;

const wide = (units: number) =>
  Array.from({ length: units }, (_, i) => `u${i},${[0, 1, 2].map((j) => cell(i, j)).join(',')}\n`);
const HEAD = 'unit,0.5,1.5,2.5\n';

const asParquet = async (csv: string, path: string) =>
  connection.run(
    `COPY (SELECT * FROM read_csv('${csv}', header = true, all_varchar = false)) TO '${path}' (FORMAT parquet)`,
  );

describe('streaming', () => {
  it('gives the units of a wide file in chunks, in their order', async () => {
    const [csv, parquet] = [join(folder, 'wide.csv'), join(folder, 'wide.parquet')];
    await writeFile(csv, HEAD + wide(UNITS).join(''));
    await asParquet(csv, parquet);
    for (const path of [csv, parquet]) {
      const { chunks, end } = await chunksOf(path, { times });
      expect(chunks.length).toBeGreaterThan(2);
      const all = joinRows(chunks, { times });
      expect(all.units).toEqual(Array.from({ length: UNITS }, (_, i) => `u${i}`));
      expect(all.values.data).toEqual(
        Float64Array.from({ length: UNITS * 3 }, (_, k) => cell((k / 3) | 0, k % 3)),
      );
      expect(end.ok && end.report.rows).toBe(UNITS);
    }
  });

  it('keeps the rows of a unit together, wherever they stand', async () => {
    // Ten replicates of each unit, one after all others; enough rows for several tables.
    const units = 12_000;
    const rows = Array.from({ length: 10 }, (_, r) =>
      Array.from({ length: units }, (_, i) => `u${i},${r},${[r, r + 1, r + 2].map((j) => cell(i, j))}\n`),
    ).flat();
    const [csv, parquet] = [join(folder, 'rep.csv'), join(folder, 'rep.parquet')];
    const text = `unit,rep,0.5,1.5,2.5\n${rows.join('')}`;
    await writeFile(csv, text);
    await asParquet(csv, parquet);
    const request = { times, replicates: 'rep' };
    const whole = parseDenseCsv(text, request);
    expect(whole.ok && whole.data.counts!.every((count) => count === 10)).toBe(true);
    for (const path of [csv, parquet]) {
      const { chunks, end } = await chunksOf(path, request);
      expect(chunks.length).toBeGreaterThan(1);
      expect(end.ok && { ok: true, data: { ...joinRows(chunks, request), report: end.report } }).toEqual(
        whole,
      );
    }
  });

  it('is the whole for long files too', async () => {
    const rows = [0, 1, 2].flatMap((j) =>
      Array.from({ length: UNITS }, (_, i) => `u${(i * 7) % UNITS},${times[j]},${cell(i, j)}\n`),
    );
    const text = `unit,time,value\n${rows.join('')}`;
    const [csv, parquet] = [join(folder, 'long.csv'), join(folder, 'long.parquet')];
    await writeFile(csv, text);
    await asParquet(csv, parquet);
    const whole = parseDenseCsv(text, { times });
    for (const path of [csv, parquet]) expect(await readDense(path, { times })).toEqual(whole);
  });

  it('goes on in TypeScript where DuckDB stops, and gives no unit twice', async () => {
    // A last unit that is called NA is none to DuckDB; names so long that the lines make several blocks.
    const name = (i: number) => (i === UNITS - 1 ? 'NA' : `${i}${'x'.repeat(3000)}`);
    const rows = wide(UNITS).map((row, i) => row.replace(`u${i}`, name(i)));
    const path = join(folder, 'stops.csv');
    await writeFile(path, HEAD + rows.join(''));
    const { chunks, end } = await chunksOf(path, { times });
    expect(end.ok && end.report.units).toBe(UNITS);
    const { units, values } = joinRows(chunks, { times });
    expect(units).toHaveLength(UNITS);
    expect(units.every((unit, i) => unit === name(i))).toBe(true);
    expect(values.data.every((value, k) => value === cell((k / 3) | 0, k % 3))).toBe(true);
  });

  it('says the same of times and of values left out, whoever reads them', async () => {
    const rows = [
      'b,0.4,1',
      'a,0.5,2',
      'b,0.6,3',
      'a,1.5,4',
      'a,1.6,5',
      'b,1.4,6',
      'b,2.5,7',
      'a,2.5,8',
      'b,2.9,9',
    ];
    const text = `unit,time,value\n${rows.join('\n\n')}\n`;
    const path = join(folder, 'nearest.csv');
    await writeFile(path, text);
    const request: DenseRequest = { times, align: 'nearest' };
    const here = parseDenseCsv(text, request);
    expect(await readDense(path, request)).toEqual(here);
    expect(here.ok && here.data.report).toMatchObject({
      unused: 3,
      unusedUnits: 2,
      firstUnused: { row: 3, unit: 'b', time: 0.6 },
    });
  });

  it.each([
    ['start', 'unit,0,1,2\na,1,2,3\nb,4,,5\n'],
    ['end', 'unit,time,value\na,1,1\nb,1,4\na,2,2\na,3,3\nb,3,5\n'],
  ] as const)('reads times with align: %s, whoever reads them', async (align, text) => {
    const path = join(folder, 'bounds.csv');
    await writeFile(path, text);
    await asParquet(path, join(folder, 'bounds.parquet'));
    const request: DenseRequest = { times, align, missing: 'interpolate' };
    const here = parseDenseCsv(text, request);
    expect(here.ok && [...here.data.values.data]).toEqual([1, 2, 3, 4, 4.5, 5]);
    expect(here.ok && here.data.report).toMatchObject({ align, largestShift: 0.5, unused: 0 });
    expect(await readDense(path, request)).toEqual(here);
    expect(await readDense(join(folder, 'bounds.parquet'), request)).toEqual(here);
  });

  it('finds a unit that comes back much later', async () => {
    const text = HEAD + [...wide(UNITS), 'u17,1,2,3\n', 'u4000,1,2,3\n'].join('');
    const [csv, parquet] = [join(folder, 'twice.csv'), join(folder, 'twice.parquet')];
    await writeFile(csv, text);
    await asParquet(csv, parquet);
    const why = async (path: string) => {
      const { end } = await chunksOf(path, { times });
      return end.ok ? [] : end.problems.map((problem) => problem.why);
    };
    expect(await why(csv)).toEqual([
      'unit "u17" stands in line 19 already',
      'unit "u4000" stands in line 4002 already',
    ]);
    expect(await why(parquet)).toEqual([
      `row ${UNITS + 1}: unit "u17" stands in row 18 already`,
      `row ${UNITS + 2}: unit "u4000" stands in row 4001 already`,
    ]);
  });

  it('says all problems of a Parquet file, however far apart', async () => {
    const path = join(folder, 'holes.parquet');
    const value = (j: number) =>
      `CASE WHEN i % 4000 = ${j} THEN NULL ELSE sin(i + ${j}) END AS "${times[j]}"`;
    await connection.run(
      `COPY (SELECT 'u' || i AS unit, ${[0, 1, 2].map(value)} FROM range(${UNITS}) r(i)) TO '${path}' (FORMAT parquet)`,
    );
    const { end } = await chunksOf(path, { times });
    expect(end.ok ? [] : end.problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4001, 2],
      [4002, 3],
      [4003, 4],
      [8001, 2],
      [8002, 3],
      [8003, 4],
    ]);
  });

  it('lets the errors of whoever takes the units pass', async () => {
    const path = join(folder, 'error.csv');
    await writeFile(path, HEAD + wide(10).join(''));
    let calls = 0;
    const taken = streamDense(path, { times }, () => {
      calls++;
      throw new RangeError('not this one');
    });
    await expect(taken).rejects.toThrow('not this one');
    expect(calls).toBe(1);
  });
});

it('takes paths as they are', async () => {
  const odd = join(folder, "unit=5 [a]*?'s");
  await mkdir(odd);
  const [csv, parquet] = [join(odd, 'd?n*.csv'), join(odd, 'd[e]n.parquet')];
  await writeFile(csv, HEAD + wide(3).join(''));
  await writeFile(join(folder, 'plain.csv'), HEAD + wide(3).join(''));
  await asParquet(join(folder, 'plain.csv'), parquet.replaceAll("'", "''"));
  for (const path of [csv, parquet]) expect((await readDense(path, { times })).ok).toBe(true);
});
