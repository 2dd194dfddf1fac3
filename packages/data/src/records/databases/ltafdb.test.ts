import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wfdbSample } from '../../../test/wfdb-sample.ts';
import { nodeFolder } from '../../node/folder.ts';
import { ltafdb } from './ltafdb.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function folderOf(name: string, files: Record<string, string | Uint8Array>) {
  const path = join(folder, name);
  for (const [file, bytes] of Object.entries(files)) {
    await mkdir(join(path, file, '..'), { recursive: true });
    await writeFile(join(path, file), bytes);
  }
  return nodeFolder(path);
}

const marks = wfdbSample([
  { sample: 10, code: 1 },
  { sample: 65, code: 28, text: '(N' },
  { sample: 100, code: 22, text: 'PSE' },
  { sample: 12_800, code: 28, text: '(AFIB\0' },
  { sample: 12_800, code: 28, text: '(VT' },
  { sample: 20_000, code: 1 },
  { sample: 25_601, code: 28, text: '(N' },
]);

it('gives rhythms from mark to mark, from the first one to the end in the header', async () => {
  const found = await ltafdb.read(
    await folderOf('good', { 'b/07.atr': marks, 'b/07.hea': '07 2 128 25600\n', 'b/07.dat': 'x' }),
  );
  expect(found).toEqual({
    records: [
      {
        record: '07',
        unit: '07',
        stratum: null,
        covariates: {},
        intervals: [
          { from: 65 / 128, to: 100, state: 'N' },
          { from: 100, to: 200, state: 'VT' },
        ],
        length: 200,
      },
    ],
    skipped: [],
    notes: [
      { file: 'b/07.atr', what: expect.stringContaining('past the record') },
      { file: 'b/07.atr', what: expect.stringContaining('at one sample: the last of them holds') },
    ],
  });
});

it('lists every file that it cannot use, with the reason', async () => {
  const { records, skipped } = await ltafdb.read(
    await folderOf('bad', {
      '00.atr': marks,
      '00.hea': '00 2 128 25600',
      '01.atr': marks,
      '02.hea': '02 2 128 25600',
      '03.atr': marks,
      '03.hea': '03 2 128',
      '04.atr': marks,
      '04.hea': 'no header',
      '05.atr': marks.subarray(0, 30),
      '05.hea': '05 2 128 25600',
      '06.atr': wfdbSample([{ sample: 1, code: 1 }]),
      '06.hea': '06 2 128 25600',
      'again/00.atr': marks,
      'again/00.hea': '00 2 128 25600',
    }),
  );
  expect(records.map(({ record }) => record)).toEqual(['00']);
  expect(Object.fromEntries(skipped.map(({ file, why }) => [file, why]))).toEqual({
    '01.atr': 'its header is missing: there is no 01.hea',
    '02.hea': 'its annotations are missing: there is no 02.atr',
    '03.atr': expect.stringContaining('does not say how long'),
    '04.atr': expect.stringContaining('line 1: the number of signals cannot be used'),
    '05.atr': expect.stringContaining('cut off'),
    '06.atr': expect.stringContaining('no rhythm marks'),
    'again/00.atr': 'the record 00 was read from 00.atr already',
  });
});

it('says that a folder has no records, or is none', async () => {
  const { skipped } = await ltafdb.read(await folderOf('empty', { 'a.txt': '' }));
  expect(skipped).toEqual([{ file: '*.atr', why: 'there are no such files in this folder' }]);
  await expect(ltafdb.read(nodeFolder(join(folder, 'nowhere')))).rejects.toThrow('there is no such file');
});

it('enters folders that are links once', async () => {
  const path = join(folder, 'links');
  await mkdir(path);
  await symlink(join(folder, 'good'), join(path, 'here'));
  await symlink(path, join(path, 'round'));
  await symlink(join(folder, 'nowhere'), join(path, 'broken'));
  expect(await nodeFolder(path).list()).toEqual(['here/b/07.atr', 'here/b/07.dat', 'here/b/07.hea']);
});
