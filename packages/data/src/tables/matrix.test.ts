import { reasonText } from '@sightline/engine/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMatrix } from './matrix.ts';

function problemsOf(text: string) {
  const read = parseMatrix(text);
  return read.ok
    ? []
    : read.problems.map(({ line, column, value, why }) => `${line}:${column} ${value} ${reasonText(why)}`);
}

describe('parseMatrix', () => {
  it('gives back any matrix of finite numbers, digit for digit', () => {
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((cols) =>
        fc.array(
          fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: cols, maxLength: cols }),
          { minLength: 1, maxLength: 5 },
        ),
      );
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (matrix, end) => {
        const read = parseMatrix(matrix.map((row) => row.join(', ')).join(end) + end);
        if (!read.ok) throw new Error(JSON.stringify(read.problems));
        expect(read.matrix.rows).toBe(matrix.length);
        expect([...read.matrix.data]).toEqual(matrix.flat().map((value) => (value === 0 ? 0 : value)));
      }),
    );
  });

  it('knows where each cell stands', () => {
    const read = parseMatrix('1, 22,3\n4,5 ,  6\n');
    if (!read.ok) throw new Error('refused');
    expect(read.positionOf(0, 1)).toEqual({ line: 1, column: 4 });
    expect(read.positionOf(1, 2)).toEqual({ line: 2, column: 8 });
  });

  it('takes nothing for a number that is not one', () => {
    for (const cell of [
      '',
      ' ',
      '0x1f',
      'Infinity',
      '-inf',
      'nan',
      '1e999',
      '1_000',
      '1 2',
      '--1',
      '.',
      'e5',
    ])
      expect(problemsOf(`1,${cell}\n`)).toHaveLength(1);
  });

  it('tells what a spreadsheet of another country or a text editor made of the file', () => {
    expect(problemsOf('1;0.5\n0.5;1\n')).toEqual([
      '1:2 1;0.5 the numbers are not separated by commas but by semicolons',
    ]);
    expect(problemsOf('a,b\n1,2\n')).toEqual(['1:1 a,b the file begins with a line of names']);
    expect(problemsOf('1,2\n\n3,4\n')).toEqual(['2:1  this line is empty']);
    expect(problemsOf('')).toEqual(['1:1  the file is empty']);
    expect(problemsOf('1,2,\n3,4,\n')).toEqual(['1:4 1,2, every line ends with a comma']);
  });

  it('lists the first twenty problems and counts the rest', () => {
    const problems = problemsOf(`1,2\n${'x,y\n'.repeat(30)}`);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatch(/^12:1 40 more/);
  });
});
