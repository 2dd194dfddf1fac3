import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestDifference, naiveProduct, random, size } from '../../../test/matrices.ts';
import { densePlain } from '../../../test/plain-kernels/dense-plain.ts';
import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { denseWasm } from '../kernels/dense-wasm.ts';
import { instantiateWasm } from '../kernels/wasm-memory.ts';
import { identity, type Matrix, matrixFromRows, transpose, zeros } from '../matrix.ts';
import { nullSpace } from './null-space.ts';

const both: [string, DenseKernels][] = [
  ['webassembly', denseWasm(instantiateWasm())],
  ['typescript', densePlain()],
];

function expectNullSpace(a: Matrix, basis: Matrix): void {
  expect(basis.cols).toBe(a.cols);
  expect(size(naiveProduct(a, transpose(basis)))).toBeLessThanOrEqual(1e-14 * a.cols * (size(a) || 1));
  expect(largestDifference(naiveProduct(basis, transpose(basis)), identity(basis.rows))).toBeLessThan(1e-13);
}

describe.each(both)('nullSpace (%s)', (_, kernels) => {
  it('finds the direction that a difference cannot see', () => {
    const { basis, rank } = nullSpace(matrixFromRows([[1, -1]]), kernels);
    expect(rank).toBe(1);
    expect(Math.abs(basis.data[0])).toBeCloseTo(Math.SQRT1_2, 15);
    expect(basis.data[0]).toBeCloseTo(basis.data[1], 15);
  });

  it('has rank and dimension of any product of random factors', () => {
    const length = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(length, length, fc.integer({ min: 0, max: 30 }), fc.nat(), (rows, cols, wanted, seed) => {
        const inner = Math.min(wanted, rows, cols);
        const a = naiveProduct(random(rows, inner, seed), random(inner, cols, seed + 1));
        // A random factor may be ill conditioned: judge the rank only where it is clear.
        const { basis, rank } = nullSpace(a, kernels, 1e-12 * size(a));
        expect(rank).toBeLessThanOrEqual(inner);
        expect(basis.rows).toBe(cols - rank);
        expect(size(naiveProduct(a, transpose(basis)))).toBeLessThanOrEqual(1e-11 * (size(a) || 1));
      }),
    );
  });

  it.each([
    [5, 9, 5],
    [40, 100, 12],
    [100, 40, 12],
    [64, 64, 63],
  ])('splits %i × %i with rank %i at the default tolerance', (rows, cols, wanted) => {
    const a = naiveProduct(random(rows, wanted, 1), random(wanted, cols, 2));
    const { basis, rank } = nullSpace(a, kernels);
    expect(rank).toBe(wanted);
    expectNullSpace(a, basis);
  });

  it('keeps a direction that AᵀA would lose', () => {
    // Singular values about 1 and 1e-9, whose square is below the rounding of AᵀA.
    const a = matrixFromRows([
      [1, 1, 0],
      [1, 1 + 1e-9, 0],
    ]);
    const { basis, rank } = nullSpace(a, kernels);
    expect(rank).toBe(2);
    expect(Math.abs(basis.data[2])).toBeCloseTo(1, 14);
    expect(nullSpace(a, kernels, 1e-8).rank).toBe(1);
  });

  it('sees nothing through zero rows or zeros, and misses nothing with full rank', () => {
    expect(nullSpace(zeros(0, 3), kernels)).toEqual({ basis: identity(3), rank: 0 });
    expect(nullSpace(zeros(2, 3), kernels)).toEqual({ basis: identity(3), rank: 0 });
    expect(nullSpace(identity(4), kernels)).toEqual({ basis: zeros(0, 4), rank: 4 });
    expect(nullSpace(zeros(4, 0), kernels)).toEqual({ basis: zeros(0, 0), rank: 0 });
  });

  it('does not depend on the units of A', () => {
    const a = naiveProduct(random(20, 6, 1), random(6, 30, 2));
    for (const unit of [1e-200, 1e200])
      expect(nullSpace({ ...a, data: a.data.map((value) => value * unit) }, kernels).rank).toBe(6);
  });

  it('refuses a tolerance that is negative or NaN', () => {
    expect(() => nullSpace(identity(2), kernels, -1)).toThrow(': -1');
    expect(() => nullSpace(identity(2), kernels, Number.NaN)).toThrow('NaN');
  });
});
