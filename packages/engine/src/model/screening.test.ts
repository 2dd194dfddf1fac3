import { describe, expect, it } from 'vitest';
import { plainKernels, wasmKernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { fillNormal, integerBelow, permutation, randomStream } from '../numerics/random-stream.ts';
import type { Measurement } from './action.ts';
import { rescaleToCorrelation } from './covariance-repair.ts';
import { kernelMatrix } from './latent-kernel.ts';
import type { Family } from './protocol-family.ts';
import { functionTarget, target } from './target.ts';
import { targetWeights } from './target-weights.ts';
import { timeGrid } from './time-grid.ts';
import { familyValues, familyValuesOfTargets } from './value.ts';

const targets = [
  target('mean'),
  target({ above: 0 }),
  target({ above: 1.5 }),
  target({ outside: 1.2 }),
  target({ logistic: 2 }),
  target({ square: true }),
  functionTarget((z) => Math.exp(z / 2), { name: 'exponential', terms: 12 }),
];

/** Estimates from few units are where correlations are large everywhere. */
function covarianceOf(points: number, units: number | 'true'): Matrix {
  const grid = timeGrid(20, points);
  const truth = kernelMatrix({ ou: { tau: 2 } }, 0, grid);
  if (units === 'true') return truth;
  const cholesky = wasmKernels().cholesky(truth);
  if (!cholesky.ok) throw new Error('not positive definite');
  const normals = zeros(units, points);
  fillNormal(randomStream(3, units), normals.data);
  const scatter = wasmKernels().crossGram(wasmKernels().multiply(normals, cholesky.factor, 'right'));
  for (let j = 0; j < points; j++) scatter.data[j * points + j]! += 0.1;
  rescaleToCorrelation(scatter);
  return scatter;
}

function catalogueOf(points: number, noise: number): Measurement[] {
  return Array.from({ length: 10 }, (_, i) => {
    const first = Math.floor(((i + 0.5) * points) / 10);
    return { first, last: i === 4 ? first + 2 : first, noise };
  });
}

/** Protocols of all lengths in no order, so that beginnings are shared or not and few and many rows alternate. */
function mixedFamily(lengths: number[], count: number): Family {
  const members: number[] = [];
  const starts = [0];
  for (let i = 0; i < count; i++) {
    const length = lengths[integerBelow(randomStream(5, 'length'), lengths.length, i)]!;
    // Often the beginning of the protocol before, as a search would ask.
    const order = [...permutation(randomStream(6, Math.floor(i / 3)), 10)];
    members.push(...order.slice(0, length));
    starts.push(members.length);
  }
  return { members: Int32Array.from(members), starts: Int32Array.from(starts) };
}

const largestDistance = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe.each([wasmKernels(), plainKernels()])('screening with $name kernels', (kernels) => {
  it.each([
    [61, 'true', 0.5],
    [61, 8, 0.5],
    [96, 30, 0.1],
    [40, 12, 0],
  ] as const)('is within 1e-6 of full accuracy: %d points, %s units, noise %d', (points, units, noise) => {
    const model = {
      covariance: covarianceOf(points, units),
      weights: targetWeights({ recency: 6 }, timeGrid(20, points)),
    };
    const catalogue = catalogueOf(points, noise);
    const family = mixedFamily([0, 1, 2, 3, 4, 5, 8], kernels.name === 'typescript' ? 12 : 150);
    const screened = familyValuesOfTargets(model, targets, catalogue, family, {
      kernels,
      accuracy: 'screening',
    });
    targets.forEach((aim, t) => {
      const full = familyValues(model, aim, catalogue, family, wasmKernels());
      expect(largestDistance(screened[t]!.value, full.value), aim.name).toBeLessThan(1e-6);
      expect(largestDistance(screened[t]!.linearValue, full.linearValue), aim.name).toBeLessThan(1e-12);
      expect(screened[t]!.rank).toEqual(full.rank);
    });
  });
});

it('several targets together have the numbers of each alone', () => {
  const model = { covariance: covarianceOf(61, 8), weights: targetWeights('uniform', timeGrid(20, 61)) };
  const catalogue = catalogueOf(61, 0.5);
  const family = mixedFamily([1, 3, 4], 40);
  for (const some of [targets, [targets[0]!], [targets[2]!, targets[0]!]]) {
    const together = familyValuesOfTargets(model, some, catalogue, family);
    expect(together).toEqual(some.map((aim) => familyValues(model, aim, catalogue, family)));
  }
});

it('says which target does not vary', () => {
  const flat = { covariance: covarianceOf(40, 'true'), weights: new Float64Array(40) };
  expect(() => familyValuesOfTargets(flat, [targets[1]!], catalogueOf(40, 1), mixedFamily([2], 2))).toThrow(
    "the target 'above 0' does not vary",
  );
});
