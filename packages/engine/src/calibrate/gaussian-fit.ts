import { log, square } from '../numerics/elementary.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { quantile } from '../numerics/quantile.ts';

/** Whether values at single times and at pairs of times look as under a Gaussian law. */
export interface GaussianFit {
  /** At each grid point; 0 for a normal distribution, the kurtosis less 3. */
  skewness: number[];
  kurtosis: number[];
  /** The least of all values, and how many different ones there are, counted up to MOST_DIFFERENT. */
  least: number;
  different: number;
  quantiles: {
    probabilities: number[];
    /** Of a standard normal, and of the values, each standardised at its time: over all times, and at a few. */
    normal: number[];
    pooled: number[];
    points: { point: number; values: number[] }[];
  };
  /** Of all pairs of some grid points. */
  pairs: {
    points: number[];
    probabilities: number[];
    /** Quantiles of χ² with 2 degrees of freedom, and of the squared Mahalanobis distances of the pairs, pooled. */
    chiSquare: number[];
    distances: number[];
    /** The share of the pairs outside the ellipse that holds 95 % of them under a Gaussian law. */
    outside: number;
    /** Means over the pairs: ρ², which is what a Gaussian law makes of the correlation of squares, and that correlation. */
    squares: { gaussian: number; data: number };
  };
}

/** Quantiles in the tails too; of few values the outermost are the extremes. */
const PROBABILITIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995];
const POINTS_SHOWN = 3;
const POINTS_PAIRED = 8;
/** Of times that are nearly one, distances are rounding. */
const NEARLY_ONE = 0.9999;

/** Of trajectories, a row each, in the scale of the law. O(N·p·log(N·p)). */
export function gaussianFit(values: Matrix): GaussianFit {
  const { rows, cols: p } = values;
  const columns = Array.from({ length: p }, (_, j) => standardised(values, j));
  const moment = (own: Float64Array, k: 3 | 4) =>
    own.reduce((sum, z) => sum + (k === 3 ? z * square(z) : square(square(z))), 0) / rows;
  const all = new Float64Array(rows * p);
  columns.forEach((own, j) => {
    all.set(own, j * rows);
  });
  const quantilesOf = (own: Float64Array) => {
    const sorted = own.toSorted();
    return PROBABILITIES.map((probability) => quantile(sorted, probability));
  };
  return {
    skewness: columns.map((own) => moment(own, 3)),
    kurtosis: columns.map((own) => moment(own, 4) - 3),
    least: values.data.reduce((least, own) => Math.min(least, own), Number.POSITIVE_INFINITY),
    different: differentValues(values.data),
    quantiles: {
      probabilities: [...PROBABILITIES],
      normal: PROBABILITIES.map(normalQuantile),
      pooled: quantilesOf(all),
      points: spread(p, POINTS_SHOWN).map((point) => ({ point, values: quantilesOf(columns[point]!) })),
    },
    pairs: pairsFit(columns, spread(p, POINTS_PAIRED)),
  };
}

/** As many and more are a scale, fewer are grades or states. */
const MOST_DIFFERENT = 10;

function differentValues(values: Float64Array): number {
  const seen = new Set<number>();
  for (const own of values) {
    seen.add(own);
    if (seen.size === MOST_DIFFERENT) break;
  }
  return seen.size;
}

/** The 95 % point of χ² with 2 degrees of freedom. */
const ELLIPSE = -2 * log(0.05);

function pairsFit(columns: readonly Float64Array[], points: number[]): GaussianFit['pairs'] {
  const distances: number[] = [];
  let gaussian = 0;
  let data = 0;
  let pairs = 0;
  points.forEach((j, i) => {
    for (const k of points.slice(0, i)) {
      const [a, b] = [columns[j]!, columns[k]!];
      const r = correlation(a, b);
      if (!(Math.abs(r) < NEARLY_ONE)) continue;
      a.forEach((z, row) => {
        distances.push((square(z) - 2 * r * z * b[row]! + square(b[row]!)) / (1 - square(r)));
      });
      gaussian += square(r);
      data += correlation(a.map(square), b.map(square));
      pairs++;
    }
  });
  const upper = PROBABILITIES.filter((probability) => probability >= 0.25);
  const sorted = Float64Array.from(distances).sort();
  return {
    points,
    probabilities: upper,
    chiSquare: upper.map((probability) => -2 * log(1 - probability)),
    distances: pairs === 0 ? [] : upper.map((probability) => quantile(sorted, probability)),
    outside: pairs === 0 ? 0.05 : distances.filter((own) => own > ELLIPSE).length / distances.length,
    squares: pairs === 0 ? { gaussian: 0, data: 0 } : { gaussian: gaussian / pairs, data: data / pairs },
  };
}

/** A column about its mean, in its own standard deviations (divisor N). */
function standardised({ rows, cols, data }: Matrix, j: number): Float64Array {
  const own = Float64Array.from({ length: rows }, (_, i) => data[i * cols + j]!);
  const mean = own.reduce((sum, value) => sum + value, 0) / rows;
  const variance = own.reduce((sum, value) => sum + square(value - mean), 0) / rows;
  const deviation = variance > 0 ? Math.sqrt(variance) : 1;
  return own.map((value) => (value - mean) / deviation);
}

function correlation(a: Float64Array, b: Float64Array): number {
  const n = a.length;
  const mean = (own: Float64Array) => own.reduce((sum, value) => sum + value, 0) / n;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}

/** So many grid points, in the middles of equal parts. */
function spread(p: number, count: number): number[] {
  const parts = Math.min(count, p);
  return Array.from({ length: parts }, (_, k) => Math.floor(((2 * k + 1) * p) / (2 * parts)));
}
