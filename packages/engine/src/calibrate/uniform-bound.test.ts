import { describe, expect, it } from 'vitest';
import { rescaleToCorrelation } from '../model/covariance-repair.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import type { TargetSpec } from '../model/target.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { protocolFamily } from '../model/value/protocol-family.ts';
import { familyValues, targetVariance } from '../model/value/value.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { type BoundConstants, boundConstants, uniformBound, unitsUntilInformative } from './uniform-bound.ts';

const grid = timeGrid(4, 6);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
const protocols = [
  [action({ at: 1, noise: 2 }, grid), action({ at: 3, noise: 2 }, grid)],
  [action({ at: 1.6, width: 1.5, noise: 2 }, grid)],
  [action({ at: 1.6, width: 1.5, noise: 3 }, grid), action({ at: 2.4, width: 1.5, noise: 3 }, grid)],
  [],
];

function constantsOf(spec: TargetSpec, matrix = covariance): BoundConstants {
  const aim = target(spec);
  const model = { covariance: matrix, weights };
  const { catalogue, family } = protocolFamily(protocols);
  const { largestRecovered } = familyValues(model, aim, catalogue, family);
  return boundConstants({
    model,
    target: aim,
    variance: targetVariance(model, aim),
    protocols,
    largestRecovered,
  });
}

function disturbed(size: number, draw: number): { matrix: Matrix; distance: number } {
  const p = covariance.rows;
  const matrix = copyMatrix(covariance);
  const normals = new Float64Array(p * p);
  fillNormal(randomStream(draw, 'disturbed'), normals);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++) {
      matrix.data[j * p + k]! += size * normals[j * p + k]!;
      matrix.data[k * p + j] = matrix.data[j * p + k]!;
    }
  rescaleToCorrelation(matrix);
  const difference = { ...matrix, data: matrix.data.map((value, n) => value - covariance.data[n]!) };
  const values = defaultKernels().eigenvaluesSymmetric(difference);
  return { matrix, distance: Math.max(-values[0]!, values.at(-1)!) };
}

describe('the explicit uniform bound', () => {
  it('has the constants of its definition', () => {
    const { a, lambda, norm, r0 } = constantsOf('mean');
    // Two windows of three points, two of them in common: AAᵀ = [[1/3, 2/9], [2/9, 1/3]], and points have norm 1.
    expect(a).toBeCloseTo(1, 12);
    const values = defaultKernels().eigenvaluesSymmetric(covariance);
    expect(norm).toBeCloseTo(values.at(-1)!, 12);
    expect(r0).toBeCloseTo(Math.exp(-4 / 6), 12);
    // The window's own variance over three points with neighbours' correlation q: (3 + 4q + 2q²)/9, plus its noise.
    const q = Math.exp(-4 / 6);
    const window = (3 + 4 * q + 2 * q * q) / 9 + 2;
    const between = covariance.data[1 * 6 + 4]!;
    expect(lambda).toBeCloseTo(Math.min(window, 3 - between), 10);
    const { LQ, kappa, bound, L, beta } = uniformBound(constantsOf('mean'), 0.01);
    expect([L, beta]).toEqual([1, 1]);
    expect(kappa).toBeCloseTo(norm + 0.01, 12);
    expect(LQ).toBeCloseTo((4 * kappa) / lambda + (2 * kappa ** 2) / lambda ** 2, 10);
    const variance = targetVariance({ covariance, weights }, target('mean'));
    expect(bound).toBeCloseTo(((LQ + 1) * 0.01) / (variance - 0.01), 10);
  });

  it.each<TargetSpec>(['mean', { above: 0 }, { above: 1 }, { outside: 1 }, { logistic: 2 }])(
    '%j: no law that near has values further off',
    (spec) => {
      const aim = target(spec);
      const { catalogue, family } = protocolFamily(protocols);
      const truth = familyValues({ covariance, weights }, aim, catalogue, family).value;
      const constants = constantsOf(spec);
      let applied = 0;
      for (let draw = 0; draw < 40; draw++) {
        const { matrix, distance } = disturbed(10 ** (-1 - (draw % 5)), draw);
        if (!defaultKernels().cholesky(matrix).ok) continue;
        const { bound } = uniformBound(constants, distance);
        if (bound === null) continue;
        applied++;
        const found = familyValues({ covariance: matrix, weights }, aim, catalogue, family).value;
        const error = found.reduce((most, value, i) => Math.max(most, Math.abs(value - truth[i]!)), 0);
        expect(error).toBeLessThanOrEqual(bound);
      }
      expect(applied).toBeGreaterThan(10);
    },
  );

  it('a threshold target has the root in general, the full rate near enough to an interior law', () => {
    const constants = constantsOf({ above: 0 });
    expect(constants.r0).toBeLessThan(1);
    expect(uniformBound(constants, 1e-5)).toMatchObject({ beta: 1, interior: true, vacuous: false });
    expect(uniformBound(constants, 0.1).beta).toBe(0.5);
    // A hundredth of the error: a hundredth of the bound inside, a tenth of it by the envelope.
    const ratio = uniformBound(constants, 1e-6).bound! / uniformBound(constants, 1e-4).bound!;
    expect(ratio).toBeLessThan(0.0125);
  });

  it('says when it says nothing', () => {
    const constants = constantsOf('mean');
    const far = uniformBound(constants, constants.lambda);
    expect(far).toMatchObject({ bound: null, vacuous: true });
    const { variance } = constants;
    expect(uniformBound(constants, variance).bound).toBeNull();
  });

  it('applies up to half of the smallest eigenvalue, and r₀ looks at what is recovered too', () => {
    const constants = { ...constantsOf('mean'), variance: 1e6 };
    expect(uniformBound(constants, (0.49 * constants.lambda) / constants.a).bound).not.toBeNull();
    expect(uniformBound(constants, (0.75 * constants.lambda) / constants.a).bound).toBeNull();
    const { r0 } = boundConstants({
      model: { covariance, weights },
      target: target({ above: 0 }),
      variance: 1,
      protocols,
      largestRecovered: 1,
    });
    expect(r0).toBe(1);
    expect(uniformBound({ ...constantsOf({ above: 0 }), r0 }, 1e-3).interior).toBe(false);
  });

  it('knows from how many units on it says anything', () => {
    const constants = constantsOf('mean');
    const units = unitsUntilInformative(constants, 0.3, 100)!;
    expect(uniformBound(constants, 0.3 * Math.sqrt(100 / units)).vacuous).toBe(false);
    expect(uniformBound(constants, 0.3 * Math.sqrt(100 / (0.99 * units))).vacuous).toBe(true);
    expect(unitsUntilInformative(constants, 1e-6, 100)).toBe(100);
    expect(unitsUntilInformative({ ...constants, lambda: 0 }, 0.3, 100)).toBeNull();
  });
});
