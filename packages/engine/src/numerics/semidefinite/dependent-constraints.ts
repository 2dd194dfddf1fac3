import type { DenseKernels } from '../kernels/dense-kernels.ts';
import type { Matrix } from '../matrix.ts';
import {
  applyConstraints,
  type ConePoint,
  type ConstraintOperator,
  pointNorm,
  subtractAdjoint,
  zeroPoint,
} from './constraint-operator.ts';
import { backSubstitute, forwardSubstitute } from './schur-solve.ts';

/** Constraint `index` less Σ weights_i·(constraint i) over earlier ones. */
export interface Dependence {
  index: number;
  weights: Float64Array;
  remainder: ConePoint;
  /** The length of the remainder. */
  distance: number;
}

interface Dependences {
  /** Nothing remains of these but rounding. */
  exact: Dependence[];
  /** Something remains of these, but so little that the Schur matrix would be near singular. */
  near: Dependence[];
}

/** A squared distance from the span of the earlier constraints that the Gram matrix cannot be trusted with. */
const SUSPECT = 1e-6;
/** The distance, beside the size of the terms, from which a constraint of unit length counts as dependent. */
const DEPENDENT = 1e-12;
const REFINEMENTS = 4;

/**
 * Which constraints are combinations of earlier ones, or nearly so, by Cholesky of their Gram matrix. Its pivots are squared
 * distances and lose half of the digits, so a small pivot is only a suspicion: the distance is then computed from the
 * constraints themselves, by least squares with refinement. Constraints must have unit length, `gram` their products.
 *
 * O(m³/3) in the kernel where nothing is suspect, otherwise the same in a plain loop.
 */
export function dependentConstraints(
  operator: ConstraintOperator,
  gram: Matrix,
  kernels: DenseKernels,
): Dependences {
  const m = operator.count;
  const exact: Dependence[] = [];
  const near: Dependence[] = [];
  if (m === 0 || kernels.isPositiveDefinite(gram, { minimumPivot: SUSPECT })) return { exact, near };
  const kept: number[] = [];
  const l = new Float64Array(m * m);
  for (let index = 0; index < m; index++) {
    const size = kept.length;
    const row = new Float64Array(m);
    for (let i = 0; i < size; i++) row[i] = gram.data[index * m + kept[i]];
    forwardSubstitute(l, m, size, row);
    let pivot = gram.data[index * m + index];
    for (let i = 0; i < size; i++) pivot -= row[i] * row[i];
    let distance = Math.sqrt(Math.max(0, pivot));
    if (pivot < SUSPECT) {
      const fit = leastSquares(operator, index, kept, l, row);
      distance = fit.distance;
      const terms = fit.weights.reduce((sum, weight) => sum + Math.abs(weight), 1);
      if (distance <= DEPENDENT * terms) {
        exact.push(fit);
        continue;
      }
      near.push(fit);
    }
    l.set(row.subarray(0, size), size * m);
    l[size * m + size] = distance;
    kept.push(index);
  }
  return { exact, near };
}

/** The combination of kept constraints nearest to constraint `index`, and its distance. `half` is L⁻¹·(its products). */
function leastSquares(
  operator: ConstraintOperator,
  index: number,
  kept: readonly number[],
  l: Float64Array,
  half: Float64Array,
): Dependence {
  const m = operator.count;
  const sizes = operator.blocks.map(({ size }) => size);
  const origin = zeroPoint(sizes, operator.linear.length);
  const signed = new Float64Array(m);
  signed[index] = -1;
  const products = new Float64Array(m);
  const change = half.slice();
  let best: Dependence = {
    index,
    weights: new Float64Array(m),
    remainder: origin,
    distance: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < REFINEMENTS; round++) {
    backSubstitute(l, m, kept.length, change);
    for (let i = 0; i < kept.length; i++) signed[kept[i]] += change[i];
    const remainder = zeroPoint(sizes, operator.linear.length);
    subtractAdjoint(operator, origin, signed, remainder);
    const distance = pointNorm(remainder);
    if (!(distance < best.distance)) break;
    best = { index, weights: signed.slice(), remainder, distance };
    applyConstraints(operator, remainder, products);
    for (let i = 0; i < kept.length; i++) change[i] = products[kept[i]];
    forwardSubstitute(l, m, kept.length, change);
  }
  best.weights[index] = 0;
  return best;
}
