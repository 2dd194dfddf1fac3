import { describe, expect, it } from 'vitest';
import { points, testStudy } from '../../../test/units.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { protocolValues } from '../../model/value/value.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { calibrate } from '../calibrate.ts';
import { simulatedUnits, unitLaw } from '../sample/simulated-units.ts';
import { correctedInterval, correctedValue } from './corrected-value.ts';
import { type EstimatorInput, estimator } from './estimator.ts';

const grid = timeGrid(24, 12);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 4 } }, 0.2, grid);
const law = unitLaw(covariance);
const layouts = [[11], [5, 17], [3, 9, 15, 21], [1, 3, 5, 7], [1, 3, 7, 9, 13, 15, 19, 23]];
const protocols = layouts.map((times) => points(grid, times, 0.3));

/** Multivariate Student-t with 5 degrees of freedom, covariance 5/3 of the Gaussian one. */
function heavy(units: number, seed: number): Matrix {
  const values = simulatedUnits(law, units, 0, randomStream(seed, 'heavy'));
  const normals = new Float64Array(5 * units);
  fillNormal(randomStream(seed, 'chi'), normals);
  for (let i = 0; i < units; i++) {
    const chi = normals.subarray(5 * i, 5 * i + 5).reduce((sum, z) => sum + z * z, 0);
    for (let j = 0; j < grid.points; j++) values.data[i * grid.points + j]! *= Math.sqrt(5 / chi);
  }
  return values;
}

const linear = (values: Matrix, more: Partial<EstimatorInput> = {}): EstimatorInput => ({
  sample: { values },
  estimand: 'linear',
  noise: 0,
  weights,
  targets: [],
  protocols,
  ...more,
});

describe('what a draw says about its own errors', () => {
  // How the estimate moves when a unit counts a little more, by differences, against the formula.
  it.each([
    ['without noise', 0, false],
    ['with noise, floored moments', 0.05, false],
    ['a measured target', 0, true],
    ['a measured target and noise', 0.05, true],
  ])('%s', (_what, noise, measured) => {
    const values = heavy(150, 3);
    const m = values.rows;
    const squares = Float64Array.from({ length: m }, (_, i) => {
      const row = values.data.subarray(i * grid.points, (i + 1) * grid.points);
      return row.reduce((sum, x) => sum + Math.max(0, x) + 0.1 * x * x, 0);
    });
    const input = linear(values, {
      noise,
      sample: { values, ...(measured && { targets: squares }) },
      studentised: protocols.length,
    });
    const estimate = estimator(input);
    const once = new Float64Array(m).fill(1);
    const n = protocols.length;
    const { products } = estimate(once, 'draw');
    const h = 1e-4;
    const moved = zeros(m, n);
    for (let i = 0; i < m; i++) {
      const at = (weight: number) => {
        const times = once.slice();
        times[i] = weight;
        return estimate(times).values;
      };
      const [up, down] = [at(1 + h), at(1 - h)];
      for (let k = 0; k < n; k++) moved.data[i * n + k] = (up[k]! - down[k]!) / (2 * h);
    }
    for (let k = 0; k < n; k++)
      for (let l = 0; l <= k; l++) {
        let sum = 0;
        for (let i = 0; i < m; i++) sum += moved.data[i * n + k]! * moved.data[i * n + l]!;
        const scale = Math.sqrt(products![k * n + k]! * products![l * n + l]!);
        // The divisor m − 1 beside noise that is a number moves with the weight as well: a share of 1/m.
        expect(Math.abs(products![k * n + l]! - sum) / scale).toBeLessThan(0.03);
      }
  });
  it('a reading that repeats another has no weight of its own', () => {
    const { values } = testStudy(50, 12, 4);
    const twice = [...points(grid, [5, 17], 0), { ...points(grid, [5], 0)[0]!, noise: 1e-30 }];
    const input = linear(values, { protocols: [points(grid, [5, 17], 0), twice], studentised: 2 });
    const { products } = estimator(input)(new Int32Array(50).fill(1), 'draw');
    expect(products![3]! / products![0]!).toBeCloseTo(1, 9);
  });
});

describe('the corrected value', () => {
  it('is Gaussian data’s adjusted R² but for 1/m²', () => {
    const studies = 400;
    const sums = { value: 0, corrected: 0, adjusted: 0 };
    const m = 40;
    const own = [points(grid, [1, 5, 9, 13, 17, 21], 0)];
    const values = Array.from({ length: studies }, (_, study) => {
      const { data } = simulatedUnits(law, m, 0, randomStream(study, 'adjusted'));
      return { rows: m, cols: 12, data };
    });
    for (const [study, sample] of values.entries()) {
      // A target that the trajectory knows a third of.
      const noise = new Float64Array(m);
      fillNormal(randomStream(study, 'own'), noise);
      const targets = Float64Array.from({ length: m }, (_, i) => sample.data[i * 12]! + 1.4 * noise[i]!);
      const estimate = estimator(linear(sample, { protocols: own, sample: { values: sample, targets } }));
      const value = estimate(new Int32Array(m).fill(1), 'data').values[0]!;
      const leftOut = Float64Array.from({ length: m }, (_, i) => {
        const times = new Int32Array(m).fill(1);
        times[i] = 0;
        return estimate(times).values[0]!;
      });
      sums.value += value / studies;
      sums.corrected += correctedValue(value, leftOut, { units: m, readings: 6 }) / studies;
      sums.adjusted += (1 - ((1 - value) * (m - 1)) / (m - 1 - 6)) / studies;
    }
    const truth = 1 / (1 + 1.4 * 1.4);
    expect(sums.value - truth).toBeGreaterThan(0.06);
    // The standard error of each mean is 0.006.
    expect(Math.abs(sums.corrected - truth)).toBeLessThan(0.025);
    expect(Math.abs(sums.corrected - sums.adjusted)).toBeLessThan(0.02);
  });
  it('changes no digit where nothing is corrected, and is never outside 0 and 1', () => {
    const same = (value: number) => new Float64Array(40).fill(value);
    for (const value of [0, 0.3, 1, 1 + 2 ** -52]) {
      const options = { errors: undefined, readings: 2, units: 40 };
      const found = correctedInterval(value, same(value), same(value), 0.95, options);
      expect(found.corrected).toBe(value);
      for (const end of [found.low, found.high]) expect(end).toBeCloseTo(value, 11);
    }
    const higher = same(0.3).map((value, i) => value + 0.001 * (i % 7));
    const fitted = { units: 40, readings: 2 };
    expect(correctedValue(0.2, higher, fitted)).toBe(0);
    // One unit that carries everything: without it, little is explained.
    const outlier = same(0.95);
    outlier[0] = 0.1;
    expect(correctedValue(0.95, outlier, fitted)).toBeGreaterThan(0.95);
    expect(correctedValue(0.95, outlier, fitted)).toBeLessThan(1);
  });
  it('is the adjusted R² where leaving a unit out leaves nothing unexplained, and then says nothing', () => {
    const saturated = new Float64Array(10).fill(1);
    const found = correctedInterval(0.9, new Float64Array(100).fill(1), saturated, 0.95, {
      errors: undefined,
      readings: 7,
      units: 10,
    });
    expect(found.corrected).toBeCloseTo(1 - (0.1 * 9) / 2, 12);
    expect(found).toMatchObject({ low: 0, high: 1, belowNothing: false });
  });
  it('one unit that hides what all others show makes no value of 1', () => {
    // Without the first unit nearly everything is explained: its error is larger than the scale.
    const hiding = new Float64Array(30).fill(0.31);
    hiding[0] = 0.9999;
    expect(correctedValue(0.3, hiding, { units: 30, readings: 8 })).toBe(0);
  });
  it('rounding between two exact predictions tells nothing apart, and hides nothing', async () => {
    const { values } = testStudy(30, 12, 8);
    const targets = Float64Array.from(
      { length: 30 },
      (_, i) => values.data[12 * i + 2]! + values.data[12 * i + 8]!,
    );
    const exact = [points(grid, [5, 17], 0), points(grid, [5, 17, 21], 0), points(grid, [23], 0.3)];
    const input = linear(values, { sample: { values, targets }, protocols: exact });
    const { comparisons } = (await calibrate(input, { draws: 200 })).targets[0]!;
    const pair = (a: number, b: number) =>
      comparisons.comparisons.find((one) => one.a + one.b === a + b && (one.a === a || one.a === b))!;
    expect(pair(0, 1).distinguishable).toBe(false);
    expect(pair(0, 1).high - pair(0, 1).low).toBeLessThan(1e-9);
    expect(pair(0, 2).distinguishable).toBe(true);
  });
  it('as many readings as units say nothing', () => {
    const draws = Float64Array.from({ length: 200 }, (_, b) => 0.9 + 0.0004 * b);
    const found = correctedInterval(0.95, draws, draws.slice(0, 20), 0.95, {
      errors: undefined,
      readings: 19,
      units: 20,
    });
    expect(found).toMatchObject({ low: 0, high: 1 });
  });
});

describe('with heavy tails and 40 units', () => {
  const truth = protocolValues(
    { covariance: { ...covariance, data: covariance.data.map((x) => (5 / 3) * x) }, weights },
    target('mean'),
    protocols,
  ).protocols.map(({ value }) => value);

  it('intervals hold their level, each and all comparisons together', async () => {
    const studies = 120;
    const held = new Int32Array(truth.length);
    let together = 0;
    const bias = new Float64Array(truth.length);
    for (let study = 0; study < studies; study++) {
      const { targets } = await calibrate(linear(heavy(40, study)), { draws: 300, seed: study });
      const { protocols: found, comparisons } = targets[0]!;
      found.forEach(({ low, high, corrected }, i) => {
        if (low <= truth[i]! && truth[i]! <= high) held[i]!++;
        bias[i]! += (corrected! - truth[i]!) / studies;
      });
      if (
        comparisons.comparisons.every(
          (c) => c.low <= truth[c.a]! - truth[c.b]! && truth[c.a]! - truth[c.b]! <= c.high,
        )
      )
        together++;
    }
    // 0.95 ± 0.02; the intervals of the plug-in values held 0.91 of each and 0.86 together.
    for (const count of held) expect(count / studies).toBeGreaterThan(0.92);
    expect(together / studies).toBeGreaterThan(0.92);
    for (const one of bias) expect(Math.abs(one)).toBeLessThan(0.035);
  });
});
