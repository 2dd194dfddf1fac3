import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinRows } from '../../test/read-dense.ts';
import { parseDenseCsv } from '../dense/parse.ts';
import { MOST_HELD } from '../dense/sample.ts';
import type { DenseRequest, DenseRows } from '../dense/units.ts';
import { streamDense } from './dense.ts';
import { readPieces } from './dense-pieces.ts';
import { matchingFiles } from './matching-files.ts';

const times = Float64Array.of(0.5, 1.5);
let folder = '';
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => rm(folder, { recursive: true }));

/** Texts as CSV files and as Parquet files of these names. */
async function written(name: string, texts: readonly string[]): Promise<Record<'csv' | 'parquet', string[]>> {
  const paths: Record<'csv' | 'parquet', string[]> = { csv: [], parquet: [] };
  for (const [k, text] of texts.entries()) {
    const [csv, parquet] = [join(folder, `${name}-${k}.csv`), join(folder, `${name}-${k}.parquet`)];
    await writeFile(csv, text);
    await connection.run(
      `COPY (SELECT * FROM read_csv('${csv}', header = true)) TO '${parquet}' (FORMAT parquet)`,
    );
    paths.csv.push(csv);
    paths.parquet.push(parquet);
  }
  return paths;
}

async function readAll(paths: readonly string[], request: DenseRequest) {
  const chunks: DenseRows[] = [];
  const end = await streamDense(paths, request, (rows) => chunks.push(rows));
  return end.ok ? { ok: true, data: { ...joinRows(chunks, request), report: end.report } } : end;
}

const value = (i: number, j: number) => Math.round(1000 * Math.sin(3 * i + j)) / 1000;

describe('several files are one table', () => {
  it('of wide rows, even where a file has one unit', async () => {
    const row = (i: number) => `u${i},${value(i, 0)},${value(i, 1)}\n`;
    const rows = Array.from({ length: 12 }, (_, i) => row(i));
    const head = 'unit,0.5,1.5\n';
    const paths = await written('wide', [
      head + rows.slice(0, 5).join(''),
      head + rows[5],
      head + rows.slice(6).join(''),
    ]);
    const whole = parseDenseCsv(head + rows.join(''), { times });
    expect(await readAll(paths.csv, { times })).toEqual(whole);
    expect(await readAll(paths.parquet, { times })).toEqual(whole);
  });

  it('of long rows, where a unit is divided between files', async () => {
    const rows = [0, 1].flatMap((j) =>
      Array.from({ length: 9 }, (_, i) => `u${i},${times[j]},${value(i, j)}\n`),
    );
    const head = 'unit,time,value\n';
    const paths = await written('long', [head + rows.slice(0, 9).join(''), head + rows.slice(9).join('')]);
    const whole = parseDenseCsv(head + rows.join(''), { times });
    expect(whole.ok).toBe(true);
    expect(await readAll(paths.csv, { times })).toEqual(whole);
    expect(await readAll(paths.parquet, { times })).toEqual(whole);
  });

  it.each<[string, readonly (readonly [unit: string, ...types: string[]])[]]>([
    [
      'whole numbers first',
      [
        ['VARCHAR', 'INTEGER', 'BIGINT'],
        ['VARCHAR', 'DOUBLE', 'DOUBLE'],
      ],
    ],
    [
      'few digits first',
      [
        ['VARCHAR', 'DECIMAL(9, 1)', 'FLOAT'],
        ['VARCHAR', 'DECIMAL(18, 5)', 'DOUBLE'],
      ],
    ],
    [
      'whole numbers of two lengths',
      [
        ['INTEGER', 'TINYINT', 'DOUBLE'],
        ['BIGINT', 'BIGINT', 'DOUBLE'],
      ],
    ],
    [
      'names that are numbers at first',
      [
        ['INTEGER', 'DOUBLE', 'DOUBLE'],
        ['VARCHAR', 'DOUBLE', 'DOUBLE'],
      ],
    ],
  ])('whose columns have types of their own: %s', async (name, types) => {
    const whole = name.includes('lengths');
    const head = 'unit,0.5,1.5\n';
    const texts = [
      `${head}1,1,2\n2,4,-3\n`,
      `${head}30,${whole ? '7,8' : '1.7,0.12345'}\n40,${whole ? '9007199254740993,9' : '-2.5,1e-3'}\n`,
    ];
    const { csv, parquet } = await written('types', texts);
    for (const [k, [unit, ...values]] of types.entries()) {
      const cells = [
        `unit::${unit} AS unit`,
        ...values.map((type, j) => `"${times[j]}"::${type} AS "${times[j]}"`),
      ];
      await connection.run(
        `COPY (SELECT ${cells} FROM read_csv('${csv[k]}', header = true)) TO '${parquet[k]}' (FORMAT parquet)`,
      );
    }
    const wanted = parseDenseCsv(texts[0] + texts[1]!.slice(head.length), { times });
    expect(wanted.ok).toBe(true);
    expect(await readAll(parquet, { times })).toEqual(wanted);
    expect(await readAll(parquet, { times, duplicates: 'average' })).toMatchObject({ ok: true });
  });

  it('of pieces as of one file', async () => {
    const part = async (name: string, from: number, to: number) => {
      const path = join(folder, `${name}.parquet`);
      const columns = [0, 1].map((j) => `sin(i * 3 + ${j}) AS "${times[j]}"`);
      await connection.run(
        `COPY (SELECT 'u' || i AS unit, ${columns} FROM range(${from}, ${to}) r(i)) TO '${path}' (FORMAT parquet)`,
      );
      return path;
    };
    const units = MOST_HELD + 904;
    const kind = { points: 2, withTargets: false };
    const one = await part('one', 0, units);
    const several = [await part('p0', 0, 700), await part('p1', 700, 3000), await part('p2', 3000, units)];
    const found = await readPieces(several, { times }, kind);
    expect(found).toEqual(await readPieces(one, { times }, kind));
    expect(found?.report.units).toBe(units);
    expect(await readPieces([...several, several[1]!], { times }, kind)).toBeUndefined();
  });
});

describe('problems name their file', () => {
  const problems = async (paths: readonly string[]) => {
    const end = await readAll(paths, { times });
    return 'problems' in end ? end.problems.map(({ file, line, why }) => [file, line, String(why)]) : [];
  };

  it('of a cell', async () => {
    const head = 'unit,0.5,1.5\n';
    const paths = await written('gap', [`${head}a,1,2\nb,2,3\n`, `${head}c,4,5\nd,,6\n`]);
    expect(await problems(paths.csv)).toEqual([
      [paths.csv[1], 3, expect.stringContaining('no value for unit "d"')],
    ]);
    expect(await problems(paths.parquet)).toEqual([
      [paths.parquet[1], 2, expect.stringContaining('no value for unit "d"')],
    ]);
  });

  it('of a unit that stands in two of them', async () => {
    const head = 'unit,0.5,1.5\n';
    const paths = await written('two', [`${head}a,1,2\nb,2,3\n`, `${head}c,4,5\nb,5,6\n`]);
    expect(await problems(paths.csv)).toEqual([
      [paths.csv[1], 3, `unit "b" stands in line 3 of ${paths.csv[0]} already`],
    ]);
    expect(await problems(paths.parquet)).toEqual([
      [paths.parquet[1], 2, `row 2: unit "b" stands in row 2 of ${paths.parquet[0]} already`],
    ]);
  });

  it('of columns that differ', async () => {
    const paths = await written('names', [
      'unit,0.5,1.5\na,1,2\n',
      'unit,1.5,0.5\nb,1,3\n',
      'unit,0.5\nc,1\n',
    ]);
    for (const kind of ['csv', 'parquet'] as const)
      expect(await problems(paths[kind])).toEqual([
        [paths[kind][1], 1, `${paths[kind][0]} has 0.5 in this place`],
        [paths[kind][2], 1, `the column 1.5 of ${paths[kind][0]} is not there`],
      ]);
  });

  it('of another kind, or not there', async () => {
    const paths = await written('kinds', ['unit,0.5,1.5\na,1,2\nb,2,3\n', 'unit,0.5,1.5\nc,1,2\n']);
    await expect(readAll([paths.csv[0]!, paths.parquet[1]!], { times })).rejects.toMatchObject({
      file: paths.parquet[1],
      why: `this is Parquet, and ${paths.csv[0]} is text`,
    });
    const absent = join(folder, 'absent.csv');
    await expect(readAll([paths.csv[0]!, absent], { times })).rejects.toMatchObject({ file: absent });
  });
});

it('a path with * stands for files in the order of their names, folders included', async () => {
  const base = join(folder, 'found');
  for (const name of [
    'year=2/b.csv',
    'year=2/a.csv',
    'year=1/b.csv',
    'year=1/.hidden.csv',
    'year=1/c.txt',
    'x+y.csv',
  ]) {
    await mkdir(join(base, name, '..'), { recursive: true });
    await writeFile(join(base, name), '');
  }
  const found = async (pattern: string) =>
    (await matchingFiles(join(base, pattern))).map((path) => path.slice(base.length + 1));
  expect(await found('year=*/*.csv')).toEqual(['year=1/b.csv', 'year=2/a.csv', 'year=2/b.csv']);
  expect(await found('year=2/*')).toEqual(['year=2/a.csv', 'year=2/b.csv']);
  expect(await found('x+*.csv')).toEqual(['x+y.csv']);
  expect(await found('year*')).toEqual([]);
  expect(await found('nothing-*/a.csv')).toEqual([]);
  await writeFile(join(base, 'odd*.csv'), '');
  await writeFile(join(base, 'odder.csv'), '');
  expect(await found('odd*.csv')).toEqual(['odd*.csv']);
});
