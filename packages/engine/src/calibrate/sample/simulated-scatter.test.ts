import { expect, it } from 'vitest';
import { largestDifference } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, matrixFromRows } from '../../numerics/matrix.ts';
import { randomStream } from '../../numerics/random/random-stream.ts';
import { momentsOf } from './moments.ts';
import { plugInFromCentred } from './plug-in-covariance.ts';
import { simulatedScatter } from './simulated-scatter.ts';
import { simulatedUnits, unitLaw } from './simulated-units.ts';

const covariance = matrixFromRows([
  [2, 0.8, 0.3, -0.2],
  [0.8, 1, 0.5, 0.1],
  [0.3, 0.5, 1.5, 0.6],
  [-0.2, 0.1, 0.6, 1],
]);
const law = unitLaw(covariance);
const P = 4;

/** Mean and variance of every entry over many scatters. */
function overMany(
  scatterOf: (draw: number) => Matrix,
  count: number,
): { mean: number[]; variance: number[] } {
  const sum = new Array<number>(P * P).fill(0);
  const squares = new Array<number>(P * P).fill(0);
  for (let draw = 0; draw < count; draw++)
    scatterOf(draw).data.forEach((value, n) => {
      sum[n]! += value;
      squares[n]! += value * value;
    });
  const mean = sum.map((value) => value / count);
  return { mean, variance: squares.map((value, n) => value / count - mean[n]! ** 2) };
}

it.each([2, 3, 5, 40])('has the mean and the variances of a Wishart matrix: %d units', (units) => {
  const kernels = wasmKernels();
  const count = 20_000;
  const { mean, variance } = overMany(
    (draw) => kernels.crossGram(simulatedScatter(law, units, randomStream(4, units, draw))),
    count,
  );
  const freedom = units - 1;
  for (let j = 0; j < P; j++)
    for (let k = 0; k < P; k++) {
      const own = covariance.data[j * P + j]! * covariance.data[k * P + k]!;
      const expected = freedom * (own + covariance.data[j * P + k]! ** 2);
      const deviation = Math.sqrt(expected / count);
      expect(Math.abs(mean[j * P + k]! - freedom * covariance.data[j * P + k]!) / deviation).toBeLessThan(
        4.4,
      );
      expect(Math.abs(variance[j * P + k]! / expected - 1)).toBeLessThan(0.25);
    }
});

it('leads to the same estimates on average as units that are drawn', () => {
  const count = 4000;
  const units = 6;
  const from = (rows: Matrix) => plugInFromCentred(rows, units, { drowned: 'floor' }).covariance;
  const short = overMany((draw) => from(simulatedScatter(law, units, randomStream(8, draw))), count);
  const long = overMany((draw) => {
    const { scatter } = momentsOf(simulatedUnits(law, units, 0, randomStream(9, draw)));
    const cholesky = plainKernels().cholesky(scatter);
    if (!cholesky.ok) throw new Error(`pivot ${cholesky.pivot}`);
    const { factor } = cholesky;
    return from({
      ...factor,
      data: factor.data.map((_, n) => factor.data[(n % P) * P + Math.floor(n / P)]!),
    });
  }, count);
  for (let n = 0; n < P * P; n++) {
    const deviation = Math.sqrt((short.variance[n]! + long.variance[n]!) / count);
    if (deviation > 0) expect(Math.abs(short.mean[n]! - long.mean[n]!) / deviation).toBeLessThan(4.4);
  }
});

it('is the same with all kernels, and needs two units', () => {
  const one = simulatedScatter(law, 7, randomStream(1), wasmKernels());
  const two = simulatedScatter(law, 7, randomStream(1), plainKernels());
  expect(one.rows).toBe(4);
  expect(largestDifference(one, two)).toBeLessThan(1e-14);
  expect(simulatedScatter(law, 3, randomStream(1)).rows).toBe(2);
  for (const units of [1, 2.5])
    expect(() => simulatedScatter(law, units, randomStream(1))).toThrow(`: ${units}`);
});
