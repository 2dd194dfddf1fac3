import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, type RandomStream, split } from '../../numerics/random/random-stream.ts';

/** A law to draw units from: K = LLᵀ. */
export interface UnitLaw {
  /** L, lower triangular. */
  readonly factor: Matrix;
}

/**
 * Factors a covariance. Throws where it is not positive definite: nothing is added to its diagonal.
 *
 * @example
 * ```ts
 * import { matrixFromRows, unitLaw } from '@sightline/engine';
 *
 * const law = unitLaw(
 *   matrixFromRows([
 *     [1, 0.6],
 *     [0.6, 1],
 *   ]),
 * );
 * console.log(law.factor.data.join(' ')); // → 1 0 0.6 0.8
 * ```
 */
export function unitLaw(covariance: Matrix, kernels: Kernels = defaultKernels()): UnitLaw {
  const cholesky = kernels.cholesky(covariance);
  if (!cholesky.ok)
    throw new RangeError(
      `the covariance is not positive definite: pivot ${cholesky.pivot} is ${cholesky.value}`,
    );
  return { factor: cholesky.factor };
}

/**
 * Dense units W = Z + η of eq. calibration, one a row; `noise` is the variance of η.
 *
 * @example
 * ```ts
 * import { latentCovariance, randomStream, simulatedUnits, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const units = simulatedUnits(unitLaw(covariance), 50, 0.1, randomStream(1));
 * console.log(units.rows, units.cols); // → 50 16
 * ```
 */
export function simulatedUnits(
  { factor }: UnitLaw,
  units: number,
  noise: number,
  stream: RandomStream,
  kernels: Kernels = defaultKernels(),
): Matrix {
  const p = factor.rows;
  const normals = zeros(units, p);
  fillNormal(split(stream, 'latent'), normals.data);
  const values = kernels.multiply(normals, factor, 'right');
  if (noise === 0) return values;
  const root = Math.sqrt(noise);
  fillNormal(split(stream, 'noise'), normals.data);
  for (let n = 0; n < values.data.length; n++) values.data[n]! += root * normals.data[n]!;
  return values;
}
