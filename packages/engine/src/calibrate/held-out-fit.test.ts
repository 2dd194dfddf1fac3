import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import type { TargetSpec } from '../model/target.ts';
import { exp, log } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { normalAt, randomStream } from '../numerics/random/random-stream.ts';
import { withCanonicalSample } from './calibrate.ts';
import { heldOutFit } from './held-out-fit.ts';
import { type EstimatorInput, estimator } from './resampling/estimator.ts';

const near = comparedWith('held-out R² of a law’s own predictor, and its standard error', 'numpy');

interface Fixture {
  weights: number[];
  values: number[][];
  clusters: number[];
  protocols: [number, number][][];
  cases: {
    target: TargetSpec;
    transform: 'none' | 'log';
    expected: { reached: number; standardError: number; logError: number; freedom: number }[];
  }[];
}
const FIXTURE: Fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/held_out_fit.json', import.meta.url), 'utf8'),
);

function matrix(rows: readonly (readonly number[])[]): Matrix {
  return { rows: rows.length, cols: rows[0]!.length, data: Float64Array.from(rows.flat()) };
}

describe('beside numpy, with one unit left out at a time', () => {
  const { weights, values, clusters, protocols } = FIXTURE;
  it.each(FIXTURE.cases.map((one) => [JSON.stringify(one.target), one.transform, one] as const))(
    '%s, transform %s',
    (_, transform, { target, expected }) => {
      const input = withCanonicalSample<EstimatorInput>({
        sample: { values: matrix(values), clusters: Int32Array.from(clusters) },
        estimand: 'gaussian',
        scale: 'data',
        transform,
        noise: 0,
        weights: Float64Array.from(weights),
        targets: [target],
        protocols: protocols.map((own) => own.map(([first, last]) => ({ first, last, noise: 0 }))),
      });
      const fit = heldOutFit(input, 1)!;
      expect(fit.folds).toBe(8);
      expect(fit.noisy).toBe(false);
      fit.protocols.forEach((own, i) => {
        near(Math.abs(own!.reached - expected[i]!.reached), 5e-10);
        near(Math.abs(own!.standardError - expected[i]!.standardError), 5e-10);
        near(Math.abs(own!.freedom - expected[i]!.freedom), 5e-9);
        const ratio = log((1 - own!.promised) / (1 - own!.reached));
        near(Math.abs(own!.distance - ratio / expected[i]!.logError), 5e-9);
      });
    },
  );
});

const P = 6;
/** Units of a Gaussian law with noise. */
function simulated(units: number, noise: number, shape: (x: number) => number = (x) => x): Matrix {
  const stream = randomStream(8, 'units');
  const values = zeros(units, P);
  for (let i = 0; i < units; i++) {
    let z = normalAt(stream, i * 20);
    for (let j = 0; j < P; j++) {
      if (j > 0) z = 0.7 * z + Math.sqrt(1 - 0.49) * normalAt(stream, i * 20 + j);
      values.data[i * P + j] = shape(z) + Math.sqrt(noise) * normalAt(stream, i * 20 + 10 + j);
    }
  }
  return values;
}
const inputOf = (
  values: Matrix,
  noise: number,
  target: TargetSpec,
  more: Partial<EstimatorInput> = {},
): EstimatorInput => ({
  sample: { values },
  estimand: 'gaussian',
  noise,
  weights: new Float64Array(P).fill(1 / P),
  targets: [target],
  protocols: [
    [
      { first: 1, last: 1, noise: 0.5 },
      { first: 4, last: 4, noise: 0.5 },
    ],
    [{ first: 2, last: 4, noise: 0.4 }],
  ],
  ...more,
});

describe('heldOutFit', () => {
  it.each<[string, TargetSpec, number, Partial<EstimatorInput>]>([
    ['mean', 'mean', 0, {}],
    ['above', { above: 0.5 }, 0, {}],
    ['square', { square: true }, 0, {}],
    ['mean of noisy data', 'mean', 0.2, {}],
    ['between, noisy data in their unit', { between: [-0.5, 1] }, 0.2, { scale: 'data' }],
  ])('reaches what is promised where the law is Gaussian: %s', (_, target, noise, more) => {
    const fit = heldOutFit(inputOf(simulated(3000, noise), noise, target, more), 4)!;
    expect(fit.noisy).toBe(noise > 0);
    for (const own of fit.protocols) {
      expect(Math.abs(own!.reached - own!.promised)).toBeLessThan(3 * own!.standardError + 0.005);
      expect(own!.standardError).toBeGreaterThan(0.001);
      expect(own!.standardError).toBeLessThan(0.04);
      expect(own!.linear === null).toBe(target === 'mean');
      if (own!.linear)
        expect(Math.abs(own!.linear.value - own!.linear.promised)).toBeLessThan(
          3 * own!.linear.standardError + 0.005,
        );
    }
  });

  it('promises the value itself where the data carry no noise', () => {
    const input = inputOf(simulated(200, 0), 0, { above: 0.5 });
    const { values } = estimator(input)(new Int32Array(200).fill(1), 'data');
    expect(heldOutFit(input, 4)!.protocols.map((own) => own!.promised)).toEqual([...values]);
  });

  it('falls short where the law is not Gaussian', () => {
    const input = inputOf(
      simulated(3000, 0, (z) => exp(1.3 * z)),
      0,
      { below: 0.6 },
      { scale: 'data' },
    );
    const [own] = heldOutFit(input, 4)!.protocols;
    expect(Math.abs(own!.reached - own!.promised)).toBeGreaterThan(4 * own!.standardError);
    const { promised, value, standardError } = own!.linear!;
    expect(Math.abs(value - promised)).toBeGreaterThan(4 * standardError);
  });

  it.each<[string, Partial<EstimatorInput>]>([
    ['in the unit of the data', { scale: 'data' }],
    ['standardised', {}],
  ])('the best-linear value of one reading is its squared correlation with the target: %s', (_, more) => {
    const units = 400;
    const values = simulated(units, 0, (z) => exp(z));
    const protocols = [[{ first: 3, last: 3, noise: 0 }]];
    const columns = Array.from({ length: P }, (__, j) =>
      Array.from({ length: units }, (___, i) => values.data[i * P + j]!),
    );
    const moments = (own: readonly number[]) => {
      const mean = own.reduce((sum, x) => sum + x, 0) / units;
      return { mean, sd: Math.sqrt(own.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / (units - 1)) };
    };
    const shown = more.scale
      ? columns
      : columns.map((own) => own.map((x) => (x - moments(own).mean) / moments(own).sd));
    const target = Array.from({ length: units }, (__, i) => shown.filter((own) => own[i]! > 0.5).length / P);
    const [x, y] = [moments(shown[3]!), moments(target)];
    const correlation =
      target.reduce((sum, own, i) => sum + (own - y.mean) * (shown[3]![i]! - x.mean), 0) /
      ((units - 1) * x.sd * y.sd);
    const [own] = heldOutFit(inputOf(values, 0, { above: 0.5 }, { ...more, protocols }), 4)!.protocols;
    // The law's eigenvalues are lifted a little, and with them the scale that values are standardised by.
    expect(own!.linear!.value).toBeCloseTo(correlation * correlation, more.scale ? 10 : 2);
  });

  it('has no R² of a target that is the same in all units', () => {
    const input = inputOf(simulated(100, 0), 0, { above: 6 }, { scale: 'data' });
    expect(heldOutFit(input, 4)).toBeUndefined();
  });

  it('cannot show readings with less noise than the data have', () => {
    const quiet = inputOf(simulated(100, 0.6), 0.6, 'mean', { scale: 'data' });
    // A window over three points has a third of the noise: 0.4 is more than that.
    expect(heldOutFit(quiet, 4)!.protocols.map((own) => own !== null)).toEqual([false, true]);
  });

  it('does not depend on how many other protocols there are, but for drawn noise', () => {
    const input = inputOf(simulated(100, 0), 0, 'mean');
    const [first] = heldOutFit(input, 4)!.protocols;
    const alone = heldOutFit({ ...input, protocols: input.protocols.slice(0, 1) }, 4)!.protocols;
    expect(alone).toEqual([first]);
  });
});
