import { reasonText } from '@sightline/engine/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTable } from './named-columns.ts';

const COLUMNS = { numbers: ['y1', 'y2', 'target'], label: 'unit' };

function problemsOf(text: string) {
  const read = parseTable(text, COLUMNS);
  return read.ok
    ? []
    : read.problems.map(
        ({ line, column, cell, value, why }) =>
          `${line}:${column} ${cell.join('.')} ${value} ${reasonText(why)}`,
      );
}

describe('parseTable', () => {
  it('gives back any table of finite numbers, whatever the order of its columns', () => {
    const row = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 3, maxLength: 3 });
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), order, fc.boolean(), (rows, by, quoted) => {
        const cell = (text: unknown) => (quoted ? `"${text}"` : `${text}`);
        const lines = [COLUMNS.numbers, ...rows].map((cells) => by.map((k) => cell(cells[k])).join(','));
        const read = parseTable(`${lines.join('\r\n')}\r\n`, COLUMNS);
        if (!read.ok) throw new Error(JSON.stringify(read.problems));
        expect(read.rows).toBe(rows.length);
        read.numbers.forEach((column, k) => {
          expect([...column]).toEqual(rows.map((cells) => (cells[k] === 0 ? 0 : cells[k])));
        });
      }),
    );
  });

  it('takes labels with commas and quotes', () => {
    const read = parseTable('unit,y1,y2,target\n"a, b",1,2,3\n"say ""a""",4,5,6\n', COLUMNS);
    if (!read.ok) throw new Error('refused');
    expect(read.numbers.map((column) => [...column])).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    expect(read.headerOf('target')).toEqual({ line: 1, column: 12 });
  });

  it('tells every problem at once, from top to bottom', () => {
    expect(problemsOf('unit,y1,y1,colour,target\na,1,2,3,x\nb,1,2\na,,2,3,4\n')).toEqual([
      '1:1  unit, y1, y1, colour, target the column y2 is missing',
      '1:9  y1 this column is listed twice',
      '1:12  colour there is no use for a column of this name',
      '2:9 0.target x this cell is not a finite number',
      '3:1 1 3 cells this line has another number of cells than the first, which has 5',
      '4:1 2.unit a this unit stands in line 2 already',
      '4:3 2.y1  this cell is empty',
    ]);
  });

  it('tells a file without names, without commas, without anything', () => {
    expect(problemsOf('1,2,3\n4,5,6\n')).toEqual([
      '1:1  1,2,3 the file begins with numbers, not with the names of its columns',
    ]);
    expect(problemsOf('y1;y2;target\n1;2;3\n')).toEqual([
      '1:1  y1;y2;target the names are not separated by commas',
    ]);
    expect(problemsOf('\n')).toEqual(['1:1   the file is empty']);
    expect(problemsOf('y1,y2,target\n1,2,3\n\n4,5,6\n')).toEqual(['3:1 1  this line is empty']);
  });

  it('lists the first twenty problems and counts the rest', () => {
    const problems = problemsOf(`y1,y2,target\n${'x,y,z\n'.repeat(30)}`);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatch(/70 more/);
  });
});
