import { describe, expect, it } from 'vitest';
import { type Case, expectProblems, GOOD, HEAD, problemsOf, RULES } from '../../test/dense-fixtures.ts';

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
    'a time without a value',
    `${HEAD}a,1,,3\nb,4,,5\n`,
    { missing: 'pairwise' },
    ['1:10', 'there is no value at time 1.5', 'vary between units'],
  ],
  [
    'a time with one value',
    `${HEAD}a,1,,3\nb,4,2,5\n`,
    { missing: 'pairwise' },
    ['1:10', 'there is only one value at time 1.5', 'vary between units'],
  ],
  [
    'times with next to no values, beside one that does not vary',
    `${HEAD}a,1,,\nb,1,2,\n`,
    { missing: 'pairwise' },
    ['1:10', 'there is no more than one value at 2 of the 3 times: 1.5, 2.5', 'vary between units'],
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

describe('cells that cannot be used are said to be so in the same words by both readers', () => {
  it.each([...CELLS, ...OTHERS])('%s', expectProblems);

  it('and only the first of very many are listed', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `u${i},y,z,x\n`);
    const problems = await problemsOf(HEAD + rows.join(''));
    expect(problems).toHaveLength(21);
    expect(problems.map(({ line }) => line)).toEqual(
      [2, 3, 4, 5, 6, 7].flatMap((n) => [n, n, n]).concat([8, 8, 8]),
    );
    expect(problems.at(-1)!.why).toContain('1180 more');
    expect(problems.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(1200);
  });

  it('and gaps everywhere are one problem', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => (i % 5 < 2 ? `u${i},${i},,NA\n` : `u${i},1,2,${i}\n`));
    expect(await problemsOf(HEAD + rows.join(''))).toMatchObject([
      {
        line: 2,
        column: 6,
        why: 'there is no value for unit "u0" at time 1.5; values are missing at 40 of 150 (27 %) places, and 20 of 50 (40 %) trajectories lack some',
        accepted: expect.stringContaining('missing: drop'),
      },
    ]);
  });
});
