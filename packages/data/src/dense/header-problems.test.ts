import { describe, expect, it } from 'vitest';
import { type Case, expectProblems, GOOD, HEAD, LONG, problemsOf } from '../../test/dense-fixtures.ts';

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
  ['a column twice', 'unit,unit,0.5,1.5,2.5\na,a,1,2,3\n', {}, ['1:6', 'is listed twice', 'unit']],
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
    ['1:6', "not the grid's: 0, 1, 2, 3", 'without 3, align: start takes a time for the interval'],
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
    ['1:6', 'without a column within 0.5: 2.5', 'align: start'],
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

describe('a header that cannot be used is said to be so in the same words by both readers', () => {
  it.each(HEADERS)('%s', expectProblems);
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
