import { studentFactor } from '../calibrate/resampling/draws.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { coordinates } from './fit-coordinates.ts';
import type { FitModel } from './fit-model.ts';
import type { FitMethod } from './likelihood.ts';
import type { Maximum } from './maximum.ts';
import type { PreparedFit } from './prepared-fit.ts';
import { type Profile, profiler } from './profile.ts';
import { estimateCovariance } from './sandwich.ts';
import { unitCount } from './sparse-readings.ts';

/** The covariance of all estimated numbers, and what it takes to make profiles of them. Plain data. */
export interface FitUncertainty {
  /** Of the unconstrained parameters. */
  readonly covariance: Matrix;
  /** Of each: the loss of log-likelihood at the ends of its interval, and a first step to look for them, as a share (`toShares`). */
  readonly losses: readonly number[];
  readonly steps: readonly number[];
  /** Student's quantile. */
  readonly quantile: number;
}

const LEVEL = 0.95;
/** From the boundary, as a share of the variance. */
const FIRST_STEP = 0.02;

/**
 * An estimate's spread is the larger of what its units show and what the model says: with few units the former is itself uncertain, and too
 * small as often as too large, while the latter is too small where the model does not hold or the trajectories of a unit are alike.
 * Student's quantile goes with the former. With both, intervals hold what they promise (`npm run bench -- fit-coverage`).
 */
export function fitUncertainty(prepared: PreparedFit, model: FitModel, maximum: Maximum): FitUncertainty {
  const { data, kernel } = prepared;
  const found = coordinates(prepared, model, maximum);
  const n = found.length;
  const inner = found.flatMap(({ boundary }, k) => (boundary ? [] : [k]));
  const directions = inner.map((k) => found[k]!.direction);
  const { byUnit, ofModel } = estimateCovariance(data, kernel, maximum, directions);
  const size = inner.length;
  const variance = (of: Float64Array, k: number) => of[k * (size + 1)]!;
  const inflation = inner.map((_, k) => variance(byUnit, k) / variance(ofModel, k));
  const larger = inner.map((_, k) => Math.max(variance(byUnit, k), variance(ofModel, k)));
  const covariance = zeros(n, n);
  inner.forEach((a, i) => {
    inner.forEach((b, k) => {
      // The correlations are those between units.
      const both = Math.sqrt(variance(byUnit, i) * variance(byUnit, k));
      const correlation = i === k ? 1 : both > 0 ? byUnit[i * size + k]! / both : 0;
      covariance.data[a * n + b] =
        (correlation * Math.sqrt(larger[i]! * larger[k]!)) / (found[a]!.slope * found[b]!.slope);
    });
  });
  const z = normalQuantile((1 + LEVEL) / 2);
  const quantile = z * studentFactor(z, unitCount(data.readings) - 1);
  // On the boundary there is no curvature to compare: as the most inflated of the others.
  const most = Math.max(1, ...inflation.filter((_, k) => found[inner[k]!]!.place !== undefined));
  return {
    covariance,
    losses: found.map((_, k) => {
      const own = inner.includes(k) ? inflation[inner.indexOf(k)]! : most;
      return Math.max(z * z, own * quantile * quantile) / 2;
    }),
    steps: found.map(({ slope, boundary }, k) =>
      boundary ? FIRST_STEP : quantile * slope * Math.sqrt(covariance.data[k * (n + 1)]!),
    ),
    quantile,
  };
}

/** Of one estimated number: how far it can go; undefined for the mean, whose interval is that of its standard error. */
export function parameterProfile(
  prepared: PreparedFit,
  model: FitModel,
  maximum: Maximum,
  method: FitMethod,
  { losses, steps }: FitUncertainty,
  n: number,
): Profile | undefined {
  const { place } = coordinates(prepared, model, maximum)[n]!;
  if (place === undefined) return undefined;
  return profiler(prepared, maximum, method).profile(place, losses[n]!, steps[n]!);
}
