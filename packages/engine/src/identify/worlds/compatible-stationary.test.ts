import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { action } from '../../model/value/action.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import { toeplitz } from '../invisible/covariance-class.ts';
import type { Knowledge } from '../invisible/knowledge.ts';
import { largestInClass, leastInClass, mostInsideClass } from './compatible-class.ts';
import type { Solved } from './compatible-programme.ts';
import { explainedSchur } from './compatible-set.ts';
import { largestStationary, leastStationary, mostInsideStationary } from './compatible-stationary.ts';

const kernels = defaultKernels();

const solved = (answer: Solved) => {
  if (!answer.ok) throw new Error(`${answer.status}, relative gap ${answer.relativeGap}`);
  return answer;
};

const problems = fc.record({
  points: fc.integer({ min: 3, max: 16 }),
  memory: fc.constantFrom(0.5, 2, 6),
  kernel: fc.constantFrom('ou' as const, 'matern32' as const),
  nugget: fc.constantFrom(0, 0.1),
  realised: fc.array(
    fc.record({ at: fc.double({ min: 0, max: 8, noNaN: true }), width: fc.constantFrom(0, 0, 3) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  alternative: fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 1, maxLength: 3 }),
  noise: fc.constantFrom(0.01, 0.3),
  knowledge: fc.constantFrom<Knowledge>(
    {},
    {},
    { nonNegative: true },
    { nonIncreasing: true },
    { smallestEigenvalue: 1e-3 },
    { nonNegative: true, nonIncreasing: true },
  ),
  seed: fc.integer(),
});

describe('over mixtures of cosines', () => {
  it('programmes have the values that they have along the invisible directions, and bounds that hold', () => {
    fc.assert(
      fc.property(
        problems,
        ({ points, memory, kernel, nugget, realised, alternative, noise, knowledge, seed }) => {
          const grid = timeGrid(8, points);
          const weights = targetWeights('uniform', grid);
          const inside = kernelMatrix(
            kernel === 'ou' ? { ou: { tau: memory } } : { matern32: { tau: memory } },
            nugget,
            grid,
          );
          fc.pre(kernels.cholesky(inside, 2e-3).ok);
          const benchmark = benchmarkOf([realised.map((spec) => action({ ...spec, noise }, grid))], {
            weights,
          });
          const set = { benchmark, inside, covarianceClass: 'stationary' as const, knowledge };

          const row = new Float64Array(points);
          fillNormal(randomStream(seed, points), row);
          const h = symmetricBuilder(points).outer(row, weights).outer(row, row, -0.1).build();
          const high = solved(largestStationary(set, h, kernels));
          const other = solved(largestInClass(set, h, kernels));
          const scale = 1 + Math.abs(other.value);
          expect(Math.abs(high.value - other.value)).toBeLessThanOrEqual(1e-7 * scale);
          expect(high.bound).toBeGreaterThanOrEqual(other.value - 3e-8 * scale);
          expect(high.bound - high.value).toBeLessThanOrEqual(1e-7 * scale);
          expect(isToeplitz(high.covariance)).toBe(true);

          const actions = alternative.map((at) => action({ at, noise }, grid));
          const entries = explainedSchur({ weights }, actions, 0.5);
          const size = actions.length + 1;
          const low = solved(leastStationary(set, size, entries, { traceBound: size + 1 }, kernels));
          const second = solved(leastInClass(set, size, entries, { traceBound: size + 1 }, kernels));
          expect(Math.abs(low.value - second.value)).toBeLessThanOrEqual(3e-7);
          expect(low.bound).toBeLessThanOrEqual(second.value + 3e-8);
          expect(low.value - low.bound).toBeLessThanOrEqual(1e-7);

          const inner = solved(mostInsideStationary(set, kernels));
          expect(inner.value).toBeCloseTo(solved(mostInsideClass(set, kernels)).value, 6);
          expect(kernels.eigenvaluesSymmetric(inner.covariance)[0]).toBeCloseTo(inner.value, 6);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('the lag-one correlation of three points, of which the second is known, ends where the determinant does', () => {
    // |1 a b; a 1 a; b a 1| = (1 − b)(1 + b − 2a²): at b = 0.2 the largest a is √0.6.
    const set = {
      benchmark: { realised: [], weights: new Float64Array(3).fill(1 / 3), pairs: [[0, 2] as const] },
      inside: toeplitz([1, 0, 0.2]),
      covarianceClass: 'stationary' as const,
      knowledge: {},
    };
    const lagOne = symmetricBuilder(3).coefficient(1, 0, 1).build();
    const { value, bound } = solved(largestStationary(set, lagOne, kernels));
    expect(value).toBeCloseTo(Math.sqrt(0.6), 7);
    expect(bound).toBeGreaterThanOrEqual(Math.sqrt(0.6) - 1e-15);
    // With no eigenvalue below δ it is that of K − δI: the largest a is √((1 − δ)(1.2 − δ)/2).
    const floored = { ...set, knowledge: { smallestEigenvalue: 0.1 } };
    expect(solved(largestStationary(floored, lagOne, kernels)).value).toBeCloseTo(Math.sqrt(0.9 * 0.55), 7);
  });
});

describe('along the invisible directions', () => {
  it('a solve that stops early has a bound that holds all the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 12 }),
        fc.constantFrom(1e-1, 1e-2, 1e-3, 1e-4),
        fc.integer(),
        (points, tolerance, seed) => {
          const grid = timeGrid(8, points);
          const weights = targetWeights('uniform', grid);
          const inside = kernelMatrix({ ou: { tau: 2 } }, 0.1, grid);
          const benchmark = benchmarkOf([[1, 3].map((at) => action({ at, noise: 0.1 }, grid))], { weights });
          const set = { benchmark, inside, covarianceClass: 'stationary' as const, knowledge: {} };
          const row = new Float64Array(points);
          fillNormal(randomStream(seed, points), row);
          const h = symmetricBuilder(points).outer(row, weights).outer(row, row, -0.1).build();
          const most = solved(largestInClass(set, h, kernels, 1e-10)).value;
          expect(solved(largestInClass(set, h, kernels, tolerance)).bound).toBeGreaterThanOrEqual(
            most - 1e-9,
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

function isToeplitz({ rows: p, data }: Matrix): boolean {
  return data.every((value, n) => value === data[Math.abs(Math.floor(n / p) - (n % p))]);
}
