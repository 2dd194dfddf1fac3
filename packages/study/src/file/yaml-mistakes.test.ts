import { expect, it } from 'vitest';
import { readSource } from './study-source.ts';
import { leftOpen } from './yaml-mistakes.ts';

it.each([
  ['a: [1, 2\nb: 3\n', 3],
  ['a:\n  - { b: [1, 2 }\n', 12],
  ['{"a": [1, {"b": "]"}}', 6],
  ["a: 'it''s\nb: 1\n", 3],
  ['a: "x\\"\nb: 1\n', 3],
])('finds what is left open in %j', (text, offset) => {
  expect(leftOpen(text)?.offset).toBe(offset);
});

it.each([
  ['a: [1, "]", {b: \']\'}]\n'],
  ['title: Load [kN and it\'s "big\na: [1]\n'],
  ['a: 1 # not [ this\n# nor { this\nb: {c: 1}\n'],
  ['- [1, 2]\n- {a: b"c}\n'],
  ['{"a":["b"],"c":"\\"["}'],
])('finds nothing left open in %j', (text) => {
  expect(leftOpen(text)).toBeUndefined();
  expect(readSource('a.yaml', text).problems).toEqual([]);
});

it('offers braces where the second colon is that of a mapping', () => {
  const [problem] = readSource('a.yaml', 'kernel: ou: { tau: 1 }\n').problems;
  expect(problem).toMatchObject({ accepted: 'kernel: "ou: { tau: 1 }", or kernel: { ou: { tau: 1 } }' });
});

it('offers braces inside of braces', () => {
  const { problems } = readSource('a.yaml', 'latent: { kernel: ou: { tau: 1 } }\n');
  expect(problems).toMatchObject([{ line: 1, why: expect.stringContaining('a mapping needs braces') }]);
});

it('says what a line lacks that is no name and value', () => {
  const [problem] = readSource('a.yaml', 'a: 1\nsome words\nb: 2\n').problems;
  expect(problem).toMatchObject({ line: 2, why: expect.stringContaining('no name with a colon') });
});
