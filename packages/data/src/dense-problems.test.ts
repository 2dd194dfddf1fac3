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
  ...found: [place: string, why: string, accepted: string | RegExp][],
];

const HEADERS: Case[] = [
  ['an empty file', '', {}, ['1:1', 'the file is empty', 'unit, time, value']],
  ['blank lines only', '\n \n', {}, ['1:1', 'the file is empty', 'unit, time, value']],
  ['a header only', HEAD, {}, ['1:1', 'no rows below the header', 'at least two units']],
  ['no header', '1,2,3\n4,5,6\n', {}, ['1:1', 'begins with numbers', 'unit and the grid']],
  ['semicolons', 'unit;0.5;1.5;2.5\na;1;2;3\n', {}, ['1:1', 'separated by semicolons', 'commas']],
  [
    'write.csv2',
    '"unit";"0,5";"1,5"\n"a";1;2\n',
    {},
    ['1:1', 'decimal commas, as write.csv2', 'decimal points'],
  ],
  ['tabs', 'unit\t0.5\t1.5\na\t1\t2\n', {}, ['1:1', 'separated by tabs', 'commas']],
  ['spaces', 'unit 0.5 1.5\na 1 2\n', {}, ['1:1', 'separated by spaces', 'commas']],
  ['numbers and semicolons', '1;0,5\n0,5;1\n', {}, ['1:1', 'begins with numbers', 'unit']],
  ['a first line that is data', 'a,0.5,1.5,2.5\n', {}, ['1:1', 'or data without a header?', 'unit']],
  ['capitals', GOOD.replace('unit', 'Unit'), {}, ['1:1', 'should this be unit?', 'unit']],
  [
    'capitals of two columns',
    'Unit,Time,value\na,0.5,1\n',
    {},
    ['1:1', 'capitals tell names apart: should these be unit, time?', 'unit, time, value'],
  ],
  [
    'capitals of all columns',
    LONG.replace('unit,time,value', 'Unit,Time,Value'),
    {},
    ['1:1', 'should these be unit, time, value?', 'unit, time, value'],
  ],
  [
    'capitals of a column that the study names',
    GOOD.replace('unit', 'unit,REM').replace('a,', 'a,1,').replace('b,', 'b,2,'),
    { target: 'rem' },
    ['1:6', 'should this be rem?', 'unit, rem'],
  ],
  ...[
    ['a unit of time', ['0.5h', '1.5h', '2.5h'], 'something stands after them'],
    ['times of day', ['00:30', '01:30', '02:30'], 'they are times of day'],
    ['dates', ['2024-01-01T00:30', '2024-01-01T01:30', '2024-01-01T02:30'], 'they are dates'],
    ['dates of another kind', ['1.2.2024', '2.2.2024', '3.2.2024'], 'they are dates'],
    ['decimal commas', ['"0,5"', '"1,5"', '"2,5"'], 'they have decimal commas'],
  ].map(
    ([what, names, why]): Case => [
      `${what} for times`,
      `unit,${names}\na,1,2,3\n`,
      {},
      ['1:6', `the times of 3 columns are not numbers: ${why}`, 'the times 0.5, 1.5, 2.5, as numbers'],
    ],
  ),
  [
    'many columns of any names',
    `unit,a,b,c,d,0.5,1.5,2.5\na,1,2,3,4,1,2,3\n`,
    {},
    ['1:6', 'there is no use for 4 columns of such names', 'unit'],
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
    [
      '1:6',
      "not those of the study's grid, 3 from 0.5 to 2.5; without a column: 2.5",
      /the times 0.5, 1.5, 2.5, as numbers$/,
    ],
  ],
  [
    'too many times',
    'unit,0.5,1.5,2.5,3.5\na,1,2,3,4\n',
    {},
    ['1:18', 'outside the horizon, 0 to 3: 3.5', /the times 0.5, 1.5, 2.5, as numbers$/],
  ],
  [
    'minutes',
    'unit,30,90,150\na,1,2,3\n',
    {},
    ['1:6', "60 times the grid's: another unit of time?", /as numbers$/],
  ],
  [
    'beginnings of intervals',
    'unit,0,1,2\na,1,2,3\n',
    {},
    [
      '1:6',
      "0.5 earlier than the grid's, which are midpoints",
      /as numbers; align: start takes a time for the interval that begins at it$/,
    ],
  ],
  [
    'ends of intervals',
    'unit,1,2,3\na,1,2,3\n',
    {},
    ['1:6', '0.5 later', /as numbers; align: end takes a time for the interval that ends at it$/],
  ],
  [
    'all bounds of intervals',
    'unit,0,1,2,3\na,1,2,3,4\n',
    {},
    [
      '1:6',
      "not the grid's: 0, 1, 2 … 3 (4 in all)",
      'without 3, align: start takes a time for the interval',
    ],
  ],
  [
    'all bounds of intervals, as beginnings',
    'unit,0,1,2,3\na,1,2,3,4\n',
    { align: 'start' },
    ['1:12', "not among them: 3; at 3, the horizon's end, no interval begins", '0, 1, 2, as numbers'],
  ],
  [
    'midpoints for ends',
    GOOD,
    { align: 'end' },
    ['1:6', "not the ends of the grid's intervals, 3 from 1 to 3; not among them: 0.5", 'align: exact'],
  ],
  [
    'an end that is missing',
    'unit,1,2\na,1,2\n',
    { align: 'end' },
    ['1:6', 'without a column: 3', /the ends of the grid's intervals$/],
  ],
  [
    'beginnings of intervals, to the nearest',
    'unit,0,1,2\na,1,2,3\n',
    { align: 'nearest' },
    ['1:8', 'half-way between two grid points, so that neither is the nearest: 1, 2', 'align: start'],
  ],
  [
    'no time near',
    'unit,0.5,1.5,9\na,1,2,3\n',
    { align: 'nearest' },
    ['1:14', 'outside the horizon, 0 to 3: 9; without a column within 0.5: 2.5', '0.5, 1.5, 2.5'],
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
  ...['', 'NA', 'NaN', 'null', '.', 'n/a', '"NA"'].map(
    (cell): Case => [
      `the cell ${JSON.stringify(cell)}`,
      `${HEAD}a,1,2,3\nb,4,${cell},5\n`,
      {},
      ['3:5', 'there is no value for unit "b" at time 1.5', RULES],
    ],
  ),
  ...['inf', '-Inf', 'Infinity', '"+infinity"'].flatMap((cell) =>
    (['refuse', 'drop', 'interpolate'] as const).map(
      (missing): Case => [
        `the cell ${cell} with missing: ${missing}`,
        `${HEAD}a,1,2,3\nb,4,${cell},5\nc,3,1,2\n`,
        { missing },
        ['3:5', 'the value for unit "b" at time 1.5 is not finite', /^a finite number; where there is none/],
      ],
    ),
  ),
  [
    'a name with a quotation mark that is not closed',
    `${HEAD}a,1,2,3\n"b,4,6,5\nc,3,1,2\n`,
    {},
    ['3:1', 'a quotation mark opens this cell and none closes it', 'one inside is written twice'],
  ],
  [
    'two names with quotation marks that are not closed',
    `${HEAD}a,1,2,3\n"b,4,6,5\n"c"d,3,1,2\n`,
    {},
    ['3:1', 'a quotation mark opens this cell', 'written twice'],
    ['4:1', 'a quotation mark opens this cell', 'written twice'],
  ],
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
    ['3:3', 'so large that products of variances overflow', 'to 1e+70'],
  ],
  [
    'a value beyond all',
    `${HEAD}a,1,2,3\nb,1e999,6,5\nc,3,2,1\n`,
    { missing: 'drop' },
    ['3:3', 'so large that products of variances overflow', 'to 1e+70'],
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
    'the same values in all units',
    `${HEAD}a,1,2,3\nb,1,4,3\n`,
    {},
    ['1:6', 'every unit has the same value at 2 of the 3 times: 0.5, 2.5', 'vary between units'],
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
    ['4:7', 'overflow', '1e+70'],
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
    ['6:3', 'no value for the time of unit "b"', 'a finite number'],
  ],
  [
    'a time that is text',
    LONG.replace('b,1.5,6', 'b,noon,6'),
    { missing: 'drop' },
    ['6:3', 'is not a number', 'a finite number'],
  ],
  [
    'a time that is text, and another that is not there',
    LONG.replace('b,1.5,6', 'b,noon,6').replace('b,2.5,5\n', ''),
    {},
    ['5:1', "has no row for 2 of the grid's 3 times: 1.5, 2.5; 1 of its rows cannot be used", RULES],
    ['6:3', 'is not a number', 'a finite number'],
  ],
  [
    'a line too short, whose time is not missed as well',
    LONG.replace('b,1.5,6', 'b,1.5'),
    {},
    ['6:1', 'another number of cells', '3 cells'],
  ],
  [
    'a quotation mark that is not closed, whose unit is not missed as well',
    LONG.replace('b,1.5,6', '"b,1.5,6'),
    {},
    ['6:1', 'a quotation mark opens this cell', 'written twice'],
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
      '6 rows have times outside the horizon, 0 to 3: 30, 90, 150, first in lines 2, 3, 4; all of them are 60 times',
      /as numbers$/,
    ],
  ],
  [
    'minutes of which some are inside the horizon',
    LONG.replaceAll('0.5', '1').replaceAll('1.5', '3').replaceAll('2.5', '5'),
    {},
    ['2:3', "4 rows have times that are not the grid's: 1 in line 2, 3 in line 3", 'as numbers'],
    ['4:3', '2 rows have times outside the horizon, 0 to 3: 5 in line 4, 5 in line 7', /as numbers$/],
  ],
  ...(['exact', 'nearest', 'start', 'end'] as const).map((align): Case => {
    const shift = align === 'start' ? -0.5 : align === 'end' ? 0.5 : 0;
    const text = LONG.replace(/,([\d.]+),/g, (_, time) => `,${Number(time) + shift},`);
    return [
      `times outside the horizon, with align: ${align}`,
      `${text}b,99,1\na,-0.3,2\n`,
      { align },
      [
        '8:3',
        '2 rows have times outside the horizon, 0 to 3: 99 in line 8, -0.3 in line 9',
        /^the times(?!.*nearest)/,
      ],
    ];
  }),
  [
    'beginnings of intervals',
    LONG.replaceAll('.5', ''),
    {},
    ['2:3', '6 rows', /as numbers; align: start takes a time for the interval that begins at it$/],
  ],
  [
    'bounds of intervals, to the nearest',
    LONG.replaceAll('.5', ''),
    { align: 'nearest' },
    ['3:3', '4 rows have times that are half-way between two grid points', /; align: start takes a time/],
  ],
  [
    'a bound among midpoints, to the nearest',
    `${LONG}b,2,1\n`,
    { align: 'nearest' },
    ['8:3', '1 row has a time that is half-way between two grid points', /as numbers$/],
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
        accepted:
          typeof accepted === 'string' ? expect.stringContaining(accepted) : expect.stringMatching(accepted),
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
    expect(problems.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(1200);
  });
});

it('what was found is cut so that its closing quotation mark is still shown', async () => {
  const names = Array.from({ length: 40 }, (_, j) => `"${j}.5"`);
  for (const head of [
    `unit;${names.map((name) => name.slice(1, -1)).join(';')}`,
    `unit;${names.join(';')}`,
  ]) {
    const [problem] = await problemsOf(`${head}\n`);
    expect(JSON.stringify(problem!.value).length).toBeLessThanOrEqual(60);
    expect(problem!.value).toMatch(/^unit;.*…$/);
  }
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
