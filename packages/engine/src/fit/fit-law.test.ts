import { expect, it } from 'vitest';
import { simulatedReadings } from '../../test/sparse.ts';
import { fitLaw } from './fit-law.ts';
import { toScale } from './fitted-law.ts';

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
