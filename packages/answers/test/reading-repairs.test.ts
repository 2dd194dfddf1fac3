import { parseDenseCsv } from '@sightline/data';
import { readingRepairs } from '@sightline/study';
import { expect, it } from 'vitest';
import { problemsText } from '../src/index.ts';

const times = Float64Array.of(0.5, 1.5);

it.each([
  [
    'start',
    'unit,0,1\na,1,2\nb,2,4\n',
    ['each time stands for the interval that begins at it', '0.5 h later'],
  ],
  ['end', 'unit,1,2\na,1,2\nb,2,4\n', ['each time stands for the interval that ends at it', '0.5 h earlier']],
  ['nearest', 'unit,0.4,1.5\na,1,2\nb,2,4\n', ['the nearest grid point, at most 0.1 h away']],
  [
    'nearest',
    'unit,0.5,0.6,1.5\na,1,2,3\nb,2,4,5\n',
    ['2 values of 2 units were not used: another value of the unit is nearer', '(the first: the column 0.6)'],
  ],
  [
    'nearest',
    'unit,time,value\na,0.5,1\na,0.6,2\na,1.5,3\nb,0.5,4\nb,1.5,5\n',
    ['1 value of 1 unit was not used', '(the first: row 2, unit "a" at time 0.6)'],
  ],
] as const)('align: %s is said in the result', (align, text, said) => {
  const read = parseDenseCsv(text, { times, align });
  const sentences = read.ok ? readingRepairs(read.data.report, 'h').map(({ what }) => what) : [];
  expect(sentences).toHaveLength(1);
  for (const part of said) expect(sentences[0]).toContain(part);
});

it('the rest of a long list counts for as many as it stands for', () => {
  const problem = { file: 'a.csv', line: 1, column: 1, path: [], value: 1, why: '', accepted: '' };
  expect(problemsText([problem, { ...problem, count: 700 }])).toContain(
    '701 problems; nothing was computed.',
  );
});

it('means of intervals are counted in all trajectories that were read, those left out included', () => {
  const text = 'unit,time,value\na,0,1\na,0.5,2\na,1,3\nb,0,4\nb,1,5\nc,0,6\nc,0.2,7\nc,0.4,8\n';
  const read = parseDenseCsv(text, { times, align: 'mean', missing: 'drop' });
  const sentences = read.ok ? readingRepairs(read.data.report).map(({ what }) => what) : [];
  expect(sentences).toContain(
    'values are the means of the measurements in their interval, and thresholds apply to these means: ' +
      '3 more measurements than values in 3 trajectories, those left out included',
  );
});
