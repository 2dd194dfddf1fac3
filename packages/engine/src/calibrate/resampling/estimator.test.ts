import { describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/matrices.ts';
import { points, repeatedRows, replicated, testStudy } from '../../../test/units.ts';
import { target } from '../../model/target.ts';
import { protocolValues } from '../../model/value/value.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { computedTargets } from '../sample/computed-targets.ts';
import { plugInCovariance } from '../sample/plug-in-covariance.ts';
import { replicateNoise } from '../sample/replicate-noise.ts';
import { addToGroups, emptyGroups, finishedGroups } from '../sample/unit-groups.ts';
import { type EstimatorInput, estimator } from './estimator.ts';
import { multiplicities } from './resample.ts';

const ones = (m: number) => new Int32Array(m).fill(1);

/** R² of regressing y on the columns given, by Gram–Schmidt on the centred columns. */
function rSquared(columns: Float64Array[], y: Float64Array): number {
  const centre = (x: Float64Array) => {
    const mean = x.reduce((a, b) => a + b) / x.length;
    return x.map((value) => value - mean);
  };
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const basis: Float64Array[] = [];
  for (const column of columns.map(centre)) {
    let rest = column;
    for (const q of [...basis, ...basis]) {
      const along = dot(rest, q);
      rest = rest.map((value, i) => value - along * q[i]!);
    }
    const norm = Math.sqrt(dot(rest, rest));
    basis.push(rest.map((value) => value / norm));
  }
  const centred = centre(y);
  return basis.reduce((sum, q) => sum + dot(centred, q) ** 2, 0) / dot(centred, centred);
}

const columnOf = ({ rows, cols, data }: Matrix, j: number) =>
  Float64Array.from({ length: rows }, (_, i) => data[i * cols + j]!);

describe('the Gaussian estimand', () => {
  it.each([
    [30, 12],
    [12, 30],
  ])('%d units on %d points: a resample is the plug-in of the units that it holds', (m, p) => {
    const { grid, weights, values } = testStudy(m, p, 1, 0.1);
    const protocols = [points(grid, [1, 5, 9]), points(grid, [4]), []];
    const targets = ['mean', { above: 1 }] as const;
    const estimate = estimator({
      sample: { values },
      estimand: 'gaussian',
      noise: 0.1,
      weights,
      targets,
      protocols,
    });
    for (const resample of [
      { kind: 'bootstrap', draw: 3 },
      { kind: 'without', group: 2, groups: m },
      { kind: 'subsample', size: Math.floor(m / 2), draw: 1 },
    ] as const) {
      const times = multiplicities(resample, m, 7);
      const found = estimate(times, 'data');
      const quick = estimate(times, 'resample');
      const { covariance } = plugInCovariance(repeatedRows(values, times), { noise: 0.1, drowned: 'floor' });
      expect(largestDifference(found.model.covariance, covariance)).toBeLessThan(1e-11);
      targets.forEach((spec, t) => {
        const expected = protocolValues({ covariance, weights }, target(spec), protocols);
        expected.protocols.forEach(({ value }, i) => {
          expect(found.values[t * protocols.length + i]).toBeCloseTo(value, 10);
          expect(Math.abs(quick.values[t * protocols.length + i]! - value)).toBeLessThan(1e-6);
        });
        expect(found.variances[t]).toBeCloseTo(expected.variance, 10);
      });
    }
  });

  it('does not see the scale of the data', () => {
    const { grid, weights, values } = testStudy(40, 10, 2, 0.2);
    const input = {
      estimand: 'gaussian',
      weights,
      targets: [{ above: 0.5 }],
      protocols: [points(grid, [2, 8])],
    } as const;
    const one = estimator({ ...input, sample: { values }, noise: 0.2 })(ones(40));
    const scaled = { ...values, data: values.data.map((value) => 70 + 30 * value) };
    const two = estimator({ ...input, sample: { values: scaled }, noise: 0.2 * 900 })(ones(40));
    expect(two.values[0]).toBeCloseTo(one.values[0]!, 12);
  });
});

describe('the best-linear estimand', () => {
  const m = 60;
  const { grid, weights, values } = testStudy(m, 20, 3);
  const targets = Float64Array.from({ length: m }, (_, i) => Math.exp(values.data[i * 20 + 3]!) + i / 50);
  const quiet = points(grid, [2, 6, 9], 0);
  const base = { estimand: 'linear', noise: 0, weights, targets: [] } as const;

  it('without noise is R² of the regression of the target on the readings', () => {
    const found = estimator({ ...base, sample: { values, targets }, protocols: [quiet, []] })(ones(m));
    const columns = quiet.map(({ first }) => columnOf(values, first));
    expect(found.values[0]).toBeCloseTo(rSquared(columns, targets), 12);
    expect(found.values[1]).toBe(0);
  });

  it('takes the weighted mean of the record where no target was measured', () => {
    const found = estimator({ ...base, sample: { values }, protocols: [quiet] })(ones(m));
    const means = computedTargets({ values }, weights, 'mean');
    const columns = quiet.map(({ first }) => columnOf(values, first));
    expect(found.values[0]).toBeCloseTo(rSquared(columns, means), 12);
  });

  it('with a noisy action: one reading of variance s² has c²/((s² + ν)v)', () => {
    const [read] = points(grid, [6], 0.7);
    const x = columnOf(values, read!.first);
    const covariance = (a: Float64Array, b: Float64Array) => {
      const mean = (c: Float64Array) => c.reduce((s, value) => s + value) / m;
      return a.reduce((s, value, i) => s + (value - mean(a)) * (b[i]! - mean(b)), 0) / (m - 1);
    };
    const expected = covariance(x, targets) ** 2 / (covariance(x, x) + 0.7) / covariance(targets, targets);
    const found = estimator({ ...base, sample: { values, targets }, protocols: [[read!]] })(ones(m));
    expect(found.values[0]).toBeCloseTo(expected, 12);
  });

  it('does not see the units in which data and target were measured', () => {
    const noisy = points(grid, [2, 6, 9], 0.4);
    const one = estimator({ ...base, sample: { values, targets }, protocols: [noisy] })(ones(m));
    for (const factor of [1e-4, 300]) {
      const sample = {
        values: { ...values, data: values.data.map((value) => 5 + factor * value) },
        targets: targets.map((value) => 1e6 * value - 3),
      };
      const protocols = [noisy.map((read) => ({ ...read, noise: read.noise * factor ** 2 }))];
      const two = estimator({ ...base, sample, protocols })(ones(m));
      expect(two.values[0]).toBeCloseTo(one.values[0]!, 9);
    }
  });

  it('a window is read as the mean of its points', () => {
    const window = { first: 3, last: 7, noise: 0 };
    const means = Float64Array.from({ length: m }, (_, i) => {
      let sum = 0;
      for (let j = 3; j <= 7; j++) sum += values.data[i * 20 + j]!;
      return sum / 5;
    });
    const found = estimator({ ...base, sample: { values, targets }, protocols: [[window]] })(ones(m));
    expect(found.values[0]).toBeCloseTo(rSquared([means], targets), 12);
  });

  it('takes calibration noise off the readings: with many units it is as if there had been none', () => {
    const many = testStudy(20_000, 8, 4, 0.5);
    const clean = testStudy(20_000, 8, 4, 0);
    const protocols = [points(many.grid, [1, 4, 8], 0.3)];
    const input = { estimand: 'linear', weights: many.weights, targets: [], protocols } as const;
    const found = estimator({ ...input, sample: { values: many.values }, noise: 0.5 })(ones(20_000));
    const truth = estimator({ ...input, sample: { values: clean.values }, noise: 0 })(ones(20_000));
    const forgotten = estimator({ ...input, sample: { values: many.values }, noise: 0 })(ones(20_000));
    // Standard errors of 0.003; forgotten noise costs 0.05.
    expect(Math.abs(found.values[0]! - truth.values[0]!)).toBeLessThan(0.015);
    expect(Math.abs(forgotten.values[0]! - truth.values[0]!)).toBeGreaterThan(0.03);
  });
});

describe('replicates', () => {
  const latent = testStudy(400, 6, 5).values;

  it('known noise and noise from replicates are the same in the limit', () => {
    const difference = (m: number) => {
      const { grid, weights, values } = testStudy(m, 6, 6);
      const sample = replicated(values, 3, 0.6, 6);
      const input = {
        sample,
        estimand: 'gaussian',
        weights,
        targets: ['mean'],
        protocols: [points(grid, [1, 6])],
      } as const;
      const known = estimator({ ...input, noise: 0.2 })(ones(m)).values[0]!;
      const estimated = estimator({ ...input, noise: 'replicates' })(ones(m)).values[0]!;
      return Math.abs(known - estimated);
    };
    expect(difference(50)).toBeGreaterThan(1e-4);
    expect(difference(40_000)).toBeLessThan(1e-3);
  });

  it('is the pooled variance within units over the replicates', () => {
    const sample = replicated(latent, 2, 0.8, 7);
    const noise = replicateNoise(sample, ones(400));
    noise.forEach((variance, j) => {
      let pooled = 0;
      for (let i = 0; i < 400; i++) pooled += sample.within!.data[i * 6 + j]!;
      expect(variance).toBeCloseTo(pooled / 400 / 2, 12);
      expect(Math.abs(variance - 0.4)).toBeLessThan(0.1);
    });
  });

  it('with different numbers of replicates the mean of 1/replicates counts', () => {
    const sample = {
      values: { rows: 3, cols: 1, data: Float64Array.of(0, 1, 2) },
      within: { rows: 3, cols: 1, data: Float64Array.of(0, 3, 5) },
      counts: Int32Array.of(1, 2, 4),
    };
    // Four degrees of freedom hold 8: a variance of 2, and (1 + 1/2 + 1/4)/3 of it is left in the means.
    expect(replicateNoise(sample, ones(3))[0]).toBeCloseTo((2 * 1.75) / 3, 14);
    expect(replicateNoise(sample, [0, 2, 1])[0]).toBeCloseTo((11 / 5) * ((2 / 2 + 1 / 4) / 3), 14);
    expect(() => replicateNoise(sample, [2, 0, 0])).toThrow('measured more than once');
  });
});

describe('groups of units', () => {
  const m = 90;
  const p = 7;
  const { grid, weights, values } = testStudy(m, p, 8, 0.1);
  const targets = new Float64Array(m);
  fillNormal(randomStream(8, 'targets'), targets);
  const units = { ...replicated(values, 2, 0.3, 8), targets };
  const labels = Array.from({ length: m }, (_, i) => `unit ${i}`);

  /** The units by groups, read in chunks of some size and in some order. */
  const grouped = (order: readonly number[], chunk: number) => {
    const groups = emptyGroups(5, p, true);
    for (let from = 0; from < m; from += chunk) {
      const some = order.slice(from, from + chunk);
      const pick = (matrix: Matrix): Matrix => ({
        rows: some.length,
        cols: p,
        data: Float64Array.from(some.flatMap((i) => [...matrix.data.subarray(i * p, (i + 1) * p)])),
      });
      addToGroups(
        groups,
        some.map((i) => labels[i]!),
        {
          values: pick(units.values),
          within: pick(units.within!),
          counts: Int32Array.from(some, (i) => units.counts![i]!),
          targets: Float64Array.from(some, (i) => targets[i]!),
        },
      );
    }
    return finishedGroups(groups);
  };

  it.each<[EstimatorInput['estimand'], EstimatorInput['noise']]>([
    ['gaussian', 'replicates'],
    ['gaussian', 0.1],
    ['linear', 0],
    ['linear', 'replicates'],
  ])('say what the units themselves say: %s, noise %s', (estimand, noise) => {
    const input = {
      estimand,
      noise,
      weights,
      targets: ['mean', { above: 0 }],
      protocols: [points(grid, [1, 5, 9]), points(grid, [4])],
    } as const;
    const whole = estimator({ ...input, sample: units })(ones(m));
    const forwards = labels.map((_, i) => i);
    for (const [order, chunk] of [
      [forwards, 13],
      [forwards.toReversed(), 40],
    ] as const) {
      const sample = grouped(order, chunk);
      const found = estimator({ ...input, sample })(ones(sample.moments.length));
      found.values.forEach((value, i) => {
        expect(value).toBeCloseTo(whole.values[i]!, 10);
      });
    }
  });

  it('a resample of groups is that of their units', () => {
    const sample = grouped(
      labels.map((_, i) => i),
      m,
    );
    const times = Int32Array.from({ length: sample.moments.length }, (_, g) =>
      g === 1 ? 3 : g === 2 ? 0 : 1,
    );
    const input = {
      estimand: 'gaussian',
      noise: 'replicates',
      weights,
      targets: ['mean'],
      protocols: [points(grid, [1, 5, 9])],
    } as const;
    const found = estimator({ ...input, sample })(times);
    // Which group a unit is in: the one in which it waits when it is read alone.
    const groupOf = (i: number) => {
      const alone = emptyGroups(5, p, true);
      addToGroups(alone, [labels[i]!], {
        values: { rows: 1, cols: p, data: new Float64Array(p) },
        targets: Float64Array.of(0),
      });
      return alone.waiting.findIndex(({ count }) => count === 1);
    };
    const direct = estimator({ ...input, sample: units })(
      Int32Array.from(labels, (_, i) => times[groupOf(i)]!),
    );
    expect(found.values[0]).toBeCloseTo(direct.values[0]!, 10);
  });
});
