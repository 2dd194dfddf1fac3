import { describe, expect, it } from 'vitest';
import { largestDifference } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { InvalidInput } from '../../model/input/invalid-input.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { momentsOf } from './moments.ts';
import { plugInCovariance, plugInFromMoments } from './plug-in-covariance.ts';

function trajectories(m: number, p: number): Matrix {
  const out = zeros(m, p);
  fillNormal(randomStream(7, m, p), out.data);
  // Neighbouring times are related and variances differ, so that flooring and rescaling have something to do.
  for (let i = 0; i < m; i++)
    for (let j = 1; j < p; j++) out.data[i * p + j]! += 0.9 * out.data[i * p + j - 1]! + 0.01 * j;
  return out;
}

/** The definition, step by step: sample covariance, eigenvalues lifted to the floor, unit diagonal. */
function byDefinition(
  data: Matrix,
  noise: (j: number) => number = () => 0,
): { covariance: Matrix; lifted: number } {
  const { rows: m, cols: p } = data;
  const kernels = plainKernels();
  const sample = zeros(p, p);
  const mean = Array.from({ length: p }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += data.data[i * p + j]!;
    return sum / m;
  });
  for (let i = 0; i < m; i++)
    for (let j = 0; j < p; j++)
      for (let k = 0; k < p; k++)
        sample.data[j * p + k]! +=
          ((data.data[i * p + j]! - mean[j]!) * (data.data[i * p + k]! - mean[k]!)) / (m - 1);
  for (let j = 0; j < p; j++) sample.data[j * p + j]! -= noise(j);
  let trace = 0;
  for (let j = 0; j < p; j++) trace += sample.data[j * p + j]!;
  const floor = trace / p / m;
  const { values, vectors } = kernels.eigenSymmetric(sample);
  const covariance = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      for (let i = 0; i < p; i++)
        covariance.data[j * p + k]! +=
          Math.max(values[i]!, floor) * vectors.data[j * p + i]! * vectors.data[k * p + i]!;
  const d = Array.from({ length: p }, (_, j) => Math.sqrt(covariance.data[j * p + j]!));
  for (let j = 0; j < p; j++) for (let k = 0; k < p; k++) covariance.data[j * p + k]! /= d[j]! * d[k]!;
  return { covariance, lifted: values.filter((value) => value <= floor).length };
}

describe.each([wasmKernels(), plainKernels()])('with $name kernels', (kernels) => {
  it.each([
    [5, 24],
    [23, 24],
    [24, 24],
    [25, 24],
    [400, 24],
    [2, 3],
  ])('%d units on %d points: as the definition says', (m, p) => {
    const data = trajectories(m, p);
    const expected = byDefinition(data);
    const result = plugInCovariance(data, { kernels });
    expect(largestDifference(result.covariance, expected.covariance)).toBeLessThan(1e-11);
    expect(result.lifted).toBe(expected.lifted);
    expect(result.mass).toBeGreaterThanOrEqual(0);
    for (let j = 0; j < p; j++) expect(result.covariance.data[j * p + j]).toBe(1);
  });
});

it('needs two units', () => {
  expect(() => plugInCovariance(trajectories(1, 3))).toThrow('at least 2 units: 1');
});

it('mass, floor, variances of the plug-in', () => {
  for (const [m, p] of [
    [5, 24],
    [30, 6],
  ] as const) {
    const data = zeros(m, p);
    data.data.forEach((_, i) => {
      data.data[i] = Math.sin(i * i + 1) * (1 + (i % p));
    });
    for (const k of [wasmKernels(), plainKernels()]) {
      const r = plugInCovariance(data, { kernels: k });
      // trace before = m·p·floor; trace after = trace before + mass
      const centredTrace = r.floor * m * p;
      expect(r.floor).toBeGreaterThan(0);
      expect(r.variances.smallest).toBeGreaterThanOrEqual(r.floor);
      expect(r.variances.largest).toBeGreaterThan(r.variances.smallest);
      expect(p * r.variances.largest).toBeGreaterThanOrEqual(centredTrace + r.mass - 1e-9);
      if (m <= p) expect(r.mass).toBeGreaterThanOrEqual(r.floor * (p - m + 1) * (1 - 1e-12));
    }
  }
});

it.each([
  [8, 24],
  [400, 24],
])('takes known noise off: %d units on %d points', (m, p) => {
  const data = trajectories(m, p);
  const perTime = Float64Array.from({ length: p }, (_, j) => 0.1 + 0.005 * j);
  for (const [noise, at] of [
    [0.2, () => 0.2],
    [perTime, (j: number) => perTime[j]!],
  ] as const) {
    const expected = byDefinition(data, at);
    const result = plugInCovariance(data, { noise });
    expect(largestDifference(result.covariance, expected.covariance)).toBeLessThan(1e-10);
    expect(result.lifted).toBe(expected.lifted);
    const merged = plugInFromMoments(momentsOf(data), { noise });
    expect(largestDifference(result.covariance, merged.covariance)).toBeLessThan(1e-10);
    expect(Math.abs(result.mass - merged.mass)).toBeLessThan(1e-9);
  }
});

it('does not depend on the scale of the data', () => {
  const data = trajectories(60, 12);
  const scaled = { ...data, data: data.data.map((value) => 1000 * value) };
  for (const shrinkage of ['none', 'linear'] as const) {
    const one = plugInCovariance(data, { shrinkage, noise: 0.1 });
    const two = plugInCovariance(scaled, { shrinkage, noise: 1e5 });
    expect(largestDifference(one.covariance, two.covariance)).toBeLessThan(1e-12);
    expect(two.lifted).toBe(one.lifted);
  }
});

it('shrinks white noise all the way, and data of one shape hardly at all', () => {
  const white = zeros(30, 20);
  fillNormal(randomStream(5), white.data);
  expect(plugInCovariance(white, { shrinkage: 'linear' }).shrunk).toBeGreaterThan(0.7);
  const shape = zeros(200, 5);
  const normals = new Float64Array(200);
  fillNormal(randomStream(6), normals);
  shape.data.forEach((_, n) => {
    shape.data[n] = normals[Math.floor(n / 5)]! * (1 + 0.01 * Math.sin(n * n));
  });
  const result = plugInCovariance(shape, { shrinkage: 'linear' });
  expect(result.shrunk).toBeLessThan(0.02);
  expect(result.effectiveRank).toBeCloseTo(1, 2);
  expect(plugInCovariance(shape, { shrinkage: 'linear', drowned: 'floor' }).effectiveRank).toBe(
    result.effectiveRank,
  );
});

it('refuses noise that leaves nothing, and columns that do not vary', () => {
  const data = trajectories(30, 4);
  expect(() => plugInCovariance(data, { noise: 100 })).toThrow('no larger than the noise');
  expect(() => plugInCovariance(data, { noise: -1 })).toThrow('not a variance');
  for (let i = 0; i < 30; i++) data.data[4 * i + 2] = 7;
  expect(() => plugInCovariance(data)).toThrow('all units have the same value at grid point 2');
});

it('lets chance push the variance of a time below its noise, and the floor deal with it', () => {
  const p = 6;
  const units = 25;
  const data = zeros(units, p);
  fillNormal(randomStream(11, 'drowned'), data.data);
  // One time with next to no course of its own: noise of variance 1 that came out a little smaller.
  for (let i = 0; i < units; i++) for (let j = 0; j < p; j++) data.data[i * p + j]! *= j === 2 ? 0.9 : 2;
  const { covariance } = plugInCovariance(data, { noise: 1 });
  expect(covariance.data[2 * p + 2]).toBe(1);
  // A tenth of the noise is no chance.
  for (let i = 0; i < units; i++) data.data[i * p + 2]! *= 0.3;
  expect(() => plugInCovariance(data, { noise: 1 })).toThrow('at grid point 2 the variance of the data is');
});

it('refuses a resample of which the noise leaves nothing, so that it can be drawn again', () => {
  const data = { rows: 3, cols: 2, data: Float64Array.of(0.1, 0.2, 0, -0.1, 0.2, 0) };
  expect(() => plugInCovariance(data, { noise: 1, drowned: 'floor' })).toThrow(InvalidInput);
});
