import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { dot } from '../matrix.ts';
import {
  type ConePoint,
  type ConstraintOperator,
  squareMatrix,
  subtractAdjoint,
  zeroPoint,
} from './constraint-operator.ts';

interface DualBound {
  /** No feasible point has a smaller objective. */
  bound: number;
  /** What was taken off for rounding; part of `bound`. */
  allowance: number;
}

/** The eigenvalue kernels are backward stable: an error of a small multiple of n·ε·|S|; tests show below n·ε·|S|. */
const EIGENVALUE_ERROR = 8;

const frobenius = (a: Float64Array) => Math.sqrt(dot(a, a));

/**
 * A lower bound on ⟨C, X⟩ over feasible X whose traces are bounded, from any y at all: with S = C - Σ_i y_i·A_i,
 * ⟨C, X⟩ = bᵀy + ⟨S, X⟩ ≥ bᵀy + Σ_b trace_b·min(0, λ_min(S_b)), likewise for the linear block with its sum.
 *
 * Rounding is allowed for by the standard model: k additions err by at most γ_k = k·ε/(1 - k·ε) of the sum of
 * magnitudes, in bᵀy and in every entry of S (whose spectral error is at most the Frobenius norm of the bounds), and
 * the computed eigenvalue by 8·n·ε·|S|. Where a bound is infinite, an S_b that is not above its error gives -∞.
 */
export function dualBound(
  operator: ConstraintOperator,
  objective: ConePoint,
  values: Float64Array,
  y: Float64Array,
  traceBounds: readonly number[],
  linearBound: number,
  kernels: DenseKernels,
): DualBound {
  const m = operator.count;
  const gamma = ((m + 4) * Number.EPSILON) / (1 - (m + 4) * Number.EPSILON);
  const sizes = operator.blocks.map(({ size }) => size);
  const slack = zeroPoint(sizes, operator.linear.length);
  subtractAdjoint(operator, objective, y, slack);

  // The same sums of magnitudes: |C| + Σ |y_i|·|A_i|.
  const magnitudes = zeroPoint(sizes, operator.linear.length);
  const absolute = (point: Float64Array) => point.map(Math.abs);
  subtractAdjoint(
    {
      count: m,
      blocks: operator.blocks.map((block) => ({ ...block, halves: absolute(block.halves) })),
      linear: { ...operator.linear, values: absolute(operator.linear.values) },
    },
    { blocks: objective.blocks.map(absolute), linear: absolute(objective.linear) },
    y.map((value) => -Math.abs(value)),
    magnitudes,
  );

  let bound = 0;
  let magnitude = 0;
  for (let i = 0; i < m; i++) {
    bound += values[i] * y[i];
    magnitude += Math.abs(values[i] * y[i]);
  }
  let allowance = gamma * magnitude;
  sizes.forEach((size, b) => {
    const smallest = kernels.eigenvaluesSymmetric(squareMatrix(slack.blocks[b]))[0];
    const error =
      gamma * frobenius(magnitudes.blocks[b]) +
      EIGENVALUE_ERROR * size * Number.EPSILON * frobenius(slack.blocks[b]);
    if (smallest < error) {
      bound += traceBounds[b] * Math.min(0, smallest);
      allowance += traceBounds[b] * Math.min(error, error - smallest);
    }
  });
  let lowest = 0;
  let lowestExact = 0;
  for (let l = 0; l < operator.linear.length; l++) {
    lowest = Math.min(lowest, slack.linear[l]);
    lowestExact = Math.min(lowestExact, slack.linear[l] - gamma * magnitudes.linear[l]);
  }
  if (lowestExact < 0) {
    bound += linearBound * lowest;
    allowance += linearBound * (lowest - lowestExact);
  }
  // The few operations of this sum itself.
  allowance += gamma * (Math.abs(bound) + allowance);
  return { bound: bound - allowance, allowance };
}
