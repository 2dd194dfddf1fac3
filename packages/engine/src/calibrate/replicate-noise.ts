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

function replicatesAt(sample: Sample, i: number): { units: number; degrees: number; inverse: number } {
  if (!isGrouped(sample)) {
    const replicates = sample.counts?.[i] ?? 1;
    return { units: 1, degrees: replicates - 1, inverse: 1 / replicates };
  }
  const { units } = sample.moments[i]!;
  return { units, degrees: sample.degrees?.[i] ?? 0, inverse: sample.inverses?.[i] ?? units };
}
