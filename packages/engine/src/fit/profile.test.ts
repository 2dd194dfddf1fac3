import { describe, expect, it } from 'vitest';
import { simulatedReadings } from '../../test/sparse.ts';
import { log } from '../numerics/elementary.ts';
import { fitLaw, maximumOf } from './fit-law.ts';
import type { FitModel } from './fit-model.ts';
import { fitUncertainty } from './fit-uncertainty.ts';
import { likelihoodOf } from './likelihood.ts';
import { prepareFit } from './prepared-fit.ts';
import type { SparseReadings } from './sparse-readings.ts';

const model: FitModel = { kernel: 'ou', trait: true, mean: 'constant', noise: 'estimated' };
const options = { method: 'ml', horizon: 24 } as const;
const fitted = (readings: SparseReadings, changes: Partial<FitModel> = {}) =>
  fitLaw(readings, { ...model, ...changes }, options);

/** The same values at times so many units apart. */
const spaced = (readings: SparseReadings, apart: number): SparseReadings => ({
  ...readings,
  times: readings.times.map((_, k) => (k % 6) * apart),
});

describe('what the times of the readings tell', () => {
  it('is all of it where readings are near each other and far apart', () => {
    const { parameters, ridge } = fitted(simulatedReadings(7, { units: 150 }));
    expect(parameters.filter(({ determined }) => !determined)).toEqual([]);
    expect(ridge).toBeNull();
    for (const { name, value, low, high } of parameters) {
      expect(low, name).toBeLessThan(value);
      expect(high, name).toBeGreaterThan(value);
    }
  });

  it('is not how short a memory is, nor what of the rest is noise, where no two readings are near', () => {
    // The memory is over long before the next reading comes.
    const readings = spaced(simulatedReadings(8, { units: 150, tau: 0.001 }), 4);
    const { parameters, ridge } = fitted(readings);
    const loose = parameters.filter(({ determined }) => !determined).map(({ name }) => name);
    expect(loose).toEqual(['tau', 'trait', 'sd', 'noise']);
    const mean = parameters.find(({ name }) => name === 'mean')!;
    expect(mean.determined && mean.high - mean.low < 20).toBe(true);
    expect(ridge!.parameter).toBe('tau');
    // Along it the likelihood hardly changes, while the noise goes from little to nearly all.
    const noises = ridge!.laws.map(({ noise }) => noise);
    expect(ridge!.laws.length).toBe(9);
    expect(Math.max(...noises) - Math.min(...noises)).toBeLessThan(2500);
  });

  it('is not how long a memory is that never ends between the first reading and the last', () => {
    const { parameters, ridge } = fitted(simulatedReadings(9, { units: 60, tau: 1e5, trait: 0 }), {
      trait: false,
    });
    expect(parameters.find(({ name }) => name === 'tau')!.determined).toBe(false);
    expect(ridge!.parameter).toBe('tau');
  });
});

it('ends where the likelihood, at its best in all else, has lost what it may', () => {
  const readings = simulatedReadings(10, { units: 100 });
  const alone: FitModel = { ...model, trait: false, noise: 100 };
  const { low, high } = fitLaw(readings, alone, options).parameters.find(({ name }) => name === 'tau')!;
  const prepared = prepareFit(readings, alone, 24);
  const { point, likelihood } = maximumOf(prepared, 'ml');
  const { losses } = fitUncertainty(prepared, alone, { point, likelihood });
  const at = likelihoodOf(prepared.data, prepared.kernel, 'ml');
  for (const tau of [low, high]) {
    // Only the variance is left: all of them in small steps.
    const values = Array.from({ length: 400 }, (_, n) => {
      const variance = 0.5 + n / 400;
      return at(Float64Array.of(log(tau), variance, 0, point[3]!))!.value;
    });
    expect((likelihood.value - Math.max(...values)) / losses[0]!).toBeCloseTo(1, 1);
  }
  // The quantile of χ² with one degree of freedom, or more where units vary by more.
  expect(losses[0]).toBeGreaterThan(1.92);
  expect(losses[0]).toBeLessThan(3.5);
});

it('has 0 as an end of noise and trait, and says where an estimate stands there', () => {
  const { parameters, covariance, noise } = fitted(simulatedReadings(11, { units: 60, noise: 0 }));
  const n = parameters.findIndex(({ name }) => name === 'noise');
  const { value, unconstrained, standardError, low, high, determined } = parameters[n]!;
  expect([value, noise, low, unconstrained, standardError]).toEqual([0, 0, 0, null, null]);
  expect(high).toBeGreaterThan(0);
  expect(high).toBeLessThan(1000);
  expect(determined).toBe(true);
  expect(Array.from(covariance.data.subarray(n * 5, n * 5 + 5))).toEqual([0, 0, 0, 0, 0]);
});
