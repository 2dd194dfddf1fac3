import type { LocalTable } from '../../numerics/local-table.ts';
import type { TransformTable } from '../../numerics/transform-table.ts';

/** |C_g(r₂) − C_g(r₁)| ≤ L·|r₂ − r₁|^β (Proposition 'Regularity'). */
export interface Modulus {
  L: number;
  beta: number;
}

/** A target's g by everything that a value needs of it. */
export interface CovarianceTransform {
  /** E g(U). */
  readonly mean: number;
  /** C_g(1) = Var g(U). */
  readonly variance: number;
  /** a_1 = E{U·g(U)}: all of g that a linear predictor can use. */
  readonly firstCoefficient: number;
  /** At least the largest error of C_g on [-1, 1] from cutting a Hermite series; 0 for closed forms. */
  readonly truncation: number;
  /** C_g(r) for |r| ≤ 1. */
  transform(r: number): number;
  /** C_g'(r) for |r| ≤ 1; Infinity at ±1 for a threshold target where it is so. */
  derivative(r: number): number;
  /** On [-1, 1], or on [-range, range] with range below 1. */
  modulus(range?: number): Modulus;
  /** C_g for the kernels; undefined for the mean target, which needs no transform. */
  readonly table: TransformTable | undefined;
}

/**
 * The g_j of a target that differ between times, as in the unit of the data where mean and scale do:
 * C_jk(r) = Cov{g_j(U), g_k(V)} at correlation r.
 */
export interface LocalTransform {
  /** E g_j(U). */
  readonly means: Float64Array;
  /** C_jj(1) = Var g_j(U). */
  readonly variances: Float64Array;
  /** a_1(j) = E{U·g_j(U)}. */
  readonly firstCoefficients: Float64Array;
  /** C_jk(r) for |r| ≤ 1. */
  transform(j: number, k: number, r: number): number;
  /** C_jk'(r). */
  derivative(j: number, k: number, r: number): number;
  /** Of all pairs: |C_jk'(r)|² ≤ C_jj'(|r|)·C_kk'(|r|), so that the steepest C_jj bounds them. */
  modulus(range?: number): Modulus;
  readonly table: LocalTable;
}
