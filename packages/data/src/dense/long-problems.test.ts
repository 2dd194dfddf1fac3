import { describe, it } from 'vitest';
import { type Case, expectProblems, LONG, RULES } from '../../test/dense-fixtures.ts';

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
    ['2:1', 'has no row for 1', /; align: start takes a time/],
    ['5:1', 'has no row for 1', /; align: start takes a time/],
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

describe('a long table that cannot be used is said to be so in the same words by both readers', () => {
  it.each(LONGS)('%s', expectProblems);
});
