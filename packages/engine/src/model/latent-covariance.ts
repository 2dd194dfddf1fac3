import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix } from '../numerics/matrix.ts';
import { floorEigenvalues, type Repair, rescaleToCorrelation } from './covariance-repair.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import { shortNumber } from './input/short-number.ts';
import { alwaysPositive, type KernelSpec, kernelMatrix, type LatentMatrix } from './latent-kernel.ts';
import type { TimeGrid } from './time/time-grid.ts';

/** The law of the latent trajectory: a kernel with a trait share, or a covariance matrix of one's own. */
export type LatentSpec =
  | { kernel: KernelSpec; trait?: number }
  | {
      covariance: Matrix;
      /** What happens to a matrix with negative eigenvalues: it is refused unless flooring them is asked for. */
      indefinite?: 'refuse' | 'floor';
    };

export interface LatentCovariance {
  /** K: symmetric, unit diagonal, positive semidefinite to INDEFINITE_BELOW. */
  covariance: LatentMatrix;
  repairs: Repair[];
}

/** Differences between K_jk and K_kj up to this size are rounding and are averaged away (and reported). */
const ASYMMETRY = 1e-9;
/** Eigenvalues down to minus this, on unit variances, are rounding. */
export const INDEFINITE_BELOW = 1e-9;

/**
 * The correlations K of the latent trajectory on the grid, from a kernel or a matrix of one’s own, with what was mended in it.
 *
 * @example
 * ```ts
 * import { latentCovariance, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(4, 4, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } }, trait: 0.2 }, grid);
 * console.log(covariance.data[1]); // → 0.6852245…
 * ```
 */
export function latentCovariance(
  spec: LatentSpec,
  grid: TimeGrid,
  kernels: Kernels = defaultKernels(),
): LatentCovariance {
  if ('kernel' in spec) {
    const covariance = kernelMatrix(spec.kernel, spec.trait ?? 0, grid);
    if (!alwaysPositive(spec.kernel))
      refuse(indefiniteProblems(covariance, ['kernel'], spec.kernel, kernels));
    return { covariance, repairs: [] };
  }
  return givenCovariance(spec.covariance, spec.indefinite ?? 'refuse', grid, kernels);
}

function givenCovariance(
  given: Matrix,
  indefinite: 'refuse' | 'floor',
  grid: TimeGrid,
  kernels: Kernels,
): LatentCovariance {
  refuse(shapeProblems(given, grid));
  const covariance = copyMatrix(given);
  const repairs: Repair[] = [];

  const asymmetry = symmetrise(covariance);
  if (asymmetry > 0)
    repairs.push({
      kind: 'symmetrised',
      what: `entries (j, k) and (k, j) of the covariance differed by up to ${shortNumber(asymmetry)} and were averaged`,
      amount: asymmetry,
    });

  const p = covariance.rows;
  const variances = Array.from({ length: p }, (_, j) => covariance.data[j * p + j]!);
  const fromOne = Math.max(...variances.map((variance) => Math.abs(variance - 1)));
  if (fromOne > 1e-12) {
    rescaleToCorrelation(covariance);
    repairs.push({
      kind: 'rescaled',
      what:
        `the diagonal of the covariance ran from ${shortNumber(Math.min(...variances))} to ${shortNumber(Math.max(...variances))}; ` +
        'it was rescaled to 1, so the target is in standardised units',
      amount: fromOne,
    });
  }

  if (indefinite === 'refuse') {
    refuse(indefiniteProblems(covariance, ['covariance'], undefined, kernels));
    return { covariance, repairs };
  }
  const floored = floorEigenvalues(covariance, 0, kernels);
  if (floored.lifted === 0 || floored.smallest! >= -INDEFINITE_BELOW) return { covariance, repairs };
  rescaleToCorrelation(floored.covariance);
  repairs.push({
    kind: 'floored',
    what:
      `${floored.lifted} of ${p} eigenvalues of the covariance were negative, down to ${shortNumber(floored.smallest!)}; ` +
      'they were set to 0 and the diagonal rescaled to 1',
    amount: -floored.smallest!,
  });
  return { covariance: floored.covariance, repairs };
}

function shapeProblems(given: Matrix, grid: TimeGrid): Problem[] {
  const { rows, cols, data } = given;
  const p = grid.points;
  if (rows !== p || cols !== p)
    return [
      {
        path: ['covariance'],
        value: `${rows} × ${cols}`,
        why: `the covariance does not fit the grid of ${p} points`,
        accepted: `${p} rows of ${p} numbers`,
      },
    ];
  const problems: Problem[] = [];
  const complain = (j: number, k: number, why: string, accepted: string) =>
    problems.push({ path: ['covariance', j, k], value: data[j * p + k], why, accepted });
  for (let j = 0; j < p; j++) {
    for (let k = 0; k < p; k++)
      if (!Number.isFinite(data[j * p + k])) complain(j, k, 'this entry is not a number', 'a finite number');
    if (data[j * p + j]! <= 0) complain(j, j, 'a variance is not above 0', 'a number above 0');
  }
  if (problems.length > 0) return problems;
  let worst = { j: 0, k: 0, by: 0 };
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++) {
      const by =
        Math.abs(data[j * p + k]! - data[k * p + j]!) / Math.sqrt(data[j * p + j]! * data[k * p + k]!);
      if (by > worst.by) worst = { j, k, by };
    }
  if (worst.by > ASYMMETRY)
    complain(
      worst.j,
      worst.k,
      `the covariance is not symmetric: entry (${worst.k}, ${worst.j}) is ${data[worst.k * p + worst.j]}`,
      'the same number on both sides of the diagonal',
    );
  return problems;
}

/** Averages (j, k) and (k, j) in place and returns their largest difference. */
function symmetrise({ rows: p, data }: Matrix): number {
  let largest = 0;
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++) {
      const difference = Math.abs(data[j * p + k]! - data[k * p + j]!);
      if (difference === 0) continue;
      largest = Math.max(largest, difference);
      data[j * p + k] = data[k * p + j] = (data[j * p + k]! + data[k * p + j]!) / 2;
    }
  return largest;
}

function indefiniteProblems(covariance: Matrix, path: string[], value: unknown, kernels: Kernels): Problem[] {
  if (kernels.isPositiveDefinite(covariance, { shift: INDEFINITE_BELOW })) return [];
  const smallest = kernels.eigenvaluesSymmetric(covariance)[0]!;
  if (smallest >= -INDEFINITE_BELOW) return [];
  return [
    {
      path,
      value: value ?? `smallest eigenvalue ${shortNumber(smallest)}`,
      why: `the covariance is not positive semidefinite: the smallest eigenvalue is ${shortNumber(smallest)}`,
      accepted:
        `a positive semidefinite matrix (to ${INDEFINITE_BELOW})` +
        (path[0] === 'covariance' ? ', or `indefinite: floor` to have it repaired and reported' : ''),
    },
  ];
}
