import { isLinear, type TargetSpec, targetKindOf } from '../model/target.ts';
import { applyAction, type Measurement } from '../model/value/action.ts';
import { type PredictingLaw, predictor, targetOfTrajectory } from '../model/value/predictor.ts';
import { log, square } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { normalAt, permutation, randomStream } from '../numerics/random/random-stream.ts';
import { type LinearShare, linearShares } from './linear-share.ts';
import { type EstimatorInput, estimator } from './resampling/estimator.ts';
import { noiseDiagonal, noiseInValues } from './sample/replicate-noise.ts';
import { eachOnce, isGrouped, sampleSize } from './sample/sample.ts';

/** What a law promises of a protocol, and what its own predictor reaches in units that it was not fitted to. */
export interface HeldOutValue {
  /** R² under the law of the data as they were measured; the protocol's value where they carry no noise. */
  promised: number;
  /** Held-out R²: 1 less the squared error over the squared deviation from the mean. */
  reached: number;
  /** Of `reached`, by unit. */
  standardError: number;
  /** Of log(1 − promised) − log(1 − reached): its distance from 0 in standard errors, and Student's degrees of freedom. */
  distance: number;
  freedom: number;
  /** null where the target is linear in the readings, so that `promised` rests on second moments alone. */
  linear: LinearShare | null;
}

export interface HeldOutFit {
  folds: number;
  /** Whether the data carry noise: the target is then that of the record as measured, noise included. */
  noisy: boolean;
  /** The part of the target's variance in these units that is of one of them. */
  largest: number;
  /** For each protocol; null where its readings have less noise than the data, so that the data cannot show it. */
  protocols: (HeldOutValue | null)[];
}

/** Folds of units; fewer where there are fewer units. */
const FOLDS = 10;
/** Noise that a reading has beyond that of the data is drawn so many times for each trajectory; of a linear predictor it is known. */
const NOISE_DRAWS = 4;

/**
 * The law is estimated from all units but those of a fold, and its Bayes predictor applied to the trajectories of these. What is read
 * are the data themselves, with the noise that an action has beyond theirs; what is predicted is the target of the record as it was
 * measured. So nothing is taken off: the law is that of measured values. Units in canonical order; undefined for groups of units, and
 * where the target is the same in all of them.
 */
export function heldOutFit(input: EstimatorInput, seed: number): HeldOutFit | undefined {
  const { sample } = input;
  if (isGrouped(sample) || input.estimand !== 'gaussian') return undefined;
  const measured = measuredScale(input);
  const { values, transform, target: spec, noise } = measured;
  const { weights } = input;
  const noisy = noise.some((variance) => variance > 0);
  // In another unit than that of the latent quantity there are thresholds and the mean only.
  if (noisy && spec !== 'mean' && !targetKindOf(spec).kind.steps) return undefined;
  const beyond = input.protocols.map((protocol) => noiseBeyond(protocol, noise));
  const own: EstimatorInput = {
    ...input,
    sample: { values, ...(sample.clusters && { clusters: sample.clusters }) },
    noise: 0,
    scale: 'data',
    transform,
    targets: [spec],
    protocols: beyond.map((protocol) => protocol ?? []),
  };
  const asked = noisy ? own : input;
  const whole = estimator(asked)(eachOnce(sample), 'data');
  const units = sampleSize(sample);
  const folds = Math.min(FOLDS, units);
  const order = permutation(randomStream(seed, 'held-out folds'), units);
  const foldOf = new Int32Array(units);
  order.forEach((unit, i) => {
    foldOf[unit] = i % folds;
  });
  const unitOf = (row: number) => sample.clusters?.[row] ?? row;
  const truth = targetOfTrajectory(spec, weights, transform);
  const truths = Float64Array.from({ length: values.rows }, (_, row) =>
    truth(values.data, row * values.cols),
  );
  const mean = truths.reduce((sum, value) => sum + value, 0) / truths.length;
  const errors = input.protocols.map(() => new Float64Array(units));
  const spread = new Float64Array(units);
  truths.forEach((value, row) => {
    spread[unitOf(row)]! += square(value - mean);
  });
  // A target that is the same in all units leaves nothing to explain: there is no R².
  if (spread.every((squares) => squares === 0)) return undefined;
  const recorded = { values, targets: truths, ...(sample.clusters && { clusters: sample.clusters }) };
  const linear = isLinear(whole.targets![0]!)
    ? undefined
    : linearShares(asked, { ...own, estimand: 'linear', sample: recorded }, order);
  const fit = estimator({ ...own, targets: [], protocols: [] });
  const stream = randomStream(seed, 'held-out noise');
  for (let fold = 0; fold < folds; fold++) {
    const isOut = (row: number) => foldOf[unitOf(row)] === fold;
    const times = Int32Array.from(truths, (_, row) => (isOut(row) ? 0 : 1));
    const { model, mean: centre } = fit(times);
    const law: PredictingLaw = { ...model, mean: centre, transform };
    beyond.forEach((protocol, i) => {
      if (protocol === undefined) return;
      const predict = predictor(law, spec, protocol);
      const noiseError = predict.linear
        ? protocol.reduce(
            (sum, action, a) => sum + square(predict.linear!.coefficients[a]!) * action.noise,
            0,
          )
        : 0;
      const loud = !predict.linear && protocol.some((action) => action.noise > 0);
      const draws = loud ? NOISE_DRAWS : 1;
      for (let row = 0; row < values.rows; row++) {
        if (!isOut(row)) continue;
        const clean = protocol.map((action) => applyAction(action, values.data, row * values.cols));
        let squares = 0;
        for (let draw = 0; draw < draws; draw++) {
          const readings = loud
            ? clean.map((value, a) => {
                const place = ((row * input.protocols.length + i) * draws + draw) * protocol.length + a;
                return value + Math.sqrt(protocol[a]!.noise) * normalAt(stream, place);
              })
            : clean;
          squares += square(truths[row]! - predict(readings)) / draws;
        }
        errors[i]![unitOf(row)]! += squares + noiseError;
      }
    });
  }
  return {
    folds,
    noisy,
    largest: spread.reduce((most, own) => Math.max(most, own)) / spread.reduce((sum, own) => sum + own, 0),
    protocols: errors.map((own, i) =>
      beyond[i]
        ? {
            promised: whole.values[i]!,
            ...heldOutR2(own, spread),
            ...apart(whole.values[i]!, own, spread),
            linear: linear?.[i] ?? null,
          }
        : null,
    ),
  };
}

/** Of the ratio of two sums over units: its linearisation has the standard error of a mean. */
function heldOutR2(
  errors: Float64Array,
  spread: Float64Array,
): Pick<HeldOutValue, 'reached' | 'standardError'> {
  const units = errors.length;
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const share = total(errors) / total(spread);
  const squares = errors.reduce((sum, error, unit) => sum + square(error - share * spread[unit]!), 0);
  return {
    reached: 1 - share,
    standardError: Math.sqrt((squares * units) / (units - 1)) / total(spread),
  };
}

/** Of the variance that is left unexplained, what is rounding. */
const NOTHING_LEFT = 1e-9;

/**
 * How far 1 − R² is from what is promised, as a ratio, with the jackknife of units for its error. A target with a heavy tail has most of its
 * variance in few units: sums of it are skewed, which the logarithm mends, and its error is known from these few, so that the degrees of
 * freedom are those of a variance with the kurtosis that the units have (Satterthwaite): units − 1 of Gaussian ones. O(units).
 */
function apart(
  promised: number,
  errors: Float64Array,
  spread: Float64Array,
): Pick<HeldOutValue, 'distance' | 'freedom'> {
  const units = errors.length;
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const [allErrors, allSpread] = [total(errors), total(spread)];
  const left = (error: number, of: number) => log(Math.max(NOTHING_LEFT, of > 0 ? error / of : 1));
  const without = errors.map((error, unit) => left(allErrors - error, allSpread - spread[unit]!));
  const mean = total(without) / units;
  const squares = without.map((own) => square(own - mean));
  const sum = total(squares);
  if (!(sum > 0)) return { distance: 0, freedom: units - 1 };
  const kurtosis = (units * squares.reduce((all, own) => all + square(own), 0)) / square(sum);
  return {
    distance:
      (log(Math.max(NOTHING_LEFT, 1 - promised)) - left(allErrors, allSpread)) /
      Math.sqrt(((units - 1) / units) * sum),
    freedom: kurtosis > 1 ? Math.min(units - 1, (2 * units) / (kurtosis - 1)) : units - 1,
  };
}

/** The values as the target and the actions take them, and the noise in them. */
interface Measured {
  values: Matrix;
  transform: 'none' | 'log';
  target: TargetSpec;
  noise: Float64Array;
}

/** As they are, or for a standardised law in standard deviations of the latent quantity about its mean. */
function measuredScale(input: EstimatorInput): Measured {
  const { sample, scale, transform = 'none', targets } = input;
  if (isGrouped(sample)) throw new RangeError('groups of units have no trajectories');
  const { values } = sample;
  const p = values.cols;
  const left = noiseDiagonal(noiseInValues(sample, input.noise, eachOnce(sample)));
  const noise = typeof left === 'number' ? new Float64Array(p).fill(left) : left;
  const target = targets[0]!;
  if (scale === 'data') return { values, transform, target, noise };
  const whole = estimator({ ...input, scale: 'data', targets: [], protocols: [] })(eachOnce(sample), 'data');
  const [mean, deviations] = [whole.mean!, whole.model.scale!];
  const standardised = zeros(values.rows, p);
  values.data.forEach((value, n) => {
    standardised.data[n] = (value - mean[n % p]!) / deviations[n % p]!;
  });
  return {
    values: standardised,
    transform: 'none',
    target,
    noise: noise.map((variance, j) => variance / square(deviations[j]!)),
  };
}

/** Rounding of a noise that is given as that of the data. */
const SAME = 1e-9;

/** The actions with the noise that they have beyond what the data carry; undefined where one has less. */
function noiseBeyond(
  protocol: readonly Measurement[],
  noise: Float64Array,
): readonly Measurement[] | undefined {
  const found = protocol.map(({ first, last, noise: own }) => {
    const length = last - first + 1;
    let carried = 0;
    for (let j = first; j <= last; j++) carried += noise[j]! / square(length);
    return { first, last, noise: Math.abs(own - carried) <= SAME * carried ? 0 : own - carried };
  });
  return found.some((action) => action.noise < 0) ? undefined : found;
}
