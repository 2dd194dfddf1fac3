/** Multipliers and key increments of Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011). */
// As signed words, so that no arithmetic leaves the 32-bit integers.
const MULTIPLIER_0 = 0xd2511f53 | 0;
const MULTIPLIER_1 = 0xcd9e8d57 | 0;
const INCREMENT_0 = 0x9e3779b9 | 0;
const INCREMENT_1 = 0xbb67ae85 | 0;
const ROUNDS = 10;

/** Halves of the multipliers: JavaScript has no 64-bit product of integers, so the high word is put together from four. */
const LOW_0 = MULTIPLIER_0 & 0xffff;
const HIGH_0 = MULTIPLIER_0 >>> 16;
const LOW_1 = MULTIPLIER_1 & 0xffff;
const HIGH_1 = MULTIPLIER_1 >>> 16;

/**
 * Philox4x32-10: four counter words and two key words to four random words, for `out.length / 4` counters in a row
 * (the first word counts up and carries into the second). A bijection of the counter for each key; passes BigCrush.
 * Arguments are taken modulo 2³². In bulk because a call for each block would cost a third of the time.
 */
export function philox(
  counter0: number,
  counter1: number,
  counter2: number,
  counter3: number,
  key0: number,
  key1: number,
  out: Uint32Array,
): void {
  let count0 = counter0 | 0;
  let count1 = counter1 | 0;
  for (let at = 0; at < out.length; at += 4) {
    let c0 = count0;
    let c1 = count1;
    let c2 = counter2 | 0;
    let c3 = counter3 | 0;
    let k0 = key0 | 0;
    let k1 = key1 | 0;
    for (let round = 0; round < ROUNDS; round++) {
      const l0 = c0 & 0xffff;
      const h0 = c0 >>> 16;
      const m0 = (Math.imul(h0, LOW_0) + (Math.imul(l0, LOW_0) >>> 16)) | 0;
      const n0 = (Math.imul(l0, HIGH_0) + (m0 & 0xffff)) | 0;
      const high0 = (Math.imul(h0, HIGH_0) + (m0 >>> 16) + (n0 >>> 16)) | 0;

      const l1 = c2 & 0xffff;
      const h1 = c2 >>> 16;
      const m1 = (Math.imul(h1, LOW_1) + (Math.imul(l1, LOW_1) >>> 16)) | 0;
      const n1 = (Math.imul(l1, HIGH_1) + (m1 & 0xffff)) | 0;
      const high1 = (Math.imul(h1, HIGH_1) + (m1 >>> 16) + (n1 >>> 16)) | 0;

      const low0 = Math.imul(c0, MULTIPLIER_0);
      const low1 = Math.imul(c2, MULTIPLIER_1);
      c0 = high1 ^ c1 ^ k0;
      c1 = low1;
      c2 = high0 ^ c3 ^ k1;
      c3 = low0;
      k0 = (k0 + INCREMENT_0) | 0;
      k1 = (k1 + INCREMENT_1) | 0;
    }
    out[at] = c0;
    out[at + 1] = c1;
    out[at + 2] = c2;
    out[at + 3] = c3;
    count0 = (count0 + 1) | 0;
    if (count0 === 0) count1 = (count1 + 1) | 0;
  }
}
