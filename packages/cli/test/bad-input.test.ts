import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';
import {
  badInputRows,
  FROM_DATA,
  FROM_FILE,
  GOOD,
  GOOD_CSV,
  GOOD_DATA,
  KERNEL,
  LAW,
  type Row,
} from './bad-input-fixtures.ts';

/** What would not fit into a table. */
const UNPRINTABLE: Row[] = [
  {
    command: 'value',
    what: 'nested too deeply',
    files: { 'study.yaml': GOOD.replace('mean', '['.repeat(20_000)) },
    place: 'study.yaml:3:39',
    path: '',
    value: expect.stringMatching(/^target: \[+$/),
    why: 'nested too deeply',
    accepted: 'at most 30 levels',
  },
  {
    command: 'value',
    what: 'a covariance file that is not text',
    files: { 'study.yaml': GOOD.replace(KERNEL, FROM_FILE), 'cov.csv': new Uint8Array([0xff, 0xfe, 0]) },
    place: 'study.yaml:6:15',
    path: 'latent.covariance',
    value: 'cov.csv',
    why: 'not text in UTF-8',
    accepted: 'saved as UTF-8',
  },
  {
    command: 'value',
    what: 'an Excel file for the covariance',
    files: {
      'study.yaml': GOOD.replace(KERNEL, FROM_FILE),
      'cov.csv': new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0xff]),
    },
    place: 'study.yaml:6:15',
    path: 'latent.covariance',
    value: 'cov.csv',
    why: 'this is an Excel file',
    accepted: 'export an Excel sheet as CSV',
  },
  {
    command: 'value',
    what: 'a law under which the target does not vary',
    files: {
      'study.yaml': GOOD.replace(KERNEL, FROM_FILE).replace('points: 4', 'points: 2'),
      'cov.csv': '1,-1\n-1,1\n',
    },
    place: 'study.yaml:3:9',
    path: 'target',
    value: 0,
    why: 'does not vary under this law',
    accepted: 'a variance above 0',
  },
];

const TABLE = readFileSync(new URL('bad-input-table.md', import.meta.url), 'utf8');
const ROWS = [...badInputRows(TABLE), ...UNPRINTABLE];

/** Without line breaks and the indentation that wrapping brings. */
const unwrapped = (text: string) => text.replace(/\s+/g, ' ');

describe('bad input', () => {
  it('has a good study to break', async () => {
    expect(await runInMemory(['value', 'study.yaml'], { 'study.yaml': GOOD })).toMatchObject({
      code: 0,
      err: '',
    });
    const withFile = { 'study.yaml': GOOD.replace(KERNEL, FROM_FILE), 'cov.csv': GOOD_CSV };
    expect(await runInMemory(['value', 'study.yaml'], withFile)).toMatchObject({ code: 0, err: '' });
    expect(await runInMemory(['design', 'study.yaml'], { 'study.yaml': GOOD })).toMatchObject({
      code: 0,
      err: '',
    });
    const withData = { 'study.yaml': GOOD.replace(LAW, FROM_DATA), 'y.csv': GOOD_DATA };
    for (const files of [{ 'study.yaml': GOOD }, withFile, withData])
      expect(await runInMemory(['identify', 'study.yaml', '--resamples', '3'], files)).toMatchObject({
        code: 0,
        err: '',
      });
  });

  it('has its whole table', () => expect(ROWS.length).toBe(220));

  it.each(ROWS)('$what', async ({ command, files, place, path, value, why, accepted }) => {
    const asJson = await runInMemory([command, 'study.yaml', '--json'], files);
    expect(asJson.code).toBe(3);
    const { problems, ...head } = JSON.parse(asJson.out);
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

    const asText = await runInMemory([command, 'study.yaml'], files);
    expect(asText).toMatchObject({ code: 3, out: '' });
    expect(asText.err).toBe(asJson.err);
    const text = unwrapped(asText.err);
    for (const part of [place, path, why, accepted]) expect(text).toContain(unwrapped(part));
    expect(text).toContain('1 problem;');
    for (const line of asText.err.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  it('missing study file', async () => {
    const { code, out, err } = await runInMemory(['value', 'nowhere.yaml', '--json'], {});
    expect(code).toBe(3);
    expect(JSON.parse(out).problems).toEqual([
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
    expect(err).toContain('nowhere.yaml');
  });

  it.each([
    ['k.csv', 'a,b\nx,y\n', 'this is a table, not a study'],
    ['k.xlsx', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0]), 'this is an Excel file'],
  ])('%s for the study', async (name, content, why) => {
    const { code, out } = await runInMemory(['value', name, '--json'], { [name]: content });
    expect(code).toBe(3);
    expect(JSON.parse(out).problems).toMatchObject([{ file: name, why: expect.stringContaining(why) }]);
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
    const { code, out, err } = await runInMemory(['value', 'study.yaml', '--json'], files);
    expect(code).toBe(3);
    const { problems } = JSON.parse(out) as { problems: { file: string; line: number; path: string }[] };
    expect(problems.map(({ file, line, path }) => `${file}:${line} ${path}`)).toEqual([
      'study.yaml:3 target',
      'study.yaml:4 weights',
      'study.yaml:8 protocols.today[0].at',
      'study.yaml:8 protocols.today[0].noise',
      'cov.csv:3 latent.covariance[2][1]',
    ]);
    expect(err).toContain('5 problems in 2 files; nothing was computed.');
  });

  it('tells every mistake of one action, and those that do not hang on a broken grid', async () => {
    const text = GOOD.replace(
      '[{ at: 0.5, noise: 0.4 }]',
      '[{ at: 11, width: -1, repeats: 0, noise: -1, cost: -1 }]',
    );
    const paths = async (study: string) => {
      const { out } = await runInMemory(['value', 'study.yaml', '--json'], { 'study.yaml': study });
      return (JSON.parse(out) as { problems: { path: string }[] }).problems.map(({ path }) => path);
    };
    const all = ['at', 'width', 'repeats', 'noise', 'cost'].map((field) => `protocols.today[0].${field}`);
    expect(await paths(text)).toEqual(all);
    expect(await paths(text.replace('points: 4', 'points: four'))).toEqual(['time.points', ...all]);
    expect(await paths(text.replace('horizon: 10', 'horizon: 0'))).toEqual(['time.horizon', ...all.slice(1)]);
    expect(await paths(GOOD.replace('points: 4', 'points: four'))).toEqual(['time.points']);
    expect(await paths(GOOD.replace('horizon: 10, ', ''))).toEqual(['time.horizon']);
  });
});
