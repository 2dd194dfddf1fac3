import { reasonText } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { parseFolds } from './folds.ts';

it('reads folds in any order of columns', () => {
  const read = parseFolds('subject,record,inner1,outer,inner0\ns,00,2,0,\nt,01,,1,1\n');
  expect(read).toEqual({
    ok: true,
    records: ['00', '01'],
    outer: Int32Array.of(0, 1),
    inner: [Int32Array.of(-1, 1), Int32Array.of(2, -1)],
  });
});

it.each([
  ['nothing', '', ['1:1 the file is empty']],
  [
    'a subject on both sides',
    'record,subject,outer,inner0,inner1\na,s,0,,1\nb,t,1,0,\nc,s,1,0,\n',
    ["4:3 this subject's record a is in other folds than its record c"],
  ],
  ['no rows', 'record,outer,inner0\n', ['1:1 the file has no rows']],
  [
    'columns that are missing',
    'record,fold\na,0\n',
    [
      '1:1 the column outer is missing',
      '1:1 the column inner0 is missing',
      '1:8 there is no use for a column of this name',
    ],
  ],
  [
    'too few inner folds',
    'record,outer,inner0\na,0,\nb,2,1\n',
    ['1:1 there are 3 outer folds, and the columns inner1, inner2 are missing'],
  ],
  [
    'a record twice, and text for a fold',
    'record,outer,inner0\na,0,\na,0,x\n',
    ['3:1 this record stands in line 2 too', '3:5 this is not the number of a fold'],
  ],
  [
    'no name, a negative fold, a short line',
    'record,outer,inner0\n,0,\nb,-1,0\nc,0\n',
    [
      '2:1 this row names no record',
      '3:3 this is not the number of a fold',
      '4:1 this line has another number',
    ],
  ],
  ['a huge number of folds', 'record,outer,inner0\na,99999999,\n', ['2:3 this is not the number of a fold']],
])('refuses %s', (_, text, expected) => {
  const read = parseFolds(text);
  if (read.ok) throw new Error('it was read');
  const told = read.problems.map(({ line, column, why }) => `${line}:${column} ${reasonText(why)}`).sort();
  expect(told).toHaveLength(expected.length);
  for (const [i, start] of [...expected].sort().entries()) expect(told[i]).toContain(start);
});
