import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDense } from '../../test/read-dense.ts';
import { parseDense } from './parse.ts';
import type { DenseRead, DenseRequest, DenseUnits } from './units.ts';

let folder = '';
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => rm(folder, { recursive: true }));

/** Days from midnight on in so many cells of equal length. */
const request = (points: number, more: Partial<DenseRequest> = {}, start = 0, hours = 24): DenseRequest => ({
  times: Float64Array.from({ length: points }, (_, j) => ((j + 0.5) * hours) / points),
  columns: { unit: 'patient', time: 'when', value: 'glucose' },
  days: { start: 3600 * start, unit: 3600 },
  ...more,
});

/** A text by each reader: as it is and packed, at once and in parts. */
async function everyWay(text: string, asked: DenseRequest): Promise<DenseRead> {
  const bytes = new TextEncoder().encode(text);
  const packed = gzipSync(bytes);
  const [plain, zipped] = [join(folder, 'days.csv'), join(folder, 'days.csv.gz')];
  await writeFile(plain, bytes);
  await writeFile(zipped, packed);
  const first = await parseDense('days.csv', bytes, asked);
  expect(await parseDense('days.csv.gz', packed, asked)).toEqual(first);
  expect(await readDense(plain, asked)).toEqual(first);
  expect(await readDense(zipped, asked)).toEqual(first);
  return first;
}

async function unitsOf(text: string, asked: DenseRequest): Promise<DenseUnits> {
  const read = await everyWay(text, asked);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.data;
}

const HEAD = 'No,patient,when,glucose\n';
/** Two patients, two days of every second hour each, by a formula. */
const value = (patient: number, day: number, hour: number) =>
  100 + 50 * patient + 10 * day + hour * (patient + 1);
const date = (day: number) => `2013-03-0${day + 1}`;
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const days = (when: (day: number, hour: number) => string, hours: readonly number[]) =>
  HEAD +
  [0, 1]
    .flatMap((patient) =>
      [0, 1].flatMap((day) =>
        hours.map((hour) => `${hour},p${patient},${when(day, hour)},${value(patient, day, hour)}\n`),
      ),
    )
    .join('');
const HOURS = Array.from({ length: 12 }, (_, k) => 2 * k);
const rows = (made: (patient: number, day: number) => number[]) =>
  [0, 1].flatMap((patient) => [0, 1].flatMap((day) => made(patient, day)));

describe('days', () => {
  it('are trajectories of their unit', async () => {
    const data = await unitsOf(
      days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS),
      request(12, { align: 'start' }),
    );
    expect(data.units).toEqual(['p0', 'p0', 'p1', 'p1']);
    expect(data.trajectories).toEqual(['2013-03-01', '2013-03-02', '2013-03-01', '2013-03-02']);
    expect([...data.values.data]).toEqual(
      rows((patient, day) => HOURS.map((hour) => value(patient, day, hour))),
    );
    expect(data.report).toMatchObject({ units: 2, trajectories: 4, ignored: ['No'], dropped: { count: 0 } });
    expect(data.report.days).toEqual({ outside: 0, offsets: [], dateOnly: 0 });
  });

  it.each<[string, (day: number, hour: number) => string]>([
    ['with T and seconds', (day, hour) => `${date(day)}T${clock(hour)}:00`],
    ['with an offset', (day, hour) => `${date(day)}T${clock(hour)}:00+08:00`],
    ['as in Germany', (day, hour) => `0${day + 1}.03.2013 ${clock(hour)}`],
    [
      'with a half of the day',
      (day, hour) => `${date(day)} ${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
    ],
  ])('%s are the same', async (_, when) => {
    const [plain, other] = [
      await unitsOf(
        days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS),
        request(12, { align: 'start' }),
      ),
      await unitsOf(days(when, HOURS), request(12, { align: 'start' })),
    ];
    expect(other.values).toEqual(plain.values);
    expect(other.trajectories).toEqual(plain.trajectories);
  });

  it('have day and month in the order that some date far below tells', async () => {
    const text = days((day, hour) => `${day === 0 ? '03/02' : '03/13'}/2013 ${clock(hour)}`, HOURS);
    const data = await unitsOf(text, request(12, { align: 'start' }));
    expect(data.trajectories).toEqual(['2013-03-02', '2013-03-13', '2013-03-02', '2013-03-13']);
    expect(data.report.days).toMatchObject({ order: 'month-first' });
  });

  it('average what lies in a cell, its end left out', async () => {
    const data = await unitsOf(
      days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS),
      request(4, { align: 'mean' }),
    );
    expect([...data.values.data]).toEqual(
      rows((patient, day) =>
        [0, 6, 12, 18].map(
          (from) => [0, 2, 4].reduce((sum, more) => sum + value(patient, day, from + more), 0) / 3,
        ),
      ),
    );
    expect(data.readings!.data.every((n) => n === 3)).toBe(true);
    expect(data.report.averaged).toBe(32);
  });

  it('begin when the horizon does, and end with it', async () => {
    // From eight in the evening for ten hours: hours 20, 22 of a day and 0, 2, 4 of the next.
    const data = await unitsOf(
      days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS),
      request(5, { align: 'start', missing: 'drop' }, 20, 10),
    );
    expect(data.trajectories).toEqual(['2013-03-01', '2013-03-01']);
    expect([...data.values.data]).toEqual(
      [0, 1].flatMap((patient) => [
        value(patient, 0, 20),
        value(patient, 0, 22),
        ...[0, 2, 4].map((hour) => value(patient, 1, hour)),
      ]),
    );
    // 6 to 18 of both days of both; the first night lacks its evening, the last its morning.
    expect(data.report.days!.outside).toBe(28);
    expect(data.report.dropped).toEqual({
      count: 4,
      units: [
        { unit: 'p0', trajectory: '2013-02-28', why: 'no value at 2 of 5 times: 20:00, 22:00' },
        { unit: 'p0', trajectory: '2013-03-02', why: 'no value at 3 of 5 times: 00:00, 02:00, 04:00' },
        { unit: 'p1', trajectory: '2013-02-28', why: 'no value at 2 of 5 times: 20:00, 22:00' },
        { unit: 'p1', trajectory: '2013-03-02', why: 'no value at 3 of 5 times: 00:00, 02:00, 04:00' },
      ],
    });
  });

  it('with times for what ends at them have midnight at their end', async () => {
    const ends = HOURS.map((hour) => hour + 2);
    const when = (day: number, hour: number) =>
      hour === 24 ? `${date(day + 1)} 00:00` : `${date(day)} ${clock(hour)}`;
    const data = await unitsOf(days(when, ends), request(12, { align: 'end' }));
    expect(data.trajectories).toEqual(['2013-03-01', '2013-03-02', '2013-03-01', '2013-03-02']);
    expect([...data.values.data]).toEqual(
      rows((patient, day) => ends.map((hour) => value(patient, day, hour))),
    );
  });

  it('come unit after unit, whatever the order of the file', async () => {
    const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS);
    const [head, ...lines] = text.trimEnd().split('\n');
    const byTime = lines.sort((a, b) => (a.split(',')[2]! < b.split(',')[2]! ? -1 : 1));
    const asked = request(12, { align: 'start' });
    const [plain, mixed] = [
      await unitsOf(text, asked),
      await unitsOf(`${head}\n${byTime.join('\n')}\n`, asked),
    ];
    expect(mixed.units).toEqual(plain.units);
    expect(mixed.trajectories).toEqual(plain.trajectories);
    expect(mixed.values).toEqual(plain.values);
  });

  it('in Parquet are those of timestamps, with Greenwich’s clock where it is said', async () => {
    const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS);
    await writeFile(join(folder, 'days.csv'), text);
    const asked = request(12, { align: 'start' });
    const plain = await unitsOf(text, asked);
    for (const type of ['TIMESTAMP', 'TIMESTAMP_MS', 'TIMESTAMP_NS', 'TIMESTAMPTZ', 'VARCHAR']) {
      const file = join(folder, `${type}.parquet`);
      await connection.run("SET TimeZone = 'UTC'").catch(() => undefined);
      await connection.run(
        `COPY (SELECT No, patient, CAST("when" AS ${type}) AS "when", glucose FROM read_csv('${join(folder, 'days.csv')}', header = true, types = {'when': 'VARCHAR'})) TO '${file}' (FORMAT parquet)`,
      );
      const [small, large] = [
        await parseDense(file, await readFile(file), asked),
        await readDense(file, asked),
      ];
      expect(large).toEqual(small);
      expect(small).toMatchObject({
        ok: true,
        data: { values: plain.values, trajectories: plain.trajectories },
      });
      expect(small.ok && small.data.report.days!.offsets).toEqual(type === 'TIMESTAMPTZ' ? ['+00:00'] : []);
    }
  });

  it('are refused with two offsets, and summer time is named where they are an hour apart', async () => {
    const saved = (day: number, hour: number) =>
      `2013-03-${30 + day}T${clock(hour)}${day === 1 && hour >= 3 ? '+02:00' : '+01:00'}`;
    expect(await everyWay(days(saved, HOURS), request(12, { align: 'start' }))).toMatchObject({
      problems: [
        {
          why: expect.stringContaining('as in summer and winter at one place'),
          accepted: expect.stringContaining('the local clock without offsets'),
        },
      ],
    });
  });

  it('name the hour that happens twice', async () => {
    const twice = days((day, hour) => `2013-10-${26 + day}T${clock(hour)}`, HOURS);
    const more = (asked: Partial<DenseRequest>) =>
      everyWay(`${twice}9,p0,2013-10-27T02:00,999\n`, request(12, asked));
    expect(await more({ align: 'start' })).toMatchObject({
      problems: [{ why: expect.stringContaining('the hour that happens twice') }],
    });
    expect(await more({ align: 'start', duplicates: 'average' })).toMatchObject({ ok: true });
  });

  it('name it by the date and the clock of the file where a day begins in the morning', async () => {
    const twice = days((day, hour) => `2013-10-${26 + day}T${clock(hour)}`, HOURS);
    const asked = request(12, { align: 'start', missing: 'drop' }, 6);
    const read = await everyWay(`${twice}9,p0,2013-10-27T02:00,999\n`, asked);
    const twiceThen = 'all of them lie between 02:00 and 03:00 on 2013-10-27: the hour that happens twice';
    expect(read).toMatchObject({
      problems: [{ value: '2013-10-27 02:00', why: expect.stringContaining(twiceThen) }],
    });
  });
});

describe('what a sensor writes beyond its range', () => {
  it('is what the limits say, and is counted', async () => {
    const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS)
      .replace('01 00:00,100', '01 00:00,LOW')
      .replace('01 02:00,102', '01 02:00,<40')
      .replace('01 04:00,104', '01 04:00,LOW')
      .replace('01 06:00,106', '01 06:00,>400')
      .replace('01 08:00,108', '01 08:00,Hi');
    const data = await unitsOf(text, request(12, { align: 'start', limits: { low: 40, high: 400 } }));
    expect([...data.values.data.subarray(0, 6)]).toEqual([40, 40, 40, 400, 400, 110]);
    expect(data.report.limits).toEqual([
      { text: 'LOW', value: 40, count: 2 },
      { text: '<40', value: 40, count: 1 },
      { text: '>400', value: 400, count: 1 },
      { text: 'Hi', value: 400, count: 1 },
    ]);
  });
});

describe('logarithms', () => {
  it('are of the means of cells', async () => {
    const asked = request(4, { align: 'mean' });
    const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS);
    const [plain, logs] = [await unitsOf(text, asked), await unitsOf(text, { ...asked, transform: 'log' })];
    logs.values.data.forEach((log, n) => {
      expect(log).toBeCloseTo(Math.log(plain.values.data[n]!), 14);
    });
  });
});

describe('means of cells', () => {
  const asked = request(4, { align: 'mean' });
  const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS);

  it('do without readings that have no value, unless all of a cell have none', async () => {
    const data = await unitsOf(text.replace('01 02:00,102', '01 02:00,NA'), asked);
    expect(data.values.data[0]).toBe((value(0, 0, 0) + value(0, 0, 4)) / 2);
    expect(data.readings!.data[0]).toBe(2);
    expect(data.report.blank).toBe(1);
    const none = text.replace(/,p0,2013-03-01 0([024]):00,\d+/g, ',p0,2013-03-01 0$1:00,');
    expect(await everyWay(none, asked)).toMatchObject({
      problems: [{ line: 2, why: expect.stringContaining('there is no value for trajectory "2013-03-01"') }],
    });
  });
  it('are the same of a wide table, with gaps or without', async () => {
    const cells = (patient: number, blank: (hour: number) => boolean) =>
      HOURS.map((hour) => (blank(hour) ? '' : value(patient, 0, hour)));
    const table = (blank: (hour: number) => boolean) =>
      `unit,${HOURS.join(',')}\n${[0, 1].map((patient) => `p${patient},${cells(patient, blank).join(',')}\n`).join('')}`;
    const { days: _, columns: __, ...plain } = asked;
    const some = await unitsOf(
      table((hour) => hour % 6 === 2),
      plain,
    );
    expect([...some.values.data]).toEqual(
      [0, 1].flatMap((patient) =>
        [0, 6, 12, 18].map((from) => (value(patient, 0, from) + value(patient, 0, from + 4)) / 2),
      ),
    );
    expect(
      await everyWay(
        table((hour) => hour < 6),
        plain,
      ),
    ).toMatchObject({
      problems: [
        { line: 2, column: 4, why: 'there is no value for unit "p0" at time 0' },
        { line: 3, column: 4 },
      ],
    });
  });
});

it('columns that nothing asks for are ignored with timestamps, whether names are said or not', async () => {
  const { columns: _, ...plain } = request(12, { align: 'start' });
  const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS).replace(
    'No,patient,when,glucose',
    'No,unit,time,value',
  );
  expect((await unitsOf(text, plain)).report.ignored).toEqual(['No']);
});

it('lines above the names are said to be there', async () => {
  const text = `Glucose Data,Generated on,2024-02-01\n${days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS)}`;
  expect(await everyWay(text, request(12, { align: 'start' }))).toMatchObject({
    problems: [
      {
        line: 1,
        why: 'the names of the columns stand in line 2, and something else above them',
        accepted:
          'a file that begins with its line of names: without the first line, as tail -n +2 writes it',
      },
    ],
  });
});

it('gaps stay gaps where moments are made of pairs', async () => {
  const text = days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS).replace(/^4,p0,.*\n/m, '');
  const data = await unitsOf(text, request(12, { align: 'start', missing: 'pairwise' }));
  expect([...data.values.data].map((x, n) => (Number.isNaN(x) ? n : -1)).filter((n) => n >= 0)).toEqual([2]);
  expect(data.report).toMatchObject({ empty: 1, trajectories: 4, dropped: { count: 0 } });
});

it.each([
  ['cut off', (packed: Uint8Array) => packed.subarray(0, packed.length - 20)],
  ['broken', (packed: Uint8Array) => packed.map((byte, i) => (i === packed.length >> 1 ? byte ^ 255 : byte))],
])('a packed file that is %s is said to be so', async (_, damage) => {
  const packed = damage(gzipSync(days((day, hour) => `${date(day)} ${clock(hour)}`, HOURS)));
  const file = join(folder, 'broken.csv.gz');
  await writeFile(file, packed);
  const why = { why: 'the file begins as one packed by gzip, and is broken or cut off' };
  await expect(parseDense(file, packed, request(12))).rejects.toMatchObject(why);
  await expect(readDense(file, request(12))).rejects.toMatchObject(why);
});
