import { describe, expect, it } from 'vitest';
import { catalogueOf, covarianceOf, mixedFamily, targets } from '../../../test/laws.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { target } from '../target.ts';
import { targetWeights } from '../target-weights.ts';
import { timeGrid } from '../time/time-grid.ts';
import { familyValues, familyValuesOfTargets } from './value.ts';

const largestDistance = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe.each([wasmKernels(), plainKernels()])('screening with $name kernels', (kernels) => {
  it.each([
    [61, 'true', 0.5],
    [61, 8, 0.5],
    [96, 30, 0.1],
    [40, 12, 0],
  ] as const)('is within 1e-6 of full accuracy: %d points, %s units, noise %d', (points, units, noise) => {
    const model = {
      covariance: covarianceOf(points, units),
      weights: targetWeights({ recency: 6 }, timeGrid(20, points)),
    };
    const catalogue = catalogueOf(points, noise);
    const family = mixedFamily([0, 1, 2, 3, 4, 5, 8], kernels.name === 'typescript' ? 12 : 150);
    const screened = familyValuesOfTargets(model, targets, catalogue, family, {
      kernels,
      accuracy: 'screening',
    });
    targets.forEach((aim, t) => {
      const full = familyValues(model, aim, catalogue, family, wasmKernels());
      expect(largestDistance(screened[t]!.value, full.value), aim.name).toBeLessThan(1e-6);
      expect(largestDistance(screened[t]!.linearValue, full.linearValue), aim.name).toBeLessThan(1e-12);
      expect(screened[t]!.rank).toEqual(full.rank);
    });
  });
});

describe.each([wasmKernels(), plainKernels()])('a target in another unit, with $name kernels', (kernels) => {
  // Single precision has no numbers above 3e38, and few digits of those below 1e-38.
  it.each([1e-70, 1e-40, 1e-20, 1e-5, 1e5, 1e9, 1e15, 1e20, 1e40, 1e70])(
    'of %d has the same values',
    (unit) => {
      // Most of what readings recover of distant times is little.
      const model = {
        covariance: covarianceOf(61, 'true'),
        weights: targetWeights('uniform', timeGrid(20, 61)),
      };
      const catalogue = catalogueOf(61, 0.5);
      const family = mixedFamily([1, 2, 3, 4], kernels.name === 'typescript' ? 6 : 60);
      const inUnit = (c: number, accuracy: 'full' | 'screening') =>
        familyValuesOfTargets(
          model,
          [target({ hermite: [0.3 * c, -0.5 * c, 0.2 * c, 0.7 * c, c, 0.4 * c] })],
          catalogue,
          family,
          { kernels, accuracy },
        )[0]!.value;
      expect(largestDistance(inUnit(unit, 'full'), inUnit(1, 'full'))).toBeLessThan(1e-13);
      expect(largestDistance(inUnit(unit, 'screening'), inUnit(1, 'full'))).toBeLessThan(1e-6);
    },
  );
});

it('several targets together have the numbers of each alone', () => {
  const model = { covariance: covarianceOf(61, 8), weights: targetWeights('uniform', timeGrid(20, 61)) };
  const catalogue = catalogueOf(61, 0.5);
  const family = mixedFamily([1, 3, 4], 40);
  for (const some of [targets, [targets[0]!], [targets[2]!, targets[0]!]]) {
    const together = familyValuesOfTargets(model, some, catalogue, family);
    expect(together).toEqual(some.map((aim) => familyValues(model, aim, catalogue, family)));
  }
});

it('says which target does not vary', () => {
  const flat = { covariance: covarianceOf(40, 'true'), weights: new Float64Array(40) };
  expect(() => familyValuesOfTargets(flat, [targets[1]!], catalogueOf(40, 1), mixedFamily([2], 2))).toThrow(
    "the target 'above 0' does not vary",
  );
});
