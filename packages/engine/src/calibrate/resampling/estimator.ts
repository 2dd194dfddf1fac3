import { type Target, type TargetSpec, target } from '../../model/target.ts';
import { targetMean, targetUnder } from '../../model/target-under.ts';
import type { Measurement } from '../../model/value/action.ts';
import type { Model } from '../../model/value/model.ts';
import { type Mixture, mixed, protocolFamily } from '../../model/value/protocol-family.ts';
import { type FamilyColumns, familyValues, familyValuesOfTargets } from '../../model/value/value.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { covarianceOf } from '../sample/moments.ts';
import { type PlugInCovariance, plugInFromCentred, plugInFromMoments } from '../sample/plug-in-covariance.ts';
import { isQuietNoise, noiseOf } from '../sample/replicate-noise.ts';
import { centredRows, hasTargets, isGrouped, resampledMoments, type Sample } from '../sample/sample.ts';
import { influenceProducts, lawOfReadings } from './influence.ts';
import { type FlooredMoments, lastOf, secondMoments } from './linear-law.ts';

/** What is estimated, from what. Plain data. */
export interface EstimatorInput {
  sample: Sample;
  /**
   * 'gaussian': I_g under the Gaussian law whose correlations the data show. 'linear': I_L of any law from raw second moments, with
   * the noise of actions in units of the data; the target is the sample's own column, or the weighted mean of the record without one.
   */
  estimand: 'gaussian' | 'linear';
  /**
   * For 'gaussian'. 'data': the law has the mean and the standard deviations that the data show, and noise of actions and
   * thresholds of targets are in the unit of the data. 'standardised', the default: they are in standard deviations of the
   * latent quantity at each time.
   */
  scale?: 'data' | 'standardised';
  /** For 'data'. 'log': the sample holds log X, and so does what is read; thresholds are those of X. */
  transform?: 'none' | 'log';
  /** R₀: the variance of the noise of a reading, for all times or each, or from the replicates of the sample. */
  noise: number | Float64Array | 'replicates';
  shrinkage?: 'none' | 'linear';
  weights: Float64Array;
  /** For 'gaussian'; all of them from the same estimate. */
  targets: readonly TargetSpec[];
  protocols: readonly (readonly Measurement[])[];
  /** For draws of what may be missing, where there is too much to go through. */
  patternSeed?: number;
  /** For 'linear' with units held one by one: of so many of the first protocols, a draw also gives its own standard errors. */
  studentised?: number;
}

export interface Estimate {
  /** Of protocol i under target t at t·protocols + i. */
  values: Float64Array;
  /** The same of what is read completely; absent where nothing can be missing. */
  complete?: Float64Array;
  /** 1 where a value is a lower bound, in the same order; absent where none is. */
  atLeast?: Uint8Array;
  /** Var Θ̂ for each target. */
  variances: Float64Array;
  /** sup |Q_S,jk| for each target; 0 for those that form no Q. */
  largestRecovered: Float64Array;
  /** E Θ̂ for each target. */
  targetMeans: Float64Array;
  /** The law that the values were computed from. */
  model: Model;
  /** m̂ of a law in the unit of the data. */
  mean?: Float64Array;
  /** The targets of 'gaussian', prepared under the law. */
  targets?: Target[];
  /** How the covariance was made; absent for 'linear'. */
  plugIn?: PlugInCovariance;
  /** Of 'linear' with noise: the floor of the joint correlations, how many eigenvalues it lifted and by how much. */
  floored?: FlooredMoments;
  /** Of a draw: squared standard errors of the first values and their covariances, as the draw by itself shows them. */
  products?: Float64Array;
}

/**
 * From how often each row of the sample, a trajectory (or a group), is taken to the values of all protocols. 'data' is for the units as they are: noise
 * above the variance is refused, and values have all their digits. In a 'resample' chance may do that, and six digits
 * are more than a draw needs. A 'draw' is a resample that says how uncertain its values are, where that was asked for.
 */
export type Estimator = (times: ArrayLike<number>, of?: 'data' | 'resample' | 'draw') => Estimate;

/** Prepares what all resamples share. */
export function estimator(input: EstimatorInput, kernels: Kernels = defaultKernels()): Estimator {
  return input.estimand === 'gaussian' ? gaussianEstimator(input, kernels) : linearEstimator(input, kernels);
}

/** How many values an estimate holds: one for each protocol under each target. */
export function valuesPerEstimate({ estimand, targets, protocols }: EstimatorInput): number {
  return (estimand === 'gaussian' ? targets.length : 1) * protocols.length;
}

function gaussianEstimator(input: EstimatorInput, kernels: Kernels): Estimator {
  const { sample, noise, shrinkage = 'none', weights, protocols, scale, transform = 'none' } = input;
  const inUnit = scale === 'data';
  const standardised = inUnit ? [] : input.targets.map((spec) => target(spec));
  const noiseLeft = noiseOf(sample, noise);
  const { catalogue, family, mixture } = protocolFamily(protocols, input.patternSeed);
  return (times, of = 'resample') => {
    const options = {
      noise: noiseLeft(times),
      shrinkage,
      drowned: of === 'data' ? ('refuse' as const) : ('floor' as const),
      kernels,
    };
    let plugIn: PlugInCovariance;
    let mean: Float64Array;
    if (isGrouped(sample) || sample.gaps) {
      const moments = resampledMoments(sample, times, false);
      mean = moments.mean;
      plugIn = plugInFromMoments(moments, options);
    } else {
      const { rows, units, mean: own } = centredRows(sample, times, false);
      mean = own;
      plugIn = plugInFromCentred(rows, units, options);
    }
    const law = { mean, scale: plugIn.scale, transform };
    // A threshold stands elsewhere in the law of every resample: what depends on it is prepared anew.
    const targets = inUnit ? input.targets.map((spec) => targetUnder(spec, law)) : standardised;
    const model = { covariance: plugIn.covariance, weights, ...(inUnit && { scale: plugIn.scale }) };
    const columns = familyValuesOfTargets(model, targets, catalogue, family, {
      kernels,
      accuracy: of === 'data' ? 'full' : 'screening',
    });
    return {
      ...gathered(columns, mixture),
      targetMeans: Float64Array.from(targets, (one) => targetMean(one, weights)),
      model,
      ...(inUnit && { mean }),
      targets,
      plugIn,
    };
  };
}

/**
 * I_L is the value of the mean target under a law in which the target is one more grid point with all the weight. Without
 * noise only what the actions read is needed of each unit; with noise the joint second moments are floored like a plug-in
 * covariance, on the scale of correlations, since less the noise they may not be those of any law.
 */
function linearEstimator(input: EstimatorInput, kernels: Kernels): Estimator {
  const { sample, noise, weights, protocols } = input;
  const { catalogue, family, mixture } = protocolFamily(protocols, input.patternSeed);
  const mean = target('mean');
  const column = hasTargets(sample);
  const { studentised = 0 } = input;
  const quiet = isQuietNoise(noise);
  const readings =
    !isGrouped(sample) && !sample.gaps && (quiet || studentised > 0)
      ? readingsOf(sample.values, sample.targets, weights, catalogue)
      : undefined;
  /** `law` is of readings and target, before anything is scaled. */
  const productsOf = (law: () => Matrix, times: ArrayLike<number>, of: Parameters<Estimator>[1]) =>
    of === 'draw' && readings && studentised > 0
      ? {
          products: influenceProducts(
            { covariance: law(), catalogue, family, mixture },
            readings,
            times,
            studentised,
            isGrouped(sample) ? undefined : sample.clusters,
          ),
        }
      : {};
  if (quiet && readings) {
    const points = catalogue.map(({ noise: variance }, a) => ({ first: a, last: a, noise: variance }));
    return (times, of) => {
      const { rows, units, mean: own } = centredRows({ values: readings }, times, false);
      const covariance = covarianceOf(kernels.crossGram(rows), units);
      const products = productsOf(() => covariance, times, of);
      const { model, scale, unit } = scaledToTarget(covariance, undefined);
      const values = gathered([familyValues(model, mean, scaled(points, scale), family, kernels)], mixture);
      return {
        ...values,
        variances: inUnits(values.variances, unit),
        targetMeans: own.slice(-1),
        model,
        ...products,
      };
    };
  }
  const moments = secondMoments(input, kernels);
  return (times, of) => {
    const { covariance, weights: whole, targetMean: ofTarget, floored } = moments(times);
    const products = productsOf(() => lawOfReadings({ covariance, weights: whole }, catalogue), times, of);
    const { model, scale, unit } = scaledToTarget(covariance, column ? undefined : weights);
    const values = gathered([familyValues(model, mean, scaled(catalogue, scale), family, kernels)], mixture);
    return {
      ...values,
      variances: inUnits(values.variances, unit),
      targetMeans: Float64Array.of(ofTarget),
      model,
      ...products,
      ...(floored && { floored }),
    };
  };
}

function inUnits(variances: Float64Array, unit: number): Float64Array {
  return variances.map((variance) => variance * unit);
}

/** What each action reads of each unit, and the target in the last column. */
function readingsOf(
  values: Matrix,
  targets: Float64Array | undefined,
  weights: Float64Array,
  catalogue: readonly Measurement[],
): Matrix {
  const { rows: m, cols: p, data } = values;
  const width = catalogue.length + 1;
  const out = zeros(m, width);
  for (let i = 0; i < m; i++) {
    catalogue.forEach(({ first, last }, a) => {
      let sum = 0;
      for (let j = first; j <= last; j++) sum += data[i * p + j]!;
      out.data[i * width + a] = sum / (last - first + 1);
    });
    let whole = targets?.[i] ?? 0;
    if (!targets) for (let j = 0; j < p; j++) whole += weights[j]! * data[i * p + j]!;
    out.data[i * width + width - 1] = whole;
  }
  return out;
}

/**
 * One scale for the readings and one for the target, so that numbers of any size are computed with near 1. `unit` is what a
 * variance of 1 of the target stands for.
 */
function scaledToTarget(
  covariance: Matrix,
  weights: Float64Array | undefined,
): { model: Model; scale: number; unit: number } {
  const { rows: n, data } = covariance;
  const readings = weights ? n : n - 1;
  let sum = 0;
  for (let j = 0; j < readings; j++) sum += data[j * n + j]!;
  const scale = readings > 0 && sum > 0 ? sum / readings : 1;
  const factors = new Float64Array(n).fill(1 / Math.sqrt(scale));
  const last = data[n * n - 1]!;
  if (!weights && last > 0) factors[n - 1] = 1 / Math.sqrt(last);
  for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) data[j * n + k]! *= factors[j]! * factors[k]!;
  const unit = weights ? scale : last > 0 ? last : 1;
  return { model: { covariance, weights: weights ?? lastOf(n) }, scale, unit };
}

function scaled(catalogue: readonly Measurement[], scale: number): Measurement[] {
  return catalogue.map(({ first, last, noise }) => ({ first, last, noise: noise / scale }));
}

/** The values of protocols from those of the patterns that they are mixtures of. */
export function gathered(
  columns: readonly Pick<FamilyColumns, 'variance' | 'value' | 'atLeast' | 'largestRecovered'>[],
  mixture: Mixture,
): Omit<Estimate, 'model' | 'targetMeans'> {
  const protocols = mixture.complete.length;
  const each = (pick: (columns: Pick<FamilyColumns, 'value' | 'atLeast'>) => ArrayLike<number>) => {
    const out = new Float64Array(columns.length * protocols);
    columns.forEach((own, t) => {
      out.set(mixed(mixture, pick(own)), t * protocols);
    });
    return out;
  };
  const { places, complete } = mixture;
  const isMixed = places.length > protocols || complete.some((place, i) => place !== places[i]);
  return {
    values: each(({ value }) => value),
    ...(columns.some(({ atLeast }) => atLeast.includes(1)) && {
      atLeast: Uint8Array.from(
        each(({ atLeast }) => atLeast),
        (share) => (share > 0 ? 1 : 0),
      ),
    }),
    ...(isMixed && {
      complete: Float64Array.from(
        columns.flatMap(({ value }) => Array.from(complete, (place) => value[place]!)),
      ),
    }),
    variances: Float64Array.from(columns, ({ variance }) => variance),
    largestRecovered: Float64Array.from(columns, ({ largestRecovered }) => largestRecovered),
  };
}
