import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { zeros } from '../../numerics/matrix.ts';
import { normalAt, randomStream } from '../../numerics/random/random-stream.ts';
import { rescaleToCorrelation } from '../covariance-repair.ts';
import { latentCovariance } from '../latent-covariance.ts';
import type { KernelSpec } from '../latent-kernel.ts';
import type { TargetSpec } from '../target.ts';
import { target } from '../target.ts';
import { timeGrid } from '../time/time-grid.ts';
import { protocolFamily } from './protocol-family.ts';
import { familyValuesOfTargets } from './value.ts';

// Read without noise wherever the target looks, the trajectory is known, and the value is 1: for every law, target and way
// of computing, and by no more than 1.

const point = (j: number) => ({ first: j, last: j, noise: 0 });
const kernel: fc.Arbitrary<KernelSpec> = fc
  .tuple(
    fc.constantFrom('ou', 'matern32', 'matern52', 'squaredExponential'),
    fc.double({ min: -1.5, max: 2, noNaN: true }),
  )
  .map(([name, size]) => ({ [name]: { tau: 10 ** size } }) as unknown as KernelSpec);
const aim: fc.Arbitrary<TargetSpec> = fc.oneof(
  fc.constant<TargetSpec>({ square: true }),
  fc.constant<TargetSpec>('mean'),
  fc.double({ min: 0.2, max: 3, noNaN: true }).map((outside) => ({ outside })),
  fc.double({ min: -3, max: 3, noNaN: true }).map((above) => ({ above })),
  fc.constant<TargetSpec>({ logistic: 2 }),
  fc.constant<TargetSpec>({ hermite: [0.3, 1, 0.5] }),
);

/** Correlations of a few simulated units, some of their variance made even: as calibrate estimates them. */
function estimated(p: number, units: number, seed: number) {
  const stream = randomStream(seed);
  const scatter = zeros(p, p);
  for (let i = 0; i < units; i++) {
    let x = normalAt(stream, i * (p + 1));
    const record = Array.from({ length: p }, (_, j) => {
      x = 0.95 * x + 0.3 * normalAt(stream, i * (p + 1) + j + 1);
      return x;
    });
    for (let j = 0; j < p; j++)
      for (let k = 0; k < p; k++) scatter.data[j * p + k]! += (record[j]! * record[k]!) / units;
  }
  for (let j = 0; j < p; j++) scatter.data[j * p + j]! += 1 / units;
  rescaleToCorrelation(scatter);
  return scatter;
}

describe.each([wasmKernels(), plainKernels()])('every point read without noise, $name', (kernels) => {
  it.each(['full', 'screening'] as const)('is worth 1, %s', (accuracy) => {
    fc.assert(
      fc.property(
        kernel,
        aim,
        fc.integer({ min: 2, max: 24 }),
        fc.integer({ min: 0, max: 99 }),
        (law, spec, p, seed) => {
          const grid = timeGrid(10, p);
          const weights = new Float64Array(p).fill(1 / p);
          const laws = [latentCovariance({ kernel: law }, grid).covariance, estimated(p, 3 * p, seed)];
          const all = Array.from({ length: p }, (_, j) => point(j));
          // The same points by windows from the first one on: each tells one point more.
          const windows = all.map((_, j) => ({ first: 0, last: j, noise: 0 }));
          const { catalogue, family } = protocolFamily([
            all,
            windows,
            [...all, { first: 0, last: 1, noise: 0.2 }],
          ]);
          for (const covariance of laws) {
            const [columns] = familyValuesOfTargets(
              { covariance, weights },
              [target(spec)],
              catalogue,
              family,
              {
                kernels,
                accuracy,
              },
            );
            expect([...columns!.value]).toEqual([1, 1, 1]);
            expect([...columns!.explained]).toEqual(new Array(3).fill(columns!.variance));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(['full', 'screening'] as const)(
    'all but one are worth at most 1, and no less than fewer, %s',
    (accuracy) => {
      fc.assert(
        fc.property(
          kernel,
          aim,
          fc.integer({ min: 3, max: 24 }),
          fc.integer({ min: 0, max: 99 }),
          (law, spec, p, seed) => {
            const grid = timeGrid(10, p);
            const weights = new Float64Array(p).fill(1 / p);
            const laws = [latentCovariance({ kernel: law }, grid).covariance, estimated(p, 3 * p, seed)];
            const most = Array.from({ length: p - 1 }, (_, j) => point(j));
            const { catalogue, family, mixture } = protocolFamily([most, most.slice(1)]);
            for (const covariance of laws) {
              const [columns] = familyValuesOfTargets(
                { covariance, weights },
                [target(spec)],
                catalogue,
                family,
                {
                  kernels,
                  accuracy,
                },
              );
              const value = (i: number) => columns!.value[mixture.complete[i]!]!;
              expect(value(0)).toBeLessThanOrEqual(1);
              expect(value(0)).toBeGreaterThan(value(1) - (accuracy === 'full' ? 1e-7 : 2e-6));
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
