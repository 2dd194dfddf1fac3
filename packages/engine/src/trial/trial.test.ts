import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { collinearCases, collinearLaw, collinearReadings } from '../../test/nearly-collinear.ts';
import { simulatedUnits, unitLaw } from '../calibrate/sample/simulated-units.ts';
import type { TargetSpec } from '../model/target.ts';
import { student } from '../model/transform/student.ts';
import { applyAction, type Measurement } from '../model/value/action.ts';
import { type PredictingLaw, predictor, targetOfTrajectory } from '../model/value/predictor.ts';
import { exp } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { normalAt, randomStream, uniformAt } from '../numerics/random/random-stream.ts';
import { type TrialProtocol, trial } from './trial.ts';
import { type Difference, twoArmSize } from './two-arm-size.ts';

const P = 6;
const covariance: Matrix = zeros(P, P);
for (let j = 0; j < P; j++)
  for (let k = 0; k < P; k++) covariance.data[j * P + k] = 0.3 + 0.7 * exp(-Math.abs(j - k) / 2);
const weights = Float64Array.of(0.1, 0.2, 0.2, 0.2, 0.2, 0.1);
const mean = Float64Array.of(1.2, 1, 0.8, 0.6, 0.9, 1.4);
const scale = Float64Array.of(0.5, 0.7, 0.4, 0.9, 0.6, 0.5);
const protocol: Measurement[] = [
  { first: 1, last: 1, noise: 0.1 },
  { first: 3, last: 5, noise: 0.05 },
];
const standardised: PredictingLaw = { covariance, weights };
const inData: PredictingLaw = { covariance, weights, mean, scale };
const logged: PredictingLaw = { ...inData, transform: 'log' };
/** An effect that sets in after a while. */
const profile = Float64Array.of(0, 0, 0.2, 0.4, 0.5, 0.5);

/** Target and prediction of units of one arm, by the predictor of the control law. */
function arm(
  law: PredictingLaw,
  spec: TargetSpec,
  shift: Float64Array,
  units: number,
  label: string,
  missed = 0,
) {
  const stream = randomStream(11, label);
  const z = simulatedUnits(unitLaw(covariance), units, 0, stream);
  // Where the second reading is missed, by the first alone.
  const predictors = [protocol, protocol.slice(0, 1)].map((read) => predictor(law, spec, read));
  const coins = randomStream(11, label, 'missed');
  const truth = targetOfTrajectory(spec, weights, law.transform);
  return Array.from({ length: units }, (_, i) => {
    const trajectory = Float64Array.from(
      { length: P },
      (_, j) => (law.mean?.[j] ?? 0) + shift[j]! + (law.scale?.[j] ?? 1) * z.data[i * P + j]!,
    );
    const readings = protocol.map(
      (action, a) => applyAction(action, trajectory) + Math.sqrt(action.noise) * normalAt(stream, 2 * i + a),
    );
    return {
      target: truth(trajectory),
      predicted: predictors[uniformAt(coins, i) < missed ? 1 : 0]!(readings),
    };
  });
}

const none = new Float64Array(P);
const CASES: [string, PredictingLaw, TargetSpec][] = [
  ['the mean', standardised, 'mean'],
  ['above', standardised, { above: 0.5 }],
  ['the mean in the unit of the data', inData, 'mean'],
  ['above in the unit of the data', inData, { above: 1.5 }],
  ['between in the unit of the data', inData, { between: [0.2, 1] }],
  ['the mean, log', logged, 'mean'],
  ['below, log', logged, { below: 2 }],
];

const near = comparedWith('what a trial sees in readings that are nearly collinear', 'mpmath, 80 digits');

describe('a trial', () => {
  it.each(CASES)(
    '%s: means and variances of target and predictions are those of simulated arms',
    (_, law, spec) => {
      const units = 60_000;
      const found = trial(law, spec, profile, [protocol]);
      const [control, treated] = [
        arm(law, spec, none, units, 'control'),
        arm(law, spec, profile, units, 'treated'),
      ];
      const check = (expected: Difference, pick: (one: (typeof control)[number]) => number) => {
        const [a, b] = [moments(control.map(pick)), moments(treated.map(pick))];
        const error = Math.sqrt((a.variance + b.variance) / units);
        expect(Math.abs(b.mean - a.mean - expected.shift)).toBeLessThan(4 * error);
        expect(a.variance / expected.variance.control).toBeCloseTo(1, 1.3);
        expect(b.variance / expected.variance.treated).toBeCloseTo(1, 1.3);
      };
      check(found.complete, ({ target }) => target);
      check(found.protocols[0]!, ({ predicted }) => predicted);
    },
  );

  it.each(CASES)('%s: so many units have the power that is promised, and the level', (_, law, spec) => {
    const rules = { level: 0.05, power: 0.8, allocation: 2 };
    const difference = trial(law, spec, profile, [protocol]).protocols[0]!;
    const size = twoArmSize(difference, rules)!;
    const trials = 1000;
    const treated = arm(law, spec, profile, trials * size.treated, 'treated');
    const alike = arm(law, spec, none, trials * size.treated, 'alike');
    const control = arm(law, spec, none, trials * size.control, 'control');
    const found = (others: typeof treated) => {
      let rejected = 0;
      for (let i = 0; i < trials; i++) {
        const a = control.slice(i * size.control, (i + 1) * size.control).map(({ predicted }) => predicted);
        const b = others.slice(i * size.treated, (i + 1) * size.treated).map(({ predicted }) => predicted);
        if (welch(a, b) < rules.level) rejected++;
      }
      return rejected / trials;
    };
    expect(found(treated)).toBeGreaterThan(size.power - 0.035);
    expect(found(treated)).toBeLessThan(size.power + 0.045);
    // Whatever the predictor: without an effect both arms have one law.
    expect(found(alike)).toBeGreaterThan(0.05 - 0.018);
    expect(found(alike)).toBeLessThan(0.05 + 0.018);
  });

  it.each(CASES)('%s: readings that may be missing', (_, law, spec) => {
    const units = 60_000;
    const missing = { missed: 0.4 };
    const [found] = trial(law, spec, profile, [[protocol[0]!, { ...protocol[1]!, missing }]]).protocols;
    const [a, b] = [none, profile].map((shift, k) =>
      moments(arm(law, spec, shift, units, `arm ${k}`, 0.4).map(({ predicted }) => predicted)),
    );
    const error = Math.sqrt((a!.variance + b!.variance) / units);
    expect(Math.abs(b!.mean - a!.mean - found!.shift)).toBeLessThan(4 * error);
    expect(a!.variance / found!.variance.control).toBeCloseTo(1, 1.3);
    expect(b!.variance / found!.variance.treated).toBeCloseTo(1, 1.3);
  });

  it('needs 1/value times the units where the profile is how units differ from each other', () => {
    // δ = SKSω: both the shift of the target and that of its prediction are variances.
    const along = Float64Array.from({ length: P }, (_, j) => {
      let sum = 0;
      for (let k = 0; k < P; k++) sum += scale[j]! * covariance.data[j * P + k]! * scale[k]! * weights[k]!;
      return 0.1 * sum;
    });
    const { complete, protocols } = trial(inData, 'mean', along, [protocol]);
    const [own] = protocols;
    expect(own!.shift / complete.shift).toBeCloseTo(own!.value, 12);
    const needed = (difference: Difference) =>
      twoArmSize(difference, { level: 0.05, power: 0.9, allocation: 1 })!.total;
    expect(needed(own!) / needed(complete)).toBeCloseTo(1 / own!.value, 3);
  });

  it('is seen best by the linear combination for its profile', () => {
    const { best, shift, variance } = trial(inData, 'mean', profile, [protocol]).protocols[0]!;
    // 2 × 2, by hand: (Aδ)ᵀG⁻¹Aδ.
    const at = (j: number, k: number) => scale[j]! * covariance.data[j * P + k]! * scale[k]!;
    const window = [3, 4, 5];
    const g11 = at(1, 1) + 0.1;
    const g12 = window.reduce((sum, k) => sum + at(1, k), 0) / 3;
    const g22 = window.reduce((sum, j) => sum + window.reduce((own, k) => own + at(j, k), 0), 0) / 9 + 0.05;
    const [d1, d2] = [profile[1]!, (profile[3]! + profile[4]! + profile[5]!) / 3];
    const byHand = (g22 * d1 * d1 - 2 * g12 * d1 * d2 + g11 * d2 * d2) / (g11 * g22 - g12 * g12);
    expect(best.shift).toBeCloseTo(byHand, 12);
    expect(best.variance.treated).toBe(best.shift);
    expect((shift * shift) / variance.control).toBeLessThan(best.shift);
  });

  it('is not seen by readings that the profile leaves alone, and the wrong way round by some', () => {
    const early: Measurement[] = [{ first: 0, last: 0, noise: 0.1 }];
    const unseen = trial(inData, { above: 1.5 }, profile, [early]);
    expect(unseen.protocols[0]!.shift).toBe(0);
    expect(unseen.protocols[0]!.best.shift).toBe(0);
    const against = trial(inData, 'mean', Float64Array.of(-0.1, 0.3, 0.3, 0.3, 0.3, 0.3), [early]);
    expect(against.complete.shift).toBeGreaterThan(0);
    expect(against.protocols[0]!.shift).toBeLessThan(0);
  });

  it('of one reading that is missed is that share of its shift', () => {
    const read: Measurement = { first: 4, last: 4, noise: 0.1 };
    const { protocols } = trial(inData, 'mean', profile, [[read], [{ ...read, missing: { missed: 0.3 } }]]);
    const [always, often] = protocols as [TrialProtocol, TrialProtocol];
    expect(often.shift).toBeCloseTo(0.7 * always.shift, 12);
    expect(often.variance.control).toBeCloseTo(0.7 * always.variance.control, 12);
    expect(often.best.shift).toBeCloseTo(0.7 * always.best.shift, 12);
    // Who was not read is left out of the best comparison, which then takes 1/0.7 of the units and no more.
    expect(often.best.variance.treated).toBeCloseTo(0.7 * always.best.variance.treated, 12);
  });

  it('of readings that repeat each other without noise is that of one of them', () => {
    const point: Measurement = { first: 4, last: 4, noise: 0 };
    const { protocols } = trial(inData, { above: 1.5 }, profile, [[point], [point, point]]);
    expect(protocols[1]!.shift).toBeCloseTo(protocols[0]!.shift, 12);
    expect(protocols[1]!.best.shift).toBeCloseTo(protocols[0]!.best.shift, 12);
  });
});

function moments(values: readonly number[]) {
  const average = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((sum, own) => sum + (own - average) ** 2, 0) / (values.length - 1);
  return { mean: average, variance };
}

/** Two-sided p-value. */
function welch(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [moments(a), moments(b)];
  const [u, v] = [x.variance / a.length, y.variance / b.length];
  const freedom = (u + v) ** 2 / (u ** 2 / (a.length - 1) + v ** 2 / (b.length - 1));
  return 2 * student(freedom).tail(Math.abs(y.mean - x.mean) / Math.sqrt(u + v));
}

it.each(collinearCases.map((one) => [JSON.stringify(one.kernel), one.readings.length, one] as const))(
  'of nearly collinear readings of %s, %d of them, sees what 80 digits see',
  (_, count, one) => {
    const law = collinearLaw(one);
    const rise = Float64Array.from({ length: one.points }, (_, j) => j / (one.points - 1));
    // The profile is in the unit of the readings, and so is the shift of the mean.
    const { protocols } = trial(law, 'mean', rise, [collinearReadings(one.readings)]);
    const { shift, best } = protocols[0]!;
    near(Math.abs(shift / one.shift - 1), 1e-9);
    // A window's shift is a mean, whose last digit is divided by what little the readings differ in.
    near(Math.abs(best.shift / one.detection - 1), 1e-6);
    expect(count).toBe(one.readings.length);
  },
);
