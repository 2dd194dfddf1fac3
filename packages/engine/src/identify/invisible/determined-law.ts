import type { Target } from '../../model/target.ts';
import type { Weighing } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix } from '../../numerics/matrix.ts';
import { type Benchmark, visibleRows } from './benchmark.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { directionsLeft } from './invisible-directions.ts';
import { INSIDE } from './row-space.ts';

/** A class of trajectories that are the same in both directions of time, with weights and a scale that are so too. */
export function isMirrored(covarianceClass: CovarianceClass, { weights, scale }: Weighing): boolean {
  const same = (values: Float64Array) =>
    values.every((value, j) => Math.abs(value - values[values.length - 1 - j]!) <= INSIDE * value);
  return covarianceClass === 'stationary' && same(weights) && (scale === undefined || same(scale));
}

/** A row with time running backwards. */
export const mirrorImage = (row: Float64Array): Float64Array => row.slice().reverse();

/**
 * Whether second moments of (Y_A, Θ) determine BK within the class, for any target: with Var Θ, which the benchmark has,
 * that is all that a value depends on (Proposition 'Gaussian protocol-value identity'). They are AKAᵀ and, where g has a
 * linear part a_1, Cov(Y_A, Θ) = a_1·AKω.
 */
export function determinesRows(
  benchmark: Benchmark,
  rows: readonly Float64Array[],
  target: Target,
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): boolean {
  // The target is a function of Z, on whatever scale that is read: Cov(Z, Θ) = a_1·Kω.
  const all = visibleRows({ ...benchmark, scale: undefined });
  const measured = all.slice(0, -1);
  const known = hasLinearPart(target) ? all : measured;
  const pairs = measured.flatMap((a, i) => known.slice(i).map((b): [Float64Array, Float64Array] => [a, b]));
  const left = directionsLeft(pairs, covarianceClass, benchmark.weights.length, kernels);
  return left?.every((direction) => rows.every((b) => isStill(direction, b))) ?? false;
}

/** Whether Cov(Y_A, Θ) is that with the weighted mean, up to a factor; where g differs between times it is that with another one. */
function hasLinearPart(target: Target): boolean {
  return !target.local && Math.abs(target.firstCoefficient) > 1e-8 * Math.sqrt(target.variance);
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
