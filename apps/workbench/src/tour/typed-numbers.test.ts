import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
);

/** What a reader would take for a result: a decimal in prose, or in a text of the page. Lengths of formulas are none. */
const typedNumbers = (source: string) =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replaceAll(/<mspace [^>]*>/g, '')
    .match(/\d[.,]\d+/g) ?? [];

it('finds no number in the chapters’ sources that was not computed', () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const name of pages)
    expect([name, ...typedNumbers(readFileSync(folder + name, 'utf8'))]).toEqual([name]);
});

it('would find one', () => {
  expect(typedNumbers('<p>worth 0.8274 in one</p>')).toEqual(['0.8274']);
  expect(typedNumbers('/** ε is 0.1321 */ <mspace width="0.3em" />')).toEqual([]);
});
