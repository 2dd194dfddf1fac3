import { describe, expect, it } from 'vitest';
import { latentCovariance } from '../model/latent-covariance.ts';
import type { TargetSpec } from '../model/target.ts';
import { targetUnder } from '../model/target-under.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { protocolValues } from '../model/value/value.ts';
import type { Workers } from '../numerics/divided-work.ts';
import { exp } from '../numerics/elementary.ts';
import { matrixFromRows } from '../numerics/matrix.ts';
import { fittedValues, lawsOnGrid, type UncertainLaw } from './drawn-values.ts';
import { meanAt } from './smooth-mean.ts';

const grid = timeGrid(24, 24);
const weights = targetWeights('uniform', grid);
const points = (...times: number[]) => times.map((at) => action({ at, noise: 100 }, grid));
const protocols = [points(12), points(6, 18), points(3, 9, 15, 21), points(8, 9, 10, 11)];

function law(covariance: number[][], names: string[], units = 100_000): UncertainLaw {
  const known = {
    tau: { value: 3, scale: 'log' },
    trait: { value: 0.2, scale: 'logit' },
    mean: { value: 140, scale: 'none' },
    sd: { value: 50, scale: 'log' },
  } as const;
  return {
    kernel: { ou: { tau: 3 } },
    trait: 0.2,
    mean: new Float64Array(24).fill(140),
    knots: null,
    sd: 50,
    parameters: names.map((name) => ({ name, ...known[name as keyof typeof known] })),
    covariance: matrixFromRows(covariance),
    units,
  };
}

function valuesAt(spec: TargetSpec, { tau = 3, mean = 140, sd = 50 }, trait = 0.2) {
  const [means, scale] = [new Float64Array(24).fill(mean), new Float64Array(24).fill(sd)];
  const model = { ...latentCovariance({ kernel: { ou: { tau } }, trait }, grid), weights, scale };
  const { protocols: found, variance } = protocolValues(
    model,
    targetUnder(spec, { mean: means, scale }),
    protocols,
  );
  return found.map(({ value }) => ({ value, rmse: Math.sqrt(variance * (1 - value)) }));
}

const input = (of: UncertainLaw, spec: TargetSpec = 'mean') => ({
  law: of,
  grid,
  transform: 'none' as const,
  weights,
  targets: [spec],
  protocols,
});

describe('values under a fitted law', () => {
  it('have the interval of the parameter, where there is one and the value rises with it', async () => {
    const { targets } = await fittedValues(input(law([[0.04]], ['tau'])), { draws: 8000 });
    const [low, own, high] = [-1.96, 0, 1.96].map((z) => valuesAt('mean', { tau: 3 * exp(0.2 * z) }));
    targets[0]!.protocols.forEach((one, i) => {
      expect(one.value).toBeCloseTo(own![i]!.value, 12);
      expect(Math.abs(one.low - low![i]!.value)).toBeLessThan(0.004);
      expect(Math.abs(one.high - high![i]!.value)).toBeLessThan(0.004);
    });
  });

  it('have errors in the unit of the target that the scale moves too', async () => {
    const { targets } = await fittedValues(input(law([[0.01]], ['sd'])), { draws: 8000 });
    // A larger scale stands out from the noise: value and error both rise.
    const [low, high] = [-1.96, 1.96].map((z) => valuesAt('mean', { sd: 50 * exp(0.1 * z) }));
    targets[0]!.protocols.forEach(({ rmse }, i) => {
      expect(Math.abs(rmse.low / low![i]!.rmse - 1)).toBeLessThan(0.015);
      expect(Math.abs(rmse.high / high![i]!.rmse - 1)).toBeLessThan(0.015);
    });
  });

  it('depend on the mean where the target is a threshold, and only there', async () => {
    const uncertain = law([[100]], ['mean']);
    const ofMean = await fittedValues(input(uncertain), { draws: 400 });
    for (const { low, high } of ofMean.targets[0]!.protocols) expect(high - low).toBeLessThan(1e-12);
    const above = await fittedValues(input(uncertain, { above: 180 }), { draws: 1500 });
    const ends = [-1.96, 1.96].map((z) => valuesAt({ above: 180 }, { mean: 140 + 10 * z }));
    above.targets[0]!.protocols.forEach(({ low, high }, i) => {
      expect(Math.abs(low - ends[0]![i]!.value)).toBeLessThan(0.008);
      expect(Math.abs(high - ends[1]![i]!.value)).toBeLessThan(0.008);
    });
  });

  it('of a smooth mean are those of the spline through the drawn values at its knots', () => {
    const knots = [1, 9, 15, 23];
    const [own, drawn] = [
      [130, 150, 140, 120],
      [131, 145, 148, 119],
    ];
    const smooth: UncertainLaw = {
      ...law([[1]], ['mean']),
      mean: meanAt({ knots, values: own! }, grid.times),
      knots,
      parameters: own!.map((value, k) => ({ name: `mean${k + 1}`, value, scale: 'none' })),
    };
    const expected = meanAt({ knots, values: drawn! }, grid.times);
    lawsOnGrid(
      smooth,
      grid,
    )(drawn!).mean.forEach((m, j) => {
      expect(m).toBeCloseTo(expected[j]!, 9);
    });
  });

  it('tell protocols apart that differ under every law of the draws, however uncertain each value is', async () => {
    const { targets } = await fittedValues(input(law([[0.25]], ['tau'])), { draws: 2000 });
    const { comparisons, protocols: found, epsilon } = targets[0]!;
    // Four dispersed readings are better than four in a row for every memory.
    expect(found[2]!.low).toBeLessThan(found[3]!.high);
    expect(comparisons.bestSet).toEqual([2]);
    expect(epsilon).toBeGreaterThan(Math.max(...found.map(({ value, low }) => value - low)) * 0.9);
  });

  it('are the same bytes whoever makes which draw', async () => {
    const uncertain = law(
      [
        [0.04, -0.05],
        [-0.05, 0.3],
      ],
      ['tau', 'trait'],
      40,
    );
    const backwards: Workers = {
      async run(work, given, pieces) {
        const out = Array.from({ length: pieces }, () => undefined as never);
        for (let piece = pieces - 1; piece >= 0; piece--) out[piece] = work.prepare(given)(piece) as never;
        return out;
      },
    };
    const [one, other] = await Promise.all(
      [undefined, backwards].map((workers) =>
        fittedValues(input(uncertain, { above: 180 }), { draws: 60, seed: 4, ...(workers && { workers }) }),
      ),
    );
    expect(other).toEqual(one);
  });
});
