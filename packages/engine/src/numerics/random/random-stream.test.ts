import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../kernels/kernels.ts';
import { philox } from '../philox.ts';
import {
  fillIntegersBelow,
  fillNormal,
  fillUniform,
  integerBelow,
  normalAt,
  permutation,
  type RandomStream,
  randomStream,
  split,
  uniformAt,
} from './random-stream.ts';

/**
 * Streams are fixed by their seeds, so a statistical check either passes for ever or fails for ever. Limits are set
 * where a sound generator would fail one seed in about a hundred thousand.
 */
const SIGMAS = 4.4;
const COUNT = 200_000;

function uniforms(stream: RandomStream, count = COUNT): Float64Array {
  const out = new Float64Array(count);
  fillUniform(stream, out);
  return out;
}

function normals(stream: RandomStream, count = COUNT): Float64Array {
  const out = new Float64Array(count);
  fillNormal(stream, out);
  return out;
}

const mean = (x: Float64Array, f: (value: number) => number) =>
  x.reduce((sum, value) => sum + f(value), 0) / x.length;

/** √n times the largest distance between the empirical distribution and the uniform one; above 2.5 once in 134,000. */
function kolmogorov(x: Float64Array): number {
  let distance = 0;
  x.slice()
    .sort()
    .forEach((value, i) => {
      distance = Math.max(distance, value - i / x.length, (i + 1) / x.length - value);
    });
  return Math.sqrt(x.length) * distance;
}

describe('philox', () => {
  it.each([
    [[0, 0, 0, 0], [0, 0], '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      '408f276d 41c83b0e a20bc7c6 6d5451fd',
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      'd16cfe09 94fdcceb 5001e420 24126ea1',
    ],
  ])('has the published answer for counter %j and key %j', ([c0, c1, c2, c3], [k0, k1], answer) => {
    const out = new Uint32Array(4);
    philox(c0, c1, c2, c3, k0, k1, out);
    expect(Array.from(out, (word) => word.toString(16).padStart(8, '0')).join(' ')).toBe(answer);
  });
});

describe('streams', () => {
  it('stays what it is: these numbers must never change', () => {
    const stream = randomStream(2024, 'noise', 3);
    expect([0, 1, 2, 2 ** 40 + 1].map((index) => uniformAt(stream, index))).toEqual([
      0.7512842861139454, 0.2541735979113239, 0.26370405631359894, 0.6001851867431803,
    ]);
  });

  it('does not depend on how the work is divided', () => {
    const start = fc.oneof(fc.nat(1000), fc.integer({ min: 2 ** 33 - 20, max: 2 ** 33 + 20 }));
    fc.assert(
      fc.property(fc.integer(), start, fc.array(fc.nat(9), { maxLength: 8 }), (seed, from, parts) => {
        const stream = randomStream(seed, 'a');
        const total = parts.reduce((sum, part) => sum + part, 0);
        const whole = { uniform: new Float64Array(total), normal: new Float64Array(total) };
        fillUniform(stream, whole.uniform, from);
        fillNormal(stream, whole.normal, from);
        let done = 0;
        for (const part of parts) {
          const piece = new Float64Array(part);
          fillUniform(stream, piece, from + done);
          expect(piece).toEqual(whole.uniform.subarray(done, done + part));
          fillNormal(stream, piece, from + done);
          expect(piece).toEqual(whole.normal.subarray(done, done + part));
          done += part;
        }
        for (let i = 0; i < total; i++) {
          expect(uniformAt(stream, from + i)).toBe(whole.uniform[i]);
          expect(normalAt(stream, from + i)).toBe(whole.normal[i]);
        }
      }),
    );
  });

  it.each([0, 1])('is one sequence across the batches of a bulk fill, from index %i on', (from) => {
    const stream = randomStream(3);
    const out = new Float64Array(1700);
    fillUniform(stream, out, from);
    expect([...out]).toEqual(Array.from(out, (_, i) => uniformAt(stream, from + i)));
  });

  it('is a path of splits, and survives JSON', () => {
    const stream = randomStream(7, 'noise', 3);
    expect(split(split(randomStream(7), 'noise'), 3)).toEqual(stream);
    expect(JSON.parse(JSON.stringify(stream))).toEqual(stream);
    expect(randomStream(7n)).toEqual(randomStream(7));
    expect(split(stream, -0)).toEqual(split(stream, 0));
  });

  it('tells every label from every other', () => {
    const labels = [
      0,
      1,
      -1,
      0.5,
      7,
      2 ** 40,
      '',
      '7',
      'a',
      'b',
      'ab',
      'ba',
      'abcd',
      'abcde',
      'abcd\0',
      '\0',
      'é',
      'noise',
    ];
    const streams = [
      ...labels.map((label) => randomStream(7, label)),
      ...labels.map((label) => randomStream(7, 'a', label)),
      ...[0, 1, 7, -1, 2 ** 32, 2 ** 53 - 1].map((seed) => randomStream(seed)),
      randomStream(2n ** 63n),
    ];
    expect(new Set(streams.map((stream) => JSON.stringify(stream))).size).toBe(streams.length);
    expect(new Set(streams.map((stream) => uniformAt(stream, 0))).size).toBe(streams.length);
  });

  it.each([
    ['neighbouring seeds', randomStream(1), randomStream(2)],
    ['neighbouring labels', randomStream(1, 0), randomStream(1, 1)],
    ['a stream and its part', randomStream(1), randomStream(1, 0)],
  ])('gives uncorrelated numbers for %s', (_, one, other) => {
    const x = normals(one);
    const y = normals(other);
    for (const lag of [0, 1, 2]) {
      let sum = 0;
      for (let i = lag; i < COUNT; i++) sum += x[i] * y[i - lag];
      expect(Math.abs(sum / Math.sqrt(COUNT - lag))).toBeLessThan(SIGMAS);
    }
  });

  it.each([1, 2, 3, 4])('gives numbers uncorrelated with those %i places on', (lag) => {
    const x = normals(randomStream(11));
    let sum = 0;
    for (let i = lag; i < COUNT; i++) sum += x[i] * x[i - lag];
    expect(Math.abs(sum / Math.sqrt(COUNT - lag))).toBeLessThan(SIGMAS);
  });

  it.each([1.5, Number.NaN, 2 ** 53, 2n ** 64n, -(2n ** 63n) - 1n])('refuses the seed %s', (seed) => {
    expect(() => randomStream(seed)).toThrow(`: ${seed}`);
  });

  it.each([-1, 0.5, 2 ** 52])('refuses the index %d', (index) => {
    expect(() => uniformAt(randomStream(1), index)).toThrow(`: ${index}`);
    expect(() => fillNormal(randomStream(1), new Float64Array(2), index)).toThrow(`: ${index}`);
  });
});

describe('distributions', () => {
  it.each([1, 2, 3])('has uniform numbers (seed %i)', (seed) => {
    const x = uniforms(randomStream(seed));
    expect(kolmogorov(x)).toBeLessThan(2.5);
    // Too even a spread is as suspicious: below 0.27 about once in a hundred thousand.
    expect(kolmogorov(x)).toBeGreaterThan(0.27);
    for (let power = 1; power <= 4; power++) {
      const deviation = Math.sqrt((1 / (2 * power + 1) - 1 / (power + 1) ** 2) / COUNT);
      expect(Math.abs(mean(x, (u) => u ** power) - 1 / (power + 1))).toBeLessThan(SIGMAS * deviation);
    }
  });

  it('uses all 52 bits evenly', () => {
    const x = uniforms(randomStream(5), 20_000);
    for (let bit = 1; bit <= 52; bit++) {
      const ones = x.filter((u) => Math.floor((u - 2 ** -53) * 2 ** bit) % 2 === 1).length;
      expect(Math.abs(ones - 10_000) / Math.sqrt(5000), `bit ${bit}`).toBeLessThan(SIGMAS);
    }
  });

  it.each([1, 2, 3])('has normal numbers (seed %i)', (seed) => {
    const x = normals(randomStream(seed, 'normal'));
    // Moments 1 … 6 of the normal distribution are 0, 1, 0, 3, 0, 15; their variances follow from moments 2 … 12.
    [0, 1, 0, 3, 0, 15].forEach((moment, i) => {
      const variance = [1, 3, 15, 105, 945, 10395][i] - moment * moment;
      expect(Math.abs(mean(x, (value) => value ** (i + 1)) - moment)).toBeLessThan(
        SIGMAS * Math.sqrt(variance / COUNT),
      );
    });
    for (const [limit, share] of [
      [1, 0.31731050786291415],
      [2, 0.04550026389635842],
      [3, 0.0026997960632601866],
    ]) {
      const beyond = x.filter((value) => Math.abs(value) > limit).length;
      expect(Math.abs(beyond - share * COUNT)).toBeLessThan(SIGMAS * Math.sqrt(share * (1 - share) * COUNT));
    }
  });
});

describe('integers', () => {
  it.each([1, 2, 3, 7, 10, 100])('are even below %i (chi-square)', (bound) => {
    const out = new Int32Array(100_000);
    fillIntegersBelow(randomStream(9, bound), bound, out);
    const counts = new Float64Array(bound);
    for (const value of out) counts[value]++;
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(out.length);
    const expected = out.length / bound;
    const square = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(square).toBeLessThanOrEqual(bound - 1 + SIGMAS * Math.sqrt(2 * (bound - 1)) + SIGMAS ** 2);
  });

  it('are unbiased where a remainder would not be: three quarters of all 52-bit numbers', () => {
    // Without rejection the lowest third of the range would come twice as often as the rest.
    const bound = 3 * 2 ** 50;
    let low = 0;
    for (let i = 0; i < 20_000; i++) low += integerBelow(randomStream(3), bound, i) < bound / 2 ? 1 : 0;
    expect(Math.abs(low - 10_000) / Math.sqrt(5000)).toBeLessThan(SIGMAS);
  });

  it('are the same alone and in bulk', () => {
    const out = new Int32Array(9);
    fillIntegersBelow(randomStream(1), 6, out, 5);
    expect([...out]).toEqual(Array.from(out, (_, i) => integerBelow(randomStream(1), 6, 5 + i)));
  });

  it.each([0, -1, 1.5, 2 ** 53])('refuses the bound %d', (bound) => {
    expect(() => integerBelow(randomStream(1), bound, 0)).toThrow(`: ${bound}`);
  });
});

describe('kernels', () => {
  it('make the same bytes, wherever they begin and however many: the tails too', () => {
    const compiled = wasmKernels();
    const plain = plainKernels();
    for (const from of [0, 1, 7, 2 ** 33 - 20, 2 ** 33 - 3, 2 ** 52 - 6000])
      for (const count of [0, 1, 2, 3, 8, 9, 2047, 2048, 5000]) {
        const one = new Float64Array(count);
        const two = new Float64Array(count);
        fillNormal(randomStream(12, 'bytes'), one, from, compiled);
        fillNormal(randomStream(12, 'bytes'), two, from, plain);
        expect(one).toEqual(two);
        if (count > 0) expect(one[count - 1]).toBe(normalAt(randomStream(12, 'bytes'), from + count - 1));
      }
  });
});

describe('permutation', () => {
  it('holds every number once', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer(), (size, seed) => {
        const order = permutation(randomStream(seed), size);
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
      }),
    );
  });

  it('takes all 24 orders of four equally often (chi-square, 23 degrees)', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = permutation(randomStream(4, i), 4).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    let square = 0;
    for (const count of counts.values()) square += (count - 1000) ** 2 / 1000;
    // 66 is exceeded about once in a hundred thousand.
    expect(square).toBeLessThan(66);
  });
});
