import { refuse } from '../model/invalid-input.ts';
import { isGrouped, type Sample, sampleSize } from './sample.ts';

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
  for (let i = 0; i < sampleSize(sample); i++) {
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
        why: 'no unit was measured more than once, so its noise cannot be told from its course',
        accepted: 'two or more replicates of some units, or the variance of the noise as a number',
      },
    ]);
  const share = inverse / units / degrees;
  return noise.map((sum) => sum * share);
}

/**
 * R̂₀ as it stands in the units' values. A value that is the mean of n readings has 1/n of the noise of one, so that what
 * is taken off at a time is the noise of a reading times the mean of 1/n over the units that a resample holds. Replicates
 * show the noise of the values themselves, averaged or not.
 */
export function noiseInValues(
  sample: Sample,
  noise: number | Float64Array | 'replicates',
  times: ArrayLike<number>,
): number | Float64Array {
  if (noise === 'replicates') return replicateNoise(sample, times);
  const shares = sharesLeft(sample, times);
  if (shares === undefined) return noise;
  if (typeof noise !== 'number') return noise.map((variance, j) => variance * shares[j]!);
  // One number for all times is far faster to work with where units are fewer than times.
  if (shares.every((share) => share === shares[0])) return noise * shares[0]!;
  return shares.map((share) => noise * share);
}

/** The mean of 1/readings at each time; undefined where every value is one reading. */
function sharesLeft(sample: Sample, times: ArrayLike<number>): Float64Array | undefined {
  const grouped = isGrouped(sample);
  const stored = grouped ? sample.shares : sample.readings;
  if (stored === undefined) return undefined;
  const { cols: p, data } = stored;
  const sums = new Float64Array(p);
  let units = 0;
  for (let i = 0; i < sampleSize(sample); i++) {
    const drawn = times[i]!;
    if (drawn === 0) continue;
    units += drawn * (grouped ? sample.moments[i]!.units : 1);
    for (let j = 0; j < p; j++) {
      const here = data[i * p + j]!;
      sums[j]! += drawn * (grouped ? here : 1 / here);
    }
  }
  return sums.map((sum) => sum / units);
}

function replicatesAt(sample: Sample, i: number): { units: number; degrees: number; inverse: number } {
  if (!isGrouped(sample)) {
    const replicates = sample.counts?.[i] ?? 1;
    return { units: 1, degrees: replicates - 1, inverse: 1 / replicates };
  }
  const { units } = sample.moments[i]!;
  return { units, degrees: sample.degrees?.[i] ?? 0, inverse: sample.inverses?.[i] ?? units };
}
