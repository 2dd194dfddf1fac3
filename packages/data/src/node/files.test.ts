import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeText } from '../tables/text-decoder.ts';
import { UnreadableFile } from '../tables/unreadable-file.ts';
import { nodeFiles, openFile } from './files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  await writeFile(join(folder, 'a.txt'), '\ufeffgrün');
});
afterAll(() => rm(folder, { recursive: true }));

it('reads a file', async () => {
  expect(decodeText('a.txt', await nodeFiles.read(join(folder, 'a.txt')))).toBe('grün');
});

it.each([
  ['b.txt', 'there is no such file'],
  ['a.txt/b.txt', 'a part of its path is not a folder'],
  ['.', 'this is a folder'],
  ['\0', 'cannot be read'],
])('says why %j cannot be read', async (name, why) => {
  const error = await nodeFiles.read(join(folder, name)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableFile);
  expect((error as UnreadableFile).why).toContain(why);
});

it.runIf(process.platform === 'linux')('neither reads nor opens a device, which has no end', async () => {
  for (const read of [nodeFiles.read, openFile]) {
    const error = await read('/dev/zero').catch((thrown: unknown) => thrown);
    expect((error as UnreadableFile).why).toBe('this is a device, not a file');
  }
});

it('says which folder was searched', async () => {
  const error = await nodeFiles.read(join(folder, 'b.txt')).catch((thrown: unknown) => thrown);
  expect((error as UnreadableFile).why).toBe(`there is no such file in ${folder}`);
});

it('knows an Excel file', () => {
  const bytes = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0]);
  expect(() => decodeText('a.xlsx', bytes)).toThrow('this is an Excel file');
  expect(() => decodeText('a.csv', new TextEncoder().encode('PK,1'))).not.toThrow();
});

it('refuses bytes that are no UTF-8 instead of replacing them', () => {
  expect(() => decodeText('a.csv', new Uint8Array([0x31, 0xff]))).toThrow('not text in UTF-8');
});
