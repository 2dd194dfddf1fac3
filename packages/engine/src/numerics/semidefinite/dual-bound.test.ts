import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random, secondDifference } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { smallestEigenvalue, vector } from '../../../test/programmes.ts';
import { wasmKernels } from '../kernels/kernels.ts';
import { constraintOperator, objectivePoint } from './constraint-operator.ts';
import { dualBound } from './dual-bound.ts';
import type { SemidefiniteProgramme } from './programme.ts';

const bound = (
  programme: SemidefiniteProgramme,
  y: readonly number[],
  linearBound: number,
  kernels = plainKernels(),
) =>
  dualBound(
    constraintOperator(programme),
    objectivePoint(programme),
    Float64Array.from(programme.constraints, ({ value }) => value),
    Float64Array.from(y),
    programme.traceBounds ?? [],
    linearBound,
    kernels,
  );

describe.each([wasmKernels(), plainKernels()])('dualBound ($name)', (kernels) => {
  it('is y + min(0, λ - y) for the smallest eigenvalue λ, less a rounding error', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: -5, max: 5, noNaN: true }), (n, y) => {
        const smallest = 2 - 2 * Math.cos(Math.PI / (n + 1));
        const found = bound(smallestEigenvalue(secondDifference(n)), [y], 0, kernels);
        const exact = y + Math.min(0, smallest - y);
        expect(found.bound).toBeLessThanOrEqual(exact);
        expect(found.bound).toBeGreaterThan(exact - 1e-11);
        expect(found.allowance).toBeLessThan(1e-11);
      }),
      { seed: 8 },
    );
  });

  it('holds for every point of the trace that was named, whatever y is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat(10000),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (n, seed, y) => {
          const s = random(n, n, seed);
          const found = bound(smallestEigenvalue(s), [y], 0, kernels);
          const v = random(n, 1, seed + 1).data;
          let form = 0;
          let square = 0;
          for (let i = 0; i < n; i++) {
            square += v[i] * v[i];
            for (let j = 0; j <= i; j++) form += (i === j ? 1 : 2) * s.data[i * n + j] * v[i] * v[j];
          }
          expect(found.bound).toBeLessThanOrEqual(form / square);
        },
      ),
      { seed: 9 },
    );
  });

  it('takes the lowest price of the linear block times its bound', () => {
    // Least -x_0 - 2·x_1 with x_0 + x_1 + x_2 = 4; y = -1.5 leaves the prices 0.5, -0.5, 1.5.
    const programme: SemidefiniteProgramme = {
      blocks: [],
      linear: 3,
      objective: { blocks: [], linear: vector([-1, -2, 0]) },
      constraints: [{ blocks: [], linear: vector([1, 1, 1]), value: 4 }],
    };
    expect(bound(programme, [-1.5], 4, kernels).bound).toBeCloseTo(-8, 12);
    expect(bound(programme, [-1.5], 10, kernels).bound).toBeCloseTo(-11, 12);
    expect(bound(programme, [-3], 10, kernels).bound).toBeCloseTo(-12, 12);
  });
});
