import { describe, expect, it } from 'vitest';
import { collinearCases, collinearLaw, collinearReadings } from '../../test/nearly-collinear.ts';
import { type TargetSpec, target } from '../model/target.ts';
import { targetUnder } from '../model/target-under.ts';
import { applyAction, type Measurement } from '../model/value/action.ts';
import { type PredictingLaw, targetOfTrajectory } from '../model/value/predictor.ts';
import { protocolValues } from '../model/value/value.ts';
import { exp } from '../numerics/elementary.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { dot, type Matrix, row, zeros } from '../numerics/matrix.ts';
import { normalAt, randomStream, uniformAt } from '../numerics/random/random-stream.ts';
import { predictions } from './predictions.ts';

const P = 24;
const covariance: Matrix = zeros(P, P);
for (let j = 0; j < P; j++)
  for (let k = 0; k < P; k++) covariance.data[j * P + k] = 0.2 + 0.8 * exp(-Math.abs(j - k) / 6);
const weights = Float64Array.from({ length: P }, () => 1 / P);
const mean = Float64Array.from({ length: P }, (_, j) => 1 + 0.02 * j);
const scale = Float64Array.from({ length: P }, (_, j) => 0.5 + 0.01 * j);
const protocol: Measurement[] = [
  { first: 3, last: 3, noise: 0.05 },
  { first: 10, last: 13, noise: 0.02 },
  { first: 20, last: 20, noise: 0.1 },
];
const standardised: PredictingLaw = { covariance, weights };
const inData: PredictingLaw = { covariance, weights, mean, scale };
const inLog: PredictingLaw = { ...inData, transform: 'log' };

/** Units of the law: their readings, each missing with a probability, and their targets. */
function simulated(law: PredictingLaw, spec: TargetSpec, units: number, missing: number) {
  const factored = defaultKernels().cholesky(law.covariance as Matrix);
  if (!factored.ok) throw new Error('no law');
  const d = protocol.length;
  const [stream, gone] = [randomStream(1, 'units'), randomStream(1, 'missing')];
  const truth = targetOfTrajectory(spec, law.weights, law.transform);
  const readings = zeros(units, d);
  const targets = Float64Array.from({ length: units }, (_, i) => {
    const own = (k: number) => normalAt(stream, i * (P + d) + k);
    const trajectory = Float64Array.from({ length: P }, (_, j) => {
      let z = 0;
      for (let k = 0; k <= j; k++) z += factored.factor.data[j * P + k]! * own(k);
      return (law.mean?.[j] ?? 0) + (law.scale?.[j] ?? 1) * z;
    });
    protocol.forEach((action, a) => {
      const there = uniformAt(gone, i * d + a) >= missing;
      readings.data[i * d + a] = there
        ? applyAction(action, trajectory) + Math.sqrt(action.noise) * own(P + a)
        : Number.NaN;
    });
    return truth(trajectory);
  });
  return { readings, targets };
}

const UNITS = 2000;
const average = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

const CASES: [string, PredictingLaw, TargetSpec][] = [
  ['the mean', standardised, 'mean'],
  ['above', standardised, { above: 0.5 }],
  ['outside', standardised, { outside: 1 }],
  ['square', standardised, { square: true }],
  ['the mean in the unit of the data', inData, 'mean'],
  ['above in the unit of the data', inData, { above: 1.4 }],
  ['between in the unit of the data', inData, { between: [0.8, 1.6] }],
  ['the mean, log', inLog, 'mean'],
  ['above, log', inLog, { above: 4 }],
];

describe.each(CASES)('predictions of %s', (_, law, spec) => {
  it.each([
    ['all readings', 0],
    ['a third of them missing', 1 / 3],
  ])('%s: mean, standard deviation and intervals of 0.9 hold in units of the law', async (_, missing) => {
    const { readings, targets } = simulated(law, spec, UNITS, missing);
    const input = { law, target: spec, protocol, readings, level: 0.9, draws: 2000, seed: 1 };
    const { predictions: made, patterns } = await predictions(input);
    expect(patterns).toBe(missing === 0 ? 1 : 8);
    const held = made.filter(({ low, high }, i) => low <= targets[i]! && targets[i]! <= high).length / UNITS;
    expect(held).toBeGreaterThan(0.88);
    expect(held).toBeLessThan(0.92);
    // Errors have the mean 0 and the variances said, in all units and where these are large or small.
    const errors = made.map(({ predicted }, i) => targets[i]! - predicted);
    const ranks = made.map(({ sd }, i) => [sd, i] as const).sort(([a], [b]) => a - b);
    for (const some of [ranks, ranks.slice(0, UNITS / 2), ranks.slice(UNITS / 2)]) {
      const squares = average(some.map(([, i]) => errors[i]! ** 2));
      const said = average(some.map(([sd]) => sd ** 2));
      const spread = average(some.map(([, i]) => errors[i]! ** 4)) / said ** 2;
      expect(Math.abs(squares / said - 1)).toBeLessThan(4 * Math.sqrt(spread / some.length));
      expect(Math.abs(average(some.map(([, i]) => errors[i]!)))).toBeLessThan(
        4 * Math.sqrt(said / some.length),
      );
    }
    if (missing > 0) return;
    // R² in these units is the value, within what so many of them show.
    const prepared = law.mean
      ? targetUnder(spec, { mean: law.mean, scale: law.scale!, transform: law.transform ?? 'none' })
      : target(spec);
    const { protocols, variance } = protocolValues(law, prepared, [protocol]);
    const centre = average(targets);
    const spread = average(targets.map((own) => (own - centre) ** 2));
    const shares = errors.map(
      (error, i) => (error ** 2 - (1 - protocols[0]!.value) * (targets[i]! - centre) ** 2) / spread,
    );
    const standardError = Math.sqrt(average(shares.map((own) => own ** 2)) / UNITS);
    const r2 = 1 - average(errors.map((error) => error ** 2)) / spread;
    expect(Math.abs(r2 - protocols[0]!.value)).toBeLessThan(4 * standardError);
    expect(average(made.map(({ sd }) => sd ** 2)) / variance).toBeCloseTo(1 - protocols[0]!.value, 2);
  });
});

it('of the mean are the normal conditional law, and of no reading the law itself', async () => {
  const readings = {
    rows: 2,
    cols: 3,
    data: Float64Array.of(1.5, Number.NaN, 0.7, Number.NaN, Number.NaN, Number.NaN),
  };
  const input = {
    law: inData,
    target: 'mean',
    protocol,
    readings,
    level: 0.95,
    draws: 100,
    seed: 0,
  } as const;
  const { predictions: made } = await predictions(input);
  // The joint normal law of (Θ, y1, y3), by hand.
  const k = (j: number, l: number) => scale[j]! * scale[l]! * covariance.data[j * P + l]!;
  const all = Array.from({ length: P }, (_, j) => j);
  const v = average(all.map((j) => average(all.map((l) => k(j, l)))));
  const [c1, c3] = [average(all.map((j) => k(3, j))), average(all.map((j) => k(20, j)))];
  const [a, b, c] = [k(3, 3) + 0.05, k(3, 20), k(20, 20) + 0.1];
  const det = a * c - b * b;
  const [w1, w3] = [(c1 * c - c3 * b) / det, (c3 * a - c1 * b) / det];
  const centre = average(mean);
  const predicted = centre + w1 * (1.5 - mean[3]!) + w3 * (0.7 - mean[20]!);
  const sd = Math.sqrt(v - w1 * c1 - w3 * c3);
  expect(made[0]!.predicted).toBeCloseTo(predicted, 12);
  expect(made[0]!.sd).toBeCloseTo(sd, 12);
  expect(made[0]!.low).toBeCloseTo(predicted - 1.959963984540054 * sd, 12);
  expect(made[0]!.high).toBeCloseTo(predicted + 1.959963984540054 * sd, 12);
  expect(made[1]!.predicted).toBeCloseTo(centre, 12);
  expect(made[1]!.sd).toBeCloseTo(Math.sqrt(v), 12);
});

it.each(collinearCases.map((one) => [JSON.stringify(one.kernel), one.readings.length, one] as const))(
  'of nearly collinear readings of %s, %d of them, err as much as their value says',
  async (_, count, one) => {
    const law = collinearLaw(one);
    const protocol = collinearReadings(one.readings);
    const { predictions: made } = await predictions({
      law,
      target: 'mean',
      protocol,
      readings: { rows: 1, cols: count, data: new Float64Array(count) },
      level: 0.95,
      draws: 100,
      seed: 0,
    });
    const weights = law.scale ? law.weights.map((weight, j) => weight * law.scale![j]!) : law.weights;
    const image = weights.map((_, j) => dot(weights, row(law.covariance, j)));
    // Of the variance itself sixteen digits are known.
    expect(made[0]!.sd ** 2 / dot(weights, image)).toBeCloseTo(1 - one.values[0]!, 12);
  },
);

it('know what is read without noise, under a law that is nothing but a trait too', async () => {
  const every = Array.from({ length: P }, (_, j) => ({ first: j, last: j, noise: 0 }));
  const trajectory = Float64Array.from({ length: P }, (_, j) => (j % 3 === 0 ? 3 : 0.2));
  const input = { law: inData, target: { above: 1.5 }, level: 0.9, draws: 200, seed: 0 } as const;
  const readings = { rows: 1, cols: P, data: trajectory };
  const { predictions: made } = await predictions({ ...input, protocol: every, readings });
  expect(made[0]!.predicted).toBeCloseTo(1 / 3, 12);
  expect(made[0]!.sd).toBe(0);
  expect(made[0]!.low).toBeCloseTo(1 / 3, 11);
  expect(made[0]!.high).toBeCloseTo(1 / 3, 11);
  const trait = { ...standardised, covariance: { ...covariance, data: new Float64Array(P * P).fill(1) } };
  const one = { rows: 1, cols: 1, data: Float64Array.of(0.4) };
  const noisy = {
    ...input,
    law: trait,
    target: { above: 0 } as const,
    protocol: [{ first: 0, last: 0, noise: 1 }],
  };
  const { predictions: given } = await predictions({ ...noisy, readings: one });
  // Z | y is normal with mean 0.2 and variance ½, and Θ is 1 where Z is above 0.
  const share = 0.6113512946052484; // Φ(0.2·√2)
  expect(given[0]!.predicted).toBeCloseTo(share, 10);
  expect(given[0]!.sd).toBeCloseTo(Math.sqrt(share * (1 - share)), 10);
  expect([given[0]!.low, given[0]!.high]).toEqual([0, 1]);
});

it('are the same in pieces, in any order of the rows', async () => {
  const { readings } = simulated(inData, { above: 1.4 }, 700, 0.2);
  const input = { law: inData, target: { above: 1.4 }, protocol, level: 0.9, draws: 500, seed: 3 } as const;
  const { predictions: all } = await predictions({ ...input, readings });
  const some = { rows: 40, cols: 3, data: readings.data.slice(600 * 3, 640 * 3) };
  const { predictions: made } = await predictions({ ...input, readings: some });
  expect(made).toEqual(all.slice(600, 640));
});
