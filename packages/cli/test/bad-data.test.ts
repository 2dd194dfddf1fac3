import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../src/main.ts';
import { runInMemory } from '../src/memory-io.ts';
import { nodeStudyFiles } from '../src/process/node-study-files.ts';
import { badDataRows, type Row } from './bad-data-fixtures.ts';
import { CALIBRATIONS, DENSE_FILES, denseStudy } from './dense-fixtures.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const PARQUET = '{ data: dense.parquet, noise: 0.1 }';

/** What would not fit into a table: files that are not text. */
const UNPRINTABLE: Row[] = [
  {
    what: 'an Excel file',
    files: { 'study.yaml': denseStudy(), 'dense.csv': new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0]) },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.csv',
    why: 'this is an Excel file',
    accepted: 'export an Excel sheet as CSV',
  },
  {
    what: 'text that is not UTF-8',
    files: { 'study.yaml': denseStudy(), 'dense.csv': new Uint8Array([0x75, 0xff, 0xfe, 0]) },
    place: 'dense.csv:1:2',
    path: 'calibration.data',
    value: '0xFF',
    why: 'byte 2 of the file, after "u", is not text in UTF-8',
    accepted: 'text in UTF-8',
  },
  {
    what: 'text in UTF-16',
    files: { 'study.yaml': denseStudy(), 'dense.csv': new Uint8Array([0xff, 0xfe, 0x75, 0]) },
    place: 'dense.csv:1:1',
    path: 'calibration.data',
    value: 'FF FE',
    why: 'the file is text in UTF-16',
    accepted: 'text in UTF-8',
  },
  {
    what: 'a CSV that is called Parquet',
    files: { 'study.yaml': denseStudy(PARQUET), 'dense.parquet': bytes(DENSE_FILES['dense.csv']) },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.parquet',
    why: 'the name says Parquet, but this is not a Parquet file',
    accepted: 'a Parquet file; or CSV',
  },
  {
    what: 'a Parquet file that is cut off',
    files: { 'study.yaml': denseStudy(PARQUET), 'dense.parquet': bytes('PAR1 and then nothing more') },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.parquet',
    why: 'cut off: its end is missing',
    accepted: 'the whole file',
  },
  {
    what: 'a Parquet file that is broken inside',
    files: { 'study.yaml': denseStudy(PARQUET), 'dense.parquet': bytes('PAR1 nonsense\0\0\0\0PAR1') },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.parquet',
    why: 'the Parquet file is broken',
    accepted: 'a Parquet file that can be read',
  },
];

const TABLE = readFileSync(new URL('bad-data-table.md', import.meta.url), 'utf8');
const ROWS = [...badDataRows(TABLE), ...UNPRINTABLE];
const unwrapped = (text: string) => text.replace(/\s+/g, ' ');

describe('bad data', () => {
  it.each(Object.entries(CALIBRATIONS))('%s is good to begin with', async (_file, calibration) => {
    const files = { 'study.yaml': denseStudy(calibration), ...DENSE_FILES };
    const argv = ['calibrate', 'study.yaml', '--draws', '100'];
    expect(await runInMemory(argv, files)).toMatchObject({ code: 0, err: '' });
  });

  it('has its whole table', () => expect(ROWS.length).toBe(68));

  it.each(ROWS)('$what', async ({ files, place, path, value, why, accepted }) => {
    const asJson = await runInMemory(['calibrate', 'study.yaml', '--json'], files);
    expect(asJson.code).toBe(3);
    const { problems, ...head } = JSON.parse(asJson.out);
    expect(head).toEqual({ sightline: 1, command: 'calibrate', study: 'study.yaml' });
    const [file, line, column] = place.split(':');
    expect(problems).toEqual([
      {
        file,
        line: Number(line),
        column: Number(column),
        path,
        value,
        why: expect.stringContaining(why),
        accepted: expect.stringContaining(accepted),
      },
    ]);

    const asText = await runInMemory(['plan', 'study.yaml'], files);
    expect(asText).toMatchObject({ code: 3, out: '', err: asJson.err });
    const text = unwrapped(asText.err);
    for (const part of [place, path, why, accepted]) expect(text).toContain(unwrapped(part));
    for (const one of asText.err.split('\n')) expect([...one].length).toBeLessThanOrEqual(80);
  });

  it('tells the problems of the study and of its data together', async () => {
    const files = {
      'study.yaml': denseStudy().replace('noise: 0.4', 'noise: -0.4'),
      'dense.csv': DENSE_FILES['dense.csv'].replace('b,-0.9', 'b,x').replace('c,1.2', 'c,'),
    };
    const { code, out, err } = await runInMemory(['calibrate', 'study.yaml', '--json'], files);
    expect(code).toBe(3);
    const { problems } = JSON.parse(out) as { problems: { file: string; line: number; path: string }[] };
    expect(problems.map(({ file, line, path }) => `${file}:${line} ${path}`)).toEqual([
      'study.yaml:5 protocols.early.noise',
      'dense.csv:3 calibration.data[1]["1.25"]',
      'dense.csv:4 calibration.data[2]["1.25"]',
    ]);
    expect(err).toContain('3 problems in 2 files; nothing was computed.');
  });
});

describe('bad data on a disk', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-bad-data-'));
    for (const [name, text] of Object.entries(DENSE_FILES)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function problemsOf(calibration: string, large: number) {
    const study = join(folder, 'study.yaml');
    writeFileSync(study, denseStudy(calibration));
    let out = '';
    const code = await main(['calibrate', study, '--json', '--draws', '100'], {
      out: (text) => {
        out += text;
      },
      err: () => {},
      files: nodeStudyFiles({}, large),
      env: {},
      now: () => 0,
    });
    return { code, problems: JSON.parse(out).problems as { why: string; line: number }[] };
  }

  it.each([
    ['a folder', '{ data: ., noise: 0.1 }', 'this is a folder'],
    ['no file', '{ data: nowhere.csv, noise: 0.1 }', 'there is no such file in'],
  ])('%s', async (_what, calibration, why) => {
    const { code, problems } = await problemsOf(calibration, 1);
    expect(code).toBe(3);
    expect(problems).toMatchObject([{ why: expect.stringContaining(why) }]);
  });

  it.each([
    ['as a whole', 1 << 20],
    ['in parts', 1],
  ])('a cell without a value, in a file that is read %s', async (_how, large) => {
    writeFileSync(join(folder, 'gap.csv'), DENSE_FILES['dense.csv'].replace('c,1.2', 'c,'));
    const { code, problems } = await problemsOf('{ data: gap.csv, noise: 0.1 }', large);
    expect(code).toBe(3);
    expect(problems).toMatchObject([{ line: 4, why: 'there is no value for unit "c" at time 1.25' }]);
  });
});
