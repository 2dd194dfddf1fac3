import { describe, expect, it } from 'vitest';
import { parseMatrix } from './matrix.ts';

function problemsOf(text: string) {
  const read = parseMatrix(text);
  return read.ok
    ? []
    : read.problems.map(({ line, column, why, accepted }) => ({ place: `${line}:${column}`, why, accepted }));
}

const NO_NAMES = 'write.table(K, "k.csv", sep = ",", row.names = FALSE, col.names = FALSE)';
const LINE = 'begins with a line of names';
const BOTH = 'begins with a line of names, and each line with a name';

describe('a matrix as another program writes it is one problem', () => {
  it.each([
    ['write.csv', '"","V1","V2"\n"1",1,0.5\n"2",0.5,1\n', '1:1', BOTH, NO_NAMES],
    ['write.csv with names', '"","a","b"\n"a",1,0.5\n"b",0.5,1\n', '1:1', BOTH, NO_NAMES],
    ['write.csv of times', '"","0.5","1.5"\n"0.5",1,0.5\n"1.5",0.5,1\n', '1:1', BOTH, NO_NAMES],
    ['write.csv without row names', '"V1","V2"\n1,0.5\n0.5,1\n', '1:1', LINE, NO_NAMES],
    ['times as a header', '"0.5","1.5"\n1,0.5\n0.5,1\n', '1:1', LINE, NO_NAMES],
    ['row names alone', '"1",1,0.5\n"2",0.5,1\n', '1:1', 'each line begins with a name', NO_NAMES],
    ['row names without quotes', 'a,1,0.5\nb,0.5,1\n', '1:1', 'each line begins with a name', NO_NAMES],
    ['pandas', ',0,1\n0,1.0,0.5\n1,0.5,1.0\n', '1:1', BOTH, NO_NAMES],
    ['semicolons', '1;0.5\n0.5;1\n', '1:2', 'by semicolons', NO_NAMES],
    ['write.csv2', '1;0,5\n0,5;1\n', '1:2', 'write.csv2', NO_NAMES],
    ['write.csv2 with names', '"";"V1";"V2"\n"1";1;0,5\n"2";0,5;1\n', '1:3', 'write.csv2', NO_NAMES],
    ['tabs', '1\t0.5\n0.5\t1\n', '1:2', 'by tabs', NO_NAMES],
    ['spaces', '  1.00 0.50\n  0.50 1.00\n', '1:7', 'by spaces', NO_NAMES],
    ['write.table', '"V1" "V2"\n"1" 1 0.5\n"2" 0.5 1\n', '1:5', 'by spaces', NO_NAMES],
    ['tabs and decimal commas', '1,0\t0,5\n0,5\t1,0\n', '1:4', 'tabs and have decimal commas', NO_NAMES],
    [
      'decimal commas',
      '1,0,0,5\n0,5,1,0\n',
      '1:2',
      'twice as many columns as lines, 4 and 2',
      'decimal points',
    ],
    ['decimal commas in quotes', '1,"0,5"\n"0,5",1\n', '1:3', 'decimal commas', 'decimal points'],
    ['trailing commas', '1,0.5,\n0.5,1,\n', '1:6', 'every line ends with a comma', 'their last number'],
    ['the upper triangle', '1,.5,.2\n,1,.5\n,,1\n', '2:1', 'only the upper triangle', 'K[lower.tri(K)] <-'],
    ['the lower triangle', '1,,\n.5,1,\n.2,.5,1\n', '1:3', 'only the lower triangle', 'K[upper.tri(K)] <-'],
    [
      'a lower triangle of lines',
      '1\n.5,1\n.2,.5,1\n',
      '1:2',
      'only the lower triangle',
      'K[upper.tri(K)] <-',
    ],
    ['an upper triangle over 0', '1,.5,.2\n0,1,.5\n0,0,1\n', '2:1', 'is 0', 'K[lower.tri(K)] <-'],
  ])('%s', (_what, text, place, why, accepted) => {
    expect(problemsOf(text)).toEqual([
      { place, why: expect.stringContaining(why), accepted: expect.stringContaining(accepted) },
    ]);
  });

  it.each([
    ['a diagonal', '1,0,0\n0,1,0\n0,0,1\n'],
    ['whole numbers', '1,2,3,4\n5,6,7,8\n'],
    ['every cell in quotes', '"1","0.5"\n"0.5","1"\n'],
    ['spaces after the commas', '1, 0.5\n0.5, 1\n'],
  ])('but not %s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('and a bad cell stays a bad cell', () => {
    expect(problemsOf('1,,.2\n.5,1,.5\n.2,.5,1\n').map(({ place }) => place)).toEqual(['1:3']);
    expect(problemsOf('x,.5\n.5,1\n').map(({ place }) => place)).toEqual(['1:1']);
  });
});
