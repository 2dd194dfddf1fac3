import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { fillUniform, randomStream } from '@sightline/engine/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDense } from '../../test/read-dense.ts';
import { columnsTable, parquetColumns, parquetHead } from '../formats/parquet/table.ts';
import { UnreadableFile } from '../tables/unreadable-file.ts';
import { parseDense, parseDenseCsv } from './parse.ts';
import type { DenseRead, DenseRequest } from './units.ts';

const times = Float64Array.of(0.5, 1.5);

let folder = '';
let file = '';
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  file = join(folder, 'dense.parquet');
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => rm(folder, { recursive: true }));

/** A Parquet file of some rows, as the browser and as DuckDB read it, which must be the same. */
async function both(select: string, request: Partial<DenseRequest> = {}, options = ''): Promise<DenseRead> {
  await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet${options})`);
  const here = await parseDense(file, await readFile(file), { times, ...request });
  expect(await readDense(file, { times, ...request })).toEqual(here);
  return here;
}

const table = (rows: string, names = 'unit, "0.5", "1.5"') => `SELECT * FROM (VALUES ${rows}) t(${names})`;

describe('columns of a Parquet file', () => {
  it.each([
    'DOUBLE',
    'FLOAT',
    'INTEGER',
    'BIGINT',
    'SMALLINT',
    'UTINYINT',
    'UBIGINT',
    'DECIMAL(9, 2)',
    'DECIMAL(30, 5)',
  ])('of type %s hold numbers', async (type) => {
    const cells = ['unit', `"0.5"::${type} AS "0.5"`, `"1.5"::${type} AS "1.5"`];
    const read = await both(`SELECT ${cells} FROM (${table("('a', 1, 2), ('b', 3, 5)")})`);
    expect(read.ok && [...read.data.values.data]).toEqual([1, 2, 3, 5]);
  });

  it('of decimals are exact', async () => {
    const cells =
      "('a', 0.1::DECIMAL(30, 5), 1.23::DECIMAL(9, 2)), ('b', -7.00003, -0.07), ('c', 123456789.12345, 4.35)";
    const read = await both(table(cells));
    expect(read.ok && [...read.data.values.data]).toEqual([
      0.1, 1.23, -7.00003, -0.07, 123456789.12345, 4.35,
    ]);
  });

  it.each([
    // [type, digits before the point, digits behind it]: whole numbers of 32, of 64 bits and bytes
    ['DECIMAL(9, 2)', 7, 2],
    ['DECIMAL(15, 14)', 1, 14],
    ['DECIMAL(16, 16)', 0, 16],
    ['DECIMAL(18, 17)', 1, 17],
    ['DECIMAL(18, 4)', 14, 4],
    ['DECIMAL(38, 10)', 28, 10],
    ['DECIMAL(38, 37)', 1, 37],
  ] as const)('of type %s are the numbers of the same CSV', async (type, before, behind) => {
    const uniform = new Float64Array(400 * 40);
    fillUniform(randomStream(7, type), uniform);
    const cells = Array.from({ length: 400 }, (_, i) => {
      const digits = [...uniform.subarray(40 * i, 40 * (i + 1))].map((u) => Math.floor(10 * u));
      // Some of few digits, so that small ones of a wide column are met as well.
      const from = i % 4 === 3 ? Math.floor(0.7 * (before + behind)) : 0;
      const all = digits.map((digit, k) => (k < from ? 0 : digit)).join('');
      return `${i % 3 === 1 ? '-' : ''}${all.slice(0, before) || '0'}.${all.slice(before, before + behind)}`;
    });
    if (behind === 16) cells[0] = '0.5674159008621515';
    const rows = cells
      .slice(0, 200)
      .map((cell, i) => `u${i},${cell},${cells[i + 200]}`)
      .join('\n');
    const csv = parseDenseCsv(`unit,0.5,1.5\n${rows}\n`, { times });
    const values = rows.replaceAll(/^(u\d+),(.*),(.*)$/gm, `('$1', '$2', '$3')`).replaceAll('\n', ', ');
    const typed = ['unit', `"0.5"::${type} AS "0.5"`, `"1.5"::${type} AS "1.5"`];
    const read = await both(`SELECT ${typed} FROM (${table(values)})`);
    expect(read).toEqual(csv);
    expect(read.ok && [...read.data.values.data].filter((_, k) => k % 2 === 0)).toEqual(
      cells.slice(0, 200).map(Number),
    );
  });

  it('of decimals may have them in bytes of any length, and say so in the newer way alone', async () => {
    // What DuckDB does not write: a column of bytes of which the description says that they are decimals.
    const hex = (bytes: string) => `from_hex('${bytes}')`;
    const rows = `('a', ${hex('30')}, 5674159008621515), ('b', ${hex('ff')}, -1), ('c', ${hex('00ce75ddd1b2a19f3b01')}, 7), ('d', ${hex('8000')}, 0), ('e', ${hex('')}, 3)`;
    await connection.run(`COPY (${table(rows)}) TO '${file}' (FORMAT parquet)`);
    const whole = await readFile(file);
    const metadata = await parquetHead(file, {
      byteLength: whole.length,
      slice: async (from, to) => Uint8Array.from(whole.subarray(from, to)).buffer,
    });
    const schema = metadata.schema.map(({ converted_type, logical_type, ...element }) => {
      if (element.name === '0.5') return { ...element, converted_type: 'DECIMAL' as const, scale: 2 };
      if (element.name === '1.5')
        return { ...element, logical_type: { type: 'DECIMAL' as const, precision: 18, scale: 16 } };
      return { ...element, ...(converted_type ? { converted_type } : {}) };
    });
    const own = { ...metadata, schema };
    expect(parquetColumns(own).map(({ kind }) => kind)).toEqual(['text', 'numbers', 'numbers']);
    const read = await columnsTable(file, Uint8Array.from(whole).buffer, own, parquetColumns(own));
    expect(read.labels(0)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([...read.numbers(1)]).toEqual([0.48, -0.01, 38085224542216045000, -327.68, 0]);
    expect([...read.numbers(2)]).toEqual([0.5674159008621515, -1e-16, 7e-16, 0, 3e-16]);
  });

  it.each([
    ['VARCHAR', "'1'", 'the column 1.5 holds text'],
    ['DATE', "DATE '2020-01-01'", 'the column 1.5 holds dates or times of day'],
    ['TIMESTAMP', "TIMESTAMP '2020-01-01'", 'the column 1.5 holds timestamps'],
    ['BOOLEAN', 'true', 'the column 1.5 holds true and false'],
    ['DOUBLE[]', '[1.0]', 'the column 1.5 holds nested values'],
    ['STRUCT', '{a: 1}', 'the column 1.5 holds nested values'],
    ['BLOB', "'x'::BLOB", 'the column 1.5 holds bytes'],
  ])('of type %s do not', async (_type, cell, why) => {
    const read = await both(`SELECT 'a' AS unit, 1.0 AS "0.5", ${cell} AS "1.5"`);
    expect(read.ok ? [] : read.problems).toMatchObject([
      { line: 1, column: 3, value: '1.5', why, accepted: 'a column of numbers' },
    ]);
  });

  it.each([
    ['VARCHAR', "' a b '", "'ä'", ['a b', 'ä']],
    ['BIGINT', '9007199254740993', '7', ['9007199254740993', '7']],
    ['DOUBLE', '1', '2.5', ['1', '2.5']],
    ['DECIMAL(9, 2)', '1.5', '20', ['1.5', '20']],
    ['an ENUM', "'x'::ENUM('x', 'y')", "'y'::ENUM('x', 'y')", ['x', 'y']],
  ])('of type %s name units', async (type, first, second, units) => {
    const cast = type.startsWith('an') ? (text: string) => text : (text: string) => `${text}::${type}`;
    const read = await both(
      `SELECT ${cast(first)} AS unit, 1 AS "0.5", 2 AS "1.5" UNION ALL SELECT ${cast(second)}, 3, 5`,
    );
    expect(read.ok && read.data.units).toEqual(units);
  });

  it('may differ in capitals only', async () => {
    const read = await both(`SELECT * FROM (${table("('a', 1, 2), ('b', 3, 5)", 'unit, "5e-1", "1.5"')})`);
    expect(read.ok).toBe(true);
    const twice = await both(`SELECT 'a' AS unit, 1.0 AS "0.5", 2.0 AS "15e-1", 3.0 AS "15E-1x"`);
    expect(twice.ok ? [] : twice.problems.map(({ value }) => value)).toEqual(['15E-1x']);
  });
});

describe('problems of a Parquet file have rows', () => {
  it.each([
    [
      'missing values',
      "('a', 1.0::DOUBLE, NULL), ('b', 'nan'::DOUBLE, 4.0), ('c', 2, 'inf'::DOUBLE)",
      [
        [1, 3, 'row 1: there is no value for unit "a" at time 1.5'],
        [2, 2, 'row 2: there is no value for unit "b" at time 0.5'],
        [3, 3, 'row 3: the value for unit "c" at time 1.5 is not finite'],
      ],
    ],
    [
      'a value too large',
      "('a', 1e200, 1.0), ('b', 2.0, 3.0)",
      [[1, 2, 'row 1: the value for unit "a" at time 0.5 is so large']],
    ],
    [
      'a unit twice',
      "('a', 1.0, 2.0), ('b', 2.0, 3.0), ('a', 4.0, 5.0)",
      [[3, 1, 'row 3: unit "a" stands in row 1 already']],
    ],
    ['a unit without a name', "('a', 1.0, 2.0), (NULL, 2.0, 3.0)", [[2, 1, 'row 2: the unit has no name']]],
    ['one unit', "('a', 1.0, 2.0)", [[1, 1, 'fewer than two units']]],
    ['equal values', "('a', 1.0, 2.0), ('b', 1.0, 3.0)", [[1, 2, 'same value at time 0.5']]],
  ] as const)('%s', async (_what, rows, found) => {
    const read = await both(table(rows));
    expect(read.ok ? [] : read.problems.map(({ line, column, why }) => [line, column, why])).toEqual(
      found.map(([line, column, why]) => [line, column, expect.stringContaining(why)]),
    );
  });

  it('even where there are none', async () => {
    const read = await both(`${table("('a', 1.0, 2.0)")} WHERE false`);
    expect(read.ok ? [] : read.problems.map(({ why }) => why)).toEqual([
      'there are no rows below the header',
    ]);
  });

  it('in long files too', async () => {
    const rows = "('a', 0.5, 1.0), ('b', 0.5, 2.0), ('a', 1.5, 3.0), ('b', 9.0, 4.0), ('a', 1.5, 5.0)";
    const read = await both(table(rows, 'unit, time, value'));
    expect(read.ok ? [] : read.problems.map(({ line, column, why }) => [line, column, why])).toEqual([
      [4, 2, expect.stringContaining('1 row has a time outside the horizon, 0 to 2: 9')],
      [5, 1, 'row 5: unit "a" has time 1.5 in row 3 already'],
    ]);
  });

  it.each(['drop', 'interpolate'] as const)('an infinite value is not missing (%s)', async (missing) => {
    const rows = "('a', 1.0::DOUBLE, 2.0::DOUBLE), ('b', 3.0, 'inf'::DOUBLE), ('c', 'nan'::DOUBLE, 6.0)";
    const read = await both(table(rows), { missing });
    expect(read.ok ? [] : read.problems).toMatchObject([
      { line: 2, column: 3, value: 'Infinity', why: expect.stringContaining('is not finite') },
    ]);
  });

  it('and the rules work as for CSV', async () => {
    const rows = "('a', 1.0, 2.0), ('b', NULL, 3.0), ('c', 4.0, 6.0)";
    const read = await both(table(rows), { missing: 'drop' });
    expect(read.ok && read.data.report.dropped.units).toEqual([
      { unit: 'b', why: 'no value at 1 of 2 times: 0.5' },
    ]);
  });
});

describe('a file that is not what it says', () => {
  const reason = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const errors = [
      await parseDense(path, bytes, { times }).catch((error: unknown) => error),
      await readDense(path, { times }).catch((error: unknown) => error),
    ];
    for (const error of errors) expect(error).toBeInstanceOf(UnreadableFile);
    const [first, second] = errors as UnreadableFile[];
    return [first!.why, second!.why];
  };
  const text = new TextEncoder().encode('unit,0.5,1.5\na,1,2\n');

  it('is CSV with the name of a Parquet file', async () => {
    const why = 'the name says Parquet, but this is not a Parquet file';
    expect(await reason('a.parquet', text)).toEqual([why, why]);
  });

  it('is cut off', async () => {
    await both(table("('a', 1.0, 2.0), ('b', 3.0, 5.0)"));
    const whole = await readFile(file);
    const why = 'the Parquet file is cut off: its end is missing';
    expect(await reason('b.parquet', whole.subarray(0, whole.length - 20))).toEqual([why, why]);
    expect(await reason('b.parquet', whole.subarray(0, 6))).toEqual([why, why]);
  });

  it('is broken in its middle', async () => {
    await both(`SELECT 'u' || i AS unit, i::DOUBLE AS "0.5", i::DOUBLE AS "1.5" FROM range(100) r(i)`);
    const whole = Uint8Array.from(await readFile(file));
    whole.fill(0xff, 4, 40);
    for (const why of await reason('c.parquet', whole)) expect(why).toContain('the Parquet file is broken');
  });

  it('is broken at its end, in words about the file and not about the program', async () => {
    await both(table("('a', 1.0, 2.0), ('b', 3.0, 5.0)"));
    const whole = Uint8Array.from(await readFile(file));
    const size = new DataView(whole.buffer).getUint32(whole.length - 8, true);
    const from = whole.length - 8 - size;
    for (const [begin, end] of [
      [from, from + size],
      [from, from + 8],
      [from + size - 8, from + size],
    ] as const)
      for (const byte of [0, 0xff, 0x15]) {
        const broken = whole.slice().fill(byte, begin, end);
        const error = await parseDense('e.parquet', broken, { times }).catch((thrown: unknown) => thrown);
        if (!(error instanceof UnreadableFile)) continue;
        expect(error.why).toMatch(/^the Parquet file is broken \(/);
        expect(error.why).not.toMatch(/undefined|reading '|is not a function|DataView|BigInt|offset/i);
      }
    const nothing = whole.slice().fill(0, from, from + size);
    await expect(parseDense('e.parquet', nothing, { times })).rejects.toMatchObject({
      why: 'the Parquet file is broken (its bytes cannot be decoded)',
    });
  });

  it.each([
    ['photo.png', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], 'this is a picture, not text'],
    ['photo.csv', [0xff, 0xd8, 0xff, 0xe0], 'this is a picture, not text'],
    ['paper.pdf', [0x25, 0x50, 0x44, 0x46, 0x2d], 'this is a PDF, not text'],
    ['letter.docx', [0x50, 0x4b, 3, 4], 'this is an Excel file, a Word file or another archive, not text'],
    ['sheet.xls', [0xd0, 0xcf, 0x11, 0xe0], 'this is an Excel or Word file of an old kind, not text'],
  ])('is %s', async (name, bytes, why) => {
    expect(await reason(name, Uint8Array.from(bytes))).toEqual([why, why]);
  });

  it('is Parquet by another name, and no harm done', async () => {
    await both(table("('a', 1.0, 2.0), ('b', 3.0, 5.0)"));
    const path = join(folder, 'dense.data');
    await writeFile(path, await readFile(file));
    expect((await readDense(path, { times })).ok).toBe(true);
    expect((await parseDense(path, await readFile(path), { times })).ok).toBe(true);
  });

  it('is an Excel sheet', async () => {
    const why = 'this is an Excel file, a Word file or another archive, not text';
    expect(await reason('d.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 0))).toEqual([why, why]);
  });

  it('is not there', async () => {
    const error = await readDense(join(folder, 'none.csv'), { times }).catch((thrown: unknown) => thrown);
    expect((error as UnreadableFile).why).toContain('there is no such file');
    const other = await readDense(folder, { times }).catch((thrown: unknown) => thrown);
    expect((other as UnreadableFile).why).toContain('this is a folder');
  });

  it('is compressed in a way that only DuckDB unpacks', async () => {
    await connection.run(
      `COPY (${table("('a', 1.0, 2.0), ('b', 3.0, 5.0)")}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`,
    );
    const error = await parseDense(file, await readFile(file), { times }).catch((thrown: unknown) => thrown);
    expect((error as UnreadableFile).why).toBe(
      'the Parquet file is compressed by ZSTD, which is not unpacked here',
    );
    expect((await readDense(file, { times })).ok).toBe(true);
  });
});
