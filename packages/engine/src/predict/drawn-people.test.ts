import { describe, expect, it } from 'vitest';
import { type TargetSpec, target } from '../model/target.ts';
import { targetUnder } from '../model/target-under.ts';
import type { Measurement } from '../model/value/action.ts';
import { patternsOf } from '../model/value/missed.ts';
import type { PredictingLaw } from '../model/value/predictor.ts';
import { protocolValues } from '../model/value/value.ts';
import { exp } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { drawnPeople, shareExplained } from './drawn-people.ts';

const P = 20;
const covariance: Matrix = zeros(P, P);
for (let j = 0; j < P; j++)
  for (let k = 0; k < P; k++) covariance.data[j * P + k] = 0.1 + 0.9 * exp(-Math.abs(j - k) / 5);
const weights = Float64Array.from({ length: P }, () => 1 / P);
const mean = Float64Array.from({ length: P }, (_, j) => 5 + 0.05 * j);
const scale = Float64Array.from({ length: P }, (_, j) => 0.5 + 0.02 * j);
const protocol: Measurement[] = [
  { first: 3, last: 3, noise: 0.1 },
  { first: 11, last: 14, noise: 0.05 },
];
const CASES: [string, PredictingLaw, TargetSpec][] = [
  ['the mean', { covariance, weights }, 'mean'],
  ['a share of the time', { covariance, weights }, { above: 0.5 }],
  ['the mean in the unit of data', { covariance, weights, mean, scale }, 'mean'],
  ['the mean of a lognormal quantity', { covariance, weights, mean, scale, transform: 'log' }, 'mean'],
];

describe('people drawn from a law', () => {
  it.each(CASES)('are predicted as well as the value says: %s', (_name, law, spec) => {
    const people = 20_000;
    const { targets, predicted } = drawnPeople(law, spec, protocol, { people, seed: 3 });
    const under = law.mean
      ? targetUnder(spec, { mean, scale, transform: law.transform ?? 'none' })
      : target(spec);
    const { protocols } = protocolValues(law, under, [protocol]);
    // The standard error of R² is at most 2·√(R²)·(1 − R²)/√people for a Gaussian pair, and larger with heavy tails.
    const tolerance = law.transform === 'log' ? 0.05 : 0.015;
    expect(Math.abs(shareExplained(targets, predicted) - protocols[0]!.value)).toBeLessThan(tolerance);
  });

  it('miss readings as often as the protocol says, and are predicted by the rest as well as the value says', () => {
    const people = 20_000;
    const law: PredictingLaw = { covariance, weights };
    const missable: Measurement[] = [
      { ...protocol[0]!, missing: { missed: 0.3 } },
      { ...protocol[1]!, missing: { sensor: { name: 'cuff', fails: 0.2 } } },
      { first: 17, last: 17, noise: 0.1, missing: { sensor: { name: 'cuff', fails: 0.2 }, hazard: 0.5 } },
    ];
    const { readings, targets, predicted } = drawnPeople(law, 'mean', missable, { people, seed: 3 });
    const shares = missable.map(
      (_, a) =>
        targets.reduce((sum, _t, m) => sum + Number(Number.isNaN(readings.data[m * 3 + a]!)), 0) / people,
    );
    expect(shares[0]).toBeCloseTo(0.3, 1.5);
    expect(shares[1]).toBeCloseTo(0.2, 1.5);
    expect(Math.abs(shares[2]! - (1 - 0.8 * exp(-0.5)))).toBeLessThan(0.015);
    // The two of one sensor fail together.
    for (let m = 0; m < people; m++)
      if (Number.isNaN(readings.data[m * 3 + 1]!)) expect(readings.data[m * 3 + 2]).toBeNaN();
    const value = patternsOf(missable, 0).patterns.reduce((sum, { kept, probability }) => {
      const left = kept.map((a) => ({ ...missable[a]!, missing: {} }));
      return sum + probability * protocolValues(law, target('mean'), [left]).protocols[0]!.value;
    }, 0);
    expect(Math.abs(shareExplained(targets, predicted) - value)).toBeLessThan(0.015);
  });

  it('are the same people whatever is read of them', () => {
    const law: PredictingLaw = { covariance, weights, mean, scale };
    const one = drawnPeople(law, 'mean', protocol, { people: 5, seed: 1 });
    const moved = drawnPeople(law, 'mean', [{ ...protocol[0]!, first: 7, last: 7 }, protocol[1]!], {
      people: 5,
      seed: 1,
    });
    expect(moved.trajectories).toEqual(one.trajectories);
    expect(moved.targets).toEqual(one.targets);
    for (let m = 0; m < 5; m++) {
      // Away from what happened by the same error, at whatever time.
      const errorOf = ({ readings, trajectories }: typeof one, at: number) =>
        readings.data[m * 2]! - trajectories.data[m * P + at]!;
      expect(errorOf(moved, 7)).toBeCloseTo(errorOf(one, 3), 12);
      expect(moved.readings.data[m * 2 + 1]).toBe(one.readings.data[m * 2 + 1]);
    }
    expect(drawnPeople(law, 'mean', protocol, { people: 5, seed: 2 }).targets).not.toEqual(one.targets);
  });

  it('explain nothing of themselves by their mean, and all by themselves', () => {
    expect(shareExplained([1, 2, 3], [2, 2, 2])).toBe(0);
    expect(shareExplained([1, 2, 3], [1, 2, 3])).toBe(1);
    expect(shareExplained([1, 2, 3], [1, 2, 2])).toBe(0.5);
  });
});
