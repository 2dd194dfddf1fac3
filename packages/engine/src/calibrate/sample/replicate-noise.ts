import { refuse } from '../../model/input/invalid-input.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { addEntries, interpolatedNoise } from './interpolated-noise.ts';
import { isGrouped, rowCount, type Sample } from './sample.ts';
import type { UnitGroups } from './unit-groups.ts';

/**
 * R̂₀ from replicates: at each time the variance within units, pooled, times the mean of 1/replicates, which is the noise
 * left in the units' means. `times` says how often a resample holds each unit or group.
 */
export function replicateNoise(sample: Sample, times: ArrayLike<number>): Float64Array {
  const p = isGrouped(sample) ? sample.points : sample.values.cols;
  const noise = new Float64Array(p);
  let units = 0;
  let degrees = 0;
  let inverse = 0;
  for (let i = 0; i < rowCount(sample); i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    const here = replicatesAt(sample, i);
    units += drawn * here.units;
    degrees += drawn * here.degrees;
    inverse += drawn * here.inverse;
    if (sample.within && here.degrees > 0)
      for (let j = 0; j < p; j++) noise[j]! += drawn * sample.within.data[i * p + j]!;
  }
  if (degrees === 0)
    refuse([
      {
        path: ['noise', 'replicates'],
        value: 1,
        why: 'no unit was measured more than once, so the noise variance cannot be estimated',
        accepted: 'two or more replicates of some units, or the variance of the noise as a number',
      },
    ]);
  const share = inverse / units / degrees;
  return noise.map((sum) => sum * share);
}

/** The covariance of noise: one variance for all times, one for each, or a matrix where the noise of times is related. */
export type NoiseLeft = number | Float64Array | Matrix;

export function isQuietNoise(noise: number | Float64Array | 'replicates'): boolean {
  return noise === 0 || (noise instanceof Float64Array && noise.every((variance) => variance === 0));
}

/** The variances on its diagonal. */
export function noiseDiagonal(noise: NoiseLeft): number | Float64Array {
  if (typeof noise === 'number' || noise instanceof Float64Array) return noise;
  const { cols: p, data } = noise;
  return Float64Array.from({ length: p }, (_, j) => data[j * p + j]!);
}

/** Takes noise off the first rows and columns of a covariance. In place. */
export function subtractNoise({ cols, data }: Matrix, noise: NoiseLeft, p: number): void {
  if (typeof noise === 'number') for (let j = 0; j < p; j++) data[j * cols + j]! -= noise;
  else if (noise instanceof Float64Array) for (let j = 0; j < p; j++) data[j * cols + j]! -= noise[j]!;
  else for (let j = 0; j < p; j++) for (let k = 0; k < p; k++) data[j * cols + k]! -= noise.data[j * p + k]!;
}

/**
 * R̂₀ as it stands in the units' values, for each resample. A value that is the mean of n readings has 1/n of the noise of one, so
 * that what is taken off at a time is the noise of a reading times the mean of 1/n over the units that a resample holds;
 * interpolated values have what is left of the two beside them, and share it with these. Replicates show the noise of the
 * values themselves, averaged or not.
 */
export function noiseOf(
  sample: Sample,
  noise: number | Float64Array | 'replicates',
): (times: ArrayLike<number>) => NoiseLeft {
  if (noise === 'replicates') return (times) => replicateNoise(sample, times);
  const related = relatedNoise(sample, noise);
  return (times) => {
    const variances = variancesLeft(sample, noise, times);
    return related ? related(variances, times) : variances;
  };
}

/** The same for one resample. */
export function noiseInValues(
  sample: Sample,
  noise: number | Float64Array | 'replicates',
  times: ArrayLike<number>,
): NoiseLeft {
  return noiseOf(sample, noise)(times);
}

function variancesLeft(
  sample: Sample,
  noise: number | Float64Array,
  times: ArrayLike<number>,
): number | Float64Array {
  const shares = sharesLeft(sample, times);
  if (shares === undefined) return noise;
  if (typeof noise !== 'number') return noise.map((variance, j) => variance * shares[j]!);
  // One number for all times is far faster to work with where units are fewer than times.
  if (shares.every((share) => share === shares[0])) return noise * shares[0]!;
  return shares.map((share) => noise * share);
}

/** What interpolation made of the noise, added to the variances as if every value had been measured; undefined where none was. */
function relatedNoise(
  sample: Sample,
  noise: number | Float64Array,
): ((variances: number | Float64Array, times: ArrayLike<number>) => Matrix) | undefined {
  const grouped = isGrouped(sample);
  const stored = grouped ? sample.related : sample.filled;
  if (stored === undefined || isQuietNoise(noise)) return undefined;
  const p = grouped ? sample.points : sample.values.cols;
  const size = rowCount(sample);
  const entries = grouped
    ? undefined
    : Array.from({ length: size }, (_, i) =>
        interpolatedNoise(sample.filled!.data.subarray(i * p, (i + 1) * p), (j) => {
          const one = typeof noise === 'number' ? noise : noise[j]!;
          return sample.readings ? one / sample.readings.data[i * p + j]! : one;
        }),
      );
  return (variances, times) => {
    const matrix = zeros(p, p);
    let units = 0;
    for (let i = 0; i < size; i++) {
      const drawn = times[i]!;
      if (drawn === 0) continue;
      units += drawn * (grouped ? sample.moments[i]!.units : 1);
      if (entries) addEntries(matrix, entries[i]!, drawn);
      else {
        const own = sample as UnitGroups;
        for (let n = 0; n < matrix.data.length; n++) matrix.data[n]! += drawn * own.related![i]!.data[n]!;
      }
    }
    for (let n = 0; n < matrix.data.length; n++) matrix.data[n]! /= units;
    for (let j = 0; j < p; j++)
      matrix.data[j * p + j]! += typeof variances === 'number' ? variances : variances[j]!;
    return matrix;
  };
}

/** The mean of 1/readings at each time; undefined where every value is one reading. */
function sharesLeft(sample: Sample, times: ArrayLike<number>): Float64Array | undefined {
  const grouped = isGrouped(sample);
  const stored = grouped ? sample.shares : sample.readings;
  if (stored === undefined) return undefined;
  const { cols: p, data } = stored;
  const sums = new Float64Array(p);
  const gaps = !grouped && sample.gaps ? sample.values.data : undefined;
  /** Of trajectories that have no value at a time. */
  const absent = new Float64Array(p);
  let units = 0;
  for (let i = 0; i < rowCount(sample); i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    units += drawn * (grouped ? sample.moments[i]!.units : 1);
    for (let j = 0; j < p; j++) {
      const here = data[i * p + j]!;
      if (gaps && Number.isNaN(gaps[i * p + j]!)) absent[j]! += drawn;
      else sums[j]! += drawn * (grouped ? here : 1 / here);
    }
  }
  return sums.map((sum, j) => sum / (units - absent[j]!));
}

function replicatesAt(sample: Sample, i: number): { units: number; degrees: number; inverse: number } {
  if (!isGrouped(sample)) {
    const replicates = sample.counts?.[i] ?? 1;
    return { units: 1, degrees: replicates - 1, inverse: 1 / replicates };
  }
  const { units } = sample.moments[i]!;
  return { units, degrees: sample.degrees?.[i] ?? 0, inverse: sample.inverses?.[i] ?? units };
}
