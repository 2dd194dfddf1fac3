import { InvalidInput } from '../../model/input/invalid-input.ts';
import type { DividedWork } from '../../numerics/divided-work.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { eachOnce, type Sample } from '../sample/sample.ts';
import { type Estimate, type Estimator, type EstimatorInput, estimator } from './estimator.ts';
import { type Resample, resampledTimes } from './resample.ts';

export interface ResamplingInput {
  estimator: EstimatorInput;
  seed: number;
  resamples: readonly Resample[];
  /** How many of the first resamples also say how far their covariance lies from that of all units. */
  distances: number;
}

export interface Resampled {
  values: Float64Array;
  /** How often it was drawn again, because by chance nothing varied in it. */
  redrawn: number;
  /** ‖K̂_b − K̂‖ in operator norm. */
  distance?: number;
  /** Of a bootstrap draw, where the estimator was asked for them. */
  products?: Float64Array;
}

/** The values of all protocols in each of many resamples: all protocols and targets share each one. */
export const resampling: DividedWork<ResamplingInput, Resampled> = {
  name: 'resampling',
  prepare({ estimator: input, seed, resamples, distances }) {
    const estimate = estimator(input);
    const { sample } = input;
    const whole = distances > 0 ? estimate(eachOnce(sample)).model.covariance : undefined;
    return (piece) => {
      const { redrawn, estimate: found } = informative(estimate, resamples[piece]!, sample, seed);
      const { values, model, products } = found;
      return {
        values,
        redrawn,
        ...(whole && piece < distances && { distance: operatorDistance(model.covariance, whole) }),
        ...(products && { products }),
      };
    };
  },
};

function operatorDistance(a: Matrix, b: Matrix): number {
  const difference = { ...a, data: a.data.map((value, n) => value - b.data[n]!) };
  const values = defaultKernels().eigenvaluesSymmetric(difference);
  return Math.max(Math.abs(values[0]!), Math.abs(values.at(-1)!));
}

/** Attempts at a draw in which something varies. */
const MOST_DRAWN = 100;

/**
 * A resample may by chance hold only units with the same target, or none with replicates; nothing can be estimated from it.
 * It is drawn again: the bootstrap given that something varies, as it does in the data.
 */
function informative(
  estimate: Estimator,
  resample: Resample,
  sample: Sample,
  seed: number,
): { estimate: Estimate; redrawn: number } {
  for (let again = 0; ; again++)
    try {
      return {
        estimate: estimate(
          resampledTimes(sample, resample, seed, again),
          resample.kind === 'bootstrap' ? 'draw' : 'resample',
        ),
        redrawn: again,
      };
    } catch (error) {
      const byChance = error instanceof InvalidInput && !resample.kind.startsWith('without');
      if (!byChance || again >= MOST_DRAWN) throw error;
    }
}
