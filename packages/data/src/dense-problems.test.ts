import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CellProblem } from './csv-cells.ts';
import { parseDenseCsv } from './dense-csv.ts';
import type { DenseRequest } from './dense-units.ts';
import { readDense } from './node-dense.ts';

const times = Float64Array.of(0.5, 1.5, 2.5);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The problems of a text, which must be the same whichever way it is read. */
async function problemsOf(text: string, request: Partial<DenseRequest> = {}): Promise<CellProblem[]> {
  const here = parseDenseCsv(text, { times, ...request });
  const file = join(folder, 'dense.csv');
  await writeFile(file, text);
  expect(await readDense(file, { times, ...request })).toEqual(here);
  return here.ok ? [] : here.problems;
}

const HEAD = 'unit,0.5,1.5,2.5\n';
const GOOD = `${HEAD}a,1,2,3\nb,4,6,5\n`;
const LONG = 'unit,time,value\na,0.5,1\na,1.5,2\na,2.5,3\nb,0.5,4\nb,1.5,6\nb,2.5,5\n';

type Case = [
  what: string,
  text: string,
  request: Partial<DenseRequest>,
  ...found: [place: string, why: string, accepted: string][],
];

const HEADERS: Case[] = [
  ['an empty file', '', {}, ['1:1', 'the file is empty', 'unit, time, value']],
  ['blank lines only', '\n \n', {}, ['1:1', 'the file is empty', 'unit, time, value']],
  ['a header only', HEAD, {}, ['1:1', 'no rows below the header', 'at least two units']],
  ['no header', '1,2,3\n4,5,6\n', {}, ['1:1', 'begins with numbers', 'unit and the grid']],
  ['semicolons', 'unit;0.5;1.5;2.5\na;1;2;3\n', {}, ['1:1', 'separated by semicolons', 'commas']],
  ['write.csv2', '"unit";"0,5";"1,5"\n"a";1;2\n', {}, ['1:1', 'write.csv2', 'commas']],
  ['tabs', 'unit\t0.5\t1.5\na\t1\t2\n', {}, ['1:1', 'separated by tabs', 'commas']],
  ['spaces', 'unit 0.5 1.5\na 1 2\n', {}, ['1:1', 'separated by spaces', 'commas']],
  ['numbers and semicolons', '1;0,5\n0,5;1\n', {}, ['1:1', 'begins with numbers', 'unit']],
  ['a first line that is data', 'a,0.5,1.5,2.5\n', {}, ['1:1', 'or data without a header?', 'unit']],
  ['capitals', GOOD.replace('unit', 'Unit'), {}, ['1:1', 'is it unit under another name', 'unit']],
  [
    'capitals of two columns',
    'Unit,Time,value\na,0.5,1\n',
    {},
    ['1:1', 'should it be unit?', 'unit'],
    ['1:1', 'the columns unit, time are missing', 'unit'],
    ['1:6', 'should it be time?', 'unit'],
  ],
  [
    'an R prefix',
    'unit,X0.5,X1.5,X2.5\na,1,2,3\n',
    {},
    ['1:6', 'the times of 3 columns are not numbers', 'unit'],
  ],
  [
    'row names',
    ',unit,0.5,1.5,2.5\n1,a,1,2,3\n',
    {},
    ['1:1', 'no name (R writes one with row.names', 'unit'],
  ],
  [
    'another column',
    `unit,sex,0.5,1.5,2.5\na,f,1,2,3\n`,
    {},
    ['1:6', 'no use for a column of this name', 'unit'],
  ],
  [
    'a replicate column that nobody named',
    'unit,rep,0.5,1.5,2.5\na,1,1,2,3\n',
    {},
    ['1:6', 'noise: { replicates: rep } would use it', 'unit'],
  ],
  ['a column twice', 'unit,unit,0.5,1.5,2.5\na,a,1,2,3\n', {}, ['1:6', 'stands twice', 'unit']],
  [
    'a time twice',
    'unit,0.5,1.5,2.5,1.50\na,1,2,3,4\n',
    {},
    ['1:18', 'the time 1.5 stands in the header twice', 'one column for each time'],
  ],
  ['units only', 'unit\na\n', {}, ['1:1', 'no column is headed by a time', '0.5, 1.5, 2.5']],
  [
    'too few times',
    'unit,0.5,1.5\na,1,2\n',
    {},
    ['1:6', "not those of the study's grid, 3 from 0.5 to 2.5; without a column: 2.5", 'align: nearest'],
  ],
  [
    'too many times',
    'unit,0.5,1.5,2.5,3.5\na,1,2,3,4\n',
    {},
    ['1:18', "not the grid's: 3.5", 'align: nearest'],
  ],
  [
    'minutes',
    'unit,30,90,150\na,1,2,3\n',
    {},
    ['1:6', "60 times the grid's: another unit of time?", 'align: nearest'],
  ],
  [
    'beginnings of intervals',
    'unit,0,1,2\na,1,2,3\n',
    {},
    ['1:6', "0.5 earlier than the grid's, which are midpoints", '0.5, 1.5, 2.5'],
  ],
  [
    'no time near',
    'unit,0.5,1.5,9\na,1,2,3\n',
    { align: 'nearest' },
    ['1:6', 'without a column within 0.5: 2.5', '0.5, 1.5, 2.5'],
  ],
  [
    'a replicate column that is not there',
    GOOD,
    { replicates: 'rep' },
    ['1:1', 'the column rep is missing', 'unit, rep and'],
  ],
  [
    'a target column that is not there',
    LONG,
    { target: 'rem' },
    ['1:1', 'the column rem is missing', 'unit, rem'],
  ],
  ['no value column', 'unit,time\na,0.5\n', {}, ['1:1', 'the column value is missing', 'unit, time, value']],
];

const RULES = 'missing: drop';
const CELLS: Case[] = [
  ...['', 'NA', 'NaN', 'null', '.', 'inf', '-Infinity', 'n/a', '"NA"'].map(
    (cell): Case => [
      `the cell ${JSON.stringify(cell)}`,
      `${HEAD}a,1,2,3\nb,4,${cell},5\n`,
      {},
      ['3:5', 'there is no value for unit "b" at time 1.5', RULES],
    ],
  ),
  [
    'text',
    `${HEAD}a,1,2,3\nb,x,6,5\n`,
    {},
    ['3:3', 'the value for unit "b" at time 0.5 is not a number', 'a finite number'],
  ],
  ['digits in groups', `${HEAD}a,1,2,3\nb,1_000,6,5\n`, {}, ['3:3', 'is not a number', 'a finite number']],
  [
    'text is no missing value',
    `${HEAD}a,1,2,3\nb,x,6,5\nc,3,2,1\n`,
    { missing: 'drop' },
    ['3:3', 'is not a number', 'a finite number'],
  ],
  ['a decimal comma', `${HEAD}a,1,2,3\nb,"4,5",6,5\n`, {}, ['3:3', 'has a decimal comma', 'a decimal point']],
  [
    'decimal commas',
    `${HEAD}a,1,5,2,5,3,5\nb,4,5,6,5,5,5\n`,
    {},
    ['2:1', 'the numbers have decimal commas', 'decimal points'],
  ],
  [
    'a value too large',
    `${HEAD}a,1,2,3\nb,1e308,6,5\n`,
    {},
    ['3:3', 'so large that its square overflows', 'to 1e+70'],
  ],
  [
    'a value beyond all',
    `${HEAD}a,1,2,3\nb,1e999,6,5\nc,3,2,1\n`,
    { missing: 'drop' },
    ['3:3', 'so large that its square overflows', 'to 1e+70'],
  ],
  ['a cell too few', `${HEAD}a,1,2,3\nb,4,6\n`, {}, ['3:1', 'another number of cells', '4 cells']],
  [
    'a unit without a name',
    `${HEAD}a,1,2,3\n,4,6,5\n`,
    {},
    ['3:1', 'the unit has no name', 'a name or a number'],
  ],
  [
    'a unit over two lines',
    `${HEAD}a,1,2,3\n"b\nc",4,6,5\n`,
    {},
    ['3:1', 'another number of cells', '4 cells'],
  ],
  ['one unit', `${HEAD}a,1,2,3\n`, {}, ['1:1', 'fewer than two units', 'at least two']],
  [
    'one unit after another was dropped',
    `${HEAD}a,1,2,3\nb,,6,5\n`,
    { missing: 'drop' },
    ['1:1', 'once 1 with missing values is left out (b: no value at 1 of 3 times: 0.5)', 'at least two'],
  ],
  [
    'the same value in all units',
    `${HEAD}a,1,2,3\nb,4,2,5\n`,
    {},
    ['1:10', 'every unit has the same value at time 1.5', 'vary between units'],
  ],
  [
    'a unit twice',
    `${GOOD}a,7,8,9\n`,
    {},
    ['4:1', 'unit "a" stands in line 2 already', 'noise: { replicates: COLUMN }'],
  ],
  [
    'all at once',
    `${HEAD}a,1,,3\nb,x,6,5\na,7,8,1e200\n`,
    {},
    ['2:5', 'no value', RULES],
    ['3:3', 'not a number', 'finite'],
    ['4:1', 'already', 'average'],
    ['4:7', 'overflows', '1e+70'],
  ],
  [
    'quotes and CRLF',
    `unit,0.5,1.5,2.5\r\n"a ""b"", c",1,2,3\r\nd,NA,6,5\r\n`,
    {},
    ['3:3', 'unit "d" at time 0.5', RULES],
  ],
  [
    'a BOM and a blank line',
    `\ufeff${HEAD}a,1,2,3\n\nb,4,NA,5\n\n`,
    {},
    ['4:5', 'unit "b" at time 1.5', RULES],
  ],
];

const LONGS: Case[] = [
  [
    'an empty value',
    LONG.replace('b,1.5,6', 'b,1.5,'),
    {},
    ['6:7', 'no value for unit "b" at time 1.5', RULES],
  ],
  [
    'an empty time',
    LONG.replace('b,1.5,6', 'b,,6'),
    {},
    ['5:1', 'has no row for 1', RULES],
    ['6:3', 'no value for the time of unit "b"', 'a finite number'],
  ],
  [
    'a time that is text',
    LONG.replace('b,1.5,6', 'b,noon,6'),
    { missing: 'drop' },
    ['6:3', 'is not a number', 'a finite number'],
  ],
  [
    'a unit and time twice',
    `${LONG}b,1.5,6\n`,
    {},
    ['8:1', 'unit "b" has time 1.5 in line 6 already', 'duplicates: average'],
  ],
  [
    'a unit that ends early',
    LONG.replace('b,1.5,6\nb,2.5,5\n', ''),
    {},
    ['5:1', "has no row for 2 of the grid's 3 times: 1.5, 2.5", RULES],
  ],
  [
    'a strange time',
    LONG.replace('b,1.5', 'b,1.6'),
    {},
    ['6:3', "1 row has a time that is not the grid's: 1.6; the grid has 3 from 0.5 to 2.5", 'align: nearest'],
  ],
  [
    'minutes',
    LONG.replaceAll('0.5', '30').replaceAll('1.5', '90').replaceAll('2.5', '150'),
    {},
    [
      '2:3',
      "6 rows have times that are not the grid's: 30, 90, 150; the grid has 3 from 0.5 to 2.5; all of them are 60 times",
      'align: nearest',
    ],
  ],
  [
    'the same value in all units',
    LONG.replace('b,1.5,6', 'b,1.5,2'),
    {},
    ['1:11', 'every unit has the same value at time 1.5', 'vary'],
  ],
  [
    'no time near',
    LONG.replace('b,1.5,6\n', ''),
    { align: 'nearest' },
    ['5:1', 'has no row for 1', 'missing: drop'],
  ],
];

const WITH_REPLICATES = 'unit,rep,0.5,1.5,2.5\na,1,1,2,3\na,2,4,5,6\nb,1,7,8,9\n';
const WITH_TARGET = 'unit,rem,0.5,1.5,2.5\na,1,1,2,3\nb,2,7,8,9\n';
const OTHERS: Case[] = [
  [
    'a replicate twice',
    `${WITH_REPLICATES}a,1,0,0,0\n`,
    { replicates: 'rep' },
    ['5:1', 'replicate "1" of unit "a" stands in line 2 already', 'duplicates: average'],
  ],
  [
    'no replicates after all',
    WITH_REPLICATES.replace('a,2', 'c,1'),
    { replicates: 'rep' },
    ['1:6', 'no unit has two replicates', 'noise: NUMBER'],
  ],
  [
    'a replicate without a name',
    WITH_REPLICATES.replace('a,2', 'a,'),
    { replicates: 'rep' },
    ['3:3', 'the replicate has no name', 'a name'],
  ],
  [
    'a missing target',
    WITH_TARGET.replace('b,2', 'b,'),
    { target: 'rem' },
    ['3:3', 'no value for the target of unit "b"', 'missing: drop'],
  ],
  [
    'a target that differs',
    `unit,rem,time,value\na,1,0.5,1\na,1,1.5,2\na,2,2.5,3\n`,
    { target: 'rem' },
    ['4:3', 'unit "a" has another target, 1, in line 2', 'the same target'],
  ],
  [
    'a target as text',
    WITH_TARGET.replace('b,2', 'b,much'),
    { target: 'rem' },
    ['3:3', 'the target of unit "b" is not a number', 'a finite number'],
  ],
];

describe('a file that cannot be used is said to be so in the same words by both readers', () => {
  it.each([...HEADERS, ...CELLS, ...LONGS, ...OTHERS])('%s', async (_what, text, request, ...found) => {
    const problems = await problemsOf(text, request);
    expect(
      problems.map(({ line, column, why, accepted }) => ({ place: `${line}:${column}`, why, accepted })),
    ).toEqual(
      found.map(([place, why, accepted]) => ({
        place,
        why: expect.stringContaining(why),
        accepted: expect.stringContaining(accepted),
      })),
    );
  });

  it('and only the first of very many are listed', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `u${i},NA,,x\n`);
    const problems = await problemsOf(HEAD + rows.join(''));
    expect(problems).toHaveLength(21);
    expect(problems.map(({ line }) => line)).toEqual(
      [2, 3, 4, 5, 6, 7].flatMap((n) => [n, n, n]).concat([8, 8, 8]),
    );
    expect(problems.at(-1)!.why).toContain('1180 more');
  });
});

describe('a file that can be used', () => {
  it.each([
    ['as it should be', GOOD],
    ['long', LONG],
    ['CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['CR', GOOD.replaceAll('\n', '\r')],
    ['line ends of two kinds', GOOD.replace('\n', '\r\n')],
    ['a BOM', `\ufeff${GOOD}`],
    ['blank lines', `\n${GOOD.replaceAll('\n', '\n\n')} \n`],
    ['quotes', GOOD.replace(/[^,\n]+/g, '"$&"')],
    ['spaces', GOOD.replaceAll(',', ' , ')],
    ['no line end', GOOD.trimEnd()],
    ['columns in another order', 'unit,2.5,0.5,1.5\na,3,1,2\nb,5,4,6\n'],
    ['units last', '0.5,1.5,2.5,unit\n1,2,3,a\n4,6,5,b\n'],
    ['numbers as people write them', `${HEAD}a,+1,2.,30e-1\nb,4.0,.6E1,5\n`],
  ])('%s', async (_what, text) => {
    expect(await problemsOf(text)).toEqual([]);
    const read = parseDenseCsv(text, { times });
    expect(read.ok && [...read.data.values.data]).toEqual([1, 2, 3, 4, 6, 5]);
    expect(read.ok && read.data.units).toEqual(['a', 'b']);
  });

  it.each(['1', '007', 'a b', 'Ärzte №5', '💤', 'NA', 'a"b', "o'clock"])(
    'has units such as %s',
    async (name) => {
      const text = `${HEAD}"${name.replaceAll('"', '""')}",1,2,3\nother,4,6,5\n`;
      expect(await problemsOf(text)).toEqual([]);
      const read = parseDenseCsv(text, { times });
      expect(read.ok && read.data.units).toEqual([name, 'other']);
    },
  );
});
