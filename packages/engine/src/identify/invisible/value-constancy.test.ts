import { describe, expect, it } from 'vitest';
import { worldValue } from '../../../test/worlds.ts';
import { type KernelSpec, kernelMatrix } from '../../model/latent-kernel.ts';
import type { TargetSpec } from '../../model/target.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { action } from '../../model/value/action.ts';
import { matrixFromRows } from '../../numerics/matrix.ts';
import { identify } from '../identify.ts';

const six = timeGrid(6, 6);
const at = (times: number[], noise = 0.1) => times.map((t) => action({ at: t, noise }, six));
const catalogue = at([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]);
const laws: KernelSpec[] = [
  { ou: { tau: 2 } },
  { matern32: { tau: 4 } },
  { dampedCosine: { decay: 3, period: 5 } },
];
const study = (kernel: KernelSpec, spec: TargetSpec = 'mean') => ({
  covariance: kernelMatrix(kernel, 0, six),
  weights: targetWeights('uniform', six),
  target: target(spec),
  covarianceClass: 'stationary' as const,
  catalogue,
});

describe('linear algebra decides', () => {
  it.each(laws)('neighbouring readings moved by one, under stationarity (%j)', (kernel) => {
    const input = { ...study(kernel), realised: [at([1.5, 2.5])], alternative: at([2.5, 3.5], 0.3) };
    for (const range of [true, false])
      expect(identify(input, { range })).toMatchObject({
        verdict: 'identified',
        by: 'every-law',
        sensitivity: 0,
        augmentation: null,
        unsolved: null,
      });
  });

  it.each(laws)('the mirror image of a window, for every target (%j)', (kernel) => {
    const first = [action({ at: 1, width: 2, noise: 0.2 }, six)];
    const last = [action({ at: 5, width: 2, noise: 0.2 }, six)];
    for (const spec of ['mean', { above: 1 }, { square: true }] as const) {
      const input = { ...study(kernel, spec), realised: [first], alternative: last };
      const found = identify(input);
      expect(found).toMatchObject({ verdict: 'identified', by: 'every-law', augmentation: null });
      const seen = worldValue(input.covariance, { weights: input.weights }, input.target, first);
      expect(found.value).toBeCloseTo(seen, 12);
      // Without stationarity the last hours are other hours.
      expect(identify({ ...input, covarianceClass: 'any' }).verdict).not.toBe('identified');
    }
  });

  it('weights that are not their own mirror image leave it open', () => {
    const input = {
      ...study(laws[0]!),
      weights: targetWeights({ recency: 2 }, six),
      realised: [[action({ at: 1, width: 2, noise: 0.2 }, six)]],
      alternative: [action({ at: 5, width: 2, noise: 0.2 }, six)],
    };
    const { verdict, worlds } = identify(input);
    expect(verdict).toBe('not-identified');
    expect(worlds[1]!.value - worlds[0]!.value).toBeGreaterThan(1e-3);
    expect(identify({ ...input, target: target({ above: 1 }) }).verdict).toBe('undecided');
  });

  it('all points without noise are worth everything, whatever the law', () => {
    const found = identify({
      ...study(laws[0]!),
      covarianceClass: 'any',
      realised: [at([0.5])],
      alternative: at([0.5, 1.5, 2.5, 3.5, 4.5, 5.5], 0),
    });
    expect(found).toMatchObject({ verdict: 'identified', augmentation: null });
    expect(found.value).toBeCloseTo(1, 12);
  });

  it('tells what bends from what stays, where nothing changes to first order', () => {
    // Three points without correlation: the second and the mean of the first two are seen, the third is asked for.
    const three = timeGrid(3, 3);
    const read = (j: number, noise = 0.5) => action({ at: j + 0.5, noise }, three);
    const found = identify(
      {
        covariance: matrixFromRows([
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]),
        weights: Float64Array.of(1 / 2, 1 / 2, 0),
        target: target('mean'),
        realised: [[read(1, 0)]],
        alternative: [read(2)],
        covarianceClass: 'any',
        catalogue: [read(0), read(2)],
      },
      { range: false },
    );
    // Cov(Z2, Θ) = (K_02 + K_12)/2 is 0 here and ±K_02/2 elsewhere: a value of 0 that rises both ways.
    expect(found).toMatchObject({ verdict: 'not-identified', by: 'second-order', range: null });
    expect(found.sensitivity).toBe(0);
    expect(found.worlds[0]!.value).toBe(0);
    expect(found.worlds[1]!.value).toBeGreaterThan(0.1);
    expect(found.augmentation).toMatchObject({ actions: [1] });
  });
});

it('decides at this law what another one of the class leaves open', () => {
  // At this K the second reading adds nothing to the first: v = (0.46, 0) solves (BKBᵀ + R)v = BKh. Along Δ both covariances
  // move, so that it still does: BΔh = (0, 0.46) = BΔBᵀv.
  const four = timeGrid(4, 4);
  const read = (j: number) => action({ at: j + 0.5, noise: 0.25 }, four);
  const rows = (third: number) => [
    [1, 0.5, 0.4, 0.4],
    [0.5, 1, -0.29, third],
    [0.4, -0.29, 1, 0.2],
    [0.4, third, 0.2, 1],
  ];
  const direction = [
    [0, 1, -1, 0],
    [1, 0, 0, 0.84],
    [-1, 0, 0, -0.84],
    [0, 0.84, -0.84, 0],
  ];
  const asked = (third: number) => ({
    covariance: matrixFromRows(rows(third)),
    weights: targetWeights('uniform', four),
    target: target('mean'),
    realised: [[action({ at: 3.5, noise: 0 }, four)]],
    alternative: [read(0), read(1)],
    covarianceClass: { directions: [matrixFromRows(direction)] },
  });
  const valueAt = (third: number, step: number) => {
    const { covariance, weights, target: aim, alternative } = asked(third);
    const moved = covariance.data.map((value, n) => value + step * direction.flat()[n]!);
    return worldValue({ ...covariance, data: moved }, { weights }, aim, alternative);
  };
  const steps = [-0.05, 0.03, 0.07];
  for (const step of steps) expect(valueAt(-0.29, step)).toBeCloseTo(valueAt(-0.29, 0), 14);
  const found = identify(asked(-0.29));
  expect(found).toMatchObject({ verdict: 'identified', by: 'this-law', invisibleDimension: 1 });
  expect(found.sensitivity).toBe(0);
  expect(found.value).toBeCloseTo(valueAt(-0.29, 0), 14);
  // At another law it is not so.
  for (const step of steps) expect(Math.abs(valueAt(-0.2, step) - valueAt(-0.2, 0))).toBeGreaterThan(1e-5);
  expect(identify(asked(-0.2)).verdict).toBe('not-identified');
});

describe('second moments that determine the law, for a target that is not linear', () => {
  it('all lags are seen', () => {
    const input = {
      ...study(laws[1]!, { outside: 1 }),
      realised: [at([0.5, 1.5, 4.5, 5.5])],
      alternative: at([3.5]),
    };
    // Lags 1, 3, 4, 5: the second one is not, and a square or a two-sided threshold has no covariance with a reading.
    expect(identify(input).verdict).toBe('undecided');
    expect(identify({ ...input, target: target({ above: 1 }) })).toMatchObject({ by: 'nothing-invisible' });
    expect(
      identify({
        ...input,
        realised: [at([0.5, 1.5, 3.5, 5.5])],
        alternative: [action({ at: 3, width: 2 }, six)],
      }),
    ).toMatchObject({
      by: 'nothing-invisible',
    });
  });
});

it('a value is as small as its noise makes it, and not the same as twice that', () => {
  for (const noise of [1, 1e4, 1e8, 1e12]) {
    const found = identify({
      ...study(laws[0]!),
      covarianceClass: 'any',
      catalogue: [],
      realised: [at([0.5])],
      alternative: at([3.5, 4.5], noise),
    });
    expect(found.verdict).toBe('not-identified');
    const { low, high } = found.range!;
    expect((high - low) * noise).toBeGreaterThan(0.3);
    expect(found.range!.lowStatus).toBe('exact');
  }
});
