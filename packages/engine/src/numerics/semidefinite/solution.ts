import type { Kernels } from '../kernels/kernels.ts';
import type { Matrix } from '../matrix.ts';

export interface SemidefiniteOptions {
  /** For the relative gap and both residuals. Default 1e-8. */
  tolerance?: number | undefined;
  /** Default 100. */
  maxIterations?: number | undefined;
  kernels?: Kernels | undefined;
}

/**
 * 'primal' (the programme has no feasible point): bᵀy = 1 while -Σ_i y_i·A_i has no eigenvalue, and -Σ_i y_i·a_i no
 * entry, below -violation. So a feasible point would need Σ_b tr X_b + Σ x ≥ 1/violation.
 * 'dual' (its dual has none): X ⪰ 0, x ≥ 0 and ⟨C, X⟩ + cᵀx = -1 while no |⟨A_i, X⟩ + a_iᵀx| is above the violation.
 * So a feasible dual point would need Σ |y_i| ≥ 1/violation.
 */
export type InfeasibilityCertificate =
  | { kind: 'primal'; y: Float64Array; violation: number }
  | { kind: 'dual'; X: Matrix[]; x: Float64Array; violation: number };

export interface SemidefiniteSolution {
  /** 'undecided': neither a solution to the tolerance nor a certificate was reached; the figures say how near it is. */
  status: 'optimal' | 'primal-infeasible' | 'dual-infeasible' | 'undecided';
  /** Σ_b ⟨C_b, X_b⟩ + cᵀx. */
  primal: number;
  /** bᵀy. */
  dual: number;
  /** Absolute: the larger of |primal - dual| and ⟨X, Z⟩ + xᵀz. Relative: beside 1 + |primal| + |dual|. */
  gap: { absolute: number; relative: number };
  /** |b - A(X)| beside 1 + |b|, each constraint divided by its length, so that its units do not matter. */
  primalResidual: number;
  /** |C - Σ_i y_i·A_i - Z| beside 1 + |C|, Frobenius norms over all blocks. */
  dualResidual: number;
  X: Matrix[];
  x: Float64Array;
  y: Float64Array;
  Z: Matrix[];
  z: Float64Array;
  iterations: number;
  certificate?: InfeasibilityCertificate;
  /** Constraints that are combinations of earlier ones and agree with them; their y is 0. */
  dropped: number[];
  /** A bound on the optimum that holds whatever the status is; undefined without `traceBounds` (and `linearBound`). */
  lowerBound: number | undefined;
  /** What `lowerBound` was lowered by for rounding. */
  lowerBoundAllowance: number | undefined;
}
