import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDense } from '../../test/read-dense.ts';
import { parseDense } from '../dense/parse.ts';
import { type OtherEncoding, textDecoder } from './text-decoder.ts';

const times = Float64Array.of(0.5, 1.5);
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  [
    'Latin-1',
    bytes('unit,0.5,1.5\r\na,1,2\r\nM\xfcller,3,5\r\n'),
    '3:2',
    '0xFC',
    'byte 23 of the file, after "M", is not',
  ],
  [
    'Latin-1 in the header',
    bytes('unit\xe9,0.5,1.5\na,1,2\n'),
    '1:5',
    '0xE9',
    'byte 5 of the file, after "unit",',
  ],
  [
    'a character cut off at the end',
    bytes('unit,0.5,1.5\na,1,2\n\xc3'),
    '3:1',
    '0xC3',
    'byte 20 of the file is not',
  ],
  [
    'a byte after good characters',
    bytes('unit,0.5,1.5\n\xc3\xbc\xff,1,2\n'),
    '2:2',
    '0xFF',
    'byte 16 of the file, after "ü",',
  ],
  ['UTF-16', bytes('\xff\xfeu\0n\0'), '1:1', 'FF FE', 'the file is text in UTF-16'],
  ['UTF-16 without a mark', bytes('u\0n\0i\0'), '1:1', '75 00 6E 00', 'the file is text in UTF-16'],
  ['UTF-16, the other way round', bytes('\xfe\xff\0u\0n'), '1:1', 'FE FF', 'the file is text in UTF-16'],
])('%s is said at its place in the file, by both readers', async (_what, text, place, value, why) => {
  const path = join(folder, 'dense.csv');
  await writeFile(path, text);
  const here = await parseDense(path, text, { times });
  expect(await readDense(path, { times })).toEqual(here);
  expect(
    here.ok
      ? []
      : here.problems.map(({ line, column, ...rest }) => ({ place: `${line}:${column}`, ...rest })),
  ).toEqual([
    {
      place,
      cell: [],
      value,
      why: expect.stringContaining(why),
      accepted: expect.stringContaining('text in UTF-8'),
    },
  ]);
});

/** The first byte of the first character that is none, counted by the definition of UTF-8. */
function badByte(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; ) {
    const size = [1, 2, 3, 4].find((n) => {
      const one = bytes.subarray(i, i + n);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(one);
      const again = new TextEncoder().encode(text);
      return [...text].length === 1 && again.length === n && again.every((byte, k) => byte === one[k]);
    });
    if (size === undefined) return i;
    i += size;
  }
  return -1;
}

it('finds a problem where there is one, and nowhere else, in pieces of any size', () => {
  const some = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }).map((text) => new TextEncoder().encode(text)),
    fc
      .tuple(fc.constantFrom('a\r\nb', 'ü\n', '\r', '€🙂'), fc.uint8Array({ maxLength: 4 }))
      .map(([text, bad]) => Uint8Array.of(...new TextEncoder().encode(text), ...bad)),
  );
  fc.assert(
    fc.property(some, fc.nat({ max: 8 }), fc.nat({ max: 8 }), (text, cut, length) => {
      const decode = textDecoder('a.csv');
      const first = badByte(text);
      const ends = [cut, cut + length, text.length];
      const found = () => {
        let from = 0;
        return ends.map((to, k) => {
          const piece = decode(text.subarray(from, to), k < ends.length - 1);
          from = Math.min(to, text.length);
          return piece;
        });
      };
      if (first < 0) {
        expect(found().join('')).toBe(new TextDecoder().decode(text));
        return;
      }
      let problem: unknown;
      try {
        found();
      } catch (error) {
        problem = (error as OtherEncoding).problem;
      }
      const isUtf16 = /^(255,254|254,255)/.test(String([...text]));
      const before = new TextDecoder().decode(text.subarray(0, first)).split(/\r\n|\r|\n/);
      expect(problem).toMatchObject(
        isUtf16
          ? { line: 1, column: 1, why: expect.stringContaining('UTF-16') }
          : {
              line: before.length,
              column: [...before.at(-1)!].length + 1,
              value: `0x${text[first]!.toString(16).toUpperCase()}`,
              why: expect.stringMatching(`^byte ${first + 1} of the file`),
            },
      );
    }),
    { numRuns: 2000 },
  );
});
