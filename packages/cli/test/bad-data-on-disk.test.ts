import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DENSE_FILES, denseStudy } from '../../study/test/dense-fixtures.ts';
import { main } from '../src/main.ts';
import { nodeStudyFiles } from '../src/process/node-study-files.ts';

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
