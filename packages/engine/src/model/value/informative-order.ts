import { square } from '../../numerics/elementary.ts';
import { RANK_TOLERANCE } from '../../numerics/kernels/family-kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';

/**
 * The measurements that tell something new, in the order of what they tell: each next one has the largest conditional
 * variance given those before it, as a share of its own (Cholesky with diagonal pivoting). It ends where nothing above
 * RANK_TOLERANCE is left, which is the pseudo-inverse to that tolerance. In another order, near-repetitions without
 * noise are divided by pivots that are mostly rounding, and the errors grow with every further one. O(d³).
 */
export function informativeOrder(between: Matrix, noise: Float64Array, members: Int32Array): Int32Array {
  const d = members.length;
  const n = between.cols;
  const variance = Float64Array.from(members, (a) => between.data[a * n + a]! + noise[a]!);
  const left = variance.slice();
  const order = Int32Array.from({ length: d }, (_, i) => i);
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
    if (!(left[pivot]! > RANK_TOLERANCE * variance[pivot]!)) return order.slice(0, k).map((i) => members[i]!);
    order[best] = order[k]!;
    order[k] = pivot;
    const root = Math.sqrt(left[pivot]!);
    const row = new Float64Array(d);
    for (let i = k + 1; i < d; i++) {
      const a = order[i]!;
      let value = between.data[members[pivot]! * n + members[a]!]!;
      for (let j = 0; j < k; j++) value -= rows[j]![pivot]! * rows[j]![a]!;
      row[a] = value / root;
      left[a]! -= square(row[a]!);
    }
    rows.push(row);
  }
  return order.map((i) => members[i]!);
}
