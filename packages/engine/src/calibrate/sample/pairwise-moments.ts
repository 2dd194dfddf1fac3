import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import type { DenseUnits } from './dense-units.ts';
import type { Moments } from './moments.ts';

/**
 * Moments of trajectories with gaps, each of its own pair of times: centred at the means of what is there, the covariance of two
 * times is the sum of products over the n trajectories that have both, over n − 1. It need not be a covariance of any law; the
 * repair sees to that. The scatter is such that its share of N − 1, for all N trajectories, is this covariance; a pair that a
 * resample has not twice counts as uncorrelated. O(m·p²).
 */
export function pairwiseMoments(
  { values, targets }: DenseUnits,
  times: ArrayLike<number>,
  target: boolean,
  kernels: Kernels = defaultKernels(),
): Moments {
  const { rows: m, cols: p, data } = values;
  const width = target ? p + 1 : p;
  const mean = new Float64Array(width);
  const there = new Float64Array(width);
  let [units, distinct] = [0, 0];
  const valueAt = (i: number, j: number) => (j < p ? data[i * p + j]! : targets![i]!);
  for (let i = 0; i < m; i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    units += drawn;
    distinct++;
    for (let j = 0; j < width; j++) {
      const value = valueAt(i, j);
      if (Number.isNaN(value)) continue;
      mean[j]! += drawn * value;
      there[j]! += drawn;
    }
  }
  for (let j = 0; j < width; j++) mean[j] = there[j]! > 0 ? mean[j]! / there[j]! : 0;
  // Nothing stands where nothing is: products are then over what both have.
  const [centred, present] = [zeros(distinct, width), zeros(distinct, width)];
  let r = 0;
  for (let i = 0; i < m; i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    const root = Math.sqrt(drawn);
    for (let j = 0; j < width; j++) {
      const value = valueAt(i, j);
      if (Number.isNaN(value)) continue;
      centred.data[r * width + j] = root * (value - mean[j]!);
      present.data[r * width + j] = root;
    }
    r++;
  }
  const scatter = kernels.crossGram(centred);
  const pairs = kernels.crossGram(present);
  for (let n = 0; n < scatter.data.length; n++) {
    const count = Math.round(pairs.data[n]!);
    scatter.data[n] = count > 1 ? (scatter.data[n]! * (units - 1)) / (count - 1) : 0;
  }
  return { units, mean, scatter };
}

/** How many trajectories have a value at both of two times. */
export function pairCounts({ rows: m, cols: p, data }: Matrix, kernels: Kernels = defaultKernels()): Matrix {
  const present = zeros(m, p);
  for (let n = 0; n < data.length; n++) if (!Number.isNaN(data[n]!)) present.data[n] = 1;
  const counts = kernels.crossGram(present);
  for (let n = 0; n < counts.data.length; n++) counts.data[n] = Math.round(counts.data[n]!);
  return counts;
}
