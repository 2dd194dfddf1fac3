import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { log } from '../numerics/elementary.ts';
import { fitLaw } from './fit-law.ts';
import type { FitModel } from './fit-model.ts';
import type { FitMethod } from './likelihood.ts';
import type { SparseReadings } from './sparse-readings.ts';

const near = comparedWith(
  'maximum log-likelihood of sparse readings',
  'scipy, L-BFGS-B and Nelder–Mead from many starts',
);

interface FixtureSet {
  law: string;
  transform: 'none' | 'log';
  model: FitModel;
  method: FitMethod;
  trajectories: { times: number[]; values: number[] }[];
  maximum: { logLikelihood: number; sd: number };
}
const FIXTURE: { horizon: number; sets: FixtureSet[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/fitted_laws.json', import.meta.url), 'utf8'),
);

function readingsOf({ transform, trajectories }: FixtureSet): SparseReadings {
  const starts = new Int32Array(trajectories.length + 1);
  trajectories.forEach(({ times }, i) => {
    starts[i + 1] = starts[i]! + times.length;
  });
  const values = trajectories.flatMap((own) => own.values);
  return {
    times: Float64Array.from(trajectories.flatMap(({ times }) => times)),
    values: Float64Array.from(values, (x) => (transform === 'log' ? log(x) : x)),
    starts,
  };
}

describe('the maximum that scipy finds', () => {
  FIXTURE.sets.forEach((set, n) => {
    const { law, model, method, maximum } = set;
    it(`${n}: ${law} fitted with ${model.kernel} by ${method}`, () => {
      const found = fitLaw(readingsOf(set), model, { method, horizon: FIXTURE.horizon });
      near(Math.abs(found.logLikelihood - maximum.logLikelihood), 1e-3);
      expect(Math.abs(found.sd / maximum.sd - 1)).toBeLessThan(0.01);
    });
  });
});
