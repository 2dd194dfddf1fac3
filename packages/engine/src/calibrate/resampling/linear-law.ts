import { floorEigenvalues } from '../../model/covariance-repair.ts';
import { refuse } from '../../model/input/invalid-input.ts';
import type { Model } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { covarianceOf } from '../sample/moments.ts';
import { isQuietNoise, noiseOf, subtractNoise } from '../sample/replicate-noise.ts';
import { hasGaps, hasTargets, resampledMoments, type Sample } from '../sample/sample.ts';

/** What the best-linear value is computed from. */
export interface SecondMomentsInput {
  sample: Sample;
  noise: number | Float64Array | 'replicates';
  weights: Float64Array;
}

/** What flooring did to joint correlations: the floor, how many eigenvalues it lifted and by how much in total. */
export interface FlooredMoments {
  floor: number;
  lifted: number;
  mass: number;
}

interface SecondMoments {
  /** Of the values and, where units have a target of their own, of that as the last one; in the unit of the data. */
  covariance: Matrix;
  /** Of the target among them: all of the last one, or the weights of the record's mean. */
  weights: Float64Array;
  /** E Θ. */
  targetMean: number;
  floored?: FlooredMoments;
}

/**
 * From how often each unit (or group) is taken to the joint second moments. With noise they are floored like a plug-in
 * covariance, on the scale of correlations, since less the noise they may not be those of any law.
 */
export function secondMoments(
  { sample, noise, weights }: SecondMomentsInput,
  kernels: Kernels = defaultKernels(),
): (times: ArrayLike<number>) => SecondMoments {
  const column = hasTargets(sample);
  const noiseLeft = noiseOf(sample, noise);
  return (times) => {
    const { units, scatter, mean } = resampledMoments(sample, times, column, kernels);
    const covariance = covarianceOf(scatter, units);
    const own = column ? lastOf(covariance.cols) : weights;
    const targetMean = own.reduce((sum, weight, j) => sum + weight * mean[j]!, 0);
    if (isQuietNoise(noise) && !hasGaps(sample)) return { covariance, weights: own, targetMean };
    subtractNoise(covariance, noiseLeft(times), weights.length);
    return {
      covariance,
      weights: own,
      targetMean,
      floored: floorOnCorrelations(covariance, 1 / units, kernels),
    };
  };
}

/** A time at which all units have the same value has no correlations; its standard deviation is this share of the largest. */
const NO_VARIANCE = 1e-100;

/**
 * The same as a law in the unit of the data, under which the best-linear value of a protocol is the value of the mean
 * target: the target is one more point with all the weight, unless it is the mean of the record.
 */
export function linearLaw(
  input: SecondMomentsInput,
  times: ArrayLike<number>,
  kernels: Kernels = defaultKernels(),
): { model: Model; floored?: FlooredMoments } {
  const { covariance, weights, floored } = secondMoments(input, kernels)(times);
  const { rows: n, data } = covariance;
  const roots = Float64Array.from({ length: n }, (_, j) => Math.sqrt(Math.max(0, data[j * n + j]!)));
  const largest = roots.reduce((most, root) => Math.max(most, root), 0);
  const correlations = zeros(n, n);
  for (let j = 0; j < n; j++)
    for (let k = 0; k < n; k++) {
      const scale = roots[j]! * roots[k]!;
      correlations.data[j * n + k] = j === k ? 1 : scale > 0 ? data[j * n + k]! / scale : 0;
    }
  const scale = roots.map((root) => (root > 0 ? root : NO_VARIANCE * largest));
  return { model: { covariance: correlations, weights, scale }, ...(floored && { floored }) };
}

/** All weight on the last of n. */
export function lastOf(n: number): Float64Array {
  const weights = new Float64Array(n);
  weights[n - 1] = 1;
  return weights;
}

/** Lifts the eigenvalues of the correlations to the floor and puts the scales back. In place. */
function floorOnCorrelations(covariance: Matrix, floor: number, kernels: Kernels): FlooredMoments {
  const { rows: n, data } = covariance;
  // A variance that the noise used up has no scale of its own: it gets that of the smallest one left.
  let least = Number.POSITIVE_INFINITY;
  for (let j = 0; j < n; j++) if (data[j * n + j]! > 0) least = Math.min(least, data[j * n + j]!);
  if (!Number.isFinite(least))
    refuse([
      {
        path: ['noise'],
        value: undefined,
        why: 'no variance is left at any time after subtracting the noise variance',
        accepted: 'a smaller noise variance, or units that differ by more',
      },
    ]);
  const roots = Float64Array.from({ length: n }, (_, j) =>
    Math.sqrt(data[j * n + j]! > 0 ? data[j * n + j]! : least),
  );
  for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) data[j * n + k]! /= roots[j]! * roots[k]!;
  const { covariance: lifted, lifted: count, mass } = floorEigenvalues(covariance, floor, kernels);
  const floored = lifted.data;
  for (let j = 0; j < n; j++)
    for (let k = 0; k < n; k++) data[j * n + k] = floored[j * n + k]! * roots[j]! * roots[k]!;
  return { floor, lifted: count, mass };
}
