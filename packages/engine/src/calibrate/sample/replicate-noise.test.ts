import { describe, expect, it } from 'vitest';
import { points, testStudy } from '../../../test/units.ts';
import { target } from '../../model/target.ts';
import { protocolValues } from '../../model/value/value.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { calibrate } from '../calibrate.ts';
import { type EstimatorInput, estimator } from '../resampling/estimator.ts';
import { type DenseUnits, inCanonicalOrder } from './dense-units.ts';
import { noiseInValues } from './replicate-noise.ts';
import { addToGroups, emptyGroups, finishedGroups } from './unit-groups.ts';

const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 14));
const ones = (n: number) => new Int32Array(n).fill(1);

/** Values that are means of so many readings each. */
function averagedUnits(
  m: number,
  p: number,
  noise: (j: number) => number,
  readingsAt: (i: number, j: number) => number,
) {
  const study = testStudy(m, p, 11);
  const readings: Matrix = zeros(m, p);
  const normals = new Float64Array(m * p);
  fillNormal(randomStream(12, 'readings'), normals);
  const values = study.values.data.map((latent, n) => {
    const [i, j] = [Math.floor(n / p), n % p];
    readings.data[n] = readingsAt(i, j);
    return latent + Math.sqrt(noise(j) / readings.data[n]!) * normals[n]!;
  });
  return { ...study, latent: study.values, sample: { values: { rows: m, cols: p, data: values }, readings } };
}

describe('the noise that is left in means of several readings', () => {
  it('is that of a reading times the mean of 1/readings over the units drawn', () => {
    const sample: DenseUnits = {
      values: { rows: 3, cols: 2, data: Float64Array.of(0, 1, 2, 3, 4, 5) },
      readings: { rows: 3, cols: 2, data: Float64Array.of(1, 1, 2, 1, 4, 2) },
    };
    const taken = (noise: number | Float64Array, times: number[]) => [
      ...(noiseInValues(sample, noise, times) as Float64Array),
    ];
    expect(taken(0.8, [1, 1, 1])).toEqual(near((0.8 * 1.75) / 3, (0.8 * 2.5) / 3));
    expect(taken(Float64Array.of(0.8, 2), [1, 1, 1])).toEqual(near((0.8 * 1.75) / 3, (2 * 2.5) / 3));
    expect(taken(0.8, [0, 1, 2])).toEqual(near((0.8 * 1) / 3, (0.8 * 2) / 3));
    // One number as long as it is the same at all times.
    expect(noiseInValues(sample, 0.8, [2, 0, 0])).toBe(0.8);
    expect(noiseInValues({ values: sample.values }, 0.8, [1, 1, 1])).toBe(0.8);
  });

  it('goes with its unit when units are put in order, and ties are broken by it', () => {
    const shuffled = inCanonicalOrder({
      values: { rows: 3, cols: 1, data: Float64Array.of(5, 1, 1) },
      readings: { rows: 3, cols: 1, data: Float64Array.of(7, 3, 2) },
    });
    expect([...shuffled.readings!.data]).toEqual([2, 3, 7]);
  });

  it('is the same for groups of units, in every resample of them', () => {
    const { sample } = averagedUnits(
      120,
      4,
      () => 0.8,
      (i, j) => 1 + (i % (j + 2)),
    );
    const groups = emptyGroups(8, 4);
    const labels = Array.from({ length: 120 }, (_, i) => `u${i}`);
    addToGroups(groups, labels.slice(0, 50), part(sample, 0, 50));
    addToGroups(groups, labels.slice(50), part(sample, 50, 120));
    const grouped = finishedGroups(groups);
    const whole = noiseInValues(sample, 0.8, ones(120)) as Float64Array;
    const summed = noiseInValues(grouped, 0.8, ones(grouped.moments.length)) as Float64Array;
    summed.forEach((variance, j) => {
      expect(variance).toBeCloseTo(whole[j]!, 14);
    });
    // Groups of which a chunk has no averages hold one reading for each of its units.
    const mixed = emptyGroups(1, 4);
    addToGroups(mixed, ['a'], { values: part(sample, 0, 1).values });
    addToGroups(mixed, ['b'], part(sample, 3, 4));
    expect([...finishedGroups(mixed).shares!.data]).toEqual(
      Array.from({ length: 4 }, (_, j) => 1 + 1 / sample.readings.data[3 * 4 + j]!),
    );
  });
});

/** Far from the truth where the noise of single readings is taken off averages, and near it where that of averages is. */
describe.each([
  ['all of two readings', () => 0.8, () => 2],
  ['some of one and some of four', () => 0.8, (i: number) => (i % 2 === 0 ? 1 : 4)],
  [
    'noise and readings that differ between times',
    (j: number) => 0.4 + 0.2 * j,
    (i: number, j: number) => 1 + ((i + j) % 3),
  ],
] as const)('units whose values are means: %s', (_what, noise, readingsAt) => {
  const p = 6;
  const { grid, weights, covariance, latent, sample } = averagedUnits(20_000, p, noise, readingsAt);
  const given = noise(0) === noise(1) ? noise(0) : Float64Array.from({ length: p }, (_, j) => noise(j));
  const protocol = points(grid, [1, 6]);
  const input = { noise: given, weights, targets: ['mean'], protocols: [protocol] } as const;
  const of = (own: EstimatorInput['sample'], estimand: EstimatorInput['estimand'], more = {}) =>
    estimator({ ...input, sample: own, estimand, ...more })(ones(20_000)).values[0]!;

  it('the Gaussian value is the truth', () => {
    const truth = protocolValues({ covariance, weights }, target('mean'), [protocol]).protocols[0]!.value;
    expect(Math.abs(of(sample, 'gaussian') - truth)).toBeLessThan(0.012);
    expect(of({ values: sample.values }, 'gaussian') - truth).toBeGreaterThan(0.04);
  });

  it('the best-linear value is that of the quantity without noise', () => {
    const truth = of({ values: latent }, 'linear', { noise: 0 });
    expect(Math.abs(of(sample, 'linear') - truth)).toBeLessThan(0.012);
    expect(of({ values: sample.values }, 'linear') - truth).toBeGreaterThan(0.04);
  });
});

it('intervals of averages hold the truth: resamples take the same noise off', async () => {
  const { grid, weights, covariance, sample } = averagedUnits(
    300,
    6,
    () => 0.8,
    (i) => (i % 3 === 0 ? 1 : 3),
  );
  const protocols = [points(grid, [1, 6])];
  const own = await calibrate(
    { sample, estimand: 'gaussian', noise: 0.8, weights, targets: ['mean'], protocols },
    { draws: 200 },
  );
  const truth = protocolValues({ covariance, weights }, target('mean'), protocols).protocols[0]!.value;
  const [{ low, high } = { low: 1, high: 0 }] = own.targets[0]!.protocols;
  expect(low).toBeLessThan(truth);
  expect(high).toBeGreaterThan(truth);
});

function part(
  { values, readings }: Required<Pick<DenseUnits, 'values' | 'readings'>>,
  from: number,
  to: number,
) {
  const rows = ({ cols, data }: Matrix): Matrix => ({
    rows: to - from,
    cols,
    data: data.slice(from * cols, to * cols),
  });
  return { values: rows(values), readings: rows(readings) };
}
