import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';

/** First and second moments of the units seen so far, in memory that does not grow with their number. */
export interface Moments {
  readonly units: number;
  readonly mean: Float64Array;
  /** Σ (x − mean)(x − mean)ᵀ over the units. */
  readonly scatter: Matrix;
}

export function noMoments(points: number): Moments {
  return { units: 0, mean: new Float64Array(points), scatter: zeros(points, points) };
}

/** The moments of the units in the rows of a matrix: their mean first, then the products about it. O(m·p²). */
export function momentsOf(rows: Matrix, kernels: Kernels = defaultKernels()): Moments {
  const { rows: m, cols: p } = rows;
  if (m === 0) return noMoments(p);
  const { mean, centred } = centre(rows);
  return { units: m, mean, scatter: kernels.crossGram(centred) };
}

/** The rows less their mean. */
export function centre({ rows: m, cols: p, data }: Matrix): { mean: Float64Array; centred: Matrix } {
  const mean = new Float64Array(p);
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) mean[j]! += data[i * p + j]!;
  for (let j = 0; j < p; j++) mean[j]! /= m;
  const centred = { rows: m, cols: p, data: data.slice() };
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) centred.data[i * p + j]! -= mean[j]!;
  return { mean, centred };
}

/**
 * The moments of two sets of units together, from those of each: the scatter grows by the product of the difference of
 * the means. Nothing is subtracted from anything large, so that shards lose no digits against one pass.
 */
export function mergeMoments(a: Moments, b: Moments): Moments {
  const { units, mean, scatter } = a;
  const together: MomentsInProgress = {
    units,
    mean: mean.slice(),
    scatter: { ...scatter, data: scatter.data.slice() },
  };
  addMoments(together, b);
  return together;
}

/** Moments that grow where they lie. */
export type MomentsInProgress = { -readonly [Field in keyof Moments]: Moments[Field] };

/** Adds the moments of other units, as `mergeMoments` does, without new memory. O(p²). */
export function addMoments(to: MomentsInProgress, { units, mean, scatter }: Moments): void {
  const p = to.mean.length;
  if (mean.length !== p) throw new RangeError(`moments on ${p} and on ${mean.length} points`);
  if (units === 0) return;
  const [sums, more] = [to.scatter.data, scatter.data];
  const before = to.units;
  to.units += units;
  const share = units / to.units;
  const difference = mean.map((value, j) => value - to.mean[j]!);
  for (let j = 0; j < p; j++) {
    const factor = difference[j]! * before * share;
    for (let n = j * p, k = 0; k < p; k++, n++) sums[n] = sums[n]! + more[n]! + factor * difference[k]!;
  }
  for (let j = 0; j < p; j++) to.mean[j] = before === 0 ? mean[j]! : to.mean[j]! + difference[j]! * share;
}

/** The sample covariance, centred, with divisor m − 1. */
export function sampleCovariance({ units, scatter }: Moments): Matrix {
  if (units < 2) throw new RangeError(`a covariance needs at least 2 units: ${units}`);
  // A loop: `map` calls back for each entry, which took as long as the product that made them.
  const data = new Float64Array(scatter.data.length);
  for (let n = 0; n < data.length; n++) data[n] = scatter.data[n]! / (units - 1);
  return { ...scatter, data };
}
