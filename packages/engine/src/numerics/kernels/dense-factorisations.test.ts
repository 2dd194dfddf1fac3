import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eigenResidual,
  fromFormula,
  largestBeside,
  largestDifference,
  naiveProduct,
  orthogonalityError,
  permuted,
  random,
  secondDifference,
  size,
  symmetric,
} from '../../../test/matrices.ts';
import { densePlain } from '../../../test/plain-kernels/dense-plain.ts';
import { identity, type Matrix, transpose, zeros } from '../matrix.ts';
import type { DenseKernels } from './dense-kernels.ts';
import { denseWasm } from './dense-wasm.ts';
import { instantiateWasm } from './wasm-memory.ts';

const wasm = denseWasm(instantiateWasm());
const plain = densePlain();
const both: [string, DenseKernels][] = [
  ['webassembly', wasm],
  ['typescript', plain],
];
const SIZES = [0, 1, 2, 3, 5, 7, 17, 33, 64, 65, 127, 128, 129, 200];

describe.each(both)('symmetric eigenvalues (%s)', (_, kernels) => {
  function check(a: Matrix, tolerance = 1e-15 * Math.max(10, a.rows)): Float64Array {
    const { values, vectors } = kernels.eigenSymmetric(a);
    expect(eigenResidual(a, values, vectors)).toBeLessThanOrEqual(tolerance);
    expect(orthogonalityError(vectors)).toBeLessThanOrEqual(tolerance);
    const alone = kernels.eigenvaluesSymmetric(a);
    for (let k = 0; k < a.rows; k++) {
      if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
      expect(Math.abs(alone[k] - values[k])).toBeLessThanOrEqual(
        tolerance * Math.sqrt(a.rows) * (size(a) || 1),
      );
    }
    return values;
  }

  it.each(SIZES)('has small residuals and orthonormal vectors at size %i', (n) => {
    check(symmetric(n));
  });

  it.each([1, 2, 3, 10, 33, 64, 65, 127, 200])(
    'has the closed form of the second difference, size %i',
    (n) => {
      const values = check(secondDifference(n));
      values.forEach((value, k) => {
        expect(Math.abs(value - (2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1))))).toBeLessThan(1e-14);
      });
    },
  );

  it('separates the pairs of the Wilkinson matrix, equal to all digits', () => {
    const n = 201;
    const values = check(
      fromFormula(n, n, (i, j) => (i === j ? Math.abs(i - 100) : Math.abs(i - j) === 1 ? 1 : 0)),
    );
    expect(values[n - 1]).toBeCloseTo(100.7461941829034, 11);
    expect(values[n - 2]).toBeCloseTo(values[n - 1], 11);
  });

  it('handles repeated eigenvalues: a projection, the identity, all ones, zero', () => {
    const n = 90;
    const { q } = plain.pivotedQr(random(n, n));
    const basis = fromFormula(n, 30, (i, j) => q.data[i * n + j]);
    const projection = check(naiveProduct(basis, transpose(basis)));
    projection.forEach((value, k) => {
      expect(Math.abs(value - (k < 60 ? 0 : 1))).toBeLessThan(1e-14);
    });
    expect([...check(identity(n))]).toEqual(new Array(n).fill(1));
    expect([...check(zeros(n, n))]).toEqual(new Array(n).fill(0));
    const ones = check(fromFormula(n, n, () => 1));
    expect(ones[n - 1]).toBeCloseTo(n, 11);
    expect(Math.abs(ones[n - 2])).toBeLessThan(1e-12);
  });

  it('handles graded matrices, in both directions', () => {
    const n = 80;
    for (const direction of [1, -1]) {
      const grade = (i: number) => 10 ** (direction * (4 - (8 * i) / (n - 1)));
      const core = symmetric(n);
      check(fromFormula(n, n, (i, j) => core.data[i * n + j] * grade(i) * grade(j)));
    }
  });

  it('handles the largest and the smallest numbers', () => {
    for (const factor of [1e300, 1e-300, 2 ** -1060]) {
      const a = symmetric(40);
      const values = kernels.eigenSymmetric({ ...a, data: a.data.map((value) => value * factor) }).values;
      const expected = kernels.eigenSymmetric(a).values;
      const tolerance = factor < 1e-310 ? 1e-2 : 1e-13;
      values.forEach((value, k) => {
        expect(Math.abs(value / factor - expected[k])).toBeLessThan(tolerance);
      });
    }
  });

  it('reads the lower triangle only', () => {
    const a = symmetric(50);
    const spoilt = fromFormula(50, 50, (i, j) => (j > i ? Number.NaN : a.data[i * 50 + j]));
    expect(kernels.eigenSymmetric(spoilt)).toEqual(kernels.eigenSymmetric(a));
    expect(kernels.eigenvaluesSymmetric(spoilt)).toEqual(kernels.eigenvaluesSymmetric(a));
  });

  it('keeps trace and squared norm of any matrix', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.nat(),
        fc.integer({ min: 1, max: 5 }),
        (n, seed, levels) => {
          // Few distinct levels make many equal entries, and so deflation.
          const a = symmetric(n, seed);
          a.data.forEach((value, i) => {
            a.data[i] = Math.round(value * levels);
          });
          const values = check(a);
          const trace = values.reduce((sum, value) => sum + value, 0);
          const squares = values.reduce((sum, value) => sum + value * value, 0);
          expect(trace).toBeCloseTo(
            a.data.filter((_, i) => i % (n + 1) === 0).reduce((x, y) => x + y, 0),
            9,
          );
          expect(squares / a.data.reduce((x, y) => x + y * y, 1e-300)).toBeCloseTo(size(a) === 0 ? 0 : 1, 12);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([40, 129, 200])(
    'converges on smooth kernels, whose numerical rank is a fraction of the size %i',
    (n) => {
      for (const width of [0.05, 0.5]) {
        const kernel = fromFormula(n, n, (i, j) => Math.exp(-(((i - j) / (n * width)) ** 2)));
        const values = check(kernel);
        expect(values[0]).toBeGreaterThan(-1e-15 * n);
        expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(n, 10);
      }
      check(fromFormula(n, n, (i, j) => 1 / (i + j + 1)));
    },
  );

  it('refuses to return an eigenvalue beyond the largest number', () => {
    const a = fromFormula(8, 8, () => 1e308);
    expect(() => kernels.eigenSymmetric(a)).toThrow('overflows: Infinity');
    expect(() => kernels.eigenvaluesSymmetric(a)).toThrow(RangeError);
  });

  it('names an entry that is not finite', () => {
    const a = symmetric(5);
    a.data[3 * 5 + 1] = Number.NaN;
    expect(() => kernels.eigenSymmetric(a)).toThrow('entry (3, 1) is NaN');
    expect(() => kernels.eigenvaluesSymmetric(a)).toThrow(RangeError);
  });
});

describe.each(both)('eigenvectors of some eigenvalues (%s)', (_, kernels) => {
  function check(a: Matrix, low: number, high: number): void {
    const { values, first, vectors } = kernels.eigenWithin(a, low, high);
    const tolerance = 1e-15 * Math.max(10, a.rows);
    const scale = size(a) || 1;
    const expected = kernels.eigenvaluesSymmetric(a);
    values.forEach((value, k) => {
      expect(Math.abs(value - expected[k])).toBeLessThanOrEqual(tolerance * Math.sqrt(a.rows) * scale);
    });
    expect(vectors.rows).toBe(values.filter((value) => value >= low && value <= high).length);
    for (let k = 0; k < vectors.rows; k++) {
      expect(values[first + k]).toBeGreaterThanOrEqual(low);
      expect(values[first + k]).toBeLessThanOrEqual(high);
    }
    const columns = transpose(vectors);
    expect(orthogonalityError(columns)).toBeLessThanOrEqual(tolerance);
    const image = naiveProduct(a, columns);
    const scaled = fromFormula(
      a.rows,
      vectors.rows,
      (i, k) => columns.data[i * vectors.rows + k] * values[first + k],
    );
    expect(largestDifference(image, scaled)).toBeLessThanOrEqual(tolerance * scale * Math.sqrt(a.rows));
  }

  it.each(SIZES)('are those of the eigenvalues asked for, size %i', (n) => {
    const a = symmetric(n);
    for (const [low, high] of [
      [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      [Number.NEGATIVE_INFINITY, -1],
      [0.5, Number.POSITIVE_INFINITY],
      [-1, 1],
      [1e9, 1e10],
    ] as const)
      check(a, low, high);
  });

  it('also where many eigenvalues are equal', () => {
    const { q } = plain.pivotedQr(random(90, 90));
    const basis = fromFormula(90, 30, (i, j) => q.data[i * 90 + j]);
    const projection = naiveProduct(basis, transpose(basis));
    check(projection, 0.5, 2);
    check(projection, -1, 0.5);
    check(identity(50), 1, 1);
    check(zeros(40, 40), -1, 0);
  });
});

describe.each(both)('pivoted QR (%s)', (_, kernels) => {
  function check(a: Matrix): { r: Matrix; q: Matrix } {
    const { q, r, columns } = kernels.pivotedQr(a);
    const tolerance = 1e-15 * Math.max(10, a.rows, a.cols);
    expect(largestDifference(naiveProduct(q, r), permuted(a, columns))).toBeLessThanOrEqual(
      tolerance * (size(a) || 1),
    );
    expect(orthogonalityError(q)).toBeLessThanOrEqual(tolerance);
    expect([...columns].sort((x, y) => x - y)).toEqual(Array.from({ length: a.cols }, (_, k) => k));
    expect(largestBeside(r, -1)).toBe(0);
    for (let i = 1; i < Math.min(a.rows, a.cols); i++)
      expect(Math.abs(r.data[i * (a.cols + 1)])).toBeLessThanOrEqual(
        Math.abs(r.data[(i - 1) * (a.cols + 1)]) * (1 + 1e-14),
      );
    return { q, r };
  }

  it.each([
    ...SIZES.map((n) => [n, n]),
    [0, 3],
    [3, 0],
    [1, 9],
    [9, 1],
    [40, 65],
    [65, 40],
    [130, 33],
    [33, 130],
  ])('factors %i × %i', (rows, cols) => {
    check(random(rows, cols));
  });

  it.each([
    [60, 40, 7],
    [40, 60, 7],
    [50, 50, 49],
    [129, 129, 64],
  ])('shows on %i × %i that the rank is %i', (rows, cols, rank) => {
    const a = naiveProduct(random(rows, rank, 1), random(rank, cols, 2));
    const { q, r } = check(a);
    const diagonal = Array.from({ length: Math.min(rows, cols) }, (_, k) => Math.abs(r.data[k * (cols + 1)]));
    expect(diagonal.filter((value) => value > 1e-13 * diagonal[0])).toHaveLength(rank);
    // The columns of Q beyond the rank span the null space of Aᵀ.
    const rest = fromFormula(rows, rows - rank, (i, j) => q.data[i * rows + rank + j]);
    expect(size(naiveProduct(transpose(a), rest))).toBeLessThan(1e-13 * diagonal[0]);
  });

  it('factors zero, graded columns and extreme sizes', () => {
    expect(size(check(zeros(5, 8)).r)).toBe(0);
    const { data } = random(50, 40);
    check(fromFormula(50, 40, (i, j) => data[i * 40 + j] * 10 ** (8 - (16 * j) / 39)));
    check(fromFormula(50, 40, (i, j) => data[i * 40 + j] * 10 ** (8 - (16 * i) / 49)));
    check(fromFormula(50, 40, (i, j) => 1e300 * data[i * 40 + j]));
    check(fromFormula(50, 40, (i, j) => 1e-300 * data[i * 40 + j]));
  });

  it('names an entry that is not finite', () => {
    const a = random(3, 4);
    a.data[6] = Number.NEGATIVE_INFINITY;
    expect(() => kernels.pivotedQr(a)).toThrow('entry (1, 2) is -Infinity');
  });
});
