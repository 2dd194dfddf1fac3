import { fillIntegersBelow, permutation, randomStream } from '../../numerics/random/random-stream.ts';
import { eachOnce, type Sample, sampleSize, timesOfRows } from '../sample/sample.ts';

/** A set of units made from the m at hand: which one it is follows from these few numbers. */
export type Resample =
  /** m units drawn with replacement. */
  | { kind: 'bootstrap'; draw: number }
  /** All units but those of one of `groups` groups of random units: with as many groups as units, all but one. */
  | { kind: 'without'; group: number; groups: number }
  /** All trajectories but those of one of `groups` groups of them, whatever their units. */
  | { kind: 'without-trajectories'; group: number; groups: number }
  /** `size` units drawn without replacement. */
  | { kind: 'subsample'; size: number; draw: number };

/** How often a resample holds each row or group of a sample. */
export function resampledTimes(sample: Sample, resample: Resample, seed: number, again = 0): Int32Array {
  return resample.kind === 'without-trajectories'
    ? multiplicities(resample, eachOnce(sample).length, seed)
    : timesOfRows(sample, multiplicities(resample, sampleSize(sample), seed, again));
}

/** How often a resample holds each of the m units, or trajectories; `again` numbers further attempts at the same draw. */
export function multiplicities(resample: Resample, m: number, seed: number, again = 0): Int32Array {
  const times = new Int32Array(m);
  const path = again === 0 ? [] : ['again', again];
  if (resample.kind === 'bootstrap') {
    const drawn = new Int32Array(m);
    fillIntegersBelow(randomStream(seed, 'bootstrap', resample.draw, ...path), m, drawn);
    for (const unit of drawn) times[unit]!++;
  } else if (resample.kind !== 'subsample') {
    times.fill(1);
    const order = permutation(randomStream(seed, resample.kind === 'without' ? 'groups' : 'trajectories'), m);
    for (let i = resample.group; i < m; i += resample.groups) times[order[i]!] = 0;
  } else {
    const order = permutation(randomStream(seed, 'subsample', resample.size, resample.draw, ...path), m);
    for (let i = 0; i < resample.size; i++) times[order[i]!] = 1;
  }
  return times;
}
