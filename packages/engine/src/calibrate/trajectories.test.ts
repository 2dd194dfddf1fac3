import { describe, expect, it } from 'vitest';
import { points, testStudy } from '../../test/units.ts';
import { drawnLaws } from '../design/uncertain-law.ts';
import { someRows } from '../numerics/matrix.ts';
import { permutation, randomStream } from '../numerics/random/random-stream.ts';
import { calibrate, calibrationDraws, withCanonicalSample } from './calibrate.ts';
import { type EstimatorInput, estimator } from './resampling/estimator.ts';
import { influenceProducts } from './resampling/influence.ts';
import { resampledTimes } from './resampling/resample.ts';
import type { DenseUnits } from './sample/dense-units.ts';
import { plugInCovariance } from './sample/plug-in-covariance.ts';
import { eachOnce, sampleSize, trajectoriesOf, unitsOf } from './sample/sample.ts';
import { addToGroups, emptyGroups, finishedGroups } from './sample/unit-groups.ts';

const UNITS = 24;
/** 1 to 5 trajectories a unit, half of their variance that of the unit. */
const clusters = Int32Array.from(
  Array.from({ length: UNITS }, (_, unit) => Array(1 + ((unit * 7) % 5)).fill(unit)).flat(),
);
const { grid, weights, values: own } = testStudy(clusters.length, 8, 3);
const common = testStudy(UNITS, 8, 4).values;
const values = {
  ...own,
  data: own.data.map((x, n) => x + common.data[clusters[Math.floor(n / 8)]! * 8 + (n % 8)]!),
};
const sample: DenseUnits = { values, clusters };
const protocols = [[5], [2, 8], [1, 4, 6, 9]].map((times) => points(grid, times));

const gaussian = (of: DenseUnits): EstimatorInput => ({
  sample: of,
  estimand: 'gaussian',
  noise: 0.1,
  weights,
  targets: ['mean', { above: 1 }],
  protocols,
});
const linear = (of: DenseUnits): EstimatorInput => ({
  ...gaussian(of),
  estimand: 'linear',
  noise: 0,
  targets: [],
});

/** Rows in another order, and units with other numbers. */
function shuffled({ values: given, clusters: units }: DenseUnits): DenseUnits {
  const order = permutation(randomStream(9, 'order'), given.rows);
  const numbers = permutation(randomStream(9, 'numbers'), UNITS);
  return {
    values: someRows(given, Array.from(order)),
    clusters: Int32Array.from(order, (i) => numbers[units![i]!]!),
  };
}

describe('units with several trajectories', () => {
  it('with one each, are units as they were, to the last byte', async () => {
    const rows = Int32Array.from(clusters, (_, i) => (i * 5) % clusters.length);
    for (const inputOf of [gaussian, linear])
      expect(await calibrate(inputOf({ values, clusters: rows }), { draws: 60 })).toEqual(
        await calibrate(inputOf({ values }), { draws: 60 }),
      );
  });

  it('depend neither on the order of rows nor on how units are numbered', async () => {
    for (const inputOf of [gaussian, linear])
      expect(await calibrate(inputOf(shuffled(sample)), { draws: 60 })).toEqual(
        await calibrate(inputOf(sample), { draws: 60 }),
      );
    const laws = (of: DenseUnits) => drawnLaws({ sample: of, noise: 0, weights }, 5, 2);
    expect(laws(shuffled(sample))).toEqual(laws(sample));
  });

  it('pool trajectories, each once: floor and divisor go by their number', () => {
    const { plugIn } = estimator(gaussian(sample))(eachOnce(sample), 'data');
    expect(plugIn).toEqual(plugInCovariance(values, { noise: 0.1 }));
    expect([unitsOf(sample), trajectoriesOf(sample), sampleSize(sample)]).toEqual([
      UNITS,
      clusters.length,
      UNITS,
    ]);
  });

  it('are drawn whole: as many units as there are, each with all of its trajectories', () => {
    const ordered = withCanonicalSample(gaussian(sample)).sample as DenseUnits;
    for (let draw = 0; draw < 20; draw++) {
      const times = resampledTimes(ordered, { kind: 'bootstrap', draw }, 1);
      const drawn = new Map<number, number>();
      times.forEach((often, i) => {
        expect(drawn.get(ordered.clusters![i]!) ?? often).toBe(often);
        drawn.set(ordered.clusters![i]!, often);
      });
      expect([...drawn.values()].reduce((sum, often) => sum + often)).toBe(UNITS);
    }
  });

  it('are left out one by one', async () => {
    const { draws, whole } = await calibrationDraws(gaussian(sample), { draws: 10 });
    const byHand = Array.from({ length: UNITS }, (_, unit) => {
      const kept = Array.from(clusters.keys()).filter((i) => clusters[i] !== unit);
      return estimator(gaussian({ values: someRows(values, kept) }))(new Int32Array(kept.length).fill(1))
        .values[1]!;
    });
    const found = Array.from({ length: UNITS }, (_, g) => draws[0]!.leftOut[g * 3 + 1]!);
    expect(found).toHaveLength(UNITS);
    expect(draws[0]!.leftOut).toHaveLength(3 * UNITS);
    byHand.sort((a, b) => a - b);
    found
      .sort((a, b) => a - b)
      .forEach((value, g) => {
        expect(value).toBeCloseTo(byHand[g]!, 6);
      });
    expect(whole.plugIn!.units).toBe(clusters.length);
  });

  it('have the influence of their trajectories together', () => {
    // Of one reading of the whole target, by hand: a value of 1 − ν/(c + ν).
    const readings = { rows: 4, cols: 2, data: Float64Array.of(2, 2, 1, 1, -1, -1, -2, -2) };
    const law = {
      covariance: { rows: 2, cols: 2, data: Float64Array.of(2.5, 2.5, 2.5, 2.5) },
      catalogue: [{ first: 0, last: 0, noise: 1 }],
      family: { starts: Int32Array.of(0, 1), members: Int32Array.of(0) },
      mixture: {
        starts: Int32Array.of(0, 1),
        places: Int32Array.of(0),
        probabilities: Float64Array.of(1),
        complete: Int32Array.of(0),
        least: Int32Array.of(0),
        draws: Int32Array.of(0),
      },
    };
    const units = Int32Array.of(0, 1, 1, 0);
    const left = 1 / 3.5;
    const influence = [2, 1, -1, -2].map((y) => (left * y * y - (y - (2.5 / 3.5) * y) ** 2) / 2.5);
    const mean = influence.reduce((a, b) => a + b) / 4;
    const sums = [0, 1].map((unit) =>
      influence.reduce((sum, one, i) => sum + (units[i] === unit ? one - mean : 0), 0),
    );
    const [squared] = influenceProducts(law, readings, [1, 1, 1, 1], 1, units);
    expect(squared).toBeCloseTo(((2 / 1) * (sums[0]! ** 2 + sums[1]! ** 2)) / 16, 14);
    expect(squared).toBeGreaterThan(1.9 * influenceProducts(law, readings, [1, 1, 1, 1], 1)[0]!);
  });

  it('tell nothing new by copies: errors are those of the units, and the design effect is the number of copies', async () => {
    const copied: DenseUnits = {
      values: someRows(
        own,
        Array.from({ length: 3 * own.rows }, (_, i) => i % own.rows),
      ),
      clusters: Int32Array.from({ length: 3 * own.rows }, (_, i) => i % own.rows),
    };
    for (const inputOf of [gaussian, linear]) {
      const [three] = (await calibrate(inputOf(copied), { draws: 400 })).targets;
      const [one] = (await calibrate(inputOf({ values: own }), { draws: 400 })).targets;
      three!.protocols.forEach(({ standardError, designEffect }, i) => {
        expect(standardError / one!.protocols[i]!.standardError).toBeGreaterThan(0.9);
        expect(standardError / one!.protocols[i]!.standardError).toBeLessThan(1.1);
        expect(designEffect).toBeGreaterThan(2);
        expect(designEffect).toBeLessThan(4);
      });
    }
  });

  it('refuse numbers with gaps, and those of other trajectories', () => {
    const refused = (units: Int32Array) => () => withCanonicalSample(gaussian({ values, clusters: units }));
    expect(refused(clusters.map((unit) => 2 * unit))).toThrow('gaps');
    expect(refused(clusters.slice(1))).toThrow('other trajectories');
    expect(refused(clusters.map((unit) => unit % 2))).toThrow('at least 3 units');
  });

  it('stay together in groups, which count units and trajectories', () => {
    const groups = emptyGroups(7, 8, false, 0, true);
    const labels = Array.from(clusters, (unit) => `patient ${unit}`);
    const cut = 31;
    const part = (from: number, to: number) => ({
      values: someRows(
        values,
        Array.from({ length: to - from }, (_, i) => from + i),
      ),
    });
    addToGroups(groups, labels.slice(0, cut), part(0, cut));
    addToGroups(groups, labels.slice(cut), part(cut, clusters.length));
    const grouped = finishedGroups(groups);
    // A unit in two groups would count twice.
    expect([unitsOf(grouped), trajectoriesOf(grouped)]).toEqual([UNITS, clusters.length]);
  });
});
