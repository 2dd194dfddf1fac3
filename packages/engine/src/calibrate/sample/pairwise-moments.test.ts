import { describe, expect, it } from 'vitest';
import { points } from '../../../test/units.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, fillUniform, randomStream } from '../../numerics/random/random-stream.ts';
import { calibrate } from '../calibrate.ts';
import { type EstimatorInput, estimator } from '../resampling/estimator.ts';
import type { DenseUnits } from './dense-units.ts';
import { inCanonicalOrder } from './dense-units.ts';
import { sampleCovariance } from './moments.ts';
import { pairCounts, pairwiseMoments } from './pairwise-moments.ts';
import { noiseInValues } from './replicate-noise.ts';
import { resampledMoments } from './sample.ts';
import { simulatedUnits, unitLaw } from './simulated-units.ts';

const grid = timeGrid(8, 6);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 3 } }, 0.2, grid);

/** Trajectories of which a share of the values is not there. */
function gappy(units: number, missing: number, seed = 1, noise = 0): Matrix {
  const values = simulatedUnits(unitLaw(covariance), units, 0, randomStream(seed, 'latent'));
  const errors = new Float64Array(values.data.length);
  fillNormal(randomStream(seed, 'errors'), errors);
  const chance = new Float64Array(values.data.length);
  fillUniform(randomStream(seed, 'missing'), chance);
  const data = values.data.map((value, n) =>
    chance[n]! < missing ? Number.NaN : value + Math.sqrt(noise) * errors[n]!,
  );
  return { ...values, data };
}

/** As the definition has it: two loops over the trajectories of each pair. */
function byPairs({ rows: m, cols: p, data }: Matrix, times: ArrayLike<number>): number[][] {
  const at = (i: number, j: number) => data[i * p + j]!;
  const all = Array.from({ length: m }, (_, i) => i);
  const mean = Array.from({ length: p }, (_, j) => {
    const own = all.filter((i) => !Number.isNaN(at(i, j)));
    return own.reduce((sum, i) => sum + times[i]! * at(i, j), 0) / own.reduce((sum, i) => sum + times[i]!, 0);
  });
  return mean.map((a, j) =>
    mean.map((b, k) => {
      const own = all.filter((i) => !Number.isNaN(at(i, j)) && !Number.isNaN(at(i, k)));
      const products = own.reduce((sum, i) => sum + times[i]! * (at(i, j) - a) * (at(i, k) - b), 0);
      return products / (own.reduce((sum, i) => sum + times[i]!, 0) - 1);
    }),
  );
}

describe('moments of pairs', () => {
  const values = gappy(60, 0.3);
  const times = Int32Array.from({ length: 60 }, (_, i) => (i * 7) % 3);

  it('are those of the trajectories that have both times, by two loops', () => {
    const found = sampleCovariance(pairwiseMoments({ values, gaps: true }, times, false));
    byPairs(values, times).forEach((row, j) => {
      row.forEach((wanted, k) => {
        expect(found.data[j * 6 + k]).toBeCloseTo(wanted, 12);
      });
    });
  });
  it('are those of all trajectories where nothing is missing', () => {
    const whole = gappy(60, 0);
    const [pairs, plain] = [{ values: whole, gaps: true as const }, { values: whole }].map((sample) =>
      resampledMoments(sample, times, false),
    );
    pairs!.scatter.data.forEach((value, n) => {
      expect(value).toBeCloseTo(plain!.scatter.data[n]!, 10);
    });
    expect(pairs!.mean).toEqual(plain!.mean);
  });
  it('count a measured target with every trajectory', () => {
    const targets = Float64Array.from({ length: 60 }, (_, i) => Math.sin(i));
    const whole: Matrix = { rows: 60, cols: 7, data: new Float64Array(60 * 7) };
    for (let i = 0; i < 60; i++) {
      whole.data.set(values.data.subarray(i * 6, (i + 1) * 6), i * 7);
      whole.data[i * 7 + 6] = targets[i]!;
    }
    const found = pairwiseMoments({ values, targets, gaps: true }, times, true);
    expect(found.scatter).toEqual(pairwiseMoments({ values: whole, gaps: true }, times, false).scatter);
  });
  it('are counted', () => {
    const counts = pairCounts(values);
    const both = Array.from({ length: 60 }, (_, i) => i).filter(
      (i) => !Number.isNaN(values.data[i * 6 + 1]!) && !Number.isNaN(values.data[i * 6 + 4]!),
    );
    expect(counts.data[1 * 6 + 4]).toBe(both.length);
  });
});

const protocols = [
  [1, 4, 7],
  [1, 2, 3],
].map((times) => points(grid, times, 0.3));
const input = (sample: DenseUnits, estimand: 'gaussian' | 'linear', noise = 0): EstimatorInput => ({
  sample,
  estimand,
  noise,
  weights,
  targets: ['mean'],
  protocols,
});

describe('values from trajectories with gaps', () => {
  it.each(['gaussian', 'linear'] as const)('are those of the law, with many of them: %s', (estimand) => {
    const units = 40_000;
    const once = new Int32Array(units).fill(1);
    const truth = estimator(input({ values: gappy(units, 0) }, estimand))(once, 'data').values;
    const own = estimator(input({ values: gappy(units, 0.4, 1, 0.5), gaps: true }, estimand, 0.5))(
      once,
      'data',
    );
    own.values.forEach((value, i) => {
      expect(Math.abs(value - truth[i]!)).toBeLessThan(0.012);
    });
  });
  it('are resampled and left out like others, in any order of the file', async () => {
    const values = gappy(80, 0.25);
    const clusters = Int32Array.from({ length: 80 }, (_, i) => i >> 2);
    const back: Matrix = zeros(80, 6);
    for (let i = 0; i < 80; i++) back.data.set(values.data.subarray((79 - i) * 6, (80 - i) * 6), i * 6);
    for (const estimand of ['gaussian', 'linear'] as const) {
      const [one, other] = await Promise.all(
        [
          { values, clusters, gaps: true as const },
          { values: back, clusters: clusters.toReversed().map((unit) => 19 - unit), gaps: true as const },
        ].map((sample) => calibrate(input(sample, estimand), { draws: 100, seed: 3 })),
      );
      expect(other).toEqual(one);
      for (const { low, high, value } of one!.targets[0]!.protocols) {
        expect(low).toBeLessThan(high);
        expect(value).toBeGreaterThan(0.2);
      }
    }
  });
  it('stand in an order of their own, what is missing last', () => {
    const data = Float64Array.of(Number.NaN, 1, 1, Number.NaN, 1, 2, 0, 5, Number.NaN, 0);
    const ordered = inCanonicalOrder({ values: { rows: 5, cols: 2, data }, gaps: true });
    expect([...ordered.values.data]).toEqual([0, 5, 1, 2, 1, Number.NaN, Number.NaN, 0, Number.NaN, 1]);
  });
});

it('the noise of means is that of the readings that are there', () => {
  const values: Matrix = { rows: 3, cols: 2, data: Float64Array.of(1, Number.NaN, 2, 3, 4, 5) };
  const readings: Matrix = { rows: 3, cols: 2, data: Float64Array.of(2, 1, 4, 2, 1, 4) };
  const left = noiseInValues({ values, readings, gaps: true }, 12, [1, 1, 2]) as Float64Array;
  expect([...left]).toEqual([(12 * (1 / 2 + 1 / 4 + 2)) / 4, (12 * (1 / 2 + 2 / 4)) / 3]);
});

it('the noise of means counts every trajectory, not one for each unit', () => {
  const values: Matrix = { rows: 3, cols: 1, data: Float64Array.of(1, 2, 4) };
  const readings: Matrix = { rows: 3, cols: 1, data: Float64Array.of(1, 1, 4) };
  const left = noiseInValues({ values, readings, clusters: Int32Array.of(0, 1, 1) }, 12, [1, 1, 1]);
  expect(left).toBe((12 * 2.25) / 3);
});
