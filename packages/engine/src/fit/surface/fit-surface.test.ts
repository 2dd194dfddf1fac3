import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { InvalidInput } from '../../model/input/invalid-input.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { exp, sin } from '../../numerics/elementary.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { zeros } from '../../numerics/matrix.ts';
import { meanAndDeviation } from '../../numerics/quantile.ts';
import { fillNormal, randomStream, uniformAt } from '../../numerics/random/random-stream.ts';
import type { SparseReadings } from '../sparse-readings.ts';
import { entropyCompletion } from './entropy-completion.ts';
import { type FittedSurface, fitSurface } from './fit-surface.ts';
import { nearestCompletable } from './nearest-completable.ts';
import { surfaceErrors } from './surface-errors.ts';

const near = comparedWith('means and scales by local-linear smoothing', 'numpy’s least squares');

interface Fixtures {
  surface: {
    horizon: number;
    points: number;
    bandwidth: number;
    times: number[];
    values: number[];
    starts: number[];
    clusters: number[];
    mean: number[];
    scale: number[];
    noise: number;
    correlations: (number | null)[][];
    effective: number[][];
    seen: boolean[][];
  };
  nearest: {
    points: number;
    floor: number;
    estimate: number[];
    pairs: [number, number, number][];
    least: number;
  }[];
}
const fixtures: Fixtures = JSON.parse(
  readFileSync(new URL('../../../fixtures/sparse_surface.json', import.meta.url), 'utf8'),
);

describe('local-linear smoothing', () => {
  const { surface } = fixtures;
  const readings: SparseReadings = {
    times: Float64Array.from(surface.times),
    values: Float64Array.from(surface.values),
    starts: Int32Array.from(surface.starts),
    clusters: Int32Array.from(surface.clusters),
  };
  const grid = timeGrid(surface.horizon, surface.points);
  const made = fitSurface(readings, grid, { bandwidth: surface.bandwidth });
  const p = surface.points;

  it('is that of least squares at each pair of times, by numpy', () => {
    for (let j = 0; j < p; j++) {
      near(Math.abs(made.mean[j]! - surface.mean[j]!), 5e-7);
      near(Math.abs(made.scale[j]! - surface.scale[j]!), 5e-7);
    }
    expect(made.noise).toBeCloseTo(surface.noise, 6);
    const unseen = new Set(made.unseen.map(([j, k]) => `${j} ${k}`));
    for (let j = 0; j < p; j++)
      for (let k = 0; k < p; k++) {
        const count = surface.effective[j]![k]!;
        expect(made.effective.data[j * p + k]! / count).toBeCloseTo(1, 5);
        if (k < j) expect(unseen.has(`${j} ${k}`)).toBe(!surface.seen[j]![k]);
      }
    expect(made.unseen.length).toBeGreaterThan(0);
    // Without much need of a repair, the correlations are the estimates.
    const moved = surface.correlations.flatMap((row, j) =>
      row
        .slice(0, j)
        .map((value, k) =>
          unseen.has(`${j} ${k}`) ? 0 : Math.abs(value! - made.covariance.data[j * p + k]!),
        ),
    );
    expect(Math.max(...moved)).toBeCloseTo(made.largestChange, 6);
  });

  it('does not depend on the order of trajectories and readings', () => {
    const order = Array.from({ length: surface.clusters.length }, (_, i) => i).reverse();
    const own = order.map((i) =>
      Array.from(
        { length: surface.starts[i + 1]! - surface.starts[i]! },
        (_, n) => surface.starts[i]! + n,
      ).reverse(),
    );
    const starts = [0];
    for (const one of own) starts.push(starts.at(-1)! + one.length);
    const turned = fitSurface(
      {
        times: Float64Array.from(own.flat(), (r) => surface.times[r]!),
        values: Float64Array.from(own.flat(), (r) => surface.values[r]!),
        starts: Int32Array.from(starts),
        clusters: Int32Array.from(order, (i) => 100 - surface.clusters[i]! + 100),
      },
      grid,
    );
    expect(turned).toEqual(fitSurface(readings, grid));
  });

  it('refuses times at which nobody was read, and readings that never tell noise from change', () => {
    expect(() => fitSurface(readings, timeGrid(12, 8), { bandwidth: 1.5 })).toThrow(InvalidInput);
    const apart = fixedVisits([1.5, 4.5, 7.5], 60);
    expect(() => fitSurface(apart, timeGrid(9, 3), { bandwidth: 1 })).toThrow(/noise from change/);
  });

  it('sees visits at fixed times at their own grid points only', () => {
    const visits = fixedVisits([0.5, 1.5, 2.5], 60);
    const seen = fitSurface(visits, timeGrid(3, 3), { bandwidth: 0.9, noise: 0.1 });
    expect(seen.unseen).toEqual([]);
    // On a finer grid the bandwidth reaches further points, of which nobody knows anything.
    expect(() => fitSurface(visits, timeGrid(3, 9), { bandwidth: 0.9, noise: 0.1 })).toThrow(InvalidInput);
  });
});

/** Everybody is read at the same times. */
function fixedVisits(times: readonly number[], units: number): SparseReadings {
  const values = new Float64Array(units * times.length);
  fillNormal(randomStream(3, 'visits'), values);
  return {
    times: Float64Array.from(values, (_, r) => times[r % times.length]!),
    values,
    starts: Int32Array.from({ length: units + 1 }, (_, i) => i * times.length),
  };
}

/** Readings of a law with a rising scale, an Ornstein–Uhlenbeck kernel and a trait; each unit is read within its window. */
function simulated(units: number, count: number, window: number, seed: number): SparseReadings {
  const horizon = 10;
  const times = new Float64Array(units * count);
  const values = new Float64Array(units * count);
  const normal = new Float64Array(count);
  const kernels = defaultKernels();
  for (let i = 0; i < units; i++) {
    const stream = randomStream(seed, 'unit', i);
    const from = (horizon - window) * uniformAt(stream, 0);
    const own = Float64Array.from(
      { length: count },
      (_, n) => from + window * uniformAt(stream, n + 1),
    ).sort();
    const k = zeros(count, count);
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++)
        k.data[a * count + b] = 0.2 + 0.8 * exp(-Math.abs(own[a]! - own[b]!) / 3);
    const factor = kernels.cholesky(k);
    if (!factor.ok) throw new Error('not a law');
    fillNormal(randomStream(seed, 'values', i), normal);
    const noise = new Float64Array(count);
    fillNormal(randomStream(seed, 'noise', i), noise);
    for (let a = 0; a < count; a++) {
      let z = 0;
      for (let b = 0; b <= a; b++) z += factor.factor.data[a * count + b]! * normal[b]!;
      times[i * count + a] = own[a]!;
      values[i * count + a] = 5 + sin(own[a]!) + (1 + own[a]! / 10) * z + 0.5 * noise[a]!;
    }
  }
  return { times, values, starts: Int32Array.from({ length: units + 1 }, (_, i) => i * count) };
}

it('finds the law as units grow, bandwidth and noise included', () => {
  const grid = timeGrid(10, 10);
  const law = kernelMatrix({ ou: { tau: 3 } }, 0.2, grid);
  const errors = [
    { units: 150, bandwidth: 1 },
    { units: 4800, bandwidth: 1 },
    { units: 2400, bandwidth: undefined },
  ].map(({ units, bandwidth }) => {
    const made = fitSurface(simulated(units, 5, 10, 5), grid, { bandwidth });
    expect(made.unseen).toEqual([]);
    const off = made.covariance.data.map((value, n) => value - law.data[n]!);
    const scale = made.scale.map((s, j) => s / (1 + grid.times[j]! / 10) - 1);
    const rms = (of: Float64Array) => Math.sqrt(of.reduce((sum, x) => sum + x * x, 0) / of.length);
    return { law: rms(off), scale: rms(scale), noise: Math.abs(made.noise - 0.25) };
  });
  const [few, many, chosen] = errors;
  expect(many!.law).toBeLessThan(few!.law / 2);
  expect(many!.law).toBeLessThan(0.06);
  expect(many!.scale).toBeLessThan(0.03);
  expect(many!.noise).toBeLessThan(0.045);
  expect(chosen!.law).toBeLessThan(0.08);
  expect(chosen!.noise).toBeLessThan(0.05);
});

it('standard errors by resampling units are the spread over samples', () => {
  const grid = timeGrid(10, 5);
  const bandwidth = 1.5;
  // A variance and a correlation.
  const numbers = ({ scale, covariance }: FittedSurface) => [scale[2]!, covariance.data[3 * 5 + 1]!];
  const samples = Array.from({ length: 60 }, (_, i) => simulated(150, 5, 10, 100 + i));
  const spread = [0, 1].map((n) => {
    const all = samples.map((sample) => numbers(fitSurface(sample, grid, { bandwidth }))[n]!);
    return meanAndDeviation(all).deviation;
  });
  const [sample] = samples;
  const made = fitSurface(sample!, grid, { bandwidth });
  const { errors, failed } = surfaceErrors(sample!, grid, made, {}, numbers, { resamples: 60 });
  expect(failed).toBe(0);
  errors.forEach((error, n) => {
    expect(error / spread[n]!).toBeGreaterThan(0.6);
    expect(error / spread[n]!).toBeLessThan(1.6);
  });
});

it('leaves open what nobody saw: units that are followed for a while tell of no longer lag', () => {
  const grid = timeGrid(10, 10);
  const made = fitSurface(simulated(1500, 5, 4, 6), grid, { bandwidth: 0.8 });
  const lags = made.unseen.map(([j, k]) => j - k);
  expect(Math.min(...lags)).toBeGreaterThanOrEqual(4);
  for (let j = 0; j < 10; j++) for (let k = 0; k < j - 4; k++) expect(made.unseen).toContainEqual([j, k]);
});

describe('the nearest correlations that have a completion', () => {
  it.each(fixtures.nearest.map((one, i) => [i, one] as const))('are those of CSDP, case %d', (_, one) => {
    const { points: p, floor } = one;
    const weights = zeros(p, p);
    for (const [j, k, w] of one.pairs) weights.data[j * p + k] = weights.data[k * p + j] = w;
    const estimate = { rows: p, cols: p, data: Float64Array.from(one.estimate) };
    const { covariance } = nearestCompletable({ estimate, weights }, floor);
    const least = one.pairs.reduce((sum, [j, k, w]) => {
      const off = covariance.data[j * p + k]! - one.estimate[j * p + k]!;
      return sum + w * off * off;
    }, 0);
    expect(least).toBeCloseTo(one.least, 6);
    expect(defaultKernels().eigenvaluesSymmetric(covariance)[0]!).toBeGreaterThan(floor - 1e-6);
  });
});

describe('the completion of largest entropy', () => {
  it('of an Ornstein–Uhlenbeck law seen at neighbouring times is that law', () => {
    const grid = timeGrid(6, 12);
    const law = kernelMatrix({ ou: { tau: 2 } }, 0, grid);
    const unseen = Array.from({ length: 144 }, (_, n): [number, number] => [
      Math.floor(n / 12),
      n % 12,
    ]).filter(([j, k]) => j - k > 1);
    const partly = { ...law, data: law.data.slice() };
    // Another completion to begin with: what is unseen is drawn a little to 0.
    for (const [j, k] of unseen)
      partly.data[j * 12 + k] = partly.data[k * 12 + j] = 0.98 * law.data[j * 12 + k]!;
    expect(defaultKernels().cholesky(partly).ok).toBe(true);
    const found = entropyCompletion(partly, unseen);
    for (let n = 0; n < 144; n++) expect(found.data[n]).toBeCloseTo(law.data[n]!, 8);
  });
});
