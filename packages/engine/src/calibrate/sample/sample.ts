import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { countUnits, type DenseUnits } from './dense-units.ts';
import type { Moments } from './moments.ts';
import { pairwiseMoments } from './pairwise-moments.ts';
import type { UnitGroups } from './unit-groups.ts';

/** What can be resampled: units, or groups of them. */
export type Sample = DenseUnits | UnitGroups;

export function isGrouped(sample: Sample): sample is UnitGroups {
  return 'moments' in sample;
}

/** How many units, or groups, a resample draws from. */
export function sampleSize(sample: Sample): number {
  return isGrouped(sample) ? sample.moments.length : countUnits(sample);
}

/** What is independent of each other. */
export function unitsOf(sample: Sample): number {
  if (!isGrouped(sample)) return countUnits(sample);
  return sample.units ? sample.units.reduce((sum, units) => sum + units, 0) : trajectoriesOf(sample);
}

/** What moments pool, each counting once. */
export function trajectoriesOf(sample: Sample): number {
  return isGrouped(sample) ? sample.moments.reduce((sum, { units }) => sum + units, 0) : sample.values.rows;
}

/** How many rows, trajectories or groups, it has. */
export function rowCount(sample: Sample): number {
  return isGrouped(sample) ? sample.moments.length : sample.values.rows;
}

/** Whether values are missing, so that moments are made of pairs. */
export function hasGaps(sample: Sample): boolean {
  return !isGrouped(sample) && sample.gaps === true;
}

/** Every row, or group, once. */
export function eachOnce(sample: Sample): Int32Array {
  return new Int32Array(rowCount(sample)).fill(1);
}

/** How often a resample holds each row, where `drawn` says it of units: all trajectories of a unit come with it. */
export function timesOfRows(sample: Sample, drawn: Int32Array): Int32Array {
  if (isGrouped(sample) || !sample.clusters) return drawn;
  return sample.clusters.map((unit) => drawn[unit]!);
}

/** Whether each unit's whole-record target was measured. */
export function hasTargets(sample: Sample): boolean {
  return isGrouped(sample) ? sample.moments[0]!.mean.length > sample.points : sample.targets !== undefined;
}

/**
 * Rows whose products add up to the scatter of a resample about its mean: each trajectory drawn, less the mean, times the root
 * of how often; and that mean. With `target`, the target stands in a last column.
 */
export function centredRows(
  { values, targets }: DenseUnits,
  times: ArrayLike<number>,
  target: boolean,
): { rows: Matrix; units: number; mean: Float64Array } {
  const { rows: m, cols: p, data } = values;
  const width = target ? p + 1 : p;
  const mean = new Float64Array(width);
  let units = 0;
  let distinct = 0;
  for (let i = 0; i < m; i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    units += drawn;
    distinct++;
    for (let j = 0; j < p; j++) mean[j]! += drawn * data[i * p + j]!;
    if (target) mean[p]! += drawn * targets![i]!;
  }
  for (let j = 0; j < width; j++) mean[j]! /= units;
  const rows = zeros(distinct, width);
  let r = 0;
  for (let i = 0; i < m; i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    const root = Math.sqrt(drawn);
    for (let j = 0; j < p; j++) rows.data[r * width + j] = root * (data[i * p + j]! - mean[j]!);
    if (target) rows.data[r * width + p] = root * (targets![i]! - mean[p]!);
    r++;
  }
  return { rows, units, mean };
}

/** The moments of a resample, with the target as a last column or without it. */
export function resampledMoments(
  sample: Sample,
  times: ArrayLike<number>,
  target: boolean,
  kernels: Kernels = defaultKernels(),
): Moments {
  if (isGrouped(sample)) return sumOfGroups(sample.moments, times, sample.points + (target ? 1 : 0));
  if (sample.gaps) return pairwiseMoments(sample, times, target, kernels);
  const { rows, units, mean } = centredRows(sample, times, target);
  return { units, mean, scatter: kernels.crossGram(rows) };
}

function sumOfGroups(moments: readonly Moments[], times: ArrayLike<number>, width: number): Moments {
  const mean = new Float64Array(width);
  let units = 0;
  moments.forEach((group, g) => {
    const weight = times[g]! * group.units;
    units += weight;
    for (let j = 0; j < width; j++) mean[j]! += weight * group.mean[j]!;
  });
  for (let j = 0; j < width; j++) mean[j]! /= units;
  const scatter = zeros(width, width);
  const away = new Float64Array(width);
  moments.forEach((group, g) => {
    const drawn = times[g]!;
    if (drawn === 0) return;
    const stored = group.mean.length;
    for (let j = 0; j < width; j++) away[j] = group.mean[j]! - mean[j]!;
    for (let j = 0; j < width; j++) {
      const factor = drawn * group.units * away[j]!;
      const from = j * stored;
      const to = j * width;
      // The lower triangle: the other half follows from it.
      for (let k = 0; k <= j; k++)
        scatter.data[to + k]! += drawn * group.scatter.data[from + k]! + factor * away[k]!;
    }
  });
  for (let j = 0; j < width; j++)
    for (let k = 0; k < j; k++) scatter.data[k * width + j] = scatter.data[j * width + k]!;
  return { units, mean, scatter };
}
