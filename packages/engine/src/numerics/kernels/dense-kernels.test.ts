import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromFormula,
  largestBeside,
  largestDifference,
  naiveProduct,
  positiveDefinite,
  random,
  secondDifference,
  size,
  symmetric,
} from '../../../test/matrices.ts';
import { densePlain } from '../../../test/plain-kernels/dense-plain.ts';
import { identity, type Matrix, matrixFromRows, transpose, zeros } from '../matrix.ts';
import type { DenseKernels, Transposed } from './dense-kernels.ts';
import { denseWasm } from './dense-wasm.ts';
import { instantiateWasm } from './wasm-memory.ts';

const wasm = denseWasm(instantiateWasm());
const plain = densePlain();
const both: [string, DenseKernels][] = [
  ['webassembly', wasm],
  ['typescript', plain],
];
const SIZES = [0, 1, 2, 3, 5, 7, 17, 33, 64, 65, 127, 128, 129, 200];

/** What a sum of so many products of numbers below 1 may be off by. */
const roundingOf = (terms: number) => 1e-15 * (terms + 1);

describe.each(both)('products (%s)', (_, kernels) => {
  it.each(SIZES)(
    'multiplies square matrices of size %i like three nested loops, however they are transposed',
    (n) => {
      const a = random(n, n, 1);
      const b = random(n, n, 2);
      const tolerance = roundingOf(n);
      expect(largestDifference(kernels.multiply(a, b), naiveProduct(a, b))).toBeLessThanOrEqual(tolerance);
      expect(
        largestDifference(kernels.multiply(a, b, 'left'), naiveProduct(transpose(a), b)),
      ).toBeLessThanOrEqual(tolerance);
      expect(
        largestDifference(kernels.multiply(a, b, 'right'), naiveProduct(a, transpose(b))),
      ).toBeLessThanOrEqual(tolerance);
    },
  );

  it('multiplies rectangles of any shape, also empty ones', () => {
    const length = fc.integer({ min: 0, max: 40 });
    const how = fc.constantFrom<Transposed>('none', 'left', 'right');
    fc.assert(
      fc.property(length, length, length, how, fc.nat(), (m, n, k, transposed, seed) => {
        const a = random(m, k, seed);
        const b = random(k, n, seed + 1);
        const product = kernels.multiply(
          transposed === 'left' ? transpose(a) : a,
          transposed === 'right' ? transpose(b) : b,
          transposed,
        );
        expect(largestDifference(product, naiveProduct(a, b))).toBeLessThanOrEqual(roundingOf(k));
      }),
    );
  });

  it.each([
    [1, 1],
    [3, 3],
    [5, 40],
    [33, 40],
    [70, 70],
    [128, 131],
  ])('multiplies a trapezoid of %i × %i by a transposed triangle', (rows, cols) => {
    const above = random(rows, cols, 3);
    const below = random(cols, cols, 4);
    const u = fromFormula(rows, cols, (i, j) => (j >= i ? above.data[i * cols + j] : 0));
    const l = fromFormula(cols, cols, (i, j) => (j <= i ? below.data[i * cols + j] : 0));
    const product = kernels.multiplyTriangles(u, l);
    expect(largestDifference(product, naiveProduct(u, transpose(l)))).toBeLessThanOrEqual(roundingOf(cols));
    expect(largestBeside(product, -1)).toBe(0);
    expect(() => kernels.multiplyTriangles(transpose(u), random(rows + 1, rows))).toThrow(RangeError);
  });

  it('crosses the block sizes: 131 × 600 by 600 × 530', () => {
    const a = random(131, 600, 1);
    const b = random(600, 530, 2);
    expect(largestDifference(kernels.multiply(a, b), naiveProduct(a, b))).toBeLessThan(1e-13);
  });

  it('is exact on small integers', () => {
    const a = fromFormula(37, 300, (i, j) => ((i * 7 + j * 3) % 11) - 5);
    const b = fromFormula(300, 22, (i, j) => ((i * 5 + j) % 7) - 3);
    expect(largestDifference(kernels.multiply(a, b), naiveProduct(a, b))).toBe(0);
  });

  it('carries NaN and infinities where they belong and nowhere else', () => {
    const a = random(6, 5);
    a.data[2 * 5 + 1] = Number.NaN;
    const product = kernels.multiply(a, random(5, 7));
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 7; j++) expect(Number.isNaN(product.data[i * 7 + j])).toBe(i === 2);
  });

  it.each([...SIZES.map((n) => [n, n]), [3, 50], [50, 3], [140, 270], [270, 140], [600, 9]])(
    'makes both Gram matrices of %i × %i exactly symmetric',
    (rows, cols) => {
      const a = random(rows, cols);
      for (const [gram, expected] of [
        [kernels.gram(a), naiveProduct(a, transpose(a))],
        [kernels.crossGram(a), naiveProduct(transpose(a), a)],
      ]) {
        expect(largestDifference(gram, expected)).toBeLessThanOrEqual(roundingOf(Math.max(rows, cols)));
        expect(largestDifference(gram, transpose(gram))).toBe(0);
      }
    },
  );

  it.each([1, 2, 7, 64, 129])('adds an outer product of %i entries in place and keeps symmetry', (n) => {
    const a = symmetric(n);
    const v = random(1, n, 5).data;
    const expected = fromFormula(n, n, (i, j) => a.data[i * n + j] + 0.3 * (v[i] * v[j]));
    kernels.addOuter(a, v, 0.3);
    expect(largestDifference(a, expected)).toBe(0);
    expect(largestDifference(a, transpose(a))).toBe(0);
  });

  it('refuses shapes that do not fit', () => {
    expect(() => kernels.multiply(zeros(2, 3), zeros(2, 3))).toThrow(
      'a 2 × 3 matrix cannot be multiplied by a 2 × 3 one',
    );
    expect(() => kernels.multiply({ rows: 2, cols: 2, data: new Float64Array(3) }, zeros(2, 2))).toThrow(
      RangeError,
    );
    expect(() => kernels.addOuter(zeros(3, 3), new Float64Array(2), 1)).toThrow(RangeError);
    expect(() => kernels.solveLower(identity(3), zeros(2, 1))).toThrow(RangeError);
    for (const routine of [kernels.cholesky, kernels.eigenSymmetric, kernels.eigenvaluesSymmetric])
      expect(() => routine(zeros(2, 3))).toThrow('must be square: 2 × 3');
  });
});

describe.each(both)('Cholesky and triangular solves (%s)', (_, kernels) => {
  function factorOf(a: Matrix): Matrix {
    const result = kernels.cholesky(a);
    if (!result.ok) throw new Error(`pivot ${result.pivot} is ${result.value}`);
    return result.factor;
  }

  it.each(SIZES)('reproduces a matrix of size %i and solves with the factor', (n) => {
    const a = positiveDefinite(n);
    const l = factorOf(a);
    expect(largestBeside(l, 1)).toBe(0);
    expect(largestDifference(naiveProduct(l, transpose(l)), a)).toBeLessThanOrEqual(
      2e-16 * n * (size(a) || 1),
    );
    for (const cols of [1, 2, 3, 4, 9, 40]) {
      const b = random(n, cols, 3);
      const x = kernels.solveLower(l, b);
      const y = kernels.solveLowerTransposed(l, b);
      expect(largestDifference(naiveProduct(l, x), b)).toBeLessThanOrEqual(1e-15 * n);
      expect(largestDifference(naiveProduct(transpose(l), y), b)).toBeLessThanOrEqual(1e-15 * n);
    }
  });

  it('factors min(i, j) into ones, exactly', () => {
    const l = factorOf(fromFormula(150, 150, (i, j) => Math.min(i, j) + 1));
    expect(
      largestDifference(
        l,
        fromFormula(150, 150, (i, j) => (j <= i ? 1 : 0)),
      ),
    ).toBe(0);
  });

  it('reads the lower triangle only', () => {
    const a = positiveDefinite(70);
    const spoilt = fromFormula(70, 70, (i, j) => (j > i ? Number.NaN : a.data[i * 70 + j]));
    expect(factorOf(spoilt)).toEqual(factorOf(a));
  });

  it('keeps the digits of a graded matrix', () => {
    const n = 60;
    const grade = (i: number) => 10 ** (8 - (16 * i) / (n - 1));
    const core = positiveDefinite(n);
    const l = factorOf(fromFormula(n, n, (i, j) => core.data[i * n + j] * grade(i) * grade(j)));
    const back = naiveProduct(l, transpose(l));
    const unit = fromFormula(n, n, (i, j) => back.data[i * n + j] / (grade(i) * grade(j)));
    expect(largestDifference(unit, core)).toBeLessThan(2e-16 * n * size(core));
  });

  it.each([0, 1, 15, 16, 40, 77, 99])('names pivot %i and its value when it is the first bad one', (bad) => {
    const a = fromFormula(100, 100, (i, j) => Math.min(i, j) + 1);
    a.data[bad * 100 + bad] -= 3;
    expect(kernels.cholesky(a)).toEqual({ ok: false, pivot: bad, value: -2 });
    a.data[bad * 100 + bad] = Number.NaN;
    expect(kernels.cholesky(a)).toEqual({ ok: false, pivot: bad, value: Number.NaN });
    a.data[bad * 100 + bad] = Number.POSITIVE_INFINITY;
    expect(kernels.cholesky(a)).toEqual({ ok: false, pivot: bad, value: Number.POSITIVE_INFINITY });
  });

  it('takes a pivot at the minimum as bad, one above it as good', () => {
    const a = matrixFromRows([
      [4, 0],
      [0, 0.25],
    ]);
    expect(kernels.cholesky(a, 0.25)).toEqual({ ok: false, pivot: 1, value: 0.25 });
    expect(kernels.cholesky(a, 0.2).ok).toBe(true);
    expect(kernels.cholesky(zeros(1, 1))).toEqual({ ok: false, pivot: 0, value: 0 });
  });

  it('says whether there is a factor, of a matrix with a shift of its diagonal, and leaves it as it is', () => {
    const a = fromFormula(40, 40, (i, j) => Math.min(i, j) + 1);
    const before = a.data.slice();
    expect(kernels.isPositiveDefinite(a)).toBe(true);
    // Its smallest eigenvalue is 1/(4 sin²(79π/162)).
    const least = 1 / (4 * Math.sin((79 * Math.PI) / 162) ** 2);
    expect(kernels.isPositiveDefinite(a, { shift: -least * (1 - 1e-9) })).toBe(true);
    expect(kernels.isPositiveDefinite(a, { shift: -least * (1 + 1e-9) })).toBe(false);
    expect(kernels.isPositiveDefinite(a, { minimumPivot: 1 })).toBe(false);
    expect(kernels.isPositiveDefinite(a, { minimumPivot: 1, shift: 1e-9 })).toBe(true);
    expect(a.data).toEqual(before);
  });

  it('does not solve with a singular triangle', () => {
    const l = identity(4);
    l.data[10] = 0;
    expect(() => kernels.solveLower(l, zeros(4, 1))).toThrow('diagonal entry 2 is 0');
    expect(() => kernels.solveLowerTransposed(l, zeros(4, 1))).toThrow('diagonal entry 2 is 0');
  });
});

describe('webassembly against typescript', () => {
  it.each([2, 33, 128, 200, 301])('agrees to 1e-12 at size %i', (n) => {
    const a = random(n, n, 1);
    const b = random(n, n, 2);
    const spd = positiveDefinite(n);
    const close = (x: Matrix, y: Matrix) => expect(largestDifference(x, y)).toBeLessThan(1e-12 * size(y));
    close(wasm.multiply(a, b), plain.multiply(a, b));
    close(wasm.gram(a), plain.gram(a));
    close(wasm.crossGram(a), plain.crossGram(a));
    const [l, m] = [wasm.cholesky(spd), plain.cholesky(spd)];
    if (!l.ok || !m.ok) throw new Error('the matrix is positive definite');
    close(l.factor, m.factor);
    close(wasm.solveLower(m.factor, b), plain.solveLower(m.factor, b));
    close(wasm.solveLowerTransposed(m.factor, b), plain.solveLowerTransposed(m.factor, b));
    const values = plain.eigenSymmetric(symmetric(n)).values;
    const scale = Math.abs(values[n - 1]);
    for (const other of [wasm.eigenSymmetric(symmetric(n)).values, wasm.eigenvaluesSymmetric(symmetric(n))])
      values.forEach((value, k) => {
        expect(Math.abs(value - other[k])).toBeLessThan(1e-12 * scale);
      });
    const [qr, pr] = [wasm.pivotedQr(a), plain.pivotedQr(a)];
    expect(qr.columns).toEqual(pr.columns);
    expect(largestDifference(qr.q, pr.q)).toBeLessThan(1e-11);
    close(qr.r, pr.r);
  });

  it('gives the same bits again', () => {
    const a = symmetric(150);
    const other = denseWasm(instantiateWasm());
    expect(other.eigenSymmetric(a)).toEqual(wasm.eigenSymmetric(a));
    expect(other.multiply(a, a)).toEqual(wasm.multiply(a, a));
  });

  it('works at p = 1100 (eigenvalues of the second difference, spot residuals)', () => {
    const n = 1100;
    const { values, vectors } = wasm.eigenSymmetric(secondDifference(n));
    for (let k = 0; k < n; k += 7) {
      expect(Math.abs(values[k] - (2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1))))).toBeLessThan(2e-14);
      // Entry i of eigenvector k is √(2/(n+1))·sin((i+1)(k+1)π/(n+1)), up to sign.
      const first = Math.sqrt(2 / (n + 1)) * Math.sin(((k + 1) * Math.PI) / (n + 1));
      expect(Math.abs(Math.abs(vectors.data[k]) - first)).toBeLessThan(1e-11);
    }
  });
});
