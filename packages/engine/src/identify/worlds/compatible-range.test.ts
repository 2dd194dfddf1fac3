import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { compatibleRange, worldValue } from '../../../test/worlds.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Action, action } from '../../model/value/action.ts';
import { copyMatrix, type Matrix } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { madeHere } from '../../numerics/stepwise.ts';
import { admissibleSteps } from '../invisible/admissible-step.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import { invisibleBasis } from '../invisible/invisible-directions.ts';
import type { Knowledge } from '../invisible/knowledge.ts';
import { type CompatibleRange, rangePiece, rangeSearch } from './compatible-range.ts';
import { benchmarkLaw, isWorld, worldFaults } from './compatible-world.ts';

function ends(range: CompatibleRange) {
  if (!range.ok) throw new Error(range.unsolved.why);
  return range;
}

describe('the four-point example', () => {
  const grid = timeGrid(4, 4);
  const weights = targetWeights('uniform', grid);
  const inside = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
  const point = (j: number, noise = 0) => action({ at: grid.times[j]!, noise }, grid);
  it.each<[number[], 'any' | 'stationary', number, number]>([
    [[0], 'stationary', 0.6804, 1],
    [[0], 'any', 0.4299, 1],
    [[0, 1], 'any', 0.5876, 1],
  ])('realised %j, %s: from %d to %d', (realised, covarianceClass, low, high) => {
    const benchmark = benchmarkOf([realised.map((j) => point(j))], { weights });
    const range = ends(
      compatibleRange({ benchmark, inside, covarianceClass, knowledge: {} }, [point(1), point(2)]),
    );
    expect(Math.abs(range.low.value - low)).toBeLessThan(1e-4);
    expect(Math.abs(range.high.value - high)).toBeLessThan(1e-4);
    expect([range.low.status, range.high.status]).toEqual(['exact', 'exact']);
  });

  it('the stationary range is that of a scan over the one free direction', () => {
    // K(ε) = K₀ + ε·T(0, 1, −2, 1): the value is 2b²/((1 + ν² + ρ₁ + ε)·Var Θ), and admissible ε form an interval.
    const benchmark = benchmarkOf([[point(0)]], { weights });
    const [direction] = invisibleBasis(benchmark, 'stationary');
    const steps = admissibleSteps(inside, direction!)!;
    for (const noise of [0, 0.3]) {
      const alternative = [point(1, noise), point(2, noise)];
      const range = ends(
        compatibleRange({ benchmark, inside, covarianceClass: 'stationary', knowledge: {} }, alternative),
      );
      const values = [steps.forward, -steps.backward].map((step) =>
        worldValue(
          { ...inside, data: inside.data.map((value, n) => value + 0.9999999 * step * direction!.data[n]!) },
          { weights },
          target('mean'),
          alternative,
        ),
      );
      expect(range.low.value).toBeCloseTo(Math.min(...values), 5);
      expect(range.high.value).toBeCloseTo(Math.max(...values), 5);
    }
  });

  it('is the same with the TypeScript kernels', () => {
    const benchmark = benchmarkOf([[point(0)]], { weights });
    const set = { benchmark, inside, covarianceClass: 'any' as const, knowledge: {} };
    const one = ends(compatibleRange(set, [point(2, 0.2)]));
    const two = ends(compatibleRange(set, [point(2, 0.2)], { kernels: plainKernels() }));
    expect(two.low.value).toBeCloseTo(one.low.value, 7);
    expect(two.high.value).toBeCloseTo(one.high.value, 6);
  });
});

describe('in general', () => {
  const grid = timeGrid(7, 7);
  const weights = targetWeights('uniform', grid);
  const inside = kernelMatrix({ matern32: { tau: 2 } }, 0.1, grid);
  const anyActions = (most: number) =>
    fc
      .array(fc.record({ at: fc.double({ min: 0, max: 7, noNaN: true }), width: fc.constantFrom(0, 0, 2) }), {
        minLength: 1,
        maxLength: most,
      })
      .map((specs) => specs.map((spec) => action({ ...spec, noise: 0.2 }, grid)));
  const range = (
    realised: Action[],
    alternative: Action[],
    covarianceClass: 'any' | 'stationary',
    knowledge: Knowledge = {},
  ) =>
    ends(
      compatibleRange(
        { benchmark: benchmarkOf([realised], { weights }), inside, covarianceClass, knowledge },
        alternative,
        { starts: 4 },
      ),
    );

  it('begins its climbs from as many starts as are asked for, and from all measurements alone unless they are', () => {
    const alternative = Array.from({ length: 15 }, (_, k) => action({ at: (7 * k) / 14, noise: 0.2 }, grid));
    const benchmark = benchmarkOf([[action({ at: 0.5, noise: 0.2 }, grid)]], { weights });
    const set = { benchmark, inside, covarianceClass: 'any' as const, knowledge: {} };
    const climbs = (starts?: number) => {
      let count = 0;
      const make = rangePiece(set, alternative);
      madeHere(rangeSearch(set, alternative, starts === undefined ? {} : { starts }), (order) => {
        if (order.of !== 'climb') return make(order);
        count++;
        return {};
      });
      return count;
    };
    expect(climbs(3)).toBe(3);
    expect(climbs()).toBe(18);
  });

  it('holds the values of random compatible worlds, and its own witnesses are worlds', () => {
    fc.assert(
      fc.property(
        anyActions(2),
        anyActions(2),
        fc.constantFrom('any' as const, 'stationary' as const),
        fc.integer(),
        (realised, alternative, covarianceClass, seed) => {
          const benchmark = benchmarkOf([realised], { weights });
          const { low, high } = range(realised, alternative, covarianceClass);
          const law = benchmarkLaw(benchmark, inside);
          for (const { world, value } of [low, high]) {
            expect(isWorld(worldFaults(benchmark, law, world.covariance))).toBe(true);
            expect(worldValue(world.covariance, { weights }, target('mean'), alternative)).toBeCloseTo(
              value,
              10,
            );
          }
          expect(low.status).toBe('exact');
          for (const covariance of randomWorlds(benchmark, covarianceClass, inside, seed)) {
            const value = worldValue(covariance, { weights }, target('mean'), alternative);
            expect(value).toBeGreaterThanOrEqual(low.bound - 1e-7);
            expect(value).toBeGreaterThanOrEqual(low.value - 2e-6);
            expect(value).toBeLessThanOrEqual(high.value + 1e-4);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is never widened by more realised actions or by more knowledge', () => {
    fc.assert(
      fc.property(anyActions(1), anyActions(1), anyActions(2), (realised, more, alternative) => {
        const wide = range(realised, alternative, 'any');
        const narrower = [
          range([...realised, ...more], alternative, 'any'),
          range(realised, alternative, 'stationary'),
          range(realised, alternative, 'any', { nonNegative: true }),
          range(realised, alternative, 'any', { nonIncreasing: true }),
          range(realised, alternative, 'any', { smallestEigenvalue: 0.05 }),
          range(realised, alternative, 'any', {
            pairs: [{ pair: [2, 5], correlation: inside.data[2 * 7 + 5]! }],
          }),
        ];
        for (const { low, high } of narrower) {
          expect(low.value).toBeGreaterThanOrEqual(wide.low.value - 2e-6);
          // The high end is searched for: a wider set may be searched less well, by a little.
          expect(high.value).toBeLessThanOrEqual(wide.high.value + 1e-3);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('has a high end that noise bounds, and proves it where it is reached', () => {
    const alternative = [2.5, 5.5].map((at) => action({ at, noise: 0.2 }, grid));
    const { high } = range([action({ at: 0.5, noise: 0.1 }, grid)], alternative, 'any');
    expect(high.bound).toBeCloseTo(10 / 11, 12);
    expect(high.status).toBe('exact');
    // A single point is bounded by the largest covariance that it can have with the target, and reaches it.
    for (const noise of [0, 0.5]) {
      const { low, high: single } = range(
        [action({ at: 0.5 }, grid)],
        [action({ at: 3.5, noise }, grid)],
        'any',
      );
      expect([low.status, single.status]).toEqual(['exact', 'exact']);
      expect(single.value).toBeGreaterThan(low.value + 0.1);
    }
  });

  it('respects what is known', () => {
    const realised = [action({ at: 0.5, noise: 0.1 }, grid)];
    const alternative = [action({ at: 3.5, noise: 0.2 }, grid)];
    const { low, high } = range(realised, alternative, 'any', {
      nonNegative: true,
      nonIncreasing: true,
      smallestEigenvalue: 0.05,
    });
    for (const { world } of [low, high]) {
      const { data } = world.covariance;
      for (let j = 0; j < 7; j++)
        for (let k = 0; k < j; k++) {
          expect(data[j * 7 + k]).toBeGreaterThan(-1e-7);
          if (j < 6) expect(data[j * 7 + k]! - data[(j + 1) * 7 + k]!).toBeGreaterThan(-1e-7);
        }
      const lowered = copyMatrix(world.covariance);
      for (let j = 0; j < 7; j++) lowered.data[j * 8]! -= 0.05 - 1e-7;
      expect(plainKernels().cholesky(lowered).ok).toBe(true);
    }
  });

  it('is a point where the alternative lies in the row space', () => {
    fc.assert(
      fc.property(anyActions(3), (realised) => {
        const { low, high } = range(realised, realised.slice(0, 1), 'any');
        expect(high.value - low.value).toBeLessThanOrEqual(1e-6);
      }),
      { numRuns: 8 },
    );
  });
});

/** K₀ moved along random invisible directions, up to the boundary. */
function randomWorlds(
  benchmark: ReturnType<typeof benchmarkOf>,
  covarianceClass: 'any' | 'stationary',
  inside: Matrix,
  seed: number,
): Matrix[] {
  const basis = invisibleBasis(benchmark, covarianceClass);
  return Array.from({ length: 20 }, (_, n) => {
    const weights = new Float64Array(basis.length);
    fillNormal(randomStream(seed, n), weights);
    const direction = copyMatrix(inside);
    direction.data.fill(0);
    basis.forEach(({ data }, i) => {
      for (let k = 0; k < data.length; k++) direction.data[k]! += weights[i]! * data[k]!;
    });
    const step = Math.min(1e6, admissibleSteps(inside, direction)!.forward) * (n % 2 === 0 ? 0.999999 : 0.5);
    return { ...inside, data: inside.data.map((value, k) => value + step * direction.data[k]!) };
  });
}
