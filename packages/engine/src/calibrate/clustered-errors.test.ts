import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { matrixFromRows } from '../numerics/matrix.ts';
import { calibrate, calibrationDraws } from './calibrate.ts';
import { spreadOf } from './resampling/draws.ts';
import type { EstimatorInput } from './resampling/estimator.ts';

const near = comparedWith('values of units with several trajectories', 'numpy');
const errors = comparedWith(
  'jackknife standard errors of units with several trajectories (relative)',
  'numpy',
);

type Numbers = Record<'mean' | 'above 0' | 'linear', number[]>;

/** By numpy: fixtures/clustered_errors.py. */
const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/clustered_errors.json', import.meta.url), 'utf8'),
) as {
  values: number[][];
  clusters: number[];
  noise: number;
  actionNoise: number;
  protocols: number[][];
  estimates: Numbers;
  bootstrap: Numbers;
  jackknife: Numbers;
  /** As if trajectories were independent. */
  apart: Numbers;
};

const weights = targetWeights('uniform', timeGrid(8, 8));
const common = {
  sample: { values: matrixFromRows(fixture.values), clusters: Int32Array.from(fixture.clusters) },
  weights,
  protocols: fixture.protocols.map((places) =>
    places.map((j) => ({ first: j, last: j, noise: fixture.actionNoise })),
  ),
};
const inputs: [keyof Numbers, EstimatorInput][] = [
  ['mean', { ...common, estimand: 'gaussian', noise: fixture.noise, targets: ['mean'] }],
  ['above 0', { ...common, estimand: 'gaussian', noise: fixture.noise, targets: [{ above: 0 }] }],
  ['linear', { ...common, estimand: 'linear', noise: 0, targets: [] }],
];

describe.each(inputs)('errors of units with several trajectories beside numpy: %s', (name, input) => {
  it('values and the jackknife are the same, the bootstrap but for its draws', async () => {
    const { draws } = await calibrationDraws(input, { draws: 2000 });
    const { estimate, bootstrap, leftOut } = draws[0]!;
    fixture.protocols.forEach((_, i) => {
      near(Math.abs(estimate[i]! - fixture.estimates[name][i]!), 5e-10);
      const column = (rows: Float64Array) => rows.filter((__, n) => n % 4 === i);
      const found = spreadOf(column(bootstrap), column(leftOut));
      // Resamples have six digits, and the jackknife multiplies what they lack.
      errors(Math.abs(found.jackknife / fixture.jackknife[name][i]! - 1), 5e-4);
      expect(Math.abs(found.bootstrap / fixture.bootstrap[name][i]! - 1)).toBeLessThan(0.08);
    });
  });

  it('standard errors agree, and those of independent trajectories do not', async () => {
    const [found] = (await calibrate(input, { draws: 500 })).targets;
    found!.protocols.forEach(({ standardError, designEffect }, i) => {
      const expected = Math.max(fixture.jackknife[name][i]!, fixture.bootstrap[name][i]!);
      expect(Math.abs(standardError / expected - 1)).toBeLessThan(0.15);
      expect(standardError / fixture.apart[name][i]!).toBeGreaterThan(1.3);
      const effect = (fixture.jackknife[name][i]! / fixture.apart[name][i]!) ** 2;
      expect(designEffect! / effect).toBeCloseTo(1, 1);
    });
  });
});
