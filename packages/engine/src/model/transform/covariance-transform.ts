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
