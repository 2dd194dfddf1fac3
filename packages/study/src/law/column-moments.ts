import type { Sample, UnitGroups } from '@sightline/engine';
import { square } from '@sightline/engine';

/** Squares of smaller variances vanish. Readers refuse values whose variances have squares that overflow. */
export const LEAST_VARIANCE = 1e-140;

/** The variance between units at each time. */
export function columnVariances(sample: Sample): Float64Array {
  const points = 'moments' in sample ? sample.points : sample.values.cols;
  const { units, squares } = columnMoments(sample);
  return squares.slice(0, points).map((sum) => sum / (units - 1));
}

/** Mean and sum of squares about it over the units: at each time, and last of the target where there is one. */
export function columnMoments(sample: Sample): { units: number; mean: Float64Array; squares: Float64Array } {
  if ('moments' in sample) return groupedMoments(sample.moments);
  const { values, targets } = sample;
  const { rows: units, cols, data } = values;
  const width = cols + (targets ? 1 : 0);
  const mean = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    const at = (i: number) => (j < cols ? data[i * cols + j]! : targets![i]!);
    for (let i = 0; i < units; i++) mean[j]! += at(i) / units;
    for (let i = 0; i < units; i++) squares[j]! += square(at(i) - mean[j]!);
  }
  return { units, mean, squares };
}

function groupedMoments(moments: UnitGroups['moments']): ReturnType<typeof columnMoments> {
  const units = moments.reduce((sum, group) => sum + group.units, 0);
  const mean = new Float64Array(moments[0]!.mean.length);
  const squares = new Float64Array(mean.length);
  for (let j = 0; j < mean.length; j++) {
    for (const group of moments) mean[j]! += (group.units * group.mean[j]!) / units;
    for (const group of moments)
      squares[j]! +=
        group.scatter.data[j * group.scatter.cols + j]! + group.units * square(group.mean[j]! - mean[j]!);
  }
  return { units, mean, squares };
}
