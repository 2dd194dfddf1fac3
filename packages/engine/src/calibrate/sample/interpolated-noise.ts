import type { Matrix } from '../../numerics/matrix.ts';

/**
 * Noise in values that were interpolated. With x̃ = Ax, A the rows 1 − s and s of the two values beside a gap, noise of
 * covariance R becomes ARAᵀ: less than R in the gap, and in common with the values beside it.
 */

/** An entry (j, k), k ≤ j, of ARAᵀ − R for one unit. */
interface NoiseEntry {
  j: number;
  k: number;
  amount: number;
}

/**
 * ARAᵀ − R of one unit. `shares`: how far between the values beside it each value was interpolated, 0 where it was
 * measured; `left`: the noise in each value as if it had been. O(p) and the square of the length of a gap.
 */
export function interpolatedNoise(shares: ArrayLike<number>, left: (j: number) => number): NoiseEntry[] {
  const p = shares.length;
  const entries: NoiseEntry[] = [];
  let before = 0;
  let earlier: { from: number; to: number } | undefined;
  for (let j = 0; j < p; j++) {
    if (shares[j] === 0) {
      before = j;
      continue;
    }
    let after = j;
    while (shares[after]! > 0) after++;
    for (; j < after; j++) {
      const s = shares[j]!;
      entries.push({ j, k: j, amount: (1 - s) * (1 - s) * left(before) + s * s * left(after) - left(j) });
      entries.push({ j, k: before, amount: (1 - s) * left(before) });
      entries.push({ j: after, k: j, amount: s * left(after) });
      for (let k = before + 1; k < j; k++) {
        const other = shares[k]!;
        entries.push({ j, k, amount: (1 - s) * (1 - other) * left(before) + s * other * left(after) });
      }
      // The gap before this one may end at the value that this one begins at.
      if (earlier?.to === before)
        for (let k = earlier.from + 1; k < before; k++)
          entries.push({ j, k, amount: (1 - s) * shares[k]! * left(before) });
    }
    earlier = { from: before, to: after };
    before = after;
  }
  return entries;
}

/** Adds times·entries to both halves of a symmetric matrix. */
export function addEntries({ cols, data }: Matrix, entries: readonly NoiseEntry[], times: number): void {
  for (const { j, k, amount } of entries) {
    data[j * cols + k]! += times * amount;
    if (j !== k) data[k * cols + j]! += times * amount;
  }
}
