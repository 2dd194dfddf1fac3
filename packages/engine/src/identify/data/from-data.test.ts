import { describe, expect, it } from 'vitest';
import { compatibleRange } from '../../../test/worlds.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Action, action, applyAction } from '../../model/value/action.ts';
import type { Workers } from '../../numerics/divided-work.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix, someRows, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { identify } from '../identify.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import { brokenRules } from '../invisible/law-rules.ts';
import { nearestLaw, openSet } from '../worlds/nearest-law.ts';
import { INCOMPATIBLE_BELOW } from './benchmark-fit.ts';
import { type BenchmarkSample, moments, sampleColumns } from './benchmark-moments.ts';
import { type DataIdentifyInput, type DataIdentifyOptions, identifyFromData } from './from-data.ts';

const grid = timeGrid(6, 6);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 2 } }, 0, grid);
const realised = [action({ at: 0.5, noise: 0.2 }, grid), action({ at: 4, width: 2, noise: 0.2 }, grid)];
const alternative = [action({ at: 2.5, noise: 0.2 }, grid)];

function simulate(
  units: number,
  seed: number,
  of: Matrix,
  actions: readonly Action[],
  scale = new Float64Array(6).fill(1),
) {
  const factor = defaultKernels().cholesky(of);
  if (!factor.ok) throw new Error('singular');
  const measurements = zeros(units, actions.length);
  const targets = new Float64Array(units);
  const normals = new Float64Array(6 + actions.length);
  for (let i = 0; i < units; i++) {
    fillNormal(randomStream(seed, i), normals);
    const path = Float64Array.from({ length: 6 }, (_, j) => {
      let z = 0;
      for (let k = 0; k <= j; k++) z += factor.factor.data[j * 6 + k]! * normals[k]!;
      return scale[j]! * z;
    });
    actions.forEach((a, n) => {
      measurements.data[i * actions.length + n] = applyAction(a, path) + Math.sqrt(a.noise) * normals[6 + n]!;
    });
    targets[i] = dot(weights, path);
  }
  return { measurements, targets };
}

/** For one realised protocol and a single alternative: how well a law fits, and the answer. */
async function identifyOne(
  {
    alternative,
    realised: actions,
    measurements,
    targets,
    ...input
  }: Omit<DataIdentifyInput, 'alternatives' | 'realised' | 'samples'> &
    BenchmarkSample & { alternative: readonly Action[]; realised: readonly Action[] },
  options: DataIdentifyOptions = {},
) {
  const samples = [{ measurements, targets }];
  const { fit, answers } = await identifyFromData(
    { ...input, realised: [actions], samples, alternatives: [alternative] },
    options,
  );
  return { ...fit, ...answers[0]! };
}

describe('a benchmark known from data', () => {
  const known = compatibleRange(
    {
      benchmark: benchmarkOf([realised], { weights }),
      inside: covariance,
      covarianceClass: 'stationary',
      knowledge: {},
    },
    alternative,
  );
  const input = { weights, realised, alternative, covarianceClass: 'stationary' as const };

  it('comes near to the range of the law behind it, and most of its intervals hold it', async () => {
    if (!known.ok) throw new Error(known.unsolved.why);
    let held = 0;
    for (let seed = 0; seed < 8; seed++) {
      const result = await identifyOne(
        { ...input, ...simulate(1000, seed, covariance, realised) },
        { resamples: 30 },
      );
      expect(result).toMatchObject({ compatible: true, units: 1000 });
      // A sample outside of what is possible is pulled to its boundary, where nothing is proved either way.
      expect(['not-identified', 'undecided']).toContain(result.verdict);
      if (result.verdict === 'undecided') expect(result.range).toBeNull();
      else {
        expect(Math.abs(result.range!.low - known.low.value)).toBeLessThan(0.12);
        expect(Math.abs(result.range!.high - known.high.value)).toBeLessThan(0.12);
      }
      expect(result.intervals!.unsolved).toBe(0);
      const { low, high } = result.intervals!;
      if (low[0] < known.low.value && known.low.value < low[1]) held++;
      if (high[0] < known.high.value && known.high.value < high[1]) held++;
    }
    // Sixteen intervals of 95 %, taken from few resamples; fewer than eleven would mean that they are no such thing.
    expect(held).toBeGreaterThanOrEqual(11);
  });

  it('gives the same answer twice, and another with another seed', async () => {
    const data = simulate(300, 5, covariance, realised);
    const one = await identifyOne({ ...input, ...data }, { resamples: 8, seed: 1 });
    expect(await identifyOne({ ...input, ...data }, { resamples: 8, seed: 1 })).toEqual(one);
    expect((await identifyOne({ ...input, ...data }, { resamples: 8, seed: 2 })).intervals).not.toEqual(
      one.intervals,
    );
  });

  it('gives the same answer for units in another order, and for actions in another order', async () => {
    const { measurements, targets } = simulate(200, 3, covariance, realised);
    const backwards = {
      measurements: someRows(measurements, [...targets.keys()].reverse()),
      targets: targets.slice().reverse(),
    };
    const swapped = {
      measurements: {
        ...measurements,
        data: measurements.data.map((_, n) => measurements.data[n % 2 === 0 ? n + 1 : n - 1]!),
      },
      targets,
    };
    const answer = (data: BenchmarkSample, actions: readonly Action[]) =>
      identifyFromData(
        {
          samples: [data],
          weights,
          realised: [actions],
          alternatives: [alternative],
          covarianceClass: 'stationary',
        },
        { resamples: 8, seed: 1 },
      );
    const first = await answer({ measurements, targets }, realised);
    expect(first.answers[0]!.intervals).toMatchObject({ resamples: 8, unsolved: 0 });
    expect(await answer(backwards, realised)).toEqual(first);
    const { fit, answers } = await answer(swapped, [...realised].reverse());
    expect(fit.pValue).toBe(first.fit.pValue);
    for (const end of ['low', 'high'] as const)
      answers[0]!.intervals![end].forEach((value, k) => {
        expect(value).toBeCloseTo(first.answers[0]!.intervals![end][k]!, 9);
      });
  });

  it('says so where no correlation matrix has these moments, and prints no range', async () => {
    // Measurements that vary too much: not so far that it is plain to see, but no sampling explains it.
    const data = simulate(400, 7, covariance, realised);
    const wrong = {
      ...data,
      measurements: { ...data.measurements, data: data.measurements.data.map((y) => 1.35 * y) },
    };
    const result = await identifyOne({ ...input, ...wrong }, { resamples: 40 });
    expect(result).toMatchObject({ compatible: false, verdict: 'undecided', range: null, intervals: null });
    expect(result.why).toContain('no correlation matrix of a stationary trajectory has these moments');
    expect(result.distance).toBeGreaterThan(0.5);
    expect(result.pValue).toBeLessThan(INCOMPATIBLE_BELOW);
  });

  it('uses a correlation that is known', async () => {
    const data = simulate(300, 11, covariance, realised);
    const low = (correlation: number) =>
      identifyOne(
        { ...input, ...data, covarianceClass: 'any', knowledge: { pairs: [{ pair: [2, 3], correlation }] } },
        { resamples: 0 },
      );
    for (const correlation of [0.3, 0.8]) {
      const result = await low(correlation);
      expect(result.worlds.length).toBe(2);
      for (const world of result.worlds) expect(world.covariance.data[2 * 6 + 3]).toBeCloseTo(correlation, 4);
    }
    expect(Math.abs((await low(0.3)).range!.low - (await low(0.8)).range!.low)).toBeGreaterThan(1e-3);
  });

  it('keeps to all that is known where the data lie outside of what is possible', () => {
    // Few units of five readings: the nearest law lies on the boundary, and is drawn inside by what is known.
    const five = [0.5, 1.5, 2.5, 3.5, 4.5].map((at) => action({ at, noise: 0.3 }, grid));
    const known = covariance.data[1 * 6 + 0]!;
    const knowledge = {
      nonNegative: true,
      nonIncreasing: true,
      pairs: [{ pair: [1, 0] as [number, number], correlation: known }],
    };
    const open = openSet(weights, 'any', knowledge);
    const everyUnit = Int32Array.from({ length: 24 }, (_, i) => i);
    const nearest = Array.from({ length: 6 }, (_, seed) => {
      const columns = sampleColumns(simulate(24, seed, covariance, five));
      const { law, errors } = moments(columns, five, everyUnit);
      return nearestLaw(open, benchmarkOf([five], { weights }), law, errors);
    });
    for (const one of nearest) expect(brokenRules(one!.covariance, 'any', knowledge)).toEqual([]);
    expect(nearest.some((one) => one!.boundary)).toBe(true);
  });

  it('refuses data of which no moments can be taken', async () => {
    const data = simulate(50, 13, covariance, realised);
    const same = new Float64Array(50).fill(2);
    await expect(identifyOne({ ...input, ...data, targets: same })).rejects.toThrow(
      'every unit has the same value',
    );
    const few = simulate(4, 1, covariance, realised);
    await expect(identifyOne({ ...input, ...few })).rejects.toThrow('at least 10 units');
    const holes = { ...data.measurements, data: data.measurements.data.slice() };
    holes.data[3] = Number.NaN;
    await expect(identifyOne({ ...input, ...data, measurements: holes })).rejects.toThrow(
      'this is not a number',
    );
  });

  it('refuses data in units of their own at once, and says on which scale they would be accepted', async () => {
    const data = simulate(400, 7, covariance, realised);
    const scaled = (by: number, column: number) => ({
      ...data,
      measurements: {
        ...data.measurements,
        data: data.measurements.data.map((y, n) => (n % realised.length === column ? 140 + by * y : y)),
      },
    });
    // 1.5² is beyond what the variance of a reading may be off by; so is a third of it. A window may vary little.
    for (const by of [1.5, 50, 1e4, 0.5])
      await expect(identifyOne({ ...input, ...scaled(by, 0) })).rejects.toThrow('another scale');
    await expect(identifyOne({ ...input, ...scaled(50, 1) })).rejects.toThrow('another scale');
    const targets = data.targets.map((t) => 50 * t);
    await expect(identifyOne({ ...input, ...data, targets })).rejects.toThrow('on that scale the target has');
    await expect(
      identifyOne({ ...input, ...scaled(0.7, 1) }, { resamples: 0, range: false }),
    ).resolves.toMatchObject({ units: 400 });
  });

  it('takes data in their own unit where the scale of the law is known', async () => {
    const scale = Float64Array.of(40, 40, 60, 30, 50, 60);
    const inUnit = (actions: readonly Action[], by: number) =>
      actions.map((one) => ({ ...one, noise: one.noise * by * by }));
    const read = inUnit(realised, 50);
    const other = inUnit(alternative, 50);
    const truth = identify({
      ...{ covariance, weights, scale, covarianceClass: 'any', target: target('mean') },
      ...{ realised: [read], alternative: other },
    });
    const data = simulate(4000, 2, covariance, read, scale);
    const own = { ...input, covarianceClass: 'any' as const, scale, realised: read, alternative: other };
    const result = await identifyOne({ ...own, ...data }, { resamples: 10 });
    expect(result).toMatchObject({ compatible: true, verdict: 'not-identified' });
    expect(Math.abs(result.range!.low - truth.range!.low)).toBeLessThan(0.06);
    expect(Math.abs(result.range!.high - truth.range!.high)).toBeLessThan(0.06);
    // Moments are squares of the unit, and so are their distance and error.
    const thousand = {
      ...own,
      scale: scale.map((s) => 1000 * s),
      realised: inUnit(read, 1000),
      alternative: inUnit(other, 1000),
      measurements: { ...data.measurements, data: data.measurements.data.map((y) => 1000 * y) },
      targets: data.targets.map((y) => 1000 * y),
    };
    const inThousands = await identifyOne(thousand, { resamples: 10 });
    expect(inThousands.range!.low).toBeCloseTo(result.range!.low, 5);
    expect(inThousands.distance! / result.distance! / 1e6).toBeCloseTo(1, 3);
    expect(inThousands.samplingError / result.samplingError / 1e6).toBeCloseTo(1, 6);
    // A scale that is 1 everywhere is none.
    const standard = simulate(300, 5, covariance, realised);
    const ones = { ...input, ...standard, scale: new Float64Array(6).fill(1) };
    expect(await identifyOne(ones, { resamples: 3 })).toEqual(
      await identifyOne({ ...input, ...standard }, { resamples: 3 }),
    );
    await expect(identifyOne({ ...own, ...standard })).rejects.toThrow('the standard deviation given');
  });

  it('computes no range where none is wanted', async () => {
    const pieces = new Set<number>();
    const result = await identifyOne(
      { ...input, ...simulate(300, 5, covariance, realised) },
      { resamples: 50, range: false, onProgress: (_, of) => pieces.add(of) },
    );
    expect(result).toMatchObject({ verdict: 'not-identified', range: null, intervals: null });
    // 199 resamples of the test and one answer; none of the range.
    expect([...pieces]).toEqual([200]);
  });

  it('gives the same bytes whoever does which piece, and says how far it is', async () => {
    const data = simulate(120, 3, covariance, realised);
    const divided: string[] = [];
    const backwards: Workers = {
      async run(work, given, pieces, { onProgress, made: before } = {}) {
        divided.push(work.name);
        const made = new Map(before as ReadonlyMap<number, never>);
        for (let piece = pieces - 1; piece >= 0; piece--) {
          if (made.has(piece)) continue;
          made.set(piece, structuredClone(work.prepare(structuredClone(given))(piece)) as never);
          onProgress?.(made.size, pieces);
        }
        return Array.from({ length: pieces }, (_, piece) => made.get(piece)!);
      },
    };
    const told: [number, number][] = [];
    const one = await identifyOne({ ...input, ...data }, { resamples: 6, starts: 3 });
    const two = await identifyOne(
      { ...input, ...data },
      { resamples: 6, starts: 3, workers: backwards, onProgress: (done, of) => told.push([done, of]) },
    );
    expect(two).toEqual(one);
    expect([...new Set(divided)]).toEqual(['benchmark-test', 'benchmark-ranges']);
    // At most 199 resamples of the test, one answer, six resamples of the range; a test that ends early is done.
    expect(told.at(-1)).toEqual([206, 206]);
    told.forEach(([done], n) => {
      expect(done).toBeGreaterThanOrEqual(told[n - 1]?.[0] ?? 1);
    });
  });

  it('is identified where the alternative was realised', async () => {
    const result = await identifyOne(
      {
        ...input,
        alternative: realised.slice(0, 1),
        covarianceClass: 'any',
        ...simulate(200, 9, covariance, realised),
      },
      { resamples: 5 },
    );
    expect(result.verdict).toBe('identified');
    expect(result.range!.high - result.range!.low).toBeLessThanOrEqual(1e-6);
  });
});
