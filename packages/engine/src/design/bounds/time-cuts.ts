import type { Matrix } from '../../numerics/matrix.ts';

/**
 * What the readings before a cut in time and those after it have in common. Where the law remembers few numbers of its past (it
 * is Markov, as all of OU, Matérn, damped cosine, a trait and their mixtures are), the covariances between the two sides have few
 * dimensions: M_sf = Σ_k M_{s,f_k}·u_fk for every s before and f after it, with as many readings f_k as there are numbers.
 */
export interface TimeCut {
  /** The readings f_k after the cut, and their places in the sequence. */
  readonly pivots: readonly number[];
  readonly places: readonly number[];
  /** u_f for the reading at each place of the sequence, in rows; zeros before the cut. */
  readonly loadings: Float64Array;
}

/** What is left of a covariance beyond the dimensions counted, as a share of the largest, is rounding. */
const ROUNDING = 1e-13;

/**
 * The cuts before each reading of a sequence and after the last, by Gaussian elimination with complete pivoting; undefined where one of
 * them has more than `most` dimensions. O(n³·most/6).
 */
export function timeCuts(
  between: Matrix,
  sequence: readonly number[],
  most: number,
): readonly TimeCut[] | undefined {
  const n = sequence.length;
  const all = between.rows;
  let largest = 0;
  for (const a of sequence) largest = Math.max(largest, between.data[a * all + a]!);
  const cuts: TimeCut[] = [];
  // The middle first: a law with a longer memory shows itself there.
  for (const cut of [n >> 1, ...Array(n + 1).keys()]) {
    if (cuts[cut]) continue;
    const found = timeCut(between, sequence, cut, most, ROUNDING * largest);
    if (!found) return undefined;
    cuts[cut] = found;
  }
  return cuts;
}

function timeCut(
  between: Matrix,
  sequence: readonly number[],
  cut: number,
  most: number,
  negligible: number,
): TimeCut | undefined {
  const n = sequence.length;
  const all = between.rows;
  const [before, after] = [cut, n - cut];
  // Rows after the cut, columns before it.
  const left = new Float64Array(after * before);
  for (let f = 0; f < after; f++)
    for (let s = 0; s < before; s++)
      left[f * before + s] = between.data[sequence[cut + f]! * all + sequence[s]!]!;
  const rows: number[] = [];
  const columns: Float64Array[] = [];
  for (;;) {
    let at = -1;
    let size = negligible;
    for (let k = 0; k < left.length; k++) {
      const own = Math.abs(left[k]!);
      if (own > size) {
        size = own;
        at = k;
      }
    }
    if (at < 0) break;
    if (rows.length === most) return undefined;
    const row = Math.floor(at / before);
    const pivot = left[at]!;
    const column = new Float64Array(after);
    for (let f = 0; f < after; f++) column[f] = left[f * before + (at % before)]! / pivot;
    for (let f = 0; f < after; f++) {
      const share = column[f]!;
      if (share === 0 || f === row) continue;
      for (let s = 0; s < before; s++) left[f * before + s]! -= share * left[row * before + s]!;
    }
    left.fill(0, row * before, (row + 1) * before);
    rows.push(row);
    columns.push(column);
  }
  // Row f is Σ_k column_k(f)·(row k as elimination left it); in terms of the pivots' own rows it is u_f with u·L = column(f).
  const q = rows.length;
  const loadings = new Float64Array(n * q);
  for (let f = 0; f < after; f++)
    for (let k = q - 1; k >= 0; k--) {
      let own = columns[k]![f]!;
      for (let l = k + 1; l < q; l++) own -= loadings[(cut + f) * q + l]! * columns[k]![rows[l]!]!;
      loadings[(cut + f) * q + k] = own;
    }
  const places = rows.map((row) => cut + row);
  return { pivots: places.map((place) => sequence[place]!), places, loadings };
}
