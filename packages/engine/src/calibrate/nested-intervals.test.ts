import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { points, testStudy } from '../../test/units.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { calibrate } from './calibrate.ts';
import { comparisons } from './resampling/comparison.ts';
import type { Draws } from './resampling/draws.ts';
import type { EstimatorInput } from './resampling/estimator.ts';

/** What holds of comparisons whatever the data: nothing is told apart that its own interval leaves open. */
function expectNested({ comparisons: found }: ReturnType<typeof comparisons>, protocols: number): void {
  for (const { difference, low, high, alone, distinguishable } of found) {
    expect(low).toBeLessThanOrEqual(alone.low);
    expect(high).toBeGreaterThanOrEqual(alone.high);
    expect(alone.low).toBeLessThanOrEqual(difference);
    expect(alone.high).toBeGreaterThanOrEqual(difference);
    expect(distinguishable).toBe(low > 0);
    if (protocols === 2) expect({ low, high }).toEqual(alone);
  }
}

describe('the interval of a pair alone lies within that which holds for all pairs', () => {
  it('of draws of any shape', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.integer(),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (n, seed, skew) => {
          const shaped = (count: number, spread: number, what: string) => {
            const z = new Float64Array(count * n);
            fillNormal(randomStream(seed, what), z);
            // Skewed, with a centre of its own and errors in common.
            return z.map(
              (value, at) =>
                0.5 + 0.05 * (at % n) + spread * (Math.exp(skew * value) - 1 + z[at - (at % n)]!),
            );
          };
          const draws: Draws = {
            estimate: Float64Array.from({ length: n }, (_, i) => 0.5 + 0.05 * i),
            bootstrap: shaped(200, 0.05, 'bootstrap'),
            leftOut: shaped(40, 0.01, 'left out'),
          };
          expectNested(comparisons(draws, 0.95), n);
          expectNested(comparisons(draws, 0.5), n);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each(['gaussian', 'linear'] as const)('of random data: %s', async (estimand) => {
    for (let seed = 0; seed < 12; seed++) {
      const { grid, weights, values } = testStudy(15 + 5 * (seed % 4), 10, seed, 0.1);
      const all = [[2, 8], [1, 2], [5], [1, 4, 6, 9]].map((times) => points(grid, times, 0.2));
      const protocols = all.slice(0, 2 + (seed % 3));
      const input: EstimatorInput = {
        sample: { values },
        estimand,
        noise: 0.1,
        weights,
        targets: ['mean', { above: 1 }],
        protocols,
      };
      const { targets } = await calibrate(input, { draws: 200, seed });
      expect(targets.length).toBe(estimand === 'linear' ? 1 : 2);
      for (const found of targets) expectNested(found.comparisons, protocols.length);
    }
  });
});
