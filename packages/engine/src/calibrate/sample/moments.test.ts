import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, permutation, randomStream } from '../../numerics/random/random-stream.ts';
import { mergeMoments, momentsOf, noMoments, sampleCovariance } from './moments.ts';

function units(m: number, p: number, seed: number, offset = 0): Matrix {
  const out = zeros(m, p);
  fillNormal(randomStream(seed, 'moments'), out.data);
  for (let n = 0; n < out.data.length; n++) out.data[n]! += offset;
  return out;
}

const slice = ({ cols, data }: Matrix, from: number, to: number): Matrix => ({
  rows: to - from,
  cols,
  data: data.subarray(from * cols, to * cols),
});

describe.each([wasmKernels(), plainKernels()])('with $name kernels', (kernels) => {
  it('shards and one pass give the same, wherever the data are cut and however far from 0 they lie', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
        fc.constantFrom(0, 1e3, -1e6),
        (m, p, cuts, offset) => {
          const data = units(m, p, m + p, offset);
          const whole = momentsOf(data, kernels);
          const edges = [0, ...cuts.map((cut) => Math.min(cut, m)).sort((a, b) => a - b), m];
          let together = noMoments(p);
          for (let i = 0; i + 1 < edges.length; i++)
            together = mergeMoments(together, momentsOf(slice(data, edges[i]!, edges[i + 1]!), kernels));
          expect(together.units).toBe(m);
          // Data at a million have lost ten digits before anybody adds them up; no more than that may go.
          expect(largestDifference(together.scatter, whole.scatter)).toBeLessThan(
            m * (1e-13 + 4 * Number.EPSILON * Math.abs(offset)),
          );
          together.mean.forEach((value, j) => {
            expect(Math.abs(value - whole.mean[j]!)).toBeLessThan(1e-12 * Math.max(1, Math.abs(offset)));
          });
        },
      ),
    );
  });

  it('does not depend on the order of the units', () => {
    const data = units(40, 7, 3);
    const order = permutation(randomStream(1), 40);
    const shuffled = zeros(40, 7);
    order.forEach((from, to) => {
      shuffled.data.set(data.data.subarray(from * 7, (from + 1) * 7), to * 7);
    });
    const difference = largestDifference(
      sampleCovariance(momentsOf(data, kernels)),
      sampleCovariance(momentsOf(shuffled, kernels)),
    );
    expect(difference).toBeLessThan(1e-14);
  });
});

it('is the textbook covariance', () => {
  const data: Matrix = { rows: 3, cols: 2, data: Float64Array.of(1, 2, 3, 6, 5, 4) };
  expect([...sampleCovariance(momentsOf(data)).data]).toEqual([4, 2, 2, 4]);
  expect(() => sampleCovariance(noMoments(2))).toThrow('at least 2 units');
  expect(() => mergeMoments(noMoments(2), noMoments(3))).toThrow('2 and on 3');
});
