import type { TimeCut } from './time-cuts.ts';
import type { TimeOrder } from './time-order.ts';
import type { TimeState } from './time-state.ts';

/**
 * Whether a state, with one of those from the other side, may explain more than `goal`. With E, d and e for the other side in the
 * coordinates of this one, both together explain c + e − 2bᵀd + bᵀEb + (d − Eb)ᵀ(I − AE)⁻¹A(d − Eb).
 */
export function beyond(
  states: readonly TimeState[],
  theirs: TimeCut,
  mine: TimeCut,
  { between, variance }: TimeOrder,
  { exactly, payable }: { exactly: number; payable: number },
): { exceeds(state: TimeState, goal: number): boolean } | undefined {
  const q = mine.pivots.length;
  if (theirs.pivots.length !== q) return undefined;
  const all = between.rows;
  const d = q + 1;
  // v = Xu, where v are a reading's covariances with their pivots and u is its loading here.
  const x = new Float64Array(q * q);
  theirs.pivots.forEach((a, k) => {
    mine.pivots.forEach((b, l) => {
      x[k * q + l] = between.data[a * all + b]!;
    });
  });
  const inverse = inverseOf(x, q);
  if (!inverse) return undefined;
  const byCount = new Map<number, { gain: Float64Array; cost: number; kept: number }[]>();
  for (const { gain, count, cost, kept } of states) {
    const turned = new Float64Array(d * d);
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) {
        let sum = 0;
        for (let k = 0; k < d; k++)
          for (let l = 0; l < d; l++) sum += entry(i, k) * gain[k * d + l]! * entry(j, l);
        turned[i * d + j] = sum;
      }
    const key = exactly === Number.POSITIVE_INFINITY ? 0 : count;
    const list = byCount.get(key) ?? [];
    byCount.set(key, list);
    list.push({ gain: turned, cost, kept });
  }
  const a = new Float64Array(q * q);
  const y = new Float64Array(q);
  const right = new Float64Array(q);
  return {
    exceeds({ gain, count, cost, kept }, goal) {
      const others = byCount.get(exactly === Number.POSITIVE_INFINITY ? 0 : exactly - count) ?? [];
      for (const other of others) {
        if (cost + other.cost > payable) continue;
        const left = (variance - together(gain, other.gain)) * kept * other.kept;
        if (variance - left > goal) return true;
      }
      return false;
    },
  };

  function entry(i: number, k: number): number {
    return i < q && k < q ? inverse![i * q + k]! : i === k ? 1 : 0;
  }

  function together(gain: Float64Array, other: Float64Array): number {
    let sum = gain[d * d - 1]! + other[d * d - 1]!;
    if (q === 1) {
      const b = gain[1]!;
      const open = other[1]! - other[0]! * b;
      return (
        sum - b * (other[1]! + open) + (open * open * gain[0]!) / Math.max(1 - gain[0]! * other[0]!, 1e-300)
      );
    }
    for (let i = 0; i < q; i++) {
      let eb = 0;
      for (let k = 0; k < q; k++) eb += other[i * d + k]! * gain[k * d + q]!;
      y[i] = other[i * d + q]! - eb;
      sum -= gain[i * d + q]! * (other[i * d + q]! + y[i]!);
    }
    for (let i = 0; i < q; i++) {
      right[i] = 0;
      for (let k = 0; k < q; k++) {
        right[i]! += gain[i * d + k]! * y[k]!;
        let ae = 0;
        for (let l = 0; l < q; l++) ae += gain[i * d + l]! * other[l * d + k]!;
        a[i * q + k] = (i === k ? 1 : 0) - ae;
      }
    }
    if (!solveInPlace(a, right, q)) return variance;
    for (let i = 0; i < q; i++) sum += y[i]! * right[i]!;
    return sum;
  }
}

/** Gaussian elimination with row exchanges; whether there is a solution, which then stands in `right`. */
function solveInPlace(a: Float64Array, right: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k++) {
    let at = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]!) > Math.abs(a[at * n + k]!)) at = i;
    if (a[at * n + k] === 0) return false;
    if (at !== k) {
      for (let l = 0; l < n; l++) {
        const own = a[k * n + l]!;
        a[k * n + l] = a[at * n + l]!;
        a[at * n + l] = own;
      }
      const own = right[k]!;
      right[k] = right[at]!;
      right[at] = own;
    }
    for (let i = k + 1; i < n; i++) {
      const share = a[i * n + k]! / a[k * n + k]!;
      for (let l = k; l < n; l++) a[i * n + l]! -= share * a[k * n + l]!;
      right[i]! -= share * right[k]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let l = i + 1; l < n; l++) right[i]! -= a[i * n + l]! * right[l]!;
    right[i]! /= a[i * n + i]!;
  }
  return true;
}

function inverseOf(a: Float64Array, n: number): Float64Array | undefined {
  const out = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    column.fill(0);
    column[k] = 1;
    if (!solveInPlace(a.slice(), column, n)) return undefined;
    for (let i = 0; i < n; i++) out[i * n + k] = column[i]!;
  }
  return out;
}
