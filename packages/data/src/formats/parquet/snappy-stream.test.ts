import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ByteStream, NotPlain, stretchStream, taken } from './byte-stream.ts';
import { snappyBytes } from './snappy-bytes.ts';
import { snappyStream } from './snappy-stream.ts';

const streamOf = (bytes: Uint8Array) =>
  stretchStream(
    (into, from) => {
      const some = bytes.subarray(from, from + into.length);
      into.set(some);
      return some.length;
    },
    0,
    bytes.length,
  );

/** A packer of our own: literals and copies as they are drawn, from the last 64 kB. */
function packed(elements: readonly { literal: boolean; length: number; back: number }[]) {
  const out: number[] = [];
  const text: number[] = [];
  for (const { literal, length, back } of elements) {
    if (literal || text.length === 0) {
      const size = Math.min(length * 40, 65_536);
      const bytes = Array.from({ length: size }, (_, i) => (i * 31 + text.length) & 255);
      if (size <= 60) out.push((size - 1) << 2);
      else out.push(61 << 2, (size - 1) & 255, (size - 1) >> 8);
      for (const byte of bytes) {
        out.push(byte);
        text.push(byte);
      }
    } else {
      const [count, distance] = [1 + (length % 64), 1 + (back % Math.min(text.length, 60_000))];
      out.push(((count - 1) << 2) | 2, distance & 255, distance >> 8);
      for (let i = 0; i < count; i++) text.push(text[text.length - distance]!);
    }
  }
  const size: number[] = [];
  let left = text.length;
  for (; left >= 128; left >>= 7) size.push((left & 127) | 128);
  return { bytes: Uint8Array.from([...size, left, ...out]), text: Uint8Array.from(text) };
}

/** `toEqual` takes seconds over arrays of this size. */
const same = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && Buffer.compare(one, other) === 0;

function unpackedInSteps(stream: ByteStream, size: number, step: number): Uint8Array {
  const all = new Uint8Array(size);
  for (let from = 0; from < size; from += step) all.set(taken(stream, Math.min(step, size - from)), from);
  return all;
}

it('unpacks what the whole is unpacked to, in steps of whatever size and over many windows', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ literal: fc.boolean(), length: fc.integer({ min: 1, max: 1700 }), back: fc.nat(70_000) }),
        { minLength: 1, maxLength: 60 },
      ),
      fc.constantFrom(1000, 16_384, 30_001),
      (elements, step) => {
        const { bytes, text } = packed(elements);
        expect(same(snappyBytes(bytes, text.length), text)).toBe(true);
        const stream = snappyStream(streamOf(bytes));
        stream.begin(text.length);
        expect(same(unpackedInSteps(stream, text.length, step), text)).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

it('begins anew with the next page', () => {
  const [one, two] = [
    packed([{ literal: true, length: 3, back: 0 }]),
    packed([{ literal: true, length: 9, back: 0 }]),
  ];
  const stream = snappyStream(streamOf(Uint8Array.from([...one.bytes, ...two.bytes])));
  for (const { text } of [one, two]) {
    stream.begin(text.length);
    expect(taken(stream, text.length)).toEqual(text);
  }
});

it.each([
  ['bytes that are missing', [9, 8 << 2, 97], 9],
  ['a copy from before the beginning', [6, 2 << 2, 1, 2, 3, (2 << 2) | 2, 4, 0], 6],
  ['a copy of nothing', [6, 2 << 2, 1, 2, 3, (2 << 2) | 2, 0, 0], 6],
  ['more than was promised', [2, 2 << 2, 1, 2, 3], 2],
])('leaves %s to others', (_, bytes, size) => {
  const stream = snappyStream(streamOf(Uint8Array.from(bytes)));
  stream.begin(size);
  expect(() => taken(stream, size)).toThrow(NotPlain);
});
