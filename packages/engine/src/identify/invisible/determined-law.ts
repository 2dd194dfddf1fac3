import type { Target } from '../../model/target.ts';
import type { Weighing } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix } from '../../numerics/matrix.ts';
import { type Benchmark, readPairs } from './benchmark.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { directionsLeft } from './invisible-directions.ts';
import { INSIDE } from './row-space.ts';

/** A class of trajectories that are the same in both directions of time, with weights, a scale and a target that are so too. */
export function isMirrored(
  covarianceClass: CovarianceClass,
  { weights, scale }: Weighing,
  { local }: Pick<Target, 'local'>,
): boolean {
  const all = [weights, scale, local?.means, local?.firstCoefficients];
  const same = (values: Float64Array | undefined) =>
    values === undefined ||
    values.every((value, j) => Math.abs(value - values[values.length - 1 - j]!) <= INSIDE * Math.abs(value));
  return covarianceClass === 'stationary' && all.every(same);
}

/** A row with time running backwards. */
export const mirrorImage = (row: Float64Array): Float64Array => row.slice().reverse();

/**
 * Whether second moments of (Y_A, Θ), of each realised A, determine BK within the class, for any target: with Var Θ, which the benchmark has,
 * that is all that a value depends on (Proposition 'Gaussian protocol-value identity'). They are AKAᵀ and, where g has a
 * linear part a_1, Cov(Y_A, Θ) = a_1·AKω, or AKλ with λ_j = ω_j·a_1(j) where g differs between times.
 */
export function determinesRows(
  benchmark: Benchmark,
  rows: readonly Float64Array[],
  target: Target,
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): boolean {
  const linear = linearPart(target, benchmark.weights);
  // The target is a function of Z, on whatever scale that is read.
  const pairs = readPairs({ ...benchmark, weights: linear, scale: undefined });
  const left = directionsLeft(pairs, covarianceClass, benchmark.weights.length, kernels);
  if (left === undefined) return false;
  for (const direction of left) if (!rows.every((b) => isStill(direction, b))) return false;
  return true;
}

/** What Cov(Z, Θ) is K times of, up to a factor; zeros where there is nothing but rounding of it. */
function linearPart(target: Target, weights: Float64Array): Float64Array {
  const { local } = target;
  const tells = (first: number, variance: number) => Math.abs(first) > 1e-8 * Math.sqrt(variance);
  const none = () => weights.map(() => 0);
  if (!local) return tells(target.firstCoefficient, target.variance) ? weights : none();
  const { firstCoefficients, variances } = local;
  return firstCoefficients.some((first, j) => tells(first, variances[j]!))
    ? weights.map((weight, j) => weight * firstCoefficients[j]!)
    : none();
}

/** Whether bᵀΔ = 0 for a Δ of norm 1. */
function isStill({ rows: p, data }: Matrix, b: Float64Array): boolean {
  let square = 0;
  for (let j = 0; j < p; j++) {
    const entry = dot(data.subarray(j * p, (j + 1) * p), b);
    square += entry * entry;
  }
  return Math.sqrt(square) <= INSIDE * Math.sqrt(dot(b, b));
}
