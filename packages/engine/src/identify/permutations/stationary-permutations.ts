import type { Matrix } from '../../numerics/matrix.ts';
import { LAW_ROUNDING } from '../invisible/law-rules.ts';

/**
 * The permutations within kinds that leave the permuted law stationary, π with K_{π(j)π(k)} a function of j − k alone: each
 * time in its turn must have, with all before it, the correlations that the lags have got. Mostly these are the times
 * themselves and their mirror image, found after O(p³) steps; a law whose correlations are nearly all equal has very many,
 * and the search stops after `most` of its steps.
 */
export function stationaryPermutations(
  { rows: p, data }: Matrix,
  kind: Int32Array,
  most: number,
): { found: Int32Array[]; all: boolean } {
  const found: Int32Array[] = [];
  const permutation = new Int32Array(p);
  const taken = new Uint8Array(p);
  const byLag = new Float64Array(p);
  let steps = 0;
  const place = (j: number): boolean => {
    if (j === p) {
      found.push(permutation.slice());
      return true;
    }
    for (let t = 0; t < p; t++) {
      if (taken[t] || kind[t] !== kind[j]) continue;
      if (++steps > most) return false;
      byLag[j] = j === 0 ? 1 : data[t * p + permutation[0]!]!;
      let fits = true;
      for (let lag = 1; lag < j && fits; lag++)
        fits = Math.abs(data[t * p + permutation[j - lag]!]! - byLag[lag]!) <= LAW_ROUNDING;
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
