import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { builtBackwards, reading, type sparse } from '../../../test/programmes.ts';
import type { SemidefiniteProgramme } from './programme.ts';
import { solveSemidefinite } from './solve-semidefinite.ts';
import { symmetricBuilder } from './sparse-symmetric.ts';

const shape = fc.record({
  blocks: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  linear: fc.integer({ min: 0, max: 8 }),
  seed: fc.integer({ min: 1, max: 10000 }),
  density: fc.constantFrom(0.15, 0.5, 1),
});

/** Half as many constraints as unknowns at most. */
const some = (blocks: number[], linear: number) =>
  Math.max(1, Math.floor(blocks.reduce((sum, n) => sum + (n * (n + 1)) / 2, linear) / 2));

const scaled = (programme: SemidefiniteProgramme, by: (i: number) => number): SemidefiniteProgramme => ({
  ...programme,
  constraints: programme.constraints.map(({ blocks, linear, value }, i) => ({
    blocks: blocks.map((a) => a && { ...a, values: Array.from(a.values, (entry) => entry * by(i)) }),
    linear: linear && { ...linear, values: Array.from(linear.values, (entry) => entry * by(i)) },
    value: value * by(i),
  })),
});

describe('solveSemidefinite', () => {
  it('finds the optimum that a programme was built from', () => {
    fc.assert(
      fc.property(shape, ({ blocks, linear, seed, density }) => {
        const { programme, optimum } = builtBackwards(blocks, linear, some(blocks, linear), seed, density);
        const solution = solveSemidefinite(programme);
        const unit = 1 + Math.abs(optimum);
        expect(solution.status).toBe('optimal');
        expect(Math.abs(solution.primal - optimum) / unit).toBeLessThan(5e-8);
        expect(Math.abs(solution.dual - optimum) / unit).toBeLessThan(5e-8);
        expect(solution.lowerBound).toBeLessThanOrEqual(optimum + 1e-12 * unit);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  it('never bounds the optimum wrongly, wherever it is stopped', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 0, max: 12 }), ({ blocks, linear, seed }, maxIterations) => {
        const { programme, optimum } = builtBackwards(blocks, linear, some(blocks, linear), seed);
        const { lowerBound, lowerBoundAllowance } = solveSemidefinite(programme, { maxIterations });
        expect(lowerBound).toBeLessThanOrEqual(optimum + 1e-13 * (1 + Math.abs(optimum)));
        expect(lowerBoundAllowance).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  it('obeys weak duality up to the residuals', () => {
    fc.assert(
      fc.property(shape, ({ blocks, linear, seed }) => {
        const { programme } = builtBackwards(blocks, linear, some(blocks, linear), seed);
        const solution = solveSemidefinite(programme, { tolerance: 1e-6 });
        // primal - dual = ⟨X, Z⟩ where both residuals vanish.
        const unit = 1 + Math.abs(solution.primal) + Math.abs(solution.dual);
        expect(solution.primal - solution.dual).toBeGreaterThan(-1e-7 * unit);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('does not depend on the units of the constraints', () => {
    const { programme, optimum } = builtBackwards([7, 3], 5, 14, 12);
    const plain = solveSemidefinite(programme);
    // Powers of two change no digit of the data, so the iterates are the same.
    const binary = (i: number) => 2 ** ((i % 7) * 6 - 18);
    const exact = solveSemidefinite(scaled(programme, binary));
    expect(exact.primal).toBeCloseTo(plain.primal, 12);
    exact.y.forEach((value, i) => {
      expect(value * binary(i)).toBeCloseTo(plain.y[i], 10);
    });
    const other = solveSemidefinite(scaled(programme, (i) => (i % 2 ? -1e6 : 3e-5)));
    expect(other.status).toBe('optimal');
    expect(Math.abs(other.primal - optimum) / (1 + Math.abs(optimum))).toBeLessThan(1e-7);
  });

  it('does not depend on the order of blocks and constraints', () => {
    const { programme } = builtBackwards([6, 4], 3, 11, 8);
    const turned: SemidefiniteProgramme = {
      blocks: [...programme.blocks].reverse(),
      linear: programme.linear,
      objective: { ...programme.objective, blocks: [...programme.objective.blocks].reverse() },
      constraints: programme.constraints
        .map((constraint) => ({ ...constraint, blocks: [...constraint.blocks].reverse() }))
        .reverse(),
    };
    const [one, two] = [solveSemidefinite(programme), solveSemidefinite(turned)];
    expect(Math.abs(one.primal - two.primal)).toBeLessThan(1e-7);
    expect(two.y.toReversed()[0]).toBeCloseTo(one.y[0], 5);
  });

  it.each([1e-2, 1e-4, 1e-6, 1e-8])(
    'solves a programme whose constraints are %d from dependent',
    (little) => {
      // K_01 is read twice, the second time with a little of K_02, which says that K_02 = 0.36.
      const n = 4;
      const both = symmetricBuilder(n).coefficient(0, 1, 1).coefficient(0, 2, little).build();
      const solution = solveSemidefinite({
        blocks: [n],
        linear: 0,
        objective: { blocks: [reading(n, 3, 0)] },
        constraints: [
          ...[0, 1, 2, 3].map((i) => ({ blocks: [reading(n, i, i)], value: 1 })),
          { blocks: [reading(n, 0, 1)], value: 0.6 },
          { blocks: [both], value: 0.6 + little * 0.36 },
          { blocks: [reading(n, 2, 3)], value: 0.6 },
        ],
        traceBounds: [n],
      });
      // With K_02 and K_23 the least K_03 is the cosine of the sum of their angles; the data carry 1e-16/little.
      const exact = Math.cos(Math.acos(0.36) + Math.acos(0.6));
      expect(solution.dropped).toEqual([]);
      expect(solution.status).toBe('optimal');
      expect(Math.abs(solution.primal - exact)).toBeLessThan(3e-8 + 1e-15 / little);
      expect(solution.lowerBound).toBeLessThan(exact + 1e-15 / little);
    },
  );

  it('approaches an optimum that is not attained', () => {
    // Least X_00 with X_01 = 1: the infimum 0 needs an infinite X_11.
    const solution = solveSemidefinite({
      blocks: [2],
      linear: 0,
      objective: { blocks: [reading(2, 0, 0)] },
      constraints: [{ blocks: [reading(2, 0, 1)], value: 1 }],
    });
    expect(solution.status).toBe('optimal');
    expect(solution.primal).toBeLessThan(1e-7);
    expect(solution.X[0].data[3]).toBeGreaterThan(1e6);
  });

  it('does not call a programme solved whose optimum is not that of its dual', () => {
    // X_11 = 0 forces X_12 = 0 and so X_00 = 1; the dual needs y_0 ≤ 0, where its optimum is 0.
    const solution = solveSemidefinite({
      blocks: [3],
      linear: 0,
      objective: { blocks: [reading(3, 0, 0)] },
      constraints: [
        { blocks: [symmetricBuilder(3).entry(0, 0, 1).coefficient(1, 2, 1).build()], value: 1 },
        { blocks: [reading(3, 1, 1)], value: 0 },
      ],
    });
    expect(solution.status).toBe('undecided');
    expect(solution.gap.relative).toBeGreaterThan(1e-4);
  });

  it('keeps its residuals honest', () => {
    const { programme } = builtBackwards([5, 2], 3, 9, 77);
    const { X, x, y, Z, z, primalResidual, dualResidual, primal } = solveSemidefinite(programme, {
      kernels: plainKernels(),
      maxIterations: 1,
    });
    // From the definitions, with dense matrices.
    const dense = (a: ReturnType<typeof sparse> | undefined, n: number) => {
      const full = new Float64Array(n * n);
      for (let e = 0; e < (a?.values.length ?? 0); e++) {
        full[a!.rows[e] * n + a!.cols[e]] = a!.values[e];
        full[a!.cols[e] * n + a!.rows[e]] = a!.values[e];
      }
      return full;
    };
    const flat = (blocks: readonly (ReturnType<typeof sparse> | undefined)[], linear: ArrayLike<number>) => [
      ...programme.blocks.flatMap((n, b) => [...dense(blocks[b], n)]),
      ...Array.from(linear),
    ];
    const product = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);
    const point = [...X.flatMap(({ data }) => [...data]), ...x];
    const slack = [...Z.flatMap(({ data }) => [...data]), ...z];
    const rows = programme.constraints.map((c) => flat(c.blocks, c.linear!.values));
    const cost = flat(programme.objective.blocks, programme.objective.linear!.values);
    const lengths = rows.map((row) => Math.sqrt(product(row, row)));
    const missed = rows.map((row, i) => (programme.constraints[i].value - product(row, point)) / lengths[i]);
    const values = programme.constraints.map(({ value }, i) => value / lengths[i]);
    expect(primalResidual).toBeCloseTo(
      Math.sqrt(product(missed, missed)) / (1 + Math.sqrt(product(values, values))),
      10,
    );
    const left = cost.map((c, k) => c - rows.reduce((sum, row, i) => sum + y[i] * row[k], 0) - slack[k]);
    expect(dualResidual).toBeCloseTo(
      Math.sqrt(product(left, left)) / (1 + Math.sqrt(product(cost, cost))),
      10,
    );
    expect(primal).toBeCloseTo(product(cost, point), 8);
  });
});
