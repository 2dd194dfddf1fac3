import { isLocalTable, type LocalTable } from '../local-table.ts';
import type { Matrix } from '../matrix.ts';
import type { TransformTable } from '../transform-table.ts';

/** C for all pairs of times, or for each of them. */
export type Transform = TransformTable | LocalTable;

/** Protocols that choose from one catalogue of n actions on a grid of p points. */
export interface FamilyInput {
  /** n × p: row a is ℓ_aᵀK. */
  cross: Matrix;
  /** n × n: ℓ_aᵀKℓ_b. */
  between: Matrix;
  /** r_a. */
  noise: Float64Array;
  /** ω. */
  weights: Float64Array;
  /** Protocol i holds the actions members[starts[i] … starts[i + 1] - 1]. */
  members: Int32Array;
  starts: Int32Array;
}

/**
 * 'full': to rounding. 'screening': all terms of C but the first in single precision, an error below 1e-6 in a value at a
 * quarter of the time; for simulations and resampling, whose own error is a thousand times larger. Not for comparing
 * protocols that may be equal. Kernels may do more than is asked.
 */
export type Accuracy = 'full' | 'screening';

export interface FamilyOutput {
  /** ωᵀQ_Sω of every protocol; λᵀQ_Sλ with λ_j = ω_j·b_1(j) for a transform of each pair of times. */
  linear: Float64Array;
  /** Σ_jk ω_jω_k C_jk(Q_S,jk) of every protocol; the same array as `linear` where no transform was asked for. */
  explained: Float64Array;
  /** Rank of A_SKA_Sᵀ + R_S of every protocol. */
  rank: Int32Array;
  /** The smallest conditional variance of one of its actions given those before it, as a share of its own; 1 if empty. */
  smallestPivot: Float64Array;
  /** The largest |Q_S,jk| met; 0 where no transform was asked for. */
  largest: number;
}

interface TransformSum {
  /** Σ_jk ω_jω_k C_jk(M_jk). */
  sum: number;
  /** The largest |M_jk|. */
  largest: number;
}

/**
 * Sums of covariance transforms. Q_S = WᵀW with W = L⁻¹A_SK and LLᵀ = A_SKA_Sᵀ + R_S; the rows of W belong to the
 * actions in their order, so protocols that begin with the same actions share them. An action whose conditional
 * variance given those before it is below RANK_TOLERANCE of its own adds no row. Where a pivot is small the order
 * matters for accuracy: `smallestPivot` says so, and `informativeOrder` finds a good one.
 */
export interface FamilyKernels {
  transformSum(symmetric: Matrix, weights: Float64Array, table: Transform): TransformSum;
  explainFamily(input: FamilyInput, table: Transform | undefined, accuracy?: Accuracy): FamilyOutput;
}

/** Below this share of its variance, what an action tells beyond the others is rounding. */
export const RANK_TOLERANCE = 1e-12;

/** The length of the longest protocol. */
export function longestProtocol({ starts }: Pick<FamilyInput, 'starts'>): number {
  let longest = 0;
  for (let i = 0; i + 1 < starts.length; i++) longest = Math.max(longest, starts[i + 1]! - starts[i]!);
  return longest;
}

/** What the mean of a protocol's readings is summed with: ω, or ω_j·b_1(j). */
export function linearWeights(weights: Float64Array, table: Transform | undefined): Float64Array {
  if (table === undefined || !isLocalTable(table)) return weights;
  return weights.map((weight, j) => weight * table.series[table.points + j]!);
}
