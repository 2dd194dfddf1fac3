import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { log } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { parseSparse, type SparseRequest } from './readings.ts';

const times = Float64Array.from({ length: 12 }, (_, j) => 2 * j + 1);
const read = (text: string, more: Partial<SparseRequest> = {}) =>
  parseSparse('sparse.csv', new TextEncoder().encode(text), { times, ...more });

async function good(text: string, more: Partial<SparseRequest> = {}) {
  const found = await read(text, more);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  const { starts, times: at, values, ...rest } = found.data;
  const readings = Array.from({ length: starts.length - 1 }, (_, i) =>
    Array.from({ length: starts[i + 1]! - starts[i]! }, (_, k) => [
      at[starts[i]! + k]!,
      values[starts[i]! + k]!,
    ]),
  );
  return { ...rest, readings };
}

async function problems(text: string, more: Partial<SparseRequest> = {}) {
  const found = await read(text, more);
  return found.ok ? [] : found.problems;
}

describe('sparse readings', () => {
  it('are any number of rows a unit, in any order, at any times', async () => {
    const { units, readings, report } = await good(
      'unit,time,value\nb,3.25,5\na,20,1\nb,0,4\na,24,2\nc,7.5,9\nb,11,6\n',
    );
    expect(units).toEqual(['b', 'a', 'c']);
    expect(readings).toEqual([
      [
        [0, 4],
        [3.25, 5],
        [11, 6],
      ],
      [
        [20, 1],
        [24, 2],
      ],
      [[7.5, 9]],
    ]);
    expect(report).toMatchObject({ rows: 6, blank: 0, repeated: 0 });
  });

  it('may be zipped', async () => {
    const bytes = gzipSync('unit,time,value\na,1,2\n');
    const found = await parseSparse('sparse.csv.gz', bytes, { times });
    expect(found.ok && [...found.data.values]).toEqual([2]);
  });

  it('may be Parquet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
    const file = join(folder, 'sparse.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = "('a', 1.5, 2.0), ('b', 3.0, NULL), ('b', 4.0, 5.0), ('a', 0.0, 1.0)";
    await connection.run(
      `COPY (SELECT * FROM (VALUES ${rows}) t(unit, time, value)) TO '${file}' (FORMAT parquet)`,
    );
    const found = await parseSparse(file, await readFile(file), { times });
    await rm(folder, { recursive: true });
    expect(found).toMatchObject({
      ok: true,
      data: {
        units: ['a', 'b'],
        starts: Int32Array.of(0, 2, 3),
        times: Float64Array.of(0, 1.5, 4),
        values: Float64Array.of(1, 2, 5),
        report: { rows: 4, blank: 1 },
      },
    });
  });

  it('are told apart by trajectory, and by the columns that are named', async () => {
    const columns = { unit: 'who', time: 'h', value: 'y', trajectory: 'night' };
    const { units, trajectories, readings, report } = await good(
      'who,night,sex,h,y\na,1,f,1,10\na,2,f,1,11\na,1,f,2,12\nb,1,m,3,13\n',
      { columns },
    );
    expect(units).toEqual(['a', 'a', 'b']);
    expect(trajectories).toEqual(['1', '2', '1']);
    expect(readings.map((own) => own.map(([, value]) => value))).toEqual([[10, 12], [11], [13]]);
    expect(report.ignored).toEqual(['sex']);
  });

  it('are cut into days, of which the horizon may be a part', async () => {
    const days = { start: 6 * 3600, unit: 3600 };
    const { units, trajectories, readings, report } = await good(
      'unit,time,value\na,2013-03-01 06:00,1\na,2013-03-01 17:30,2\na,2013-03-02 05:59,3\na,2013-03-02 12:00,4\n',
      { days, times: Float64Array.from({ length: 12 }, (_, j) => j + 0.5) },
    );
    expect(units).toEqual(['a', 'a']);
    expect(trajectories).toEqual(['2013-03-01', '2013-03-02']);
    expect(readings).toEqual([
      [
        [0, 1],
        [11.5, 2],
      ],
      [[6, 4]],
    ]);
    expect(report.days).toMatchObject({ outside: 1 });
  });

  it('without a value are none, and are counted', async () => {
    const { units, report } = await good('unit,time,value\na,1,2\na,2,\nb,3,NA\nc,3,4\n');
    expect(units).toEqual(['a', 'c']);
    expect(report).toMatchObject({ rows: 4, blank: 2, withoutReading: { trajectories: 1, units: 1 } });
  });

  it('twice at one time are refused, or kept', async () => {
    const text = 'unit,time,value\na,1,2\nb,1,2\na,1,3\nb,1,3\n';
    const [problem, ...others] = await problems(text);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ line: 4, value: 'a' });
    expect(problem!.why).toBe(
      'unit "a" has time 1 in line 2 already; 2 rows stand at a time that their unit has already',
    );
    const { readings, report } = await good(text, { duplicates: 'keep' });
    expect(report.repeated).toBe(2);
    expect(readings[0]).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });

  it('are logarithms where these are asked for, and what has none is refused', async () => {
    const { readings } = await good('unit,time,value\na,1,2\na,3,5\n', { transform: 'log' });
    expect(readings[0]!.map(([, value]) => value)).toEqual([log(2), log(5)]);
    const [problem] = await problems('unit,time,value\na,1,2\na,3,0\nb,3,-1\n', { transform: 'log' });
    expect(problem).toMatchObject({ line: 3, value: 0 });
    expect(problem!.why).toBe(
      'the value for unit "a" at time 3 has no logarithm; it is the first of 2 such values',
    );
  });

  it.each([
    ['a time beyond the horizon', 'a,1,2\na,25,3\n', 3, '1 row has a time outside the horizon, 0 to 24: 25'],
    ['a timestamp', 'a,2013-03-01 06:00,2\n', 2, 'the time of unit "a" is a date with a clock'],
    ['a word', 'a,1,two\n', 2, 'the value for unit "a" at time 1 is not a number'],
    ['a limit', 'a,1,LOW\n', 2, "is a sensor's word for a value below its range"],
    ['nothing', '', 1, 'there are no rows below the header'],
  ])('%s is a problem with its place', async (_what, rows, line, why) => {
    const [problem] = await problems(`unit,time,value\n${rows}`);
    expect(problem).toMatchObject({ line });
    expect(problem!.why).toContain(why);
  });

  it.each([
    ['patient,time,value', 'a,1,2', 'unit'],
    ['unit,hour,value', 'a,1,2', 'time'],
    ['unit,0.5,1.5', 'a,1,2', 'time, value are missing'],
  ])('a header of other names says so and mentions no grid: %s', async (header, row, why) => {
    const [problem] = await problems(`${header}\n${row}\n`);
    expect(problem!.why).toContain(why);
    expect(problem!.accepted).toBe(
      'a first line of names separated by commas: unit, time, value; or columns: { unit: NAME, time: NAME, value: NAME } ' +
        'with the names of the file',
    );
  });
});
