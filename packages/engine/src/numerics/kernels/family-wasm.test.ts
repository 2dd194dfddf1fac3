import { expect, it } from 'vitest';
import { catalogueOf, covarianceOf, mixedFamily, targets } from '../../../test/laws.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import type { Measurement } from '../../model/value/action.ts';
import { asFamily, someOf } from '../../model/value/protocol-family.ts';
import { familyValues } from '../../model/value/value.ts';
import { wasmKernels } from './kernels.ts';

const POINTS = 93;
const grid = timeGrid(20, POINTS);
const twelve: Measurement[] = Array.from({ length: 12 }, (_, i) => ({
  first: 7 * i + 3,
  last: 7 * i + 3,
  noise: 0.3,
}));

// Few rows are partly done in single precision, many are not, and more than these have no moments; what the group before made is
// kept as far as protocols begin alike.
const stairs = [3, 5, 12, 4, 9, 12, 6, 8, 7, 11, 2, 10, 9, 12, 3].flatMap((length) => {
  const beginning = Array.from({ length: length - 1 }, (_, i) => i);
  return [length - 1, 11].map((last) => [...beginning, last]);
});

it.each([
  ['beginnings of one protocol', twelve, asFamily(stairs), 'true'],
  ['large correlations', twelve, asFamily(stairs), 8],
  ['any protocols', catalogueOf(POINTS, 0.1), mixedFamily([0, 1, 2, 3, 4, 7, 8, 9, 10], 40), 20],
] as const)(
  '%s have the values that each has alone, and those of the twin',
  (_, catalogue, family, units) => {
    const covariance = covarianceOf(POINTS, units);
    for (const weights of [targetWeights('uniform', grid), targetWeights({ recency: 6 }, grid)])
      for (const aim of targets) {
        const together = familyValues({ covariance, weights }, aim, catalogue, family, wasmKernels()).value;
        const twin = familyValues({ covariance, weights }, aim, catalogue, family, plainKernels()).value;
        together.forEach((value, i) => {
          expect(Math.abs(value - twin[i]!), `${aim.name}, protocol ${i}`).toBeLessThan(1e-13);
          const alone = familyValues({ covariance, weights }, aim, catalogue, someOf(family, [i]));
          expect(alone.value[0], `${aim.name}, protocol ${i}`).toBe(value);
        });
      }
  },
);
