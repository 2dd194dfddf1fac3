import { describe, expect, it } from 'vitest';
import { plainKernels, wasmKernels } from '../numerics/kernels/kernels.ts';
import { largestDifference, type Matrix, zeros } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random-stream.ts';
import { plugInCovariance } from './plug-in-covariance.ts';

function trajectories(m: number, p: number): Matrix {
  const out = zeros(m, p);
  fillNormal(randomStream(7, m, p), out.data);
  // Neighbouring times are related and variances differ, so that flooring and rescaling have something to do.
  for (let i = 0; i < m; i++)
    for (let j = 1; j < p; j++) out.data[i * p + j]! += 0.9 * out.data[i * p + j - 1]! + 0.01 * j;
  return out;
}

/** The definition, step by step: sample covariance, eigenvalues lifted to the floor, unit diagonal. */
function byDefinition(data: Matrix): { covariance: Matrix; lifted: number } {
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
    const result = plugInCovariance(data, kernels);
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
      const r = plugInCovariance(data, k);
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
