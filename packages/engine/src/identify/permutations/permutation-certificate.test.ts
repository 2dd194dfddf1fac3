import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worldValue } from '../../../test/worlds.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import type { TargetSpec } from '../../model/target.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { action } from '../../model/value/action.ts';
import { matrixFromRows } from '../../numerics/matrix.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import { benchmarkLaw, isWorld, worldFaults } from '../worlds/compatible-world.ts';
import { permutationCertificate } from './permutation-certificate.ts';

const targets: TargetSpec[] = [
  'mean',
  { above: 0 },
  { above: 1.5 },
  { outside: 1.2 },
  { logistic: 2 },
  { square: true },
  { hermite: [1, 0.5, -0.3] },
];

describe('the three-point example', () => {
  const grid = timeGrid(3, 3);
  const weights = targetWeights('uniform', grid);
  it.each(targets)('%j: the gap is the closed form for every a and noise', (spec) => {
    const prepared = target(spec);
    for (const a of [0.2, 0.5, 0.9])
      for (const noise of [0, 0.3, 2]) {
        const covariance = matrixFromRows([
          [1, a, 0],
          [a, 1, 0],
          [0, 0, 1],
        ]);
        const benchmark = benchmarkOf([[action({ at: 0.5 }, grid)]], { weights });
        const alternative = [action({ at: 1.5, noise }, grid)];
        const { value, lowest, highest } = permutationCertificate(
          covariance,
          benchmark,
          alternative,
          prepared,
        );
        const { transform: C } = prepared;
        const s = 1 + noise;
        const gap = (C((a * a) / s) + 2 * C(a / s)) / (3 * C(1) + 2 * C(a));
        expect(highest).toBeUndefined();
        expect(Math.abs(value - lowest!.world.value - gap)).toBeLessThan(1e-10);
        expect([...lowest!.permutation]).toEqual([0, 2, 1]);
      }
  });
});

describe('in general', () => {
  const grid = timeGrid(8, 8);
  const weights = targetWeights('uniform', grid);
  it.each(targets)('%j: each world has the same benchmark law and the value said', (spec) => {
    const prepared = target(spec);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 2 }),
        fc.array(
          fc.record({ at: fc.double({ min: 0, max: 8, noNaN: true }), width: fc.constantFrom(0, 2) }),
          {
            minLength: 1,
            maxLength: 2,
          },
        ),
        (realised, others) => {
          const covariance = kernelMatrix({ varyingOu: { from: 0.5, to: 5 } }, 0, grid);
          const benchmark = benchmarkOf(
            [realised.map((j) => action({ at: grid.times[j]!, width: j % 2 === 0 ? 0 : 3 }, grid))],
            { weights },
          );
          const alternative = others.map((spec) => action({ ...spec, noise: 0.2 }, grid));
          const result = permutationCertificate(covariance, benchmark, alternative, prepared);
          const law = benchmarkLaw(benchmark, covariance);
          for (const found of [result.lowest, result.highest]) {
            if (found === undefined) continue;
            const { world, permutation } = found;
            expect(isWorld(worldFaults(benchmark, law, world.covariance))).toBe(true);
            const value = worldValue(world.covariance, { weights }, prepared, alternative);
            expect(Math.abs(value - world.value)).toBeLessThan(1e-11);
            // AΞ = A and Ξᵀω = ω, entry by entry.
            permutation.forEach((to, from) => {
              expect(weights[to]).toBe(weights[from]);
              for (const row of benchmark.realised.flat()) expect(row[to]).toBe(row[from]);
            });
          }
          if (result.lowest && result.highest)
            expect(result.lowest.world.value).toBeLessThan(result.highest.world.value);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('finds the best transposition among all', () => {
    const covariance = kernelMatrix({ varyingOu: { from: 0.5, to: 5 } }, 0, grid);
    const prepared = target({ above: 1 });
    const benchmark = benchmarkOf([[action({ at: 0.5 }, grid)]], { weights });
    const alternative = [action({ at: 3.5, noise: 0.2 }, grid)];
    const { lowest, highest } = permutationCertificate(covariance, benchmark, alternative, prepared);
    // Exchanging time 3 with j lets B read what was at j.
    const values = [1, 2, 3, 4, 5, 6, 7].map((j) =>
      worldValue(covariance, { weights }, prepared, [action({ at: j + 0.5, noise: 0.2 }, grid)]),
    );
    expect(lowest!.world.value).toBeCloseTo(Math.min(...values), 12);
    expect(highest!.world.value).toBeCloseTo(Math.max(...values), 12);
  });

  it.each([{ above: 1 }, { square: true }, { logistic: 2 }] as const)(
    'climbs both ways, windows too, with few worlds to look at: %o',
    (spec) => {
      const finer = timeGrid(8, 16);
      const alike = targetWeights('uniform', finer);
      const covariance = kernelMatrix({ varyingOu: { from: 0.5, to: 5 } }, 0, finer);
      const prepared = target(spec);
      const benchmark = benchmarkOf([[action({ at: 0.5 }, finer)]], { weights: alike });
      const alternative = [
        action({ at: 4, width: 3, noise: 0.2 }, finer),
        action({ at: 1.5, noise: 0.1 }, finer),
      ];
      const all = permutationCertificate(covariance, benchmark, alternative, prepared, { most: 1e5 });
      expect(all.search).toBe('all');
      const some = permutationCertificate(covariance, benchmark, alternative, prepared, { most: 500 });
      expect(some.search).toBe('exchanges');
      // Nearly all of the way to both ends, with few of the worlds.
      expect(some.tried).toBeLessThan(all.tried / 50);
      const way = (found: number, end: number) => (found - all.value) / (end - all.value);
      expect(way(some.lowest!.world.value, all.lowest!.world.value)).toBeGreaterThan(0.99);
      expect(way(some.highest!.world.value, all.highest!.world.value)).toBeGreaterThan(0.99);
    },
  );

  it('goes as far with a wide window on a fine grid as eight rounds of best exchanges each way', () => {
    const fine = timeGrid(10, 128);
    const covariance = kernelMatrix({ ou: { tau: 1 } }, 0.2, fine);
    const benchmark = benchmarkOf([[action({ at: 0.5, noise: 0.4 }, fine)]], {
      weights: targetWeights('uniform', fine),
    });
    const mixed = [
      action({ at: 5, width: 3, noise: 0.5 }, fine),
      action({ at: 2, repeats: 3, noise: 0.5 }, fine),
    ];
    const found = permutationCertificate(covariance, benchmark, mixed, target({ above: 1.5 }));
    // Which look at 60 000 worlds: 0.3304 and 0.4199.
    expect(found.lowest!.world.value).toBeLessThan(0.3305);
    expect(found.highest!.world.value).toBeGreaterThan(0.4198);
    expect(found.tried).toBeLessThan(20_000);
  });

  it('finds nothing where no two times can be exchanged', () => {
    const covariance = kernelMatrix({ ou: { tau: 2 } }, 0, grid);
    const benchmark = benchmarkOf([[action({ at: 0.5 }, grid)]], {
      weights: targetWeights({ recency: 3 }, grid),
    });
    const result = permutationCertificate(
      covariance,
      benchmark,
      [action({ at: 3.5, noise: 0.2 }, grid)],
      target({ above: 1 }),
    );
    expect(result).toMatchObject({ lowest: undefined, highest: undefined, tried: 1, search: 'all' });
  });
});
