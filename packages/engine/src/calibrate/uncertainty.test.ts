import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { comparePair, comparisons, uniformError } from './resampling/comparison.ts';
import { type Draws, spreadOf, studentFactor } from './resampling/draws.ts';
import { valueInterval } from './resampling/interval.ts';
import { multiplicities } from './resampling/resample.ts';

const normals = (count: number, ...path: (number | string)[]) => {
  const out = new Float64Array(count);
  fillNormal(randomStream(1, ...path), out);
  return out;
};

/** Protocols whose estimates err independently with these deviations, as draws and as jackknife estimates. */
function independent(estimate: number[], deviations: number[], draws = 4000, groups = 400): Draws {
  const n = estimate.length;
  const z = normals(draws * n, 'bootstrap');
  const left = normals(groups * n, 'left out');
  // A jackknife with G groups has estimates that spread by the standard error over √G.
  return {
    estimate: Float64Array.from(estimate),
    bootstrap: z.map((value, at) => estimate[at % n]! + deviations[at % n]! * value),
    leftOut: left.map((value, at) => estimate[at % n]! + (deviations[at % n]! * value) / Math.sqrt(groups)),
  };
}

describe('resamples', () => {
  it('bootstrap: m units with replacement, another draw another set', () => {
    const times = multiplicities({ kind: 'bootstrap', draw: 0 }, 200, 1);
    expect(times.reduce((a, b) => a + b)).toBe(200);
    const missing = times.filter((drawn) => drawn === 0).length;
    expect(Math.abs(missing / 200 - Math.exp(-1))).toBeLessThan(0.12);
    expect([...multiplicities({ kind: 'bootstrap', draw: 1 }, 200, 1)]).not.toEqual([...times]);
    expect([...multiplicities({ kind: 'bootstrap', draw: 0 }, 200, 2)]).not.toEqual([...times]);
  });
  it('every unit is drawn equally often', () => {
    const total = new Float64Array(10);
    for (let draw = 0; draw < 2000; draw++)
      multiplicities({ kind: 'bootstrap', draw }, 10, 3).forEach((drawn, i) => {
        total[i]! += drawn;
      });
    // 20,000 units over ten: 2000 each, with a standard deviation of 42.
    for (const drawn of total) expect(Math.abs(drawn - 2000)).toBeLessThan(200);
  });
  it('left out: every unit in exactly one group, groups as equal as can be', () => {
    const left = new Int32Array(23);
    for (let group = 0; group < 5; group++) {
      const times = multiplicities({ kind: 'without', group, groups: 5 }, 23, 1);
      const missing = times.filter((drawn) => drawn === 0).length;
      expect(missing === 4 || missing === 5).toBe(true);
      times.forEach((drawn, i) => {
        left[i]! += 1 - drawn;
      });
    }
    expect([...left]).toEqual(new Array(23).fill(1));
  });
  it('subsample: so many units once each', () => {
    const times = multiplicities({ kind: 'subsample', size: 7, draw: 4 }, 20, 1);
    expect(times.reduce((a, b) => a + b)).toBe(7);
    expect(Math.max(...times)).toBe(1);
  });
});

/** The interval of a difference alone, from draws of it: a protocol beside one that is 0 in every draw. */
function differenceInterval(estimate: number, draws: Float64Array, leftOut: Float64Array, level: number) {
  const beside = (values: Float64Array) => Float64Array.from([...values].flatMap((value) => [value, 0]));
  const both = {
    estimate: Float64Array.of(estimate, 0),
    bootstrap: beside(draws),
    leftOut: beside(leftOut),
  };
  return comparePair(both, 0, 1, 0, level).alone;
}

describe('intervals', () => {
  it('of a normal difference: estimate ± 1.96 standard errors', () => {
    const draws = normals(100_000, 'd').map((z) => 0.5 + 0.1 * z);
    const leftOut = normals(400, 'l').map((z) => 0.5 + (0.1 * z) / 20);
    const spread = spreadOf(draws, leftOut);
    expect(Math.abs(spread.bootstrap - 0.1)).toBeLessThan(0.002);
    expect(Math.abs(spread.jackknife - 0.1)).toBeLessThan(0.02);
    const { low, high } = differenceInterval(0.5, draws, leftOut, 0.95);
    expect(Math.abs(low - (0.5 - 1.96 * spread.standardError))).toBeLessThan(0.004);
    expect(Math.abs(high - (0.5 + 1.96 * spread.standardError))).toBeLessThan(0.004);
  });

  it('of a difference reach further by what resampling shifts it, to both sides', () => {
    const draws = normals(20_000, 'd').map((z) => 0.3 + 0.1 * z);
    const leftOut = normals(400, 'l').map((z) => 0.3 + (0.1 * z) / 20);
    const { mean } = spreadOf(draws, leftOut);
    const still = differenceInterval(mean, draws, leftOut, 0.95);
    const shifted = differenceInterval(mean - 0.05, draws, leftOut, 0.95);
    expect(shifted.low).toBeCloseTo(still.low - 0.1, 12);
    expect(shifted.high).toBeCloseTo(still.high, 12);
  });

  it('of a difference stay within −1 and 1', () => {
    const draws = normals(2000, 'd').map((z) => 0.3 + z);
    const { low, high } = differenceInterval(0.3, draws, draws.slice(0, 50), 0.95);
    expect([low, high]).toEqual([-1, 1]);
  });

  it('of few units have Student’s quantiles for normal ones', () => {
    // t(0.975; 29) and t(0.975; 99) from tables.
    for (const [units, quantile] of [
      [30, 2.0452],
      [100, 1.9842],
    ] as const)
      expect(Math.abs(1.95996 * studentFactor(1.95996, units - 1) - quantile)).toBeLessThan(0.004);
  });

  it('of a value is Fisher’s for the multiple correlation where that is what the draws follow', () => {
    const z = Math.atanh(Math.sqrt(0.4));
    const back = (x: number) => Math.tanh(x) ** 2;
    const draws = normals(50_000, 'f').map((e) => back(z + 0.1 * e));
    const leftOut = normals(400, 'fl').map((e) => back(z + (0.05 * e) / 20));
    const { low, high } = valueInterval(0.4, draws, leftOut, 0.95);
    expect(Math.abs(low - back(z - 0.196))).toBeLessThan(0.005);
    expect(Math.abs(high - back(z + 0.196))).toBeLessThan(0.005);
  });

  it('stays within 0 and 1 and is a point where nothing varies', () => {
    const constant = (value: number) => new Float64Array(50).fill(value);
    for (const value of [0, 1, 0.25]) {
      const { low, high, standardError } = valueInterval(value, constant(value), constant(value), 0.95);
      expect(low).toBeCloseTo(value, 12);
      expect(high).toBeCloseTo(value, 12);
      expect(standardError).toBe(0);
    }
    const wild = normals(2000, 'w').map((z) => Math.min(1, Math.abs(0.02 + 0.1 * z)));
    const { low, high } = valueInterval(0.02, wild, wild.slice(0, 50), 0.95);
    expect(low).toBe(0);
    expect(high).toBeLessThanOrEqual(1);
  });

  it('of a value holds it to the last digit, however near to 0 or 1 and however little varies', () => {
    const value = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      // So many roundings below and above 1: a value of 1 may be computed as either.
      fc.integer({ min: -2, max: 20 }).map((k) => 1 - k * Number.EPSILON),
      fc.constantFrom(0, 5e-324, 1e-300, 1e-17),
    );
    const spread = fc.constantFrom(0, 1e-17, 1e-12, 1e-3, 0.3);
    fc.assert(
      fc.property(value, spread, (estimate, deviation) => {
        const drawn = normals(60, 'near').map((z) => Math.min(1, Math.max(0, estimate + deviation * z)));
        const { low, high } = valueInterval(estimate, drawn, drawn.slice(0, 20), 0.95);
        expect(low).toBeLessThanOrEqual(estimate);
        expect(high).toBeGreaterThanOrEqual(estimate);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(Math.max(1, estimate));
        const both = differenceInterval(estimate, drawn, drawn.slice(0, 20), 0.95);
        expect(both.low).toBeLessThanOrEqual(estimate);
        expect(both.high).toBeGreaterThanOrEqual(estimate);
      }),
    );
  });

  it('of a value of 1 in which nothing varies is 1', () => {
    const ones = new Float64Array(50).fill(1);
    expect(valueInterval(1, ones, ones, 0.95)).toEqual({ low: 1, high: 1, standardError: 0 });
  });

  it('takes the larger of the two standard errors', () => {
    const draws = normals(2000, 's').map((z) => 0.1 * z);
    const wide = normals(100, 't').map((z) => (0.3 * z) / 10);
    const spread = spreadOf(draws, wide);
    expect(spread.standardError).toBe(spread.jackknife);
    const { low } = differenceInterval(spread.mean, draws, wide, 0.95);
    expect(low / (-1.96 * spread.jackknife)).toBeGreaterThan(0.93);
    expect(low / (-1.96 * spread.jackknife)).toBeLessThan(1.07);
  });
});

describe('comparisons', () => {
  it('the critical value of two protocols is the normal one', () => {
    const { critical } = comparisons(independent([0.5, 0.4], [0.01, 0.02], 40_000), 0.95);
    expect(Math.abs(critical - 1.96)).toBeLessThan(0.03);
  });

  it('that of k independent ones is the studentised range over √2', () => {
    // q(0.95; k, ∞) from tables of the studentised range: 3.314, 3.858, 4.474.
    for (const [k, q] of [
      [3, 3.314],
      [5, 3.858],
      [10, 4.474],
    ] as const) {
      const { critical } = comparisons(
        independent(new Array(k).fill(0.5), new Array(k).fill(0.01), 20_000),
        0.95,
      );
      expect(Math.abs(critical - q / Math.SQRT2)).toBeLessThan(0.04);
    }
  });

  it('says which differ and which may be the best', () => {
    const found = comparisons(independent([0.2, 0.6, 0.595, 0.5], [0.01, 0.01, 0.01, 0.01]), 0.95);
    expect(found.bestSet).toEqual([1, 2]);
    expect(found.complete).toBe(true);
    expect(found.comparisons).toHaveLength(6);
    const names = found.comparisons
      .filter(({ distinguishable }) => !distinguishable)
      .map(({ a, b }) => [a, b]);
    expect(names).toEqual([[1, 2]]);
    for (const { difference, low, high, alone } of found.comparisons) {
      expect(difference).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThan(alone.low);
      expect(high).toBeGreaterThan(alone.high);
    }
  });

  it('never tells a protocol from itself', () => {
    const { estimate, bootstrap, leftOut } = independent([0.5], [0.02]);
    const twice = (rows: Float64Array) =>
      Float64Array.from({ length: 2 * rows.length }, (_, i) => rows[i >> 1]!);
    const found = comparisons(
      { estimate: twice(estimate), bootstrap: twice(bootstrap), leftOut: twice(leftOut) },
      0.95,
    );
    expect(found.comparisons[0]).toMatchObject({ difference: 0, low: 0, high: 0, distinguishable: false });
    expect(found.bestSet).toEqual([0, 1]);
  });

  it('the reach of a pair is the critical value times the larger standard error', () => {
    const draws = independent([0.5, 0.4], [0.01, 0.01]);
    const wide = {
      ...draws,
      leftOut: draws.leftOut.map((value, at) => value + 2 * (value - [0.5, 0.4][at % 2]!)),
    };
    const difference = (rows: Float64Array) =>
      Float64Array.from({ length: rows.length / 2 }, (_, b) => rows[2 * b]! - rows[2 * b + 1]!);
    const { mean, jackknife, bootstrap } = spreadOf(difference(wide.bootstrap), difference(wide.leftOut));
    expect(jackknife / bootstrap).toBeGreaterThan(2.5);
    const { comparisons: listed, critical } = comparisons(wide, 0.95);
    const { difference: found, low, standardError } = listed[0]!;
    expect(standardError).toBe(jackknife);
    expect(found - low).toBeCloseTo(critical * jackknife + Math.abs(mean - found), 12);
    expect(uniformError(wide, [0], 0.95) / uniformError(draws, [0], 0.95)).toBeGreaterThan(2.5);
  });

  it('what only the interval alone would tell apart is not told apart', () => {
    // Five protocols: the critical value is 2.73, and a difference of 2.3 standard errors lies between.
    const step = 0.01 * Math.SQRT2 * 2.3;
    const found = comparisons(independent([0.5 + step, 0.5, 0.2, 0.2, 0.2], new Array(5).fill(0.01)), 0.95);
    const [first] = found.comparisons;
    expect(first).toMatchObject({ a: 0, b: 1, distinguishable: false });
    expect(first!.alone.low).toBeGreaterThan(0);
    expect(found.bestSet).toEqual([0, 1]);
  });

  it('lists all pairs of 60, and of 61 those with the best', () => {
    const of = (n: number) =>
      comparisons(
        independent(
          Array.from({ length: n }, (_, i) => i / 100),
          new Array(n).fill(0.01),
          100,
          20,
        ),
        0.95,
      );
    expect(of(60).complete).toBe(true);
    const more = of(61);
    expect(more.complete).toBe(false);
    expect(more.comparisons).toHaveLength(60);
    expect(more.critical).not.toBeCloseTo(normalQuantile(1 - 0.05 / (61 * 60)), 6);
  });

  it('the best set does not hang on how many pairs are listed', () => {
    // 0 is estimated best and very unsure; 1 is sure, and distinguishably better than all that follow but 2.
    const n = 70;
    const estimate = Array.from({ length: n }, (_, i) => (i === 0 ? 0.9 : i < 3 ? 0.8 : 0.5));
    const deviations = Array.from({ length: n }, (_, i) => (i === 0 ? 0.3 : 0.01));
    const some = comparisons(independent(estimate.slice(0, 40), deviations.slice(0, 40), 1000, 60), 0.95);
    const all = comparisons(independent(estimate, deviations, 1000, 60), 0.95);
    expect([some.complete, all.complete]).toEqual([true, false]);
    expect(some.bestSet).toEqual([0, 1, 2]);
    expect(all.bestSet).toEqual([0, 1, 2]);
    expect(all.comparisons.map(({ a }) => a)).toEqual(new Array(n - 1).fill(0));
  });

  it('one protocol is the best of itself', () => {
    expect(comparisons(independent([0.5], [0.02]), 0.95)).toMatchObject({ comparisons: [], bestSet: [0] });
  });

  it('lists only pairs with the best among very many, by the number of pairs alone', () => {
    const n = 601;
    const found = comparisons(
      independent(
        Array.from({ length: n }, (_, i) => i / 1000),
        new Array(n).fill(0.01),
        200,
        50,
      ),
      0.95,
    );
    expect(found.complete).toBe(false);
    expect(found.comparisons).toHaveLength(n - 1);
    const alone = normalQuantile(1 - 0.05 / (n * (n - 1)));
    expect(found.critical).toBeCloseTo(alone * studentFactor(alone, 49), 12);
  });
});

describe('the uniform error', () => {
  it('of one normal value is 1.96 standard errors', () => {
    const draws = independent([0.5], [0.01], 40_000, 2000);
    const { jackknife, bootstrap } = spreadOf(draws.bootstrap, draws.leftOut);
    const expected = 1.96 * Math.max(jackknife, bootstrap);
    expect(Math.abs(uniformError(draws, undefined, 0.95) - expected)).toBeLessThan(5e-4);
  });
  it('of several is that of the largest, and of a part no larger than of the whole', () => {
    const draws = independent([0.5, 0.4, 0.3], [0.01, 0.05, 0.001], 20_000, 2000);
    const whole = uniformError(draws, undefined, 0.95);
    expect(Math.abs(whole / (1.96 * 0.05) - 1)).toBeLessThan(0.06);
    expect(uniformError(draws, [0, 2], 0.95)).toBeLessThan(0.025);
  });
  it('is never above 1, since no value is', () => {
    const draws = independent([0.5, 0.4], [1, 2]);
    expect(uniformError(draws, undefined, 0.95)).toBe(1);
  });
  it('counts a shift of all draws', () => {
    const draws = independent([0.5], [1e-6]);
    const shifted = { ...draws, bootstrap: draws.bootstrap.map((value) => value + 0.1) };
    expect(uniformError(shifted, undefined, 0.95)).toBeCloseTo(0.1, 2);
  });
});
