import { describe, expect, it } from 'vitest';
import { type Action, action, applyAction } from '../model/action.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time-grid.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { dot, type Matrix, zeros } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random-stream.ts';
import { benchmarkOf } from './benchmark.ts';
import { compatibleRange } from './compatible-range.ts';
import { identifyFromData } from './from-data.ts';

const grid = timeGrid(6, 6);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 2 } }, 0, grid);
const realised = [action({ at: 0.5, noise: 0.2 }, grid), action({ at: 4, width: 2, noise: 0.2 }, grid)];
const alternative = [action({ at: 2.5, noise: 0.2 }, grid)];

function simulate(units: number, seed: number, of: Matrix, actions: readonly Action[]) {
  const factor = defaultKernels().cholesky(of);
  if (!factor.ok) throw new Error('singular');
  const measurements = zeros(units, actions.length);
  const targets = new Float64Array(units);
  const normals = new Float64Array(6 + actions.length);
  for (let i = 0; i < units; i++) {
    fillNormal(randomStream(seed, i), normals);
    const path = Float64Array.from({ length: 6 }, (_, j) => {
      let z = 0;
      for (let k = 0; k <= j; k++) z += factor.factor.data[j * 6 + k]! * normals[k]!;
      return z;
    });
    actions.forEach((a, n) => {
      measurements.data[i * actions.length + n] = applyAction(a, path) + Math.sqrt(a.noise) * normals[6 + n]!;
    });
    targets[i] = dot(weights, path);
  }
  return { measurements, targets };
}

describe('a benchmark known from data', () => {
  const known = compatibleRange(
    {
      benchmark: benchmarkOf(realised, weights),
      inside: covariance,
      covarianceClass: 'stationary',
      knowledge: {},
    },
    alternative,
  );
  const input = { weights, realised, alternative, covarianceClass: 'stationary' as const };

  it('comes near to the range of the law behind it, and most of its intervals hold it', () => {
    if (!known.ok) throw new Error(known.why);
    let held = 0;
    for (let seed = 0; seed < 8; seed++) {
      const result = identifyFromData(
        { ...input, ...simulate(1000, seed, covariance, realised) },
        { resamples: 30 },
      );
      expect(result).toMatchObject({ compatible: true, units: 1000 });
      // A sample outside of what is possible is pulled to its boundary, where nothing is proved either way.
      expect(['not-identified', 'undecided']).toContain(result.verdict);
      if (result.verdict === 'undecided') expect(result.range).toBeNull();
      else {
        expect(Math.abs(result.range!.low - known.low.value)).toBeLessThan(0.12);
        expect(Math.abs(result.range!.high - known.high.value)).toBeLessThan(0.12);
      }
      expect(result.intervals!.unsolved).toBe(0);
      const { low, high } = result.intervals!;
      if (low[0] < known.low.value && known.low.value < low[1]) held++;
      if (high[0] < known.high.value && known.high.value < high[1]) held++;
    }
    // Sixteen intervals of 95 %, taken from few resamples; fewer than eleven would mean that they are no such thing.
    expect(held).toBeGreaterThanOrEqual(11);
  });

  it('gives the same answer twice, and another with another seed', () => {
    const data = simulate(300, 5, covariance, realised);
    const one = identifyFromData({ ...input, ...data }, { resamples: 8, seed: 1 });
    expect(identifyFromData({ ...input, ...data }, { resamples: 8, seed: 1 })).toEqual(one);
    expect(identifyFromData({ ...input, ...data }, { resamples: 8, seed: 2 }).intervals).not.toEqual(
      one.intervals,
    );
  });

  it('says so where no correlation matrix has these moments, and prints no range', () => {
    // Measurements in another unit: their variance cannot be that of a standardised trajectory.
    const data = simulate(400, 7, covariance, realised);
    const wrong = {
      ...data,
      measurements: { ...data.measurements, data: data.measurements.data.map((y) => 3 * y) },
    };
    const result = identifyFromData({ ...input, ...wrong }, { resamples: 40 });
    expect(result).toMatchObject({ compatible: false, verdict: 'undecided', range: null, intervals: null });
    expect(result.why).toContain('no correlation matrix of a stationary trajectory has these moments');
    expect(result.distance).toBeGreaterThan(1);
    expect(result.pValue).toBeLessThan(0.05);
  });

  it('uses a correlation that is known', () => {
    const data = simulate(300, 11, covariance, realised);
    const low = (correlation: number) =>
      identifyFromData(
        { ...input, ...data, covarianceClass: 'any', knowledge: { pairs: [{ pair: [2, 3], correlation }] } },
        { resamples: 0 },
      );
    for (const correlation of [0.3, 0.8]) {
      const result = low(correlation);
      expect(result.worlds.length).toBe(2);
      for (const world of result.worlds) expect(world.covariance.data[2 * 6 + 3]).toBeCloseTo(correlation, 4);
    }
    expect(Math.abs(low(0.3).range!.low - low(0.8).range!.low)).toBeGreaterThan(1e-3);
  });

  it('refuses data of which no moments can be taken', () => {
    const data = simulate(50, 13, covariance, realised);
    const same = new Float64Array(50).fill(2);
    expect(() => identifyFromData({ ...input, ...data, targets: same })).toThrow('the target is the same');
    const few = simulate(4, 1, covariance, realised);
    expect(() => identifyFromData({ ...input, ...few })).toThrow('at least 7 units');
    const holes = { ...data.measurements, data: data.measurements.data.slice() };
    holes.data[3] = Number.NaN;
    expect(() => identifyFromData({ ...input, ...data, measurements: holes })).toThrow(
      'measurement 2 is not a number',
    );
  });

  it('rejects a wrong scale even where no intervals are asked for', () => {
    const data = simulate(400, 7, covariance, realised);
    const wrong = { ...data.measurements, data: data.measurements.data.map((y) => 10 * y) };
    const result = identifyFromData({ ...input, ...data, measurements: wrong }, { resamples: 0 });
    expect(result).toMatchObject({ compatible: false, range: null });
  });

  it('is identified where the alternative was realised', () => {
    const result = identifyFromData(
      {
        ...input,
        alternative: realised.slice(0, 1),
        covarianceClass: 'any',
        ...simulate(200, 9, covariance, realised),
      },
      { resamples: 5 },
    );
    expect(result.verdict).toBe('identified');
    expect(result.range!.high - result.range!.low).toBeLessThanOrEqual(1e-6);
  });
});
