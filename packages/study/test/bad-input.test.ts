import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import {
  badInputRows,
  FROM_DATA,
  FROM_FILE,
  GOOD,
  GOOD_CSV,
  GOOD_DATA,
  KERNEL,
  LAW,
} from './bad-input-fixtures.ts';
import { UNPRINTABLE_INPUT } from './unprintable-rows.ts';

const TABLE = readFileSync(new URL('bad-input-table.md', import.meta.url), 'utf8');
const ROWS = [...badInputRows(TABLE), ...UNPRINTABLE_INPUT];

describe('bad input', () => {
  it('has a good study to break', async () => {
    expect(await ask('value', { 'study.yaml': GOOD })).toMatchObject({ code: 0 });
    const withFile = { 'study.yaml': GOOD.replace(KERNEL, FROM_FILE), 'cov.csv': GOOD_CSV };
    expect(await ask('value', withFile)).toMatchObject({ code: 0 });
    expect(await ask('design', { 'study.yaml': GOOD })).toMatchObject({ code: 0 });
    const withData = { 'study.yaml': GOOD.replace(LAW, FROM_DATA), 'y.csv': GOOD_DATA };
    for (const files of [{ 'study.yaml': GOOD }, withFile, withData])
      expect(await ask('identify', files, { resamples: 3 })).toMatchObject({ code: 0 });
  });

  it('has its whole table', () => expect(ROWS.length).toBe(257));

  it.each(ROWS)('$what', async ({ command, files, place, path, value, why, accepted }) => {
    const { code, result } = await ask(command, files);
    expect(code).toBe(3);
    const { problems, ...head } = result;
    expect(head).toEqual({ sightline: 1, command, study: 'study.yaml' });
    expect(problems).toEqual([
      {
        file: place.split(':')[0],
        line: Number(place.split(':')[1]),
        column: Number(place.split(':')[2]),
        path,
        value: value === undefined ? expect.anything() : value,
        why: expect.stringContaining(why),
        accepted: expect.stringContaining(accepted),
      },
    ]);
  });

  it('missing study file', async () => {
    const { code, result } = await ask('value', {}, { study: 'nowhere.yaml' });
    expect(code).toBe(3);
    expect(result.problems).toEqual([
      {
        file: 'nowhere.yaml',
        line: null,
        column: null,
        path: '',
        value: 'nowhere.yaml',
        why: 'there is no such file',
        accepted: 'the path of a file that exists',
      },
    ]);
  });

  it.each([
    ['k.csv', 'a,b\nx,y\n', 'this is a table, not a study'],
    ['k.xlsx', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0]), 'this is an Excel file'],
  ])('%s for the study', async (name, content, why) => {
    const { code, result } = await ask('value', { [name]: content }, { study: name });
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([{ file: name, why: expect.stringContaining(why) }]);
  });

  it('tells five mistakes in five messages, from top to bottom', async () => {
    const files = {
      'study.yaml': `sightline: 1
time: { horizon: 10, points: 4, unit: h }
target: { abov: 1.5 }
weights: [0, 0, 0, 0]
latent:
  covariance: cov.csv
protocols:
  today: [{ at: 300, noise: "0.4" }]
`,
      'cov.csv': GOOD_CSV.replace('.2,.5,1,.5', '.2,x,1,.5'),
    };
    const { code, result } = await ask('value', files);
    expect(code).toBe(3);
    const { problems } = result as { problems: { file: string; line: number; path: string }[] };
    expect(problems.map(({ file, line, path }) => `${file}:${line} ${path}`)).toEqual([
      'study.yaml:3 target',
      'study.yaml:4 weights',
      'study.yaml:8 protocols.today[0].at',
      'study.yaml:8 protocols.today[0].noise',
      'cov.csv:3 latent.covariance[2][1]',
    ]);
  });

  it('tells every mistake of one action, and those that do not hang on a broken grid', async () => {
    const text = GOOD.replace(
      '[{ at: 0.5, noise: 0.4 }]',
      '[{ at: 11, width: -1, repeats: 0, noise: -1, cost: -1 }]',
    );
    const paths = async (study: string) => {
      const { result } = await ask('value', { 'study.yaml': study });
      return (result as { problems: { path: string }[] }).problems.map(({ path }) => path);
    };
    const all = ['at', 'width', 'repeats', 'noise', 'cost'].map((field) => `protocols.today[0].${field}`);
    expect(await paths(text)).toEqual(all);
    expect(await paths(text.replace('points: 4', 'points: four'))).toEqual(['time.points', ...all]);
    expect(await paths(text.replace('horizon: 10', 'horizon: 0'))).toEqual(['time.horizon', ...all.slice(1)]);
    expect(await paths(GOOD.replace('points: 4', 'points: four'))).toEqual(['time.points']);
    expect(await paths(GOOD.replace('horizon: 10, ', ''))).toEqual(['time.horizon']);
  });
});
