import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Action, action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { solveSemidefinite } from '../../numerics/semidefinite/solve-semidefinite.ts';
import { symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { benchmarkOf, visiblePairs } from '../invisible/benchmark.ts';
import { bilinear, type CompatibleSet, largestLinear, leastExplained } from './compatible-set.ts';
import { mergedPoints, unmerged } from './merged-points.ts';

/** A random correlation matrix of p points in so many dimensions. */
function correlations(p: number, dimensions: number, seed: number): Matrix {
  const vectors = Array.from({ length: p }, (_, j) => {
    const vector = new Float64Array(dimensions);
    fillNormal(randomStream(seed, j), vector);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  });
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      out.data[j * p + k] = vectors[j]!.reduce((sum, value, d) => sum + value * vectors[k]![d]!, 0);
  return out;
}

const sumsOf = (merged: ReturnType<typeof mergedPoints>, k: Matrix): Matrix => {
  const rows = merged.groups.map(({ points, weights }) => {
    const out = new Float64Array(k.rows);
    points.forEach((j, a) => {
      out[j] = weights[a]!;
    });
    return out;
  });
  const out = zeros(rows.length, rows.length);
  rows.forEach((u, g) => {
    rows.forEach((v, h) => {
      out.data[g * rows.length + h] = bilinear(k, u, v);
    });
  });
  return out;
};

describe('points that enter in one combination', () => {
  it('are those with proportional entries, rounding included; who is in no row is in no group', () => {
    const rows = [
      [1, 0, 0.1, 0, 0, 0.3, -1],
      [0, 1, 0.2, 3, 0, 0.1 * 6, 0],
    ].map((values) => Float64Array.from(values));
    const { groups, row: over } = mergedPoints(rows, 7);
    expect(groups.map(({ points }) => points)).toEqual([[0], [1, 3], [2, 5], [6]]);
    expect(groups[1]!.weights).toEqual([0.25, 0.75]);
    expect(groups.map(({ least }) => Math.sqrt(least))).toEqual([1, 0.5, expect.closeTo(0.5, 12), 1]);
    expect([...over(rows[1]!)]).toEqual([0, 4, expect.closeTo(0.8, 12), 0]);
  });

  it('have a whole matrix for all covariances that sums of unit vectors can have', () => {
    const weight = fc.oneof(fc.constant(1), fc.double({ min: 0.05, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(fc.array(weight, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer(),
        fc.constantFrom(1, 0.7),
        (bunches, dimensions, seed, variance) => {
          const p = bunches.flat().length;
          let from = 0;
          const rows = bunches.map((weights) => {
            const out = new Float64Array(p);
            out.set(weights, from);
            from += weights.length;
            return out;
          });
          const merged = mergedPoints(rows, p);
          expect(merged.groups.length).toBe(bunches.length);
          const given = correlations(p, dimensions, seed);
          given.data.forEach((value, n) => {
            given.data[n] = variance * value;
          });
          const sums = sumsOf(merged, given);
          const whole = unmerged(merged, sums, variance, p);
          for (let j = 0; j < p; j++) expect(whole.data[j * (p + 1)]).toBeCloseTo(variance, 12);
          expect(plainKernels().eigenvaluesSymmetric(whole)[0]).toBeGreaterThan(-1e-9);
          const own = sumsOf(merged, whole);
          sums.data.forEach((value, n) => {
            // A sum of nearly no variance has none of the digits that a correlation needs.
            expect(Math.abs(own.data[n]! - value)).toBeLessThan(1e-7);
          });
          rows.forEach((u) => {
            rows.forEach((v) => {
              const direct = bilinear(given, u, v);
              expect(bilinear(sums, merged.row(u), merged.row(v))).toBeCloseTo(direct, 9);
            });
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** The same two programmes over the p × p matrix itself, with a slack variable for every correlation that is not negative. */
function overAllEntries({ benchmark, inside, knowledge }: CompatibleSet, alternative: readonly Action[]) {
  const p = inside.rows;
  const floor = knowledge.smallestEigenvalue ?? 0;
  const h = benchmark.weights;
  const rows = measurementRows(alternative, p);
  const size = rows.length + 1;
  const plus = (u: Float64Array, v: Float64Array) => floor * dot(u, v);
  const ordered = knowledge.nonNegative
    ? Array.from({ length: p }, (_, j) => Array.from({ length: j }, (_, k) => [j, k] as const)).flat()
    : [];
  const linear = ordered.length;
  const constraints = [
    ...Array.from({ length: p }, (_, j) => ({
      blocks: [symmetricBuilder(p).entry(j, j, 1).build()],
      value: 1 - floor,
    })),
    ...visiblePairs(benchmark).map(([a, b]) => ({
      blocks: [symmetricBuilder(p).outer(a, b).build()],
      value: bilinear(inside, a, b) - plus(a, b),
    })),
    ...ordered.map(([j, k], i) => ({
      blocks: [symmetricBuilder(p).coefficient(j, k, 1).build()],
      linear: { indices: [i], values: [-1] },
      value: 0,
    })),
  ];
  const least = solveSemidefinite({
    blocks: [p, size],
    linear,
    objective: { blocks: [undefined, symmetricBuilder(size).entry(0, 0, 1).build()] },
    constraints: [
      ...constraints,
      ...rows.flatMap((b, i) =>
        [h, ...rows.slice(0, i + 1)].map((v, j) => ({
          blocks: [
            symmetricBuilder(p).outer(b, v, -1).build(),
            symmetricBuilder(size)
              .coefficient(i + 1, j, 1)
              .build(),
          ],
          value: (i + 1 === j ? alternative[i]!.noise : 0) + plus(b, v),
        })),
      ),
    ],
  });
  const largest = solveSemidefinite({
    blocks: [p],
    linear,
    objective: { blocks: [symmetricBuilder(p).outer(rows[0]!, h, -1).build()] },
    constraints,
  });
  expect([least.status, largest.status]).toEqual(['optimal', 'optimal']);
  return { least: least.primal, largest: plus(rows[0]!, h) - largest.primal };
}

describe('programmes over sums', () => {
  const actions = (p: number, most: number) =>
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: p, noNaN: true }),
        width: fc.constantFrom(0, 0, 2, 3),
        noise: fc.constantFrom(0.1, 0.4),
      }),
      { minLength: 1, maxLength: most },
    );
  const problem = fc.integer({ min: 3, max: 11 }).chain((p) =>
    fc.record({
      p: fc.constant(p),
      realised: fc.array(actions(p, 2), { minLength: 1, maxLength: 2 }),
      alternative: actions(p, 2),
      weights: fc.oneof(
        fc.constant('uniform' as const),
        fc.constant({ recency: 3 }),
        fc
          .array(fc.constantFrom(0, 1, 1, 2, 5), { minLength: p, maxLength: p })
          .filter((weights) => weights.some((weight) => weight > 0)),
      ),
      floor: fc.constantFrom(0, 0, 0.02),
      pair: fc.constantFrom(undefined, [0, p - 1] as const),
      nonNegative: fc.boolean(),
    }),
  );

  it('have the optima of those over all entries, and worlds that attain them', () => {
    fc.assert(
      fc.property(problem, ({ p, realised, alternative, weights: spec, floor, pair, nonNegative }) => {
        const grid = timeGrid(p, p);
        const made = (specs: typeof alternative) => specs.map((one) => action(one, grid));
        const weights = targetWeights(spec, grid);
        const set: CompatibleSet = {
          benchmark: { ...benchmarkOf(realised.map(made), { weights }), ...(pair && { pairs: [pair] }) },
          inside: kernelMatrix({ ou: { tau: 2 } }, 0.1, grid),
          covarianceClass: 'any',
          knowledge: { smallestEigenvalue: floor, nonNegative },
        };
        const asked = made(alternative);
        const oracle = overAllEntries(set, asked);
        const least = leastExplained(set, asked);
        const [b] = measurementRows(asked, p) as [Float64Array];
        const largest = largestLinear(set, [{ u: b, v: weights, weight: 1 }]);
        if (!least.ok || !largest.ok) throw new Error('not solved');
        expect(Math.abs(least.value - oracle.least)).toBeLessThan(1e-6);
        expect(least.bound).toBeLessThan(oracle.least + 1e-7);
        expect(Math.abs(largest.value - oracle.largest)).toBeLessThan(1e-6);
        expect(largest.bound).toBeGreaterThan(oracle.largest - 1e-7);
        expect(bilinear(largest.covariance, b, weights)).toBeCloseTo(largest.value, 6);
        for (const { covariance } of [least, largest]) {
          for (let j = 0; j < p; j++) expect(covariance.data[j * (p + 1)]).toBeCloseTo(1, 9);
          if (nonNegative) expect(Math.min(...covariance.data)).toBeGreaterThan(-1e-7);
          expect(defaultKernels().eigenvaluesSymmetric(covariance)[0]).toBeGreaterThan(floor - 1e-8);
          for (const [u, v] of visiblePairs(set.benchmark))
            expect(bilinear(covariance, u, v)).toBeCloseTo(bilinear(set.inside, u, v), 6);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('do not grow with the grid', () => {
    for (const points of [20, 400]) {
      const grid = timeGrid(20, points);
      const readings = [4.5, 12.5].map((at) => action({ at }, grid));
      const window = action({ at: 8, width: 3 }, grid);
      const rows = measurementRows([...readings, window], points);
      expect(mergedPoints([...rows, targetWeights('uniform', grid)], points).groups.length).toBe(4);
    }
  });
});
