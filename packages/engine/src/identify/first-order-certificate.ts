import type { Action } from '../model/action.ts';
import { target } from '../model/target.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, transpose, zeros } from '../numerics/matrix.ts';
import type { Benchmark } from './benchmark.ts';
import { benchmarkLaw, isWorld, type World, worldFaults, worldValue } from './compatible-world.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { invisibleSpace } from './invisible-directions.ts';
import { valueDerivative } from './value-derivative.ts';

/** Theorem 'Value-changing invisible directions' at K₀, for the linear target. */
export interface FirstOrderCertificate {
  dimension: number;
  sensitivity: number;
  direction: Matrix | undefined;
  /** ε of the two worlds K₀ ± εΔ. */
  step: number;
  /** K₀ + εΔ and K₀ − εΔ, each re-checked; none where the sensitivity is 0 or a check failed. */
  worlds: World[];
}

export interface CertificateOptions {
  /** Share of the largest admissible step, above 0 and at most 1. */
  share?: number;
  kernels?: Kernels;
}

/**
 * The steepest invisible direction and the pair of worlds furthest along it. The largest ε with K₀ ± εΔ ⪰ 0 comes from
 * the extreme eigenvalues of L⁻¹ΔL⁻ᵀ, K₀ = LLᵀ. Where K₀ is singular there is no such step, and no worlds.
 */
export function firstOrderCertificate(
  covariance: Matrix,
  benchmark: Benchmark,
  alternative: readonly Action[],
  covarianceClass: CovarianceClass,
  options: CertificateOptions = {},
): FirstOrderCertificate {
  const { share = 1, kernels = defaultKernels() } = options;
  if (!(share > 0 && share <= 1))
    throw new RangeError(`the share of the step is not above 0 and at most 1: ${share}`);
  const derivative = valueDerivative(covariance, benchmark.weights, alternative);
  const space = invisibleSpace(benchmark, derivative, covarianceClass, kernels);
  if (space.direction === undefined) return { ...space, step: 0, worlds: [] };
  const largest = admissibleStep(covariance, space.direction, kernels);
  // A hair inside, so that rounding does not make the singular one of the two indefinite.
  const step = share * largest * (1 - 1e-9);
  if (!(step > 0 && Number.isFinite(step))) return { ...space, step: 0, worlds: [] };
  const law = benchmarkLaw(benchmark, covariance);
  const mean = target('mean');
  const worlds = [1, -1].flatMap((sign) => {
    const moved = movedBy(covariance, space.direction!, sign * step);
    if (!isWorld(worldFaults(benchmark, law, moved, kernels))) return [];
    return [{ value: worldValue(moved, benchmark.weights, mean, alternative, kernels), covariance: moved }];
  });
  return { ...space, step, worlds: worlds.length === 2 ? worlds : [] };
}

/** K + sΔ, the diagonal kept at 1. */
function movedBy(covariance: Matrix, direction: Matrix, by: number): Matrix {
  const p = covariance.rows;
  const data = covariance.data.map((value, n) => value + by * direction.data[n]!);
  for (let j = 0; j < p; j++) data[j * p + j] = 1;
  return { rows: p, cols: p, data };
}

/** The largest ε with both K + εΔ and K − εΔ positive semidefinite; 0 where K is singular. */
export function admissibleStep(
  covariance: Matrix,
  direction: Matrix,
  kernels: Kernels = defaultKernels(),
): number {
  const factor = kernels.cholesky(covariance, 1e-13);
  if (!factor.ok) return 0;
  const half = kernels.solveLower(factor.factor, direction);
  const whole = kernels.solveLower(factor.factor, transpose(half));
  const p = covariance.rows;
  const symmetric = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      symmetric.data[j * p + k] = (whole.data[j * p + k]! + whole.data[k * p + j]!) / 2;
  const values = kernels.eigenvaluesSymmetric(symmetric);
  const extreme = Math.max(-values[0]!, values[p - 1]!);
  return extreme > 0 ? 1 / extreme : Number.POSITIVE_INFINITY;
}
