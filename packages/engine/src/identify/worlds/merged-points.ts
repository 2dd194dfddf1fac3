import { dot, type Matrix, zeros } from '../../numerics/matrix.ts';

/** Points that enter all functionals in one combination s = Σ w_jz_j, w_j > 0 with sum 1; z_j is the trajectory at point j. */
interface Merged {
  readonly points: readonly number[];
  readonly weights: readonly number[];
  /** Variances of s where every z_j has variance 1: the least that can be, and that of independent z_j; the largest is 1. */
  readonly least: number;
  readonly independent: number;
}

export interface MergedPoints {
  readonly groups: readonly Merged[];
  /** A functional’s row over the points as one over the groups. */
  row(u: Float64Array): Float64Array;
}

/** Rounding of weights that are products of a few numbers. */
const SAME = 8 * Number.EPSILON;

/**
 * What functionals uᵀKv of a correlation matrix can be, without its p × p entries. Points whose entries in all rows u are
 * proportional enter only through one sum s of theirs, and so do all points together that no reading touches. Vectors
 * of length 1 with weights w can be turned so that their sum is any vector whose length lies between max(0, 2·max w_j − 1)
 * and 1, and no other; so the covariance matrices of the sums, with variances between these limits squared, are all that can
 * be. Where no correlation is negative, they are those without negative entries whose variances are at least Σ w_j². A programme
 * has then a size that the readings decide, however fine the grid is. O(p) for each row and group.
 */
export function mergedPoints(rows: readonly Float64Array[], p: number): MergedPoints {
  const found: { first: number; lead: number; points: number[]; ratios: number[] }[] = [];
  for (let j = 0; j < p; j++) {
    let lead = 0;
    for (let i = 1; i < rows.length; i++) if (Math.abs(rows[i]![j]!) > Math.abs(rows[lead]![j]!)) lead = i;
    // A point that is in no row at all is in no group: it may be whatever it likes.
    if (!rows[lead]?.[j]) continue;
    const group = found.find((one) => {
      const ratio = rows[one.lead]![j]! / rows[one.lead]![one.first]!;
      return (
        ratio > 0 &&
        rows.every((row) => {
          const expected = ratio * row[one.first]!;
          return Math.abs(row[j]! - expected) <= SAME * Math.abs(expected);
        })
      );
    });
    if (group === undefined) found.push({ first: j, lead, points: [j], ratios: [1] });
    else {
      group.points.push(j);
      group.ratios.push(rows[group.lead]![j]! / rows[group.lead]![group.first]!);
    }
  }
  const total = found.map(({ ratios }) => ratios.reduce((sum, ratio) => sum + ratio, 0));
  return {
    groups: found.map(({ points, ratios }, g): Merged => {
      const weights = ratios.map((ratio) => ratio / total[g]!);
      const shortest = Math.max(0, 2 * Math.max(...weights) - 1);
      return { points, weights, least: shortest * shortest, independent: dot(weights, weights) };
    }),
    row: (u) => Float64Array.from(found, ({ first }, g) => total[g]! * u[first]!),
  };
}

/**
 * A covariance matrix of all p points, each with this variance, whose sums have the covariances given. Within a group it has
 * one factor in common where the sum varies by more than independent points would make it, and independence mixed with points
 * that cancel where it varies by less; everything beyond the sums is independent of all other groups. O(p²).
 */
export function unmerged({ groups }: MergedPoints, sums: Matrix, variance: number, p: number): Matrix {
  const out = zeros(p, p);
  for (let j = 0; j < p; j++) out.data[j * p + j] = variance;
  const count = groups.length;
  /** The correlation of each point with its group’s sum. */
  const withSum = groups.map((group, g) => {
    const { points, weights, least } = group;
    const share = Math.min(1, Math.max(least, sums.data[g * (count + 1)]! / variance));
    const own = correlationsWithin(group, share);
    points.forEach((j, a) => {
      points.forEach((k, b) => {
        if (j !== k) out.data[j * p + k] = variance * own(a, b);
      });
    });
    return points.map((_, a) => {
      const covariance = weights.reduce((sum, weight, b) => sum + weight * own(a, b), 0);
      return share > 0 ? covariance / Math.sqrt(share) : 0;
    });
  });
  const deviation = groups.map((_, g) => Math.sqrt(sums.data[g * (count + 1)]!));
  groups.forEach(({ points }, g) => {
    groups.slice(0, g).forEach((other, h) => {
      const correlation = sums.data[g * count + h]! / (deviation[g]! * deviation[h]!) || 0;
      points.forEach((j, a) => {
        other.points.forEach((k, b) => {
          const value = variance * withSum[g]![a]! * withSum[h]![b]! * correlation;
          out.data[j * p + k] = out.data[k * p + j] = value;
        });
      });
    });
  });
  return out;
}

/** Correlations of points under which their sum has the variance `share`. */
function correlationsWithin(
  { weights, least, independent }: Merged,
  share: number,
): (a: number, b: number) => number {
  if (share >= independent) {
    const common = independent < 1 ? (share - independent) / (1 - independent) : 0;
    return (a, b) => (a === b ? 1 : common);
  }
  const part = (independent - share) / (independent - least);
  const cancelling = cancellingCorrelations(weights);
  return (a, b) => (a === b ? 1 : part * cancelling(a, b));
}

/**
 * Three vectors of lengths that form a triangle sum to 0. The points are laid into three heaps, the heaviest first and each on
 * the lightest heap: then no heap outweighs the two others, unless a single point does, which the others then oppose.
 */
function cancellingCorrelations(weights: readonly number[]): (a: number, b: number) => number {
  const heavy = [0, 0, 0];
  const heap = new Int32Array(weights.length);
  const order = [...weights.keys()].sort((a, b) => weights[b]! - weights[a]! || a - b);
  for (const a of order) {
    heap[a] = heavy.indexOf(Math.min(...heavy));
    heavy[heap[a]!]! += weights[a]!;
  }
  const cosine = (x: number, y: number) => {
    if (x === y) return 1;
    const [one, two, third] = [heavy[x]!, heavy[y]!, heavy[3 - x - y]!];
    return Math.max(-1, Math.min(1, (third * third - one * one - two * two) / (2 * one * two)));
  };
  return (a, b) => cosine(heap[a]!, heap[b]!);
}
