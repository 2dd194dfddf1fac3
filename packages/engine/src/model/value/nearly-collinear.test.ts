import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import {
  type CollinearCase,
  collinearCases,
  collinearLaw,
  collinearReadings,
} from '../../../test/nearly-collinear.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { matrixFromRows } from '../../numerics/matrix.ts';
import type { TargetSpec } from '../target.ts';
import { target } from '../target.ts';
import { predictor } from './predictor.ts';
import { protocolValues } from './value.ts';

const near = comparedWith('values of protocols whose readings are nearly collinear', 'mpmath, 80 digits');
const nearPredictors = comparedWith(
  'predictors from readings that are nearly collinear',
  'mpmath, 80 digits',
);

describe.each([wasmKernels(), plainKernels()])('readings that are nearly collinear, $name', (kernels) => {
  const rows = collinearCases.map((one) => [JSON.stringify(one.kernel), one.readings.length, one] as const);
  it.each(rows)('%s, %d readings: as with 80 digits', (_, count, one) => {
    const model = collinearLaw(one);
    one.targets.forEach((spec, t) => {
      const result = protocolValues(model, target(spec), [collinearReadings(one.readings)], kernels)
        .protocols[0]!;
      near(Math.abs(result.value - one.values[t]!), 3e-11);
      expect(result.rank).toBe(count);
      expect(result.atLeast).toBe(false);
    });
  });

  it.each(rows)('%s, %d readings: the linear predictor as well', (_, _count, one) => {
    const { linear } = predictor(collinearLaw(one), 'mean', collinearReadings(one.readings), kernels);
    const largest = Math.max(...one.coefficients.map(Math.abs));
    one.coefficients.forEach((wanted, a) => {
      nearPredictors(Math.abs(linear!.coefficients[a]! - wanted) / largest, 1e-10);
    });
  });
});

describe('a value that the digits of the law do not hold', () => {
  const readings = Array.from({ length: 6 }, (_, i): [number, number, number] => [20 + i, 20 + i, 0]);
  const { covariance, weights } = collinearLaw({
    kernel: { squaredExponential: { tau: 5 } },
    trait: 0,
    horizon: 10,
    points: 64,
  });

  it('is a lower bound, and said to be one, where the matrix alone is given', () => {
    const { beyondDouble: _, ...given } = covariance;
    const value = (taken: CollinearCase['readings'], of: TargetSpec) =>
      protocolValues({ covariance: given, weights }, target(of), [collinearReadings(taken)]).protocols[0]!;
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
    const wide = collinearLaw({
      kernel: { squaredExponential: { tau: 50 } },
      trait: 0,
      horizon: 1,
      points: 64,
    });
    const result = protocolValues(wide, target('mean'), [collinearReadings(thirty)]).protocols[0]!;
    expect(result.rank).toBeLessThan(30);
    expect(result.atLeast).toBe(result.value < 1 - 1e-9);
  });

  it('is none where the readings left out do repeat others', () => {
    const twice: CollinearCase['readings'] = [
      [4, 4, 0],
      [5, 5, 0],
      [4, 5, 0],
    ];
    const result = protocolValues({ covariance, weights }, target('mean'), [collinearReadings(twice)])
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
        collinearReadings([
          [0, 0, 0],
          [1, 1, 0],
        ]),
      ]).protocols[0],
    ).toMatchObject({ value: 1, rank: 1, atLeast: false });
  });
});
