import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix, zeros } from '../../numerics/matrix.ts';

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
export function centre(rows: Matrix): { mean: Float64Array; centred: Matrix } {
  const centred = { ...rows, data: rows.data.slice() };
  return { mean: centreInPlace(centred), centred };
}

/** Takes their mean off the rows, and returns it. */
function centreInPlace({ rows: m, cols: p, data }: Matrix): Float64Array {
  const mean = new Float64Array(p);
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) mean[j]! += data[i * p + j]!;
  for (let j = 0; j < p; j++) mean[j]! /= m;
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) data[i * p + j]! -= mean[j]!;
  return mean;
}

/**
 * The moments of two sets of units together, from those of each: the scatter grows by the product of the difference of
 * the means. Nothing is subtracted from anything large, so that shards lose no digits against one pass.
 */
export function mergeMoments(a: Moments, b: Moments): Moments {
  const [together] = emptyMoments(1, a.mean.length) as [MomentsInProgress];
  addMoments(together, a);
  addMoments(together, b);
  return finishedMoments(together);
}

/** Moments that grow where they lie; of the scatter the lower triangle, row after row. */
export interface MomentsInProgress {
  units: number;
  readonly mean: Float64Array;
  readonly lower: Float64Array;
}

/** Moments of so many groups of units, all of which lie in one piece of memory. */
export function emptyMoments(groups: number, points: number): MomentsInProgress[] {
  const size = (points * (points + 1)) / 2;
  const all = new Float64Array(groups * (points + size));
  return Array.from({ length: groups }, (_, g) => {
    const from = g * (points + size);
    const middle = from + points;
    return { units: 0, mean: all.subarray(from, middle), lower: all.subarray(middle, middle + size) };
  });
}

/** Adds the moments of other units. O(p²). */
export function addMoments(to: MomentsInProgress, more: Moments | MomentsInProgress): void {
  const p = to.mean.length;
  const { units, mean } = more;
  if (mean.length !== p) throw new RangeError(`moments on ${p} and on ${mean.length} points`);
  if (units === 0) return;
  const packed = 'lower' in more;
  const added = packed ? more.lower : more.scatter.data;
  const sums = to.lower;
  const before = to.units;
  to.units += units;
  const share = units / to.units;
  const difference = mean.map((value, j) => value - to.mean[j]!);
  for (let j = 0, n = 0; j < p; j++) {
    const factor = difference[j]! * before * share;
    for (let k = 0, from = packed ? n : j * p; k <= j; k++, n++, from++)
      sums[n] = sums[n]! + added[from]! + factor * difference[k]!;
  }
  for (let j = 0; j < p; j++) to.mean[j] = before === 0 ? mean[j]! : to.mean[j]! + difference[j]! * share;
}

/** Adds units by their rows, which are of no use afterwards; `room` for p² numbers is used. O(m·p²). */
export function addRows(
  to: MomentsInProgress,
  rows: Matrix,
  room: Float64Array,
  kernels: Kernels = defaultKernels(),
): void {
  const mean = centreInPlace(rows);
  addMoments(to, { units: rows.rows, mean, scatter: kernels.crossGram(rows, room) });
}

export function finishedMoments({ units, mean, lower }: MomentsInProgress): Moments {
  const p = mean.length;
  const scatter = zeros(p, p);
  for (let j = 0, n = 0; j < p; j++)
    for (let k = 0; k <= j; k++, n++) {
      scatter.data[j * p + k] = lower[n]!;
      scatter.data[k * p + j] = lower[n]!;
    }
  return { units, mean: mean.slice(), scatter };
}

/** The sample covariance, centred, with divisor m − 1. */
export function sampleCovariance({ units, scatter }: Moments): Matrix {
  if (units < 2) throw new RangeError(`a covariance needs at least 2 units: ${units}`);
  return covarianceOf(copyMatrix(scatter), units);
}

/** The same in place of the scatter. */
export function covarianceOf(scatter: Matrix, units: number): Matrix {
  const { data } = scatter;
  for (let n = 0; n < data.length; n++) data[n]! /= units - 1;
  return scatter;
}
