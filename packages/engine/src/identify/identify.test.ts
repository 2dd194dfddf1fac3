import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../model/input/invalid-input.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { matrixFromRows } from '../numerics/matrix.ts';
import type { IdentifyInput } from './identification.ts';
import { identify } from './identify.ts';

const grid = timeGrid(4, 4);
const point = (j: number, noise = 0) => action({ at: j + 0.5, noise }, grid);
const four: IdentifyInput = {
  covariance: kernelMatrix({ ou: { tau: 1 } }, 0, grid),
  weights: targetWeights('uniform', grid),
  target: target('mean'),
  realised: [[point(0)]],
  alternative: [point(1), point(2)],
  covarianceClass: 'any',
  catalogue: [0, 1, 2, 3].map((j) => point(j)),
};

describe('the linear target', () => {
  it('is not identified: range, worlds, and what would settle it', () => {
    const result = identify(four);
    expect(result).toMatchObject({ verdict: 'not-identified', invisibleDimension: 4, unsolved: null });
    expect(result.range).toMatchObject({ lowStatus: 'exact', highStatus: 'exact' });
    expect(result.worlds.map(({ value }) => value)).toEqual([result.range!.low, result.range!.high]);
    expect(result.value).toBeGreaterThan(result.range!.low);
    expect(result.augmentation).toMatchObject({ actions: [1, 2], cost: 2, by: 'row-space', exact: true });
  });

  it('puts the two worlds at the share of the step asked for', () => {
    const { worlds } = identify({ ...four, covarianceClass: 'stationary' }, { share: 0.98022 });
    expect(worlds[0]!.value).toBeCloseTo(0.681648, 5);
    expect(worlds[1]!.value).toBeCloseTo(0.827379, 5);
  });

  it('has the verdict of the whole step, however small the one that is shown', () => {
    const { verdict, worlds } = identify(
      { ...four, covarianceClass: 'stationary' },
      { share: 1e-9, range: false },
    );
    expect(verdict).toBe('not-identified');
    expect(worlds[1]!.value - worlds[0]!.value).toBeLessThan(1e-8);
    expect(worlds[1]!.value).toBeGreaterThan(worlds[0]!.value);
  });

  it('is identified by row space, and by a class that leaves nothing open', () => {
    const bySpace = identify({ ...four, realised: [[point(0), point(1), point(2)]] });
    expect(bySpace).toMatchObject({ verdict: 'identified', augmentation: null, worlds: [] });
    expect(bySpace.why).toContain('row space');
    const byClass = identify({ ...four, realised: [[point(0), point(1)]], covarianceClass: 'stationary' });
    expect(byClass).toMatchObject({ verdict: 'identified', invisibleDimension: 0 });
    expect(byClass.why).toContain('stationary');
  });

  it('leaves nothing invisible under stationarity, and says what would settle it for every law', () => {
    const { augmentation } = identify({ ...four, covarianceClass: 'stationary' });
    expect(augmentation).toMatchObject({
      actions: [1],
      by: 'nothing-invisible',
      surest: { actions: [1, 2], cost: 2 },
    });
  });

  it('finds the range around a singular law too', () => {
    const covariance = kernelMatrix({ squaredExponential: { tau: 60 } }, 0, grid);
    const result = identify({ ...four, covariance, alternative: [point(3, 0.1)] });
    expect(['not-identified', 'undecided']).toContain(result.verdict);
    if (result.verdict === 'undecided') expect(result.why).toContain('singular');
  });

  it('calls two worlds different only where their values are', () => {
    // Under these weights and this law the largest step is too small to show in the value.
    const covariance = kernelMatrix({ squaredExponential: { tau: 160 } }, 0, grid);
    const result = identify({
      ...four,
      covariance,
      weights: targetWeights([0.05, 0.45, 0.1, 0.4], grid),
      realised: [[point(2)]],
      alternative: [point(3, 0.025)],
      covarianceClass: 'stationary',
    });
    if (result.verdict === 'not-identified')
      expect(result.range!.high - result.range!.low).toBeGreaterThan(1e-6);
    // No correlation can be negative and their weighted sum is 0: nothing is free, whatever the derivative says.
    const nothing = matrixFromRows([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
    expect(identify({ ...four, covariance: nothing, knowledge: { nonNegative: true } }).verdict).not.toBe(
      'not-identified',
    );
  });

  it('shows no range beside an undecided verdict, though one was found', () => {
    // Two readings are all but drowned or seen already: the worlds that are found differ by less than their values show.
    const six = timeGrid(6, 6);
    const read = (at: number, width: number, noise: number) => action({ at, width, noise }, six);
    const result = identify({
      covariance: kernelMatrix({ ou: { tau: 5 } }, 0, six),
      weights: targetWeights('uniform', six),
      target: target('mean'),
      realised: [[read(4, 3, 0)]],
      alternative: [read(4.5, 0, 1e6), read(6, 3, 1e-8)],
      covarianceClass: 'stationary',
      knowledge: { smallestEigenvalue: 1e-3 },
    });
    expect(result).toMatchObject({ verdict: 'undecided', unsolved: null, range: null, worlds: [] });
    expect(result.sensitivity).toBeGreaterThan(0);
  });

  it('finds worlds well inside also along a direction that is nearly visible', () => {
    // A reading drowned in noise of 1e7 changes the value by some 1e-8 of what a direction changes elsewhere.
    const five = timeGrid(5, 5);
    const reading = (at: number, noise: number) => action({ at, noise }, five);
    const drowned = (noise: number) =>
      identify(
        {
          covariance: kernelMatrix({ ou: { tau: 5 } }, 0, five),
          weights: targetWeights('uniform', five),
          target: target('mean'),
          realised: [[reading(2.5, 0.01), reading(4.5, 0.01)]],
          alternative: [reading(2.5, 0.01), reading(0.5, noise)],
          covarianceClass: 'any',
        },
        { range: false },
      );
    expect(drowned(1e5).verdict).toBe('not-identified');
    for (const noise of [1e6, 1e7, 1e8]) {
      const { verdict, why, sensitivity } = drowned(noise);
      expect([verdict, why]).toEqual([
        'undecided',
        'an invisible direction changes the value, but the values of the worlds found agree to a relative 1e-6',
      ]);
      expect(sensitivity! * noise).toBeCloseTo(0.1709, 3);
    }
  });

  it('refuses knowledge that does not hold of the law', () => {
    expect(() => identify({ ...four, knowledge: { pairs: [{ pair: [0, 1], correlation: 0.9 }] } })).toThrow(
      InvalidInput,
    );
    expect(() => identify({ ...four, knowledge: { smallestEigenvalue: 0.9 } })).toThrow(InvalidInput);
  });

  it('refuses to assume what does not hold of the law', () => {
    const covariance = kernelMatrix({ varyingOu: { from: 0.5, to: 3 } }, 0, grid);
    expect(() => identify({ ...four, covariance, covarianceClass: 'stationary' })).toThrow(InvalidInput);
  });

  it('leaves the range out on grids that are too large for it', () => {
    const fine = timeGrid(4, 257);
    const result = identify({
      ...four,
      covariance: kernelMatrix({ ou: { tau: 1 } }, 0, fine),
      weights: targetWeights('uniform', fine),
      realised: [[action({ at: 0.5 }, fine)]],
      alternative: [action({ at: 2 }, fine)],
      catalogue: [],
    });
    expect(result).toMatchObject({ verdict: 'not-identified', range: null, augmentation: null });
    expect(result.worlds).toHaveLength(2);
    expect(Math.abs(result.worlds[0]!.value - result.worlds[1]!.value)).toBeGreaterThan(1e-3);
  });
});

describe('a target that is not linear', () => {
  const three = timeGrid(3, 3);
  const at = (j: number) => action({ at: j + 0.5 }, three);
  const input: IdentifyInput = {
    covariance: matrixFromRows([
      [1, 0.5, 0],
      [0.5, 1, 0],
      [0, 0, 1],
    ]),
    weights: targetWeights('uniform', three),
    target: target({ above: 1 }),
    realised: [[at(0)]],
    alternative: [at(1)],
    covarianceClass: 'any',
    catalogue: [at(0), at(1), at(2)],
  };

  it('is not identified where a permutation changes the value', () => {
    const result = identify(input);
    expect(result).toMatchObject({ verdict: 'not-identified', invisibleDimension: null, sensitivity: null });
    expect(result.range).toMatchObject({ lowStatus: 'attained', highStatus: 'attained' });
    expect(result.range!.high).toBe(result.value);
    expect(result.augmentation).toMatchObject({ actions: [1], by: 'row-space' });
  });

  it('reaches by permutation the closed-form gap for the mean target too', () => {
    for (const a of [0.2, 0.5, 0.9])
      for (const noise of [0, 0.5, 2]) {
        const covariance = matrixFromRows([
          [1, a, 0],
          [a, 1, 0],
          [0, 0, 1],
        ]);
        const alternative = [action({ at: 1.5, noise }, three)];
        const { permuted } = identify({ ...input, covariance, alternative, target: target('mean') });
        const gap = (a * a + 2 * a) / (1 + noise) / (3 + 2 * a);
        expect(permuted!.high - permuted!.low).toBeCloseTo(gap, 12);
      }
  });

  it('is identified by the row space of the measurements alone', () => {
    expect(identify({ ...input, realised: [[at(0), at(1)]] }).verdict).toBe('identified');
    // The mean of three points and two of them give the third, but the target that is observed is not that mean: its
    // covariances with the two are what tells. A square has none.
    const two = { ...input, realised: [[at(0), at(2)]] };
    expect(identify(two)).toMatchObject({ verdict: 'identified', by: 'nothing-invisible' });
    expect(identify({ ...two, target: target({ square: true }) }).verdict).toBe('undecided');
  });

  it('is undecided, in that word, where nothing is found', () => {
    const result = identify({ ...input, weights: targetWeights([1, 2, 3], three) });
    expect(result).toMatchObject({ verdict: 'undecided', range: null, worlds: [] });
    // Under stationarity no permutation is a world of the class.
    const stationary = kernelMatrix({ ou: { tau: 1 } }, 0, three);
    expect(identify({ ...input, covariance: stationary, covarianceClass: 'stationary' }).verdict).toBe(
      'undecided',
    );
  });
});
