import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseStateTable } from '../records/sources/table.ts';
import { withDuckdb } from './duckdb.ts';
import { nodeFiles } from './files.ts';
import { readStateTable } from './state-table.ts';

const text = 'record,unit,age,time,state\na,1,30,0,W\na,1,30,60.5,R\na,1,30,90,\nb,2,40,5,W\nb,2,40,6,\n';
const covariates = ['age'];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  await writeFile(join(folder, 't.csv'), text);
  await withDuckdb(async (connection) => {
    for (const codec of ['snappy', 'zstd'])
      await connection.run(
        `COPY (SELECT * FROM read_csv('${join(folder, 't.csv')}')) TO '${join(folder, `${codec}.parquet`)}' (FORMAT parquet, COMPRESSION ${codec})`,
      );
  });
});
afterAll(() => rm(folder, { recursive: true }));

it('reads the same from CSV and from Parquet, on disk and from bytes', async () => {
  const expected = await parseStateTable('t.csv', new TextEncoder().encode(text), { covariates });
  expect(expected).toMatchObject({ ok: true, kind: 'states', records: [{ length: 90 }, { unit: '2' }] });
  for (const name of ['t.csv', 'snappy.parquet', 'zstd.parquet'])
    expect(await readStateTable(join(folder, name), { covariates }), name).toEqual(expected);
  const bytes = await nodeFiles.read(join(folder, 'snappy.parquet'));
  expect(await parseStateTable('snappy.parquet', bytes, { covariates })).toEqual(expected);
});

it('reads the same with dictionaries, absent cells and several row groups, in both versions of pages', async () => {
  const rows = `SELECT 'r' || (i // 50) AS record, 50 AS length, i % 50 AS time, CASE WHEN i % 7 = 3 THEN NULL WHEN i % 100 < 60 THEN 'W' ELSE 'R' || (i % 3) END AS state FROM range(6000) t(i)`;
  const [csv, parquet] = [join(folder, 'many.csv'), join(folder, 'many.parquet')];
  await withDuckdb((connection) => connection.run(`COPY (${rows}) TO '${csv}' (HEADER)`));
  const expected = await readStateTable(csv);
  expect(expected.ok && expected.records).toHaveLength(120);
  for (const version of ['V1', 'V2'])
    for (const codec of ['snappy', 'uncompressed']) {
      await withDuckdb((connection) =>
        connection.run(
          `COPY (${rows}) TO '${parquet}' (FORMAT parquet, PARQUET_VERSION ${version}, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048)`,
        ),
      );
      const bytes = await nodeFiles.read(parquet);
      const found = await parseStateTable('many.parquet', bytes);
      expect({ ...found, notes: [] }, `${version} ${codec}`).toEqual({ ...expected, notes: [] });
    }
});

it('says what it cannot read', async () => {
  await expect(readStateTable(join(folder, 'none.csv'))).rejects.toThrow('there is no such file');
  const bytes = await nodeFiles.read(join(folder, 'zstd.parquet'));
  await expect(parseStateTable('z', bytes, { covariates })).rejects.toThrow('compressed by ZSTD');
  await writeFile(join(folder, 'broken.parquet'), bytes.subarray(0, 200));
  await expect(readStateTable(join(folder, 'broken.parquet'))).rejects.toThrow('cut off');
});

it('says the rows of a Parquet file that has problems', async () => {
  const found = await readStateTable(join(folder, 'zstd.parquet'));
  expect(found.ok || found.problems).toMatchObject([{ line: 1, column: 3, value: 'age' }]);
  await withDuckdb((connection) =>
    connection.run(
      `COPY (SELECT 'a' AS record, unnest([1, -1]) AS time, 'W' AS state) TO '${join(folder, 'bad.parquet')}' (FORMAT parquet)`,
    ),
  );
  const bad = await readStateTable(join(folder, 'bad.parquet'));
  expect(bad.ok || bad.problems.map(({ line, why }) => [line, why])).toEqual([
    [1, 'row 1: nothing says how long the last state of this record lasts'],
    [2, 'row 2: this is no time'],
  ]);
});

it('reads timestamps of Parquet as those of CSV, packed or not', async () => {
  const rows = `SELECT 'u' || (i // 30) AS who, 7 AS extra, TIMESTAMP '2024-05-01 20:00:00' + INTERVAL (i % 30) HOUR AS "when", i / 4 AS x FROM range(60) t(i)`;
  const [csv, parquet] = [join(folder, 'days.csv'), join(folder, 'days.parquet')];
  await withDuckdb(async (connection) => {
    await connection.run(`COPY (${rows}) TO '${csv}' (HEADER)`);
    await connection.run(`COPY (${rows}) TO '${csv}.gz' (HEADER, FORMAT csv, COMPRESSION gzip)`);
    await connection.run(`COPY (${rows}) TO '${parquet}' (FORMAT parquet)`);
  });
  const request = { split: true, columns: { unit: 'who', time: 'when', value: 'x' } };
  const expected = await readStateTable(csv, request);
  expect(expected).toMatchObject({ ok: true, kind: 'values', ignored: ['extra'] });
  expect(expected.ok && expected.records.map(({ record }) => record)).toEqual(
    ['u0', 'u1'].flatMap((unit) => ['2024-05-01', '2024-05-02', '2024-05-03'].map((day) => `${unit} ${day}`)),
  );
  for (const path of [`${csv}.gz`, parquet])
    expect(await readStateTable(path, request), path).toEqual(expected);
  const bytes = await nodeFiles.read(parquet);
  expect(await parseStateTable('days.parquet', bytes, request)).toEqual(expected);
});
