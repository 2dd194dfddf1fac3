import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveProduct, positiveDefinite, random, secondDifference } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { vector } from '../../../test/programmes.ts';
import { wasmKernels } from '../kernels/kernels.ts';
import { dot, type Matrix, zeros } from '../matrix.ts';
import { constraintOperator } from './constraint-operator.ts';
import type { SemidefiniteProgramme } from './programme.ts';
import { fillSchur, schurPlan } from './schur-matrix.ts';
import { type SparseSymmetric, symmetricBuilder } from './sparse-symmetric.ts';

function dense(a: SparseSymmetric, n: number): Matrix {
  const full = zeros(n, n);
  for (let e = 0; e < a.values.length; e++) {
    full.data[a.rows[e] * n + a.cols[e]] = a.values[e];
    full.data[a.cols[e] * n + a.rows[e]] = a.values[e];
  }
  return full;
}

/** From one entry to all of them, so that every method of pairing is taken. */
function mixed(n: number, m: number, seed: number): SparseSymmetric[] {
  return Array.from({ length: m }, (_, i) => {
    if (i % 4 === 0)
      return symmetricBuilder(n)
        .entry(i % n, (7 * i) % n, 1 + i)
        .build();
    if (i % 4 === 3) return symmetricBuilder(n).dense(secondDifference(n)).build();
    if (i % 4 === 1)
      return symmetricBuilder(n)
        .dense(random(n, n, seed + i))
        .build();
    const u = random(n, 1, seed + i).data.map((value, k) => (k % 5 === i % 5 ? value : 0));
    return symmetricBuilder(n)
      .outer(u, random(n, 1, seed - i).data)
      .build();
  });
}

describe.each([wasmKernels(), plainKernels()])('fillSchur ($name)', (kernels) => {
  it.each([
    [1, 2],
    [4, 9],
    [12, 7],
    [20, 40],
    [60, 4],
  ])('is ⟨A_i, X·A_j·Z⁻¹⟩ for size %i and %i constraints', (n, m) => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const matrices = mixed(n, m, seed);
        const rows = matrices.map((_, i) => random(3, 1, seed + i).data);
        const programme: SemidefiniteProgramme = {
          blocks: [n],
          linear: 3,
          objective: { blocks: [] },
          constraints: matrices.map((a, i) => ({ blocks: [a], linear: vector(rows[i]), value: 0 })),
        };
        const [x, z] = [positiveDefinite(n, seed), positiveDefinite(n, seed + 1)];
        const ratio = Float64Array.of(0.5, 2, 3);
        const out = new Float64Array(m * m);
        fillSchur(schurPlan(constraintOperator(programme)), [x], [z], ratio, kernels, out);
        for (let j = 0; j < m; j++) {
          const turned = naiveProduct(naiveProduct(x, dense(matrices[j], n)), z);
          for (let i = j; i < m; i++) {
            const a = dense(matrices[i], n);
            const exact =
              dot(a.data, turned.data) +
              rows[i].reduce((sum, value, l) => sum + value * rows[j][l] * ratio[l], 0);
            const unit = Math.sqrt(dot(a.data, a.data) * dot(turned.data, turned.data)) + 1;
            expect(Math.abs(out[i * m + j] - exact)).toBeLessThan(1e-13 * n * unit);
          }
        }
      }),
      { numRuns: 5, seed: 7 },
    );
  });

  it('knows products of two rows, alike, apart or overlapping', () => {
    const n = 24;
    const windows = [0, 0, 9, 14].map((from, w) =>
      Float64Array.from({ length: n }, (_, j) => (j >= from && j < from + 10 ? 1 + ((j * (w + 1)) % 3) : 0)),
    );
    const pairs = windows.flatMap((u, a) =>
      windows.slice(0, a + 1).map((v) => symmetricBuilder(n).outer(u, v).build()),
    );
    const operator = constraintOperator({
      blocks: [n],
      linear: 0,
      objective: { blocks: [] },
      constraints: pairs.map((a) => ({ blocks: [a], value: 0 })),
    });
    const plan = schurPlan(operator);
    expect(new Set(plan.blocks[0]!.methods)).toEqual(new Set(['low-rank']));
    const [x, z] = [positiveDefinite(n, 4), positiveDefinite(n, 5)];
    const m = pairs.length;
    const out = new Float64Array(m * m);
    fillSchur(plan, [x], [z], new Float64Array(0), kernels, out);
    pairs.forEach((right, j) => {
      const turned = naiveProduct(naiveProduct(x, dense(right, n)), z);
      pairs.slice(j).forEach((left, k) => {
        const exact = dense(left, n).data.reduce((sum, value, e) => sum + value * turned.data[e]!, 0);
        expect(Math.abs(out[(j + k) * m + j]! - exact)).toBeLessThan(1e-11 * (1 + Math.abs(exact)));
      });
    });
  });

  it('takes every method', () => {
    const programme = (n: number, m: number): SemidefiniteProgramme => ({
      blocks: [n],
      linear: 0,
      objective: { blocks: [] },
      constraints: mixed(n, m, 1).map((a) => ({ blocks: [a], value: 0 })),
    });
    const taken = [programme(20, 40), programme(60, 4)].flatMap((p) =>
      schurPlan(constraintOperator(p)).blocks.flatMap(({ methods }) => methods),
    );
    expect(new Set(taken)).toEqual(new Set(['entries', 'half-product', 'low-rank', 'product']));
  });
});

describe('symmetricBuilder', () => {
  it('adds terms, drops what cancels and stays in the lower triangle', () => {
    const a = symmetricBuilder(3)
      .entry(0, 2, 1)
      .entry(2, 0, 1)
      .coefficient(1, 0, 3)
      .entry(1, 1, 5)
      .entry(1, 1, -5);
    expect(a.build()).toEqual({
      rows: Int32Array.of(1, 2),
      cols: Int32Array.of(0, 0),
      values: Float64Array.of(1.5, 2),
    });
  });

  it('reads uᵀ·X·v', () => {
    const [u, v, x] = [random(6, 1, 1), random(6, 1, 2), positiveDefinite(6, 3)];
    const a = dense(symmetricBuilder(6).outer(u.data, v.data, 2).build(), 6);
    expect(dot(a.data, x.data)).toBeCloseTo(2 * dot(u.data, naiveProduct(x, v).data), 12);
  });

  it('refuses what does not fit', () => {
    expect(() => symmetricBuilder(2).entry(0, 2, 1)).toThrow('(0, 2) in 2 × 2');
    expect(() => symmetricBuilder(2).outer([1], [1, 2])).toThrow('1 and 2 entries');
    expect(() => symmetricBuilder(2).dense(zeros(3, 2))).toThrow('3 × 2');
    expect(() => symmetricBuilder(-1)).toThrow('-1');
  });
});
