import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);

/** Methods that look into a text. */
const LOOKS = 'split|match|matchAll|search|includes|indexOf|startsWith|endsWith|replace|replaceAll|slice';
/** A reason or what would be accepted, read by the program that worded it. */
const READS = [
  new RegExp(`\\b(why|accepted)[!?]?\\.(${LOOKS})\\(`),
  /\.(test|exec)\((\w+[!?]?\.)*(why|accepted)\b/,
  new RegExp(`\\b(reasonText|expectationText)\\([^()]*\\)\\.(${LOOKS})\\(`),
];

it('nothing reads the words of a problem: what was expected and why are data', () => {
  expect(sources.length).toBeGreaterThan(300);
  const read = sources.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return READS.some((pattern) => pattern.test(text));
  });
  expect(read).toEqual([]);
});
