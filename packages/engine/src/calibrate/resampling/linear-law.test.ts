import { describe, expect, it } from 'vitest';
import { points, testStudy } from '../../../test/units.ts';
import { target } from '../../model/target.ts';
import { protocolValues } from '../../model/value/value.ts';
import { computedTargets } from '../sample/computed-targets.ts';
import { estimator } from './estimator.ts';
import { linearLaw } from './linear-law.ts';
import { multiplicities } from './resample.ts';

// The estimator works with what actions read of each unit, or with moments scaled to their mean; the law has correlations and
// standard deviations. Least squares itself is in estimator.test.ts.

describe('the law whose mean target has the best-linear value', () => {
  const { grid, weights, values } = testStudy(60, 12, 3, 0.2);
  // In the unit of some data, different at each time.
  const data = {
    ...values,
    data: values.data.map((value, n) => 140 + (30 + 5 * (n % 12)) * value),
  };
  const targets = computedTargets({ values: data }, weights, { above: 170 });
  const noisy = (spec: { at: number[]; noise: number }) =>
    points(grid, spec.at).map((one) => ({ ...one, noise: spec.noise }));
  const protocols = [noisy({ at: [1, 5, 9], noise: 100 }), noisy({ at: [4], noise: 0 }), []];

  it.each([
    ['the mean of quiet records', 0, undefined],
    ['a threshold of quiet records', 0, targets],
    ['the mean of noisy records', 150, undefined],
    ['a measured target', 150, targets],
    ['noise by time', Float64Array.from({ length: 12 }, (_, j) => 20 * j), undefined],
  ] as const)('%s', (_, noise, own) => {
    const sample = { values: data, ...(own && { targets: own }) };
    const estimate = estimator({ sample, estimand: 'linear', noise, weights, targets: [], protocols });
    for (const times of [new Int32Array(60).fill(1), multiplicities({ kind: 'bootstrap', draw: 2 }, 60, 5)]) {
      const { model } = linearLaw({ sample, noise, weights }, times);
      const found = protocolValues(model, target('mean'), protocols);
      const expected = estimate(times, 'data');
      found.protocols.forEach(({ value }, i) => {
        expect(Math.abs(value - expected.values[i]!)).toBeLessThan(1e-11);
      });
      expect(found.variance / expected.variances[0]! - 1).toBeCloseTo(0, 11);
    }
  });

  it('a time at which all units have one value tells nothing, and takes nothing from a window', () => {
    const flat = { ...data, data: data.data.map((value, n) => (n % 12 === 4 ? 100 : value)) };
    const sample = { values: flat };
    const { model } = linearLaw({ sample, noise: 0, weights }, new Int32Array(60).fill(1));
    const window = [{ first: 3, last: 4, noise: 25 }];
    const alone = [{ first: 3, last: 3, noise: 100 }];
    const [constant, half, same] = protocolValues(model, target('mean'), [
      [{ first: 4, last: 4, noise: 1 }],
      window,
      alone,
    ]).protocols;
    expect(constant!.value).toBe(0);
    expect(half!.value).toBeCloseTo(same!.value, 12);
  });
});

it('noise that uses up all variance is named as that, and not a target whose variance is no number', () => {
  const values = { rows: 3, cols: 2, data: Float64Array.of(1, 2, 1, 2, 4, 7) };
  const law = (times: number[]) =>
    linearLaw({ sample: { values }, noise: 0.1, weights: Float64Array.of(0.5, 0.5) }, Int32Array.from(times));
  expect(law([1, 1, 1]).model.covariance.data.every(Number.isFinite)).toBe(true);
  expect(() => law([1, 1, 0])).toThrow('no variance is left at any time');
});
