import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtBackwards, cycle, maxCut, reading, unitTrace } from '../../../test/programmes.ts';
import type { SemidefiniteConstraint, SemidefiniteProgramme } from './programme.ts';
import { solveSemidefinite } from './solve-semidefinite.ts';
import { symmetricBuilder } from './sparse-symmetric.ts';

/** Σ weights_i·(constraint i) of one-block programmes. */
function combination(
  { blocks, constraints }: SemidefiniteProgramme,
  weights: ArrayLike<number>,
  off = 0,
): SemidefiniteConstraint {
  const builder = symmetricBuilder(blocks[0]);
  let value = off;
  constraints.forEach((constraint, i) => {
    const a = constraint.blocks[0]!;
    for (let e = 0; e < a.values.length; e++) builder.entry(a.rows[e], a.cols[e], weights[i] * a.values[e]);
    value += weights[i] * constraint.value;
  });
  return { blocks: [builder.build()], value };
}

describe('dependent constraints', () => {
  it('are dropped where they agree, and named', () => {
    const programme = maxCut(5, cycle(5));
    const redundant = [
      { blocks: [unitTrace(5)], value: 5 },
      programme.constraints[2],
      { blocks: [], value: 0 },
      { blocks: [reading(5, 0, 1)], value: -0.8 },
      { blocks: [symmetricBuilder(5).coefficient(0, 1, 1e5).entry(0, 0, 1).build()], value: -0.8e5 + 1 },
    ];
    const more = { ...programme, constraints: [...programme.constraints, ...redundant] };
    const solution = solveSemidefinite(more);
    expect(solution.status).toBe('optimal');
    expect(solution.dropped).toEqual([5, 6, 7, 9]);
    expect([5, 6, 7, 9].map((i) => solution.y[i])).toEqual([0, 0, 0, 0]);
    expect(solution.primalResidual).toBeLessThan(1e-8);
    const without = solveSemidefinite({
      ...programme,
      constraints: [...programme.constraints, redundant[3]],
    });
    expect(solution.primal).toBeCloseTo(without.primal, 7);
  });

  it('are infeasible where they do not, with the contradiction as the certificate', () => {
    const programme = maxCut(4, cycle(4));
    for (const off of [1, -1e-3, 1e-6]) {
      const solution = solveSemidefinite({
        ...programme,
        constraints: [...programme.constraints, combination(programme, [1, 2, -3, 0.5], off)],
      });
      expect(solution.status).toBe('primal-infeasible');
      expect(solution.iterations).toBe(0);
      const { certificate } = solution;
      expect(certificate?.kind).toBe('primal');
      if (certificate?.kind !== 'primal') return;
      // The multipliers of the combination, over the contradiction.
      [-1, -2, 3, -0.5, 1].forEach((weight, i) => {
        expect(certificate.y[i] * off).toBeCloseTo(weight, 8);
      });
    }
    const empty = solveSemidefinite({ ...programme, constraints: [{ blocks: [], value: 1 }] });
    expect(empty.status).toBe('primal-infeasible');
  });

  it('are found among random ones, however many', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(10000),
        (n, extra, seed) => {
          const m = Math.max(1, Math.floor((n * (n + 1)) / 4));
          const { programme, optimum } = builtBackwards([n], 0, m, seed);
          const added = Array.from({ length: extra }, (_, k) =>
            combination(
              programme,
              Array.from({ length: m }, (_, i) => Math.cos(3 * i * (k + 1) + seed)),
            ),
          );
          const solution = solveSemidefinite({
            ...programme,
            constraints: [...programme.constraints, ...added],
          });
          expect(solution.dropped).toEqual(added.map((_, k) => m + k));
          expect(Math.abs(solution.primal - optimum)).toBeLessThan(1e-5 * (1 + Math.abs(optimum)));
        },
      ),
      { numRuns: 50, seed: 6 },
    );
  });

  it('are not suspected where they differ by 1e-7, though their Gram matrix cannot tell', () => {
    const nearly = symmetricBuilder(2).entry(0, 0, 1).coefficient(0, 1, 1e-7).build();
    const solution = solveSemidefinite({
      blocks: [2],
      linear: 0,
      objective: { blocks: [unitTrace(2)] },
      constraints: [
        { blocks: [reading(2, 0, 0)], value: 1 },
        { blocks: [nearly], value: 1 + 5e-8 },
      ],
    });
    // X_01 = 1/2, so the least trace is 1 + 1/4.
    expect(solution.dropped).toEqual([]);
    expect(solution.dual).toBeCloseTo(1.25, 6);
  });
});
