import { square } from '../../numerics/elementary.ts';
import type { DenseKernels } from '../../numerics/kernels/dense-kernels.ts';
import { RANK_TOLERANCE } from '../../numerics/kernels/family-kernels.ts';
import { type Matrix, submatrix } from '../../numerics/matrix.ts';
import type { Measurement } from './action.ts';
import { measurementCovariance } from './measurement-covariance.ts';
import type { Law } from './model.ts';

/**
 * The measurements that tell something new, in the order of what they tell: each next one has the largest conditional
 * variance given those before it, as a share of its own (Cholesky with diagonal pivoting). It ends where nothing above
 * RANK_TOLERANCE is left, which is the pseudo-inverse to that tolerance. In another order, near-repetitions without
 * noise are divided by pivots that are mostly rounding, and the errors grow with every further one. O(d³).
 */
export function informativeOrder(between: Matrix, actions: readonly Measurement[]): number[] {
  const d = actions.length;
  const variance = Float64Array.from(actions, ({ noise }, a) => between.data[a * d + a]! + noise);
  const left = variance.slice();
  const order = [...actions.keys()];
  // Row k of `rows` is row k of the factor, by original position.
  const rows: Float64Array[] = [];
  for (let k = 0; k < d; k++) {
    let best = k;
    for (let i = k + 1; i < d; i++) {
      const [a, b] = [order[i]!, order[best]!];
      // Ties go to the earlier action, rounding included, so that the order does not hang on the last bit.
      const [mine, theirs] = [left[a]! / variance[a]!, left[b]! / variance[b]!];
      if (mine > theirs * (1 + 1e-10) || (mine >= theirs * (1 - 1e-10) && a < b)) best = i;
    }
    const pivot = order[best]!;
    if (!(left[pivot]! > RANK_TOLERANCE * variance[pivot]!)) return order.slice(0, k);
    order[best] = order[k]!;
    order[k] = pivot;
    const root = Math.sqrt(left[pivot]!);
    const row = new Float64Array(d);
    for (let i = k + 1; i < d; i++) {
      const a = order[i]!;
      let value = between.data[pivot * d + a]!;
      for (let j = 0; j < k; j++) value -= rows[j]![pivot]! * rows[j]![a]!;
      row[a] = value / root;
      left[a]! -= square(row[a]!);
    }
    rows.push(row);
  }
  return order;
}

/** Readings without those that repeat others. */
interface InformativeReadings {
  /** By their places among all. */
  order: number[];
  /** Row a is ℓ_aᵀSK, for all of them. */
  cross: Matrix;
  /** L of LLᵀ = A SKS Aᵀ + R, for those in the order. */
  factor: Matrix;
}

export function informativeReadings(
  law: Law,
  actions: readonly Measurement[],
  kernels: Pick<DenseKernels, 'cholesky'>,
): InformativeReadings {
  const { cross, between } = measurementCovariance(law, actions);
  const order = informativeOrder(between, actions);
  const among = submatrix(between, order);
  order.forEach((a, i) => {
    among.data[i * (order.length + 1)]! += actions[a]!.noise;
  });
  const factored = kernels.cholesky(among);
  if (!factored.ok) throw new RangeError('readings that were chosen as informative are collinear');
  return { order, cross, factor: factored.factor };
}
