import type { Matrix } from '../../numerics/matrix.ts';
import { LAW_ROUNDING } from '../invisible/law-rules.ts';

/** A step compares with all times before it at most, mostly with one: on the finest grid its usual steps take no more. */
const MOST_COMPARED = 2e9;

/**
 * The permutations within kinds that leave the permuted law stationary, π with K_{π(j)π(k)} a function of j − k alone: each
 * time in its turn must have, with all before it, the correlations that the lags have got. Mostly these are the times
 * themselves and their mirror image, found after O(p³) steps. A law whose correlations are nearly all equal has very many:
 * the search stops where there are more than `worlds` of them, which may be more than memory holds, or after its `steps`.
 */
export function stationaryPermutations(
  { rows: p, data }: Matrix,
  kind: Int32Array,
  most: { worlds: number; steps: number },
): { found: Int32Array[]; all: boolean } {
  const found: Int32Array[] = [];
  const permutation = new Int32Array(p);
  const taken = new Uint8Array(p);
  const byLag = new Float64Array(p);
  let steps = 0;
  let compared = 0;
  const place = (j: number): boolean => {
    if (j === p) {
      if (found.length >= most.worlds) return false;
      found.push(permutation.slice());
      return true;
    }
    for (let t = 0; t < p; t++) {
      if (taken[t] || kind[t] !== kind[j]) continue;
      if (++steps > most.steps || compared > MOST_COMPARED) return false;
      byLag[j] = j === 0 ? 1 : data[permutation[0]! * p + t]!;
      let fits = true;
      for (let lag = 1; lag < j && fits; lag++) {
        compared++;
        // A law is symmetric to the last digit: one time’s row is read, and t runs along it.
        fits = Math.abs(data[permutation[j - lag]! * p + t]! - byLag[lag]!) <= LAW_ROUNDING;
      }
      if (!fits) continue;
      permutation[j] = t;
      taken[t] = 1;
      const goOn = place(j + 1);
      taken[t] = 0;
      if (!goOn) return false;
    }
    return true;
  };
  return { all: place(0), found };
}
