import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainBytes, plainData } from './plain-bytes.ts';

/** Any plain data, typed arrays and odd numbers included. */
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(undefined, null, true, false, Number.NaN, -0, 0, Number.POSITIVE_INFINITY, 5e-324),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.constant('\ud800'),
    fc.float64Array(),
    fc.int32Array(),
    fc.uint8Array(),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

it('brings back what it was given, to the last bit and in the same order', () => {
  fc.assert(
    fc.property(any, (data) => {
      const back = plainData(plainBytes(data));
      expect(back).toStrictEqual(data);
      // Equal would not tell the order of names.
      expect(JSON.stringify(back)).toBe(JSON.stringify(data));
    }),
  );
});

it('has other bytes for other data', () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      const same = Buffer.compare(plainBytes(a), plainBytes(b)) === 0;
      let equal = true;
      try {
        expect(a).toStrictEqual(b);
      } catch {
        equal = false;
      }
      // The order of names is part of the bytes, and no part of being equal.
      if (same) expect(equal).toBe(true);
      else if (equal) expect(JSON.stringify(a)).not.toBe(JSON.stringify(b));
    }),
  );
  const list = [1, 2, 3, 4, 5, 6, 7, 8];
  const nearly: unknown[] = [
    [1, 23],
    [12, 3],
    ['1', 23],
    [[1], 23],
    [1, [23]],
    Float64Array.of(1, 23),
    Int32Array.of(1, 23),
    { a: 0 },
    { a: -0 },
    { a: undefined },
    {},
  ];
  expect(new Set(nearly.map((data) => Buffer.from(plainBytes(data)).toString('hex'))).size).toBe(
    nearly.length,
  );
  // A list that once held a fraction is the same list, and a part of an array the same as a copy of it.
  const changed = list.map((value) => value + 0.5).map((value) => value - 0.5);
  expect(plainBytes(changed)).toEqual(plainBytes(list));
  const whole = Float64Array.of(9, 1, 2, 9);
  expect(plainBytes(whole.subarray(1, 3))).toEqual(plainBytes(Float64Array.of(1, 2)));
});

it('refuses what is not plain data, and says where it is', () => {
  expect(() => plainBytes({ a: [1, () => 2] })).toThrow(
    'only plain data can be kept, and .a[1] is a function',
  );
  expect(() => plainBytes({ a: new Map() })).toThrow('.a is a Map');
});

it('refuses bytes that end too early or too late', () => {
  const bytes = plainBytes({ a: [1, 'b', Float64Array.of(2)] });
  for (let length = 0; length < bytes.length; length++)
    expect(() => plainData(bytes.subarray(0, length))).toThrow();
  expect(() => plainData(Uint8Array.of(...bytes, 0))).toThrow('more bytes than data');
});
