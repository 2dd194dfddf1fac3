import { describe, expect, it } from 'vitest';
import { exp, log } from '../../numerics/elementary.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { normalAt, randomStream } from '../../numerics/random/random-stream.ts';
import { type TargetSpec, target } from '../target.ts';
import { targetUnder } from '../target-under.ts';
import { normalTail, upperShare } from '../transform/normal-tail.ts';
import { applyAction, type Measurement } from './action.ts';
import { type PredictingLaw, predictor, targetOfTrajectory } from './predictor.ts';
import { protocolValues } from './value.ts';

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

/** Readings and targets of many units of the law. */
function simulated(law: PredictingLaw, spec: TargetSpec, units: number) {
  const factored = defaultKernels().cholesky(law.covariance as Matrix);
  if (!factored.ok) throw new Error('no law');
  const stream = randomStream(3, 'units');
  const truth = targetOfTrajectory(spec, law.weights, law.transform);
  return Array.from({ length: units }, (_, i) => {
    const own = (k: number) => normalAt(stream, i * (P + protocol.length) + k);
    const trajectory = Float64Array.from({ length: P }, (_, j) => {
      let z = 0;
      for (let k = 0; k <= j; k++) z += factored.factor.data[j * P + k]! * own(k);
      return (law.mean?.[j] ?? 0) + (law.scale?.[j] ?? 1) * z;
    });
    const readings = protocol.map(
      (action, a) => applyAction(action, trajectory) + Math.sqrt(action.noise) * own(P + a),
    );
    return { readings, target: truth(trajectory) };
  });
}

const standardised: PredictingLaw = { covariance, weights };
const inData: PredictingLaw = { covariance, weights, mean, scale };
const UNITS = 20_000;

describe('predictor', () => {
  it.each<[string, PredictingLaw, TargetSpec]>([
    ['the mean', standardised, 'mean'],
    ['above', standardised, { above: 0.5 }],
    ['outside', standardised, { outside: 1 }],
    ['logistic', standardised, { logistic: 3 }],
    ['square', standardised, { square: true }],
    ['hermite', standardised, { hermite: [1, 0.5, -0.4] }],
    ['the mean in the unit of the data', inData, 'mean'],
    ['above in the unit of the data', inData, { above: 1.5 }],
    ['below in the unit of the data', inData, { below: 0.7 }],
    ['between in the unit of the data', inData, { between: [0.5, 1.5] }],
    ['the mean, log', { ...inData, transform: 'log' }, 'mean'],
    ['above, log', { ...inData, transform: 'log' }, { above: 3 }],
  ])('%s: its R² in units of the law is the value, and no shift or scale improves it', (_, law, spec) => {
    const predict = predictor(law, spec, protocol);
    const units = simulated(law, spec, UNITS).map(
      ({ readings, target: own }) => [predict(readings), own] as const,
    );
    const average = (f: (one: readonly [number, number]) => number) =>
      units.reduce((sum, one) => sum + f(one), 0) / UNITS;
    const [predicted, actual] = [average(([a]) => a), average(([, b]) => b)];
    const spread = average(([, b]) => (b - actual) ** 2);
    const prepared = law.mean
      ? targetUnder(spec, { mean: law.mean, scale: law.scale!, transform: law.transform ?? 'none' })
      : target(spec);
    const [promised] = protocolValues(law, prepared, [protocol]).protocols;
    expect(1 - average(([a, b]) => (b - a) ** 2) / spread).toBeCloseTo(promised!.value, 1.7);
    expect(predicted).toBeCloseTo(actual, 1.7);
    // Of a conditional expectation the regression of the target on it has slope 1.
    const slope =
      average(([a, b]) => (a - predicted) * (b - actual)) / average(([a]) => (a - predicted) ** 2);
    expect(Math.abs(slope - 1)).toBeLessThan(0.03);
  });

  it('of the mean is the regression on the readings', () => {
    const { coefficients, intercept } = predictor(inData, 'mean', protocol).linear!;
    const k = (j: number, l: number) => scale[j]! * scale[l]! * covariance.data[j * P + l]!;
    const rows = [[1], [3, 4, 5]];
    const cov = (a: number[], b: number[]) =>
      a.flatMap((j) => b.map((l) => k(j, l))).reduce((x, y) => x + y) / a.length / b.length;
    const target = rows.map((row) =>
      [...weights].reduce((sum, weight, l) => sum + weight * cov(row, [l]), 0),
    );
    // The normal equations hold, and the regression goes through the means.
    rows.forEach((row, a) => {
      const sum = rows.reduce(
        (own, other, b) => own + coefficients[b]! * (cov(row, other) + (a === b ? protocol[a]!.noise : 0)),
        0,
      );
      expect(sum).toBeCloseTo(target[a]!, 12);
    });
    const centre = rows.map((row) => row.reduce((sum, j) => sum + mean[j]!, 0) / row.length);
    const whole = [...weights].reduce((sum, weight, j) => sum + weight * mean[j]!, 0);
    expect(intercept + centre.reduce((sum, own, a) => sum + own * coefficients[a]!, 0)).toBeCloseTo(
      whole,
      12,
    );
  });

  it('knows what is read without noise, and leaves out what repeats it', () => {
    const every = Array.from({ length: P }, (_, j) => ({ first: j, last: j, noise: 0 }));
    const trajectory = [0.2, 2, 1.4, -1, 1.6, 3];
    const read = [...trajectory, trajectory[2]!];
    const predict = predictor(inData, { above: 1.5 }, [...every, { first: 2, last: 2, noise: 0 }]);
    expect(predict(read)).toBeCloseTo(weights[1]! + weights[4]! + weights[5]!, 5);
    expect(predictor(inData, 'mean', [])([])).toBeCloseTo(
      predictor(inData, 'mean', []).linear!.intercept,
      12,
    );
    expect(predictor({ ...inData, transform: 'log' }, { above: 3 }, [])([])).toBeCloseTo(
      [...weights].reduce((sum, w, j) => sum + w * normalTail((log(3) - mean[j]!) / scale[j]!), 0),
      12,
    );
  });
});

it('a reading at the threshold is not above it, in either scale', () => {
  const points = [{ first: 2, last: 2, noise: 0 }];
  const only = { ...inData, weights: Float64Array.of(0, 0, 1, 0, 0, 0) };
  for (const c of [75, 3, 1.3, 0.7]) {
    expect(predictor(only, { above: c }, points)([c])).toBe(0);
    expect(predictor({ ...only, transform: 'log' }, { above: c }, points)([log(c)])).toBe(0);
    expect(predictor({ ...only, transform: 'log' }, { between: [c, 2 * c] }, points)([log(c)])).toBe(1);
  }
});

it('upperShare is the tail of the normal distribution', () => {
  for (let c = -40; c <= 40; c += 0.37) expect(Math.abs(upperShare(c) - normalTail(c))).toBeLessThan(2e-15);
});
