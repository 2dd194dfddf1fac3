import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { matrixFromRows } from '../../numerics/matrix.ts';
import { latentCovariance } from '../latent-covariance.ts';
import type { KernelSpec } from '../latent-kernel.ts';
import type { TargetSpec } from '../target.ts';
import { target } from '../target.ts';
import { targetWeights } from '../target-weights.ts';
import { timeGrid } from '../time/time-grid.ts';
import { protocolValues } from './value.ts';

const near = comparedWith('values of protocols whose readings are nearly collinear', 'mpmath, 80 digits');

interface Case {
  kernel: KernelSpec;
  trait: number;
  scale?: number[];
  horizon: number;
  points: number;
  /** First and last point, and noise. */
  readings: [number, number, number][];
  targets: TargetSpec[];
  values: number[];
}

const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/nearly_collinear.json', import.meta.url), 'utf8'),
);

function modelOf({ kernel, trait, scale, horizon, points }: Omit<Case, 'readings' | 'targets' | 'values'>) {
  const grid = timeGrid(horizon, points);
  return {
    ...latentCovariance({ kernel, trait }, grid),
    weights: targetWeights('uniform', grid),
    scale: scale && Float64Array.from(scale),
  };
}

const measurements = (readings: Case['readings']) =>
  readings.map(([first, last, noise]) => ({ first, last, noise }));

describe.each([wasmKernels(), plainKernels()])('readings that are nearly collinear, $name', (kernels) => {
  it.each(cases.map((one) => [JSON.stringify(one.kernel), one.readings.length, one] as const))(
    '%s, %d readings: as with 80 digits',
    (_, count, one) => {
      const model = modelOf(one);
      one.targets.forEach((spec, t) => {
        const result = protocolValues(model, target(spec), [measurements(one.readings)], kernels)
          .protocols[0]!;
        near(Math.abs(result.value - one.values[t]!), 3e-11);
        expect(result.rank).toBe(count);
        expect(result.atLeast).toBe(false);
      });
    },
  );
});

describe('a value that the digits of the law do not hold', () => {
  const readings = Array.from({ length: 6 }, (_, i): [number, number, number] => [20 + i, 20 + i, 0]);
  const { covariance, weights } = modelOf({
    kernel: { squaredExponential: { tau: 5 } },
    trait: 0,
    horizon: 10,
    points: 64,
  });

  it('is a lower bound, and said to be one, where the matrix alone is given', () => {
    const { beyondDouble: _, ...given } = covariance;
    const value = (taken: Case['readings'], of: TargetSpec) =>
      protocolValues({ covariance: given, weights }, target(of), [measurements(taken)]).protocols[0]!;
    for (const spec of ['mean', { above: 0 }] as const) {
      const six = value(readings, spec);
      expect(six.atLeast).toBe(true);
      expect(six.value).toBeGreaterThan(0.9);
      expect(value(readings.slice(0, 3), spec).atLeast).toBe(false);
    }
    expect(value(readings, 'mean').value).toBeLessThan(0.9990151739648766);
  });

  it('is one where 32 digits are not enough either', () => {
    const thirty = Array.from({ length: 30 }, (_, i): [number, number, number] => [i, i, 0]);
    const wide = modelOf({ kernel: { squaredExponential: { tau: 50 } }, trait: 0, horizon: 1, points: 64 });
    const result = protocolValues(wide, target('mean'), [measurements(thirty)]).protocols[0]!;
    expect(result.rank).toBeLessThan(30);
    expect(result.atLeast).toBe(result.value < 1 - 1e-9);
  });

  it('is none where the readings left out do repeat others', () => {
    const twice: Case['readings'] = [
      [4, 4, 0],
      [5, 5, 0],
      [4, 5, 0],
    ];
    const result = protocolValues({ covariance, weights }, target('mean'), [measurements(twice)])
      .protocols[0]!;
    expect(result).toMatchObject({ rank: 2, atLeast: false });
    // A law of rank one, by its matrix alone.
    const one = {
      covariance: matrixFromRows([
        [1, -1, 1],
        [-1, 1, -1],
        [1, -1, 1],
      ]),
      weights: Float64Array.of(0.5, 0.3, 0.2),
    };
    expect(
      protocolValues(one, target('mean'), [
        measurements([
          [0, 0, 0],
          [1, 1, 0],
        ]),
      ]).protocols[0],
    ).toMatchObject({ value: 1, rank: 1, atLeast: false });
  });
});
