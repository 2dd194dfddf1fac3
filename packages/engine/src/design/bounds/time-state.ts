import type { TimeCut } from './time-cuts.ts';
import type { TimeOrder } from './time-order.ts';

/** Actions chosen one after the other, the last first. */
interface Chain {
  readonly action: number;
  readonly before: Chain | null;
}

/**
 * Choices on one side of a cut that are one for the rest. `gain` is the matrix of what they explain of the numbers remembered and, last,
 * of the target: residual covariances of readings beyond the cut are M_ff' − u_fᵀAu_f', and with the target k_f − bᵀu_f.
 */
export interface TimeState {
  readonly gain: Float64Array;
  readonly count: number;
  readonly cost: number;
  readonly chain: Chain | null;
  /** Choices that it stands for leave at least this share of the variance that it leaves, whatever is chosen beyond the cut. */
  readonly kept: number;
}

/** What the choices of a state explain of the target. */
export const explained = ({ gain }: TimeState) => gain[gain.length - 1]!;

/** What happens to the matrix of a state where a reading is passed, or taken. */
export function stepOver(
  here: TimeCut,
  next: TimeCut,
  place: number,
  a: number,
  { between, weighted }: TimeOrder,
): {
  passed(gain: Float64Array): Float64Array;
  taken(gain: Float64Array, noise: number, nothing: number): Float64Array;
} {
  const all = between.rows;
  const q = here.pivots.length;
  const r = next.pivots.length;
  const d = q + 1;
  const e = r + 1;
  const u = here.loadings.subarray(place * q, (place + 1) * q);
  // u_f before = turn·u_f after, the target stays; and the reading's covariances with the pivots after it.
  const turn = new Float64Array(d * e);
  const own = new Float64Array(e);
  next.pivots.forEach((pivot, k) => {
    own[k] = between.data[a * all + pivot]!;
  });
  own[r] = weighted[a]!;
  next.pivots.forEach((_, k) => {
    const at = next.places[k]!;
    for (let i = 0; i < q; i++) turn[i * e + k] = here.loadings[at * q + i]!;
  });
  turn[q * e + r] = 1;
  const variance = between.data[a * all + a]!;
  const passed = (gain: Float64Array) => {
    const half = new Float64Array(d * e);
    for (let i = 0; i < d; i++)
      for (let k = 0; k < d; k++) {
        const g = gain[i * d + k]!;
        if (g !== 0) for (let j = 0; j < e; j++) half[i * e + j]! += g * turn[k * e + j]!;
      }
    const out = new Float64Array(e * e);
    for (let k = 0; k < d; k++)
      for (let i = 0; i < e; i++) {
        const t = turn[k * e + i]!;
        if (t !== 0) for (let j = 0; j < e; j++) out[i * e + j]! += t * half[k * e + j]!;
      }
    return out;
  };
  const along = new Float64Array(d);
  const left = new Float64Array(e);
  return {
    passed,
    taken(gain, noise, nothing) {
      const out = passed(gain);
      let s = variance + noise;
      for (let i = 0; i < d; i++) {
        let sum = 0;
        for (let k = 0; k < q; k++) sum += gain[i * d + k]! * u[k]!;
        along[i] = sum;
        if (i < q) s -= sum * u[i]!;
      }
      if (!(s > nothing)) return out;
      for (let j = 0; j < e; j++) {
        let sum = own[j]!;
        for (let i = 0; i < d; i++) sum -= turn[i * e + j]! * along[i]!;
        left[j] = sum;
      }
      for (let i = 0; i < e; i++) for (let j = 0; j < e; j++) out[i * e + j]! += (left[i]! * left[j]!) / s;
      return out;
    },
  };
}
