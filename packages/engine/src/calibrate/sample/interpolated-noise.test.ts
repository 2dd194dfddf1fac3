import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { points } from '../../../test/units.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, fillUniform, randomStream } from '../../numerics/random/random-stream.ts';
import { type EstimatorInput, estimator } from '../resampling/estimator.ts';
import type { DenseUnits } from './dense-units.ts';
import { addEntries, interpolatedNoise } from './interpolated-noise.ts';
import { momentsOf, sampleCovariance } from './moments.ts';
import { noiseInValues } from './replicate-noise.ts';
import { simulatedUnits, unitLaw } from './simulated-units.ts';
import { addToGroups, emptyGroups, finishedGroups } from './unit-groups.ts';

/** A of one unit, a row for each value: which measured ones it is made of. */
function interpolation(shares: ArrayLike<number>): number[][] {
  const p = shares.length;
  return Array.from({ length: p }, (_, j) => {
    const row = new Array<number>(p).fill(0);
    if (shares[j] === 0) row[j] = 1;
    else {
      let [from, to] = [j, j];
      while (shares[from]! > 0) from--;
      while (shares[to]! > 0) to++;
      row[from] = 1 - shares[j]!;
      row[to] = shares[j]!;
    }
    return row;
  });
}

describe('what interpolation makes of noise', () => {
  it('is ARAᵀ, by multiplication', () => {
    const share = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 0.99, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(share, fc.double({ min: 0, max: 3, noNaN: true })), {
          minLength: 2,
          maxLength: 12,
        }),
        (cells) => {
          const shares = cells.map(([s], j) => (j === 0 || j === cells.length - 1 ? 0 : s));
          const noise = cells.map(([, variance]) => variance);
          const found = zeros(shares.length, shares.length);
          addEntries(
            found,
            interpolatedNoise(shares, (j) => noise[j]!),
            1,
          );
          const A = interpolation(shares);
          A.forEach((a, j) => {
            A.forEach((b, k) => {
              const made = a.reduce((sum, weight, c) => sum + weight * b[c]! * noise[c]!, 0);
              const plain = j === k ? noise[j]! : 0;
              expect(found.data[j * A.length + k]).toBeCloseTo(made - plain, 10);
            });
          });
        },
      ),
    );
  });
});

const grid = timeGrid(16, 32);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 4 } }, 0, grid);
const protocols = [
  [2, 6, 10, 14],
  [1, 2, 3, 4],
].map((times) => points(grid, times, 0.5));

/** Units with missing values interpolated, and the same units without noise interpolated at the same places. */
function gappy(units: number, noise: number, missing: number, seed: number) {
  const p = grid.points;
  const latent = simulatedUnits(unitLaw(covariance), units, 0, randomStream(seed, 'latent'));
  const errors = new Float64Array(units * p);
  fillNormal(randomStream(seed, 'errors'), errors);
  const read = latent.data.map((value, n) => value + Math.sqrt(noise) * errors[n]!);
  const chance = new Float64Array(units * p);
  fillUniform(randomStream(seed, 'missing'), chance);
  const filled = zeros(units, p);
  const fill = (data: Float64Array, i: number, from: number, to: number) => {
    for (let j = from + 1; j < to; j++) {
      const share = (j - from) / (to - from);
      filled.data[i * p + j] = share;
      data[i * p + j] = data[i * p + from]! + share * (data[i * p + to]! - data[i * p + from]!);
    }
  };
  for (let i = 0; i < units; i++) {
    let from = 0;
    for (let j = 1; j < p; j++) {
      if (j < p - 1 && chance[i * p + j]! < missing) continue;
      fill(read, i, from, j);
      fill(latent.data, i, from, j);
      from = j;
    }
  }
  const values: Matrix = { rows: units, cols: p, data: read };
  return { sample: { values, filled } satisfies DenseUnits, latent };
}

const input = (sample: EstimatorInput['sample'], noise: EstimatorInput['noise']): EstimatorInput => ({
  sample,
  estimand: 'gaussian',
  noise,
  weights,
  targets: ['mean'],
  protocols,
});

describe.each([
  ['a tenth at noise 0.25', 0.1, 0.25],
  ['three tenths at noise 1', 0.3, 1],
])('%s', (_what, missing, noise) => {
  // So many that the eigenvalue floor, which noise makes bite, takes no part.
  const units = 20_000;
  const studies = Array.from({ length: 2 }, (_, seed) => gappy(units, noise, missing, seed));
  const once = new Int32Array(units).fill(1);
  const { sample } = studies[0]!;

  /** How far the values of noisy units lie from those of the same units without noise, on average. */
  const off = (estimand: 'gaussian' | 'linear') => {
    const values = (own: EstimatorInput['sample'], variance: number) =>
      estimator({ ...input(own, variance), estimand })(once, 'data').values;
    const sums = new Float64Array(protocols.length);
    for (const { sample: own, latent } of studies) {
      const truth = values({ values: latent }, 0);
      values(own, noise).forEach((value, i) => {
        sums[i]! += (value - truth[i]!) / studies.length;
      });
    }
    return sums;
  };

  it.each(['gaussian', 'linear'] as const)('as much is taken off as is left: %s', (estimand) => {
    // With the noise of measured values taken off, 0.009 at a tenth.
    for (const mean of off(estimand)) expect(Math.abs(mean)).toBeLessThan(noise < 1 ? 0.003 : 0.012);
  });
  it('is what the second moments of the same units with noise and without differ by', () => {
    const { latent } = studies[0]!;
    const p = grid.points;
    const [noisy, quiet] = [sample.values, latent].map((values) => sampleCovariance(momentsOf(values))) as [
      Matrix,
      Matrix,
    ];
    const taken = noiseInValues(sample, noise, once) as Matrix;
    let diagonal = 0;
    for (let j = 0; j < p; j++)
      for (let k = 0; k < p; k++) {
        const n = j * p + k;
        // The standard error of an entry is at most √(noise·(2·noise + 4)/units) = 0.008 and 0.017.
        expect(Math.abs(noisy.data[n]! - quiet.data[n]! - taken.data[n]!)).toBeLessThan(
          noise < 1 ? 0.035 : 0.075,
        );
        if (j === k) diagonal += (noise - taken.data[n]!) / p;
      }
    // Half of the noise of an interpolated value is gone in the middle of a gap, and less beside its ends.
    expect(diagonal).toBeGreaterThan(0.4 * missing * noise);
    expect(diagonal).toBeLessThan(0.5 * missing * noise);
  });
  it('the same from groups of units, and with one noise for each time', () => {
    const list = new Float64Array(grid.points).fill(noise);
    const groups = emptyGroups(16, grid.points, false, list);
    addToGroups(
      groups,
      Array.from({ length: units }, (_, i) => `unit ${i}`),
      sample,
    );
    const grouped = finishedGroups(groups);
    const all = new Int32Array(grouped.moments.length).fill(1);
    const [held, together] = [
      noiseInValues(sample, noise, once),
      noiseInValues(grouped, list, all),
    ] as Matrix[];
    held!.data.forEach((value, n) => {
      expect(together!.data[n]).toBeCloseTo(value, 10);
    });
  });
  it('resamples take off what is left in them', () => {
    const times = once.map((_, i) => (i < units / 2 ? 2 : 0));
    const half = { rows: units / 2, cols: grid.points };
    const first = (matrix: Matrix) => ({ ...half, data: matrix.data.slice(0, half.rows * half.cols) });
    const own = { values: first(sample.values), filled: first(sample.filled) };
    const twice = noiseInValues(sample, noise, times) as Matrix;
    const alone = noiseInValues(own, noise, new Int32Array(half.rows).fill(1)) as Matrix;
    twice.data.forEach((value, n) => {
      expect(value).toBeCloseTo(alone.data[n]!, 12);
    });
  });
});
