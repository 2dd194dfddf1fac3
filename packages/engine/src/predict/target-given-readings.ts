import { type TargetSpec, targetLevels } from '../model/target.ts';
import { localSteps } from '../model/transform/local-transform.ts';
import type { Measurement } from '../model/value/action.ts';
import { meanWeights } from '../model/value/model.ts';
import {
  conditionalLaw,
  DETERMINED,
  exactReadings,
  inScale,
  latentGiven,
  logOf,
  type PredictingLaw,
  predictor,
  scaleOf,
  stepsOf,
} from '../model/value/predictor.ts';
import { exp, square } from '../numerics/elementary.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { dot, type Matrix, zeros } from '../numerics/matrix.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { meanAndDeviation } from '../numerics/quantile.ts';
import { type DrawnReadings, drawnResiduals } from './drawn-residuals.ts';
import { type EstimatedFrom, predictiveFactors, regressionReach } from './regression-reach.ts';

/** What readings say of the target of their unit. */
export interface Prediction {
  /** E(Θ | Y). */
  predicted: number;
  /** √Var(Θ | Y). */
  sd: number;
  /** Quantiles of Θ given Y, as much probability below as above; all of it on one side where the other is an end of the range. */
  low: number;
  high: number;
}

/** The law, and what a protocol is to predict under it. */
export interface PredictedUnder {
  readonly law: PredictingLaw;
  readonly target: TargetSpec;
  readonly protocol: readonly Measurement[];
  /** Of the intervals. */
  readonly level: number;
  readonly seed: number;
  /** Present where mean and covariance are moments of data: intervals of a linear predictor are then those of a regression. */
  readonly estimated?: EstimatedFrom | undefined;
}

/**
 * The law of Θ given the readings of some members of the protocol, in the law's scale (of log X with 'log') and in the order of `members`.
 * Mean and variance are exact: Σ ω_jω_k Cov{g_j(X_j), g_k(X_k) | Y} is quadratic for the mean, and the variance of the target under the
 * conditional law otherwise, V_g of the protocol-value identity. Quantiles are the normal ones for the mean, and those of draws of the
 * trajectory given Y for all else, which is bounded or skew; so is the variance where g is neither a step nor an exponential.
 */
export function targetGivenReadings(
  { law, target, protocol, level, estimated, seed }: PredictedUnder,
  members: readonly number[],
  drawn: () => DrawnReadings,
): (readings: ArrayLike<number>) => Prediction {
  const actions = members.map((a) => protocol[a]!);
  const predict = predictor(law, target, actions);
  const given = conditionalLaw(law, actions);
  const { weights } = law;
  const { mean, scale, transform } = scaleOf(law);
  const p = weights.length;
  const between = conditionalCovariance(law.covariance, given);
  if (predict.linear) {
    const sd = Math.sqrt(Math.max(0, quadratic(between, meanWeights(law))));
    const normal = normalQuantile((1 + level) / 2);
    const reach = estimated ? regressionReach(law, actions, level, estimated) : () => normal;
    return (readings) => {
      const predicted = predict(readings);
      const away = reach(readings) * sd;
      return { predicted, sd, low: predicted - away, high: predicted + away };
    };
  }
  // Where the readings tell a point, nothing of it is open.
  const open = Array.from({ length: p }, (_, j) => j).filter((j) => given.open[j]! > DETERMINED);
  const read = exactReadings(actions, p);
  const g = inScale(target, transform);
  const levels = targetLevels(target).map((c) => (transform === 'log' ? logOf(c) : c));
  const deviations = Float64Array.from(open, (j) => scale[j]! * Math.sqrt(given.open[j]!));
  const ownWeights = Float64Array.from(open, (j) => weights[j]!);
  const residuals = drawnResiduals(drawn(), given, members);
  const draws = residuals.cols;
  const drawnTarget = drawnTargets();
  const variance = varianceGiven();
  const centres = new Float64Array(open.length);
  return (readings) => {
    const latent = latentGiven(given, readings);
    const centre = (j: number) => mean[j]! + scale[j]! * latent[j]!;
    let known = 0;
    for (let j = 0; j < p; j++)
      if (given.open[j]! <= DETERMINED)
        known += weights[j]! * g(read[j]! >= 0 ? readings[read[j]!]! : centre(j));
    open.forEach((j, i) => {
      centres[i] = centre(j);
    });
    const all = drawnTarget(centres, known);
    return {
      predicted: predict(readings),
      sd: variance ? Math.sqrt(Math.max(0, variance(centres))) : meanAndDeviation(all).deviation,
      ...limits(all, level, levels.length > 0),
    };
  };

  /** Θ of every draw, given the conditional means of the points that are open and what the others add. */
  function drawnTargets(): (centres: Float64Array, known: number) => Float64Array {
    const wider = estimated && predictiveFactors(actions.length, estimated, draws, seed);
    const rows = open.map((j, i) => {
      const row = residuals.data.subarray(j * draws, (j + 1) * draws);
      const own = scale[j]!;
      if (wider) for (let m = 0; m < draws; m++) row[m]! *= wider[m]!;
      return target === 'mean' ? row.map((z) => ownWeights[i]! * exp(own * z)) : row.map((z) => own * z);
    });
    const all = new Float64Array(draws);
    if (target === 'mean')
      return (means, known) => {
        all.fill(known);
        rows.forEach((row, i) => {
          const factor = exp(means[i]!);
          for (let m = 0; m < draws; m++) all[m]! += factor * row[m]!;
        });
        return all;
      };
    if (levels.length === 0)
      return (means, known) => {
        all.fill(known);
        rows.forEach((row, i) => {
          const [weight, centre] = [ownWeights[i]!, means[i]!];
          for (let m = 0; m < draws; m++) all[m]! += weight * g(centre + row[m]!);
        });
        return all;
      };
    const { first, jumps } = stepsOf(g, levels);
    const lowest = ownWeights.reduce((sum, weight) => sum + weight * first, 0);
    const ends = rows.map((row) => ({ least: row.reduce(least), most: row.reduce(most) }));
    // Looked up rather than branched to: half of the branches would be foretold wrongly.
    const added = new Float64Array(2);
    return (means, known) => {
      let always = known + lowest;
      all.fill(0);
      rows.forEach((row, i) => {
        levels.forEach((level, l) => {
          const from = level - means[i]!;
          added[1] = ownWeights[i]! * jumps[l]!;
          // Most levels lie beyond all draws, or below them.
          if (from < ends[i]!.least) always += added[1];
          else if (from < ends[i]!.most)
            for (let m = 0; m < draws; m++) all[m]! += added[Number(row[m]! > from)]!;
        });
      });
      for (let m = 0; m < draws; m++) all[m]! += always;
      return all;
    };
  }

  function varianceGiven(): ((centres: Float64Array) => number) | undefined {
    const n = open.length;
    if (n === 0) return () => 0;
    const correlations = zeros(n, n);
    open.forEach((j, i) => {
      open.forEach((k, l) => {
        const r = between.data[j * p + k]! / Math.sqrt(given.open[j]! * given.open[k]!);
        correlations.data[i * n + l] = i === l ? 1 : Math.max(-1, Math.min(1, r));
      });
    });
    if (target === 'mean') {
      // Lognormal: Cov(X_j, X_k | Y) = E X_j·E X_k·(e^{c_jk} − 1).
      const excess = {
        ...correlations,
        data: correlations.data.map((r, at) => {
          const c = r * deviations[Math.floor(at / n)]! * deviations[at % n]!;
          return exp(c) - 1;
        }),
      };
      return (means) =>
        quadratic(
          excess,
          means.map((m, i) => ownWeights[i]! * exp(m + square(deviations[i]!) / 2)),
        );
    }
    if (levels.length === 0) return undefined;
    return (means) => {
      // Outside is what between is not: the same variance.
      const steps = levels.map((level, i) => ({
        sign: i === 0 ? (1 as const) : (-1 as const),
        levels: means.map((m, j) => (level - m) / deviations[j]!),
      }));
      return defaultKernels().transformSum(correlations, ownWeights, localSteps(steps).table).sum;
    };
  }
}

/** Var(Z | Y). */
function conditionalCovariance(
  covariance: Matrix,
  { recovered }: Pick<ReturnType<typeof conditionalLaw>, 'recovered'>,
): Matrix {
  if (recovered.rows === 0) return covariance;
  const told = defaultKernels().crossGram(recovered);
  return { ...covariance, data: covariance.data.map((own, n) => own - told.data[n]!) };
}

function quadratic({ data, rows: n }: Matrix, x: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += x[j]! * dot(data.subarray(j * n, (j + 1) * n), x);
  return sum;
}

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);

/** Sums of the same weights in another order differ by less than the inverse. */
const DIGITS = 1e12;

/**
 * Equal tails of the draws. Where nothing lies beyond one end, as with a share of the time that may well be 0, the other end leaves out both
 * tails: else the interval would hold more than its level.
 */
function limits(drawn: Float64Array, level: number, isShare: boolean): Pick<Prediction, 'low' | 'high'> {
  const tail = ((1 - level) / 2) * drawn.length;
  const rounding = isShare ? 1 / DIGITS : 0;
  const turned = drawn.map((value) => -value);
  let low = end(drawn, tail, rounding);
  const top = end(turned, low.beyond === 0 ? 2 * tail : tail, rounding);
  if (top.beyond === 0 && low.beyond > 0) low = end(drawn, 2 * tail, rounding);
  if (!isShare) return { low: low.value, high: -top.value };
  // Whoever adds up the same share otherwise finds it inside.
  return {
    low: Math.floor(low.value * DIGITS + 1e-3) / DIGITS,
    high: Math.ceil(-top.value * DIGITS - 1e-3) / DIGITS,
  };
}

/**
 * The lower end, and how many draws lie beyond it. A share of the times of a grid takes few values, and an end that leaves out a tail at
 * most would leave out less: it is the first value with a tail or more up to its middle, half of its own probability (the mid-P rule). The
 * level then holds on average over units; for one of them the interval may leave out up to twice a tail at either end.
 */
function end(drawn: Float64Array, tail: number, rounding: number): { value: number; beyond: number } {
  const value = nthSmallest(drawn, Math.min(drawn.length - 1, Math.floor(tail)));
  let [beyond, same, next] = [0, 0, Number.POSITIVE_INFINITY];
  for (let m = 0; m < drawn.length; m++) {
    const own = drawn[m]!;
    if (own < value - rounding) beyond++;
    else if (own <= value + rounding) same++;
    else if (own < next) next = own;
  }
  return beyond + same / 2 >= tail || next === Number.POSITIVE_INFINITY
    ? { value, beyond }
    : { value: next, beyond: beyond + same };
}

/** Number n, from 0, in ascending order; the values change their places (Hoare's selection, O(length)). */
function nthSmallest(values: Float64Array, n: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let [i, k] = [from, to];
    while (i <= k) {
      while (values[i]! < pivot) i++;
      while (values[k]! > pivot) k--;
      if (i > k) break;
      const kept = values[i]!;
      values[i++] = values[k]!;
      values[k--] = kept;
    }
    if (n <= k) to = k;
    else if (n >= i) from = i;
    else break;
  }
  return values[n]!;
}
