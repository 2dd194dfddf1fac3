import { reasonText } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { parseStateTable } from './table.ts';
import type { StateTableRequest } from './table-request.ts';

const parse = (text: string, request?: StateTableRequest) =>
  parseStateTable('t.csv', new TextEncoder().encode(text), request);
const read = async (text: string, request?: StateTableRequest) => {
  const result = await parse(text, request);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
};
const problems = async (text: string, request?: StateTableRequest) => {
  const result = await parse(text, request);
  return result.ok
    ? []
    : result.problems.map(({ line, column, why }) => `${line}:${column} ${reasonText(why)}`);
};

describe('a table of states', () => {
  it('may tell intervals, in any order, with what is known of their records', async () => {
    const text = [
      'unit,record,stratum,age,from,to,state,length',
      'anna,a1,x,30,60,90,W,120',
      'anna,a1,x,30,0,30.5,"N1, light",120',
      'b1,b1,y,41.5,0,10,W,',
    ].join('\n');
    expect(await read(text, { covariates: ['age'] })).toEqual({
      ok: true,
      ignored: [],
      kind: 'states',
      records: [
        {
          record: 'a1',
          unit: 'anna',
          stratum: 'x',
          covariates: { age: 30 },
          intervals: [
            { from: 0, to: 30.5, state: 'N1, light' },
            { from: 60, to: 90, state: 'W' },
          ],
          length: 120,
        },
        {
          record: 'b1',
          unit: 'b1',
          stratum: 'y',
          covariates: { age: 41.5 },
          intervals: [{ from: 0, to: 10, state: 'W' }],
          length: null,
        },
      ],
      skipped: [],
      notes: [],
    });
  });

  it('may tell changes, up to a last row without a state', async () => {
    const { records } = await read('record,time,state\na,20,N\na,5,AF\na,30,\na,40,N\na,50,\n');
    expect(records).toEqual([
      {
        record: 'a',
        unit: 'a',
        stratum: null,
        covariates: {},
        intervals: [
          { from: 5, to: 20, state: 'AF' },
          { from: 20, to: 30, state: 'N' },
          { from: 40, to: 50, state: 'N' },
        ],
        length: 50,
      },
    ]);
  });

  it('may tell changes, up to the length', async () => {
    const { records } = await read('record,length,time,state\na,60,0,N\na,60,60,AF\nb,60,10,\n');
    expect(records).toMatchObject([
      { length: 60, intervals: [{ from: 0, to: 60, state: 'N' }] },
      { length: 60, intervals: [] },
    ]);
  });

  it('may tell values', async () => {
    const { kind, records, notes } = await read(
      'record,time,value\na,20,2\na,5,-1e3\na,30,\na,40,NA\nb,0,7\n',
    );
    expect(kind).toBe('values');
    expect(records).toMatchObject([
      { record: 'a', times: Float64Array.of(5, 20), values: Float64Array.of(-1000, 2) },
      { record: 'b', times: Float64Array.of(0), values: Float64Array.of(7) },
    ]);
    expect(notes).toEqual([{ file: 't.csv', what: '2 rows have no value and are left out' }]);
  });

  it('takes NA for no state, as R writes it, and says so', async () => {
    const { records, notes } = await read('record,from,to,state\na,0,1,NA\na,1,2,W\n');
    expect(records).toMatchObject([{ intervals: [{ from: 1, to: 2, state: 'W' }] }]);
    expect(notes).toEqual([{ file: 't.csv', what: "1 states are 'NA', which is read as no state" }]);
  });

  it('forgives the rounding of times that were added up', async () => {
    const { records } = await read(`record,from,to,state\na,0,${0.1 + 0.2},W\na,0.3,1,N\n`);
    expect(records).toMatchObject([
      {
        intervals: [
          { from: 0, to: 0.3, state: 'W' },
          { from: 0.3, to: 1, state: 'N' },
        ],
      },
    ]);
  });
});

describe('refused is', () => {
  it.each<[string, string, string[]]>([
    ['an empty file', '\n', ['1:1 the file is empty']],
    ['a header alone', 'record,time,value\n', ['1:1 the file has no rows']],
    ['another separator', 'record;time;value\na;1;2', ['1:1 the names are not separated by commas']],
    ['no line of names', 'a,0,60,W\na,60,90,R', ['1:3 the file begins with data, without a line of names']],
    [
      'a record without its unit',
      'record,unit,time,value\na,u,0,1\nb,,0,1\nc,NA,0,1',
      [
        '3:3 the record "b" has no unit, though there is a column of them',
        '4:3 the record "c" has no unit, though there is a column of them',
      ],
    ],
    [
      'an infinite value, and a cell over two lines',
      'record,time,value\na,0,inf\n"a\nb",0,1',
      [
        '2:5 the value for this time is not finite; no rule for missing values takes it',
        '3:1 this line has another number of cells than the first, which has 3; a cell in quotation marks ends with its line',
      ],
    ],
    ['a header without states', 'record,time\na,1', ['1:1 the columns do not tell states or values in time']],
    [
      'columns that are unknown, twice, nameless or missing',
      'time,value,Unit,time,\n1,2,3,4,5',
      [
        '1:1 the column record is missing',
        '1:12 there is no use for a column of this name, unless it is named a covariate',
        '1:17 this column is listed twice',
        '1:22 this column has no name',
      ],
    ],
    [
      'a ragged line',
      'record,time,value\na,1\nb,1,2',
      ['2:1 this line has another number of cells than the first, which has 3'],
    ],
    [
      'every bad cell',
      'record,from,to,state\n,0,1,W\na,x,1,W\na,-1,1,W\na,2,2,W\na,5,4,W',
      [
        '2:1 this row names no record',
        '3:3 this is no time',
        '4:3 this is no time',
        '5:5 the interval ends before it begins, at 2',
        '6:5 the interval ends before it begins, at 5',
      ],
    ],
    [
      'an overlap',
      'record,from,to,state\na,0,2,W\nb,1,2,W\na,1,3,W',
      ['4:3 the interval overlaps with another of its record, from 0 to 2'],
    ],
    [
      'a last state without end',
      'record,time,state\na,0,W\na,1,N\nb,0,\n',
      ['3:5 nothing says how long the last state of this record lasts'],
    ],
    [
      'a time that stands twice',
      'record,time,value\na,1,1\na,1,2',
      ['3:3 this time stands twice in its record'],
    ],
    [
      'what is after the end',
      'record,length,time,value\na,10,11,1\n',
      ['2:6 this is after the end of the record, at 10'],
    ],
    [
      'a record that disagrees with itself',
      'record,unit,time,value\na,x,1,1\na,y,2,1',
      ['3:3 the record "a" has another unit in its first row, "x"'],
    ],
    [
      'a value that is none',
      'record,time,value\na,1,much\n',
      ['2:5 the value for this time is not a number'],
    ],
    [
      'a decimal comma',
      'record,time,value\na,1,"4,5"\n',
      ['2:5 the value for this time has a decimal comma'],
    ],
    ...['97e160', '-1e71', '1.7e308', '1e999'].map((value): [string, string, string[]] => [
      `the value ${value}`,
      `record,time,value\na,1,5\na,2,${value}\n`,
      ['3:5 the value for this time is so large that products of variances overflow'],
    ]),
  ])('%s', async (_, text, expected) => {
    expect(await problems(text)).toEqual(expected);
  });

  it('a covariate that is missing, no number, or something else already', async () => {
    const text = 'record,age,time,value\na,old,1,1\nb,3,1,1';
    expect(await problems(text, { covariates: ['age'] })).toEqual([
      '2:3 the record "a" has no finite number in age, and others have',
    ]);
    const large = 'record,age,time,value\na,1e160,1,1\nb,3,1,1\nc,-1e80,1,1';
    expect(await problems(large, { covariates: ['age'] })).toEqual([
      '2:3 the value for the record "a" is so large that products of variances overflow; so it is with 2 records',
    ]);
    expect(await problems(text, { covariates: ['age', 'sex'] })).toEqual(['1:1 the column sex is missing']);
    expect(await problems('record,time,value\na,1,1', { covariates: ['time'] })).toEqual([
      '1:8 this column cannot be a covariate as well',
    ]);
  });
});
