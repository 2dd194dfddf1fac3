import { expect, it } from 'vitest';
import { snappyBytes } from './snappy-bytes.ts';

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const letters = (word: string) => [...word].map((letter) => letter.charCodeAt(0));
const literal = (word: string) => [(word.length - 1) << 2, ...letters(word)];

// By the format's description: elements by hand.
it.each<[string, number[], string]>([
  ['nothing', [0], ''],
  ['bytes as they are', [3, ...literal('abc')], 'abc'],
  ['a length in a byte of its own', [70, 60 << 2, 69, ...letters('x'.repeat(70))], 'x'.repeat(70)],
  ['a length in four bytes', [2, 63 << 2, 1, 0, 0, 0, ...letters('ab')], 'ab'],
  ['a copy with eleven bits', [7, ...literal('abc'), 0b001, 3], 'abcabca'],
  ['a copy with two bytes', [6, ...literal('abc'), (2 << 2) | 2, 3, 0], 'abcabc'],
  ['a copy with four bytes', [6, ...literal('abc'), (2 << 2) | 3, 3, 0, 0, 0], 'abcabc'],
  ['a copy of what it makes', [9, ...literal('a'), (7 << 2) | 2, 1, 0], 'aaaaaaaaa'],
  [
    'a size in two bytes',
    [0x80 | 8, 1, ...Array(17).fill(literal('12345678')).flat()],
    '12345678'.repeat(17),
  ],
])('unpacks %s', (_, packed, expected) => {
  expect(text(snappyBytes(Uint8Array.from(packed), expected.length))).toBe(expected);
});

it.each<[string, number[], number]>([
  ['too few bytes', [5, ...literal('abc')], 5],
  ['too many', [2, ...literal('abc')], 2],
  ['bytes that are missing', [9, 8 << 2, 97], 9],
  ['a length that is missing', [9, 63 << 2, 1], 9],
  ['a length beyond everything', [9, 63 << 2, 255, 255, 255, 255, 97], 9],
  ['a copy from before the beginning', [6, ...literal('abc'), (2 << 2) | 2, 4, 0], 6],
  ['a copy of nothing', [6, ...literal('abc'), (2 << 2) | 2, 0, 0], 6],
  ['a distance that is missing', [6, ...literal('abc'), (2 << 2) | 2, 3], 6],
  ['a size without end', [255, 255], 3],
])('refuses %s', (_, packed, size) => {
  expect(snappyBytes(Uint8Array.from(packed), size)).toBeUndefined();
});
