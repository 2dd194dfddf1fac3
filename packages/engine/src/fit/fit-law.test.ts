import { describe, expect, it } from 'vitest';
import { simulatedReadings } from '../../test/sparse.ts';
import { InvalidInput } from '../model/input/invalid-input.ts';
import { toScale } from './fit-coordinates.ts';
import { fitLaw } from './fit-law.ts';

const model = { kernel: 'ou', trait: true, mean: 'constant', noise: 'estimated' } as const;
const options = { method: 'ml', horizon: 24 } as const;

it('finds the law that the readings came from', () => {
  const fit = fitLaw(simulatedReadings(1, { units: 2000 }), model, options);
  const truth = { tau: 3, trait: 0.2, mean: 140, sd: 50, noise: 100 };
  expect(fit.parameters.map(({ name }) => name)).toEqual(Object.keys(truth));
  fit.parameters.forEach(({ name, scale, unconstrained }, n) => {
    const error = Math.sqrt(fit.covariance.data[n * 5 + n]!);
    const away = unconstrained! - toScale(scale, truth[name as keyof typeof truth]);
    expect(Math.abs(away), name).toBeLessThan(3.5 * error);
    expect(error).toBeLessThan(name === 'mean' ? 1 : 0.12);
  });
});

it('has the same bytes whatever the order of trajectories and readings', () => {
  const { times, values } = simulatedReadings(2, { units: 60 });
  const starts = Int32Array.from({ length: 61 }, (_, i) => i * 6);
  const turned = { times: times.toReversed(), values: values.toReversed(), starts };
  expect(fitLaw(turned, model, options)).toEqual(fitLaw({ times, values, starts }, model, options));
});

describe('readings that tell little', () => {
  const finite = (fit: ReturnType<typeof fitLaw>) => {
    const numbers = fit.parameters.flatMap(({ value, low, high, standardError }) => [
      value,
      low,
      high,
      standardError ?? 0,
    ]);
    expect([...numbers, ...fit.covariance.data].filter((x) => !Number.isFinite(x))).toEqual([]);
  };

  it('leave a memory undetermined that no lag shows', () => {
    const white = simulatedReadings(12, { units: 30, sd: 1, tau: 1e-6, trait: 0 });
    const fit = fitLaw(white, { ...model, kernel: 'squaredExponential' }, options);
    finite(fit);
    expect(fit.parameters[0]).toMatchObject({ name: 'tau', determined: false });
  });

  it('leave open what is lasting where all of a trajectory is read at once', () => {
    const { values, starts } = simulatedReadings(13, { units: 20, tau: 1e6 });
    const times = values.map((_, k) => (k % 2) * 1e-7);
    const fit = fitLaw({ times, values, starts }, model, options);
    finite(fit);
    expect(fit.parameters.filter(({ determined }) => !determined).map(({ name }) => name)).toContain('tau');
  });

  it('are refused where no law can be told from them', () => {
    const { times, values, starts } = simulatedReadings(14, { units: 10 });
    const refused = (readings: Parameters<typeof fitLaw>[0], changes = {}) =>
      expect(() => fitLaw(readings, { ...model, ...changes }, options)).toThrow(InvalidInput);
    refused({ times, values: values.fill(7), starts });
    refused({ times: times.map((_, k) => Math.floor(k / 6)), values: simulatedReadings(14).values, starts });
    refused(simulatedReadings(14, { units: 4 }));
    const twice = simulatedReadings(15, { units: 10 });
    refused({ ...twice, times: twice.times.map((t, k) => (k === 1 ? twice.times[0]! : t)) }, { noise: 0 });
    refused(twice, { kernel: 'toeplitz' });
    refused(simulatedReadings(16, { units: 40, each: 300 }));
  });
});
