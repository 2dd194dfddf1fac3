import type { DividedWork } from '../numerics/divided-work.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { type EstimatorInput, estimator } from './estimator.ts';
import { multiplicities, type Resample } from './resample.ts';
import { sampleSize } from './sample.ts';

export interface ResamplingInput {
  estimator: EstimatorInput;
  seed: number;
  resamples: readonly Resample[];
  /** How many of the first resamples also say how far their covariance lies from that of all units. */
  distances: number;
}

export interface Resampled {
  values: Float64Array;
  /** ‖K̂_b − K̂‖ in operator norm. */
  distance?: number;
}

/** The values of all protocols in each of many resamples: all protocols and targets share each one. */
export const resampling: DividedWork<ResamplingInput, Resampled> = {
  name: 'resampling',
  prepare({ estimator: input, seed, resamples, distances }) {
    const estimate = estimator(input);
    const size = sampleSize(input.sample);
    const whole = distances > 0 ? estimate(new Int32Array(size).fill(1)).model.covariance : undefined;
    return (piece) => {
      const { values, model } = estimate(multiplicities(resamples[piece]!, size, seed));
      return whole && piece < distances
        ? { values, distance: operatorDistance(model.covariance, whole) }
        : { values };
    };
  },
};

function operatorDistance(a: Matrix, b: Matrix): number {
  const difference = { ...a, data: a.data.map((value, n) => value - b.data[n]!) };
  const values = defaultKernels().eigenvaluesSymmetric(difference);
  return Math.max(Math.abs(values[0]!), Math.abs(values.at(-1)!));
}
