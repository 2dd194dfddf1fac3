import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvLines } from './csv-lines.ts';
import { hasDigitGroups } from './digit-groups.ts';

let file = '';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  file = join(folder, 'lines.csv');
});
afterAll(() => rm(folder, { recursive: true }));

it.each(['\n', '\r\n', '\r'])('lines are the same in blocks and as a whole, ended by %j', async (end) => {
  // Pieces of a mebibyte end in all places of a line, within letters of two bytes and between the two line ends.
  const lines = Array.from({ length: 400_000 }, (_, i) => `${'ü'.repeat(i % 7)}${i}`);
  await writeFile(file, `\ufeff${lines.join(end)}${end}`);
  const found: string[] = [];
  let blocks = 0;
  for await (const block of csvLines(file, 1 << 18)) {
    blocks++;
    for (const { number, text } of block) {
      if (number !== found.length + 1) throw new Error(`line ${number} after ${found.length}`);
      found.push(text);
    }
  }
  expect(blocks).toBeGreaterThan(2);
  expect(found.length).toBe(lines.length + 1);
  expect(found.join('|') === `${lines.join('|')}|`).toBe(true);
});

it.each([
  ['a,1_000\n', true],
  ['a,1,"-2.5e1_0"\n', true],
  ['2024_01,1,2\n', false],
  ['a_1,1,2\nb_2,1,2\n', false],
  ['a,1,2\n', false],
  [`${'a,1\n'.repeat(262_143)}a,1_0\n`, true],
])('numbers with underscores are found', async (text, expected) => {
  await writeFile(file, text);
  expect(await hasDigitGroups(file)).toBe(expected);
});
