import { studentFactor } from '../calibrate/resampling/draws.ts';
import { type KernelSpec, kernelKindOf } from '../model/latent-kernel.ts';
import { exp, log } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import type { FitModel } from './fit-model.ts';
import type { FitMethod, Point } from './likelihood.ts';
import type { Maximum } from './maximum.ts';
import { LEAST_DECAYING, LEAST_NOISE, type PreparedFit } from './prepared-fit.ts';
import { fromShares, noError, nothingDecays, type Profile, profiler, toShares } from './profile.ts';
import { estimateCovariance } from './sandwich.ts';
import type { MeanFunction } from './smooth-mean.ts';
import { unitCount } from './sparse-readings.ts';

export interface FitOptions {
  readonly method: FitMethod;
  /** Length of the time that the law is about: a memory a hundred times as long is for ever. */
  readonly horizon: number;
}

/** The scale on which a parameter's estimate is nearly normal. */
export type ParameterScale = 'log' | 'logit' | 'none';

export interface FittedParameter {
  /** 'tau', …, 'trait', 'mean' (or 'mean1', …: values at the knots), 'sd', 'noise'. */
  readonly name: string;
  readonly value: number;
  readonly scale: ParameterScale;
  /** The value on its scale; null on the boundary, where that is infinite. */
  readonly unconstrained: number | null;
  /** Of the value, by unit; null on the boundary. */
  readonly standardError: number | null;
  /** Whether the readings tell it: its profile likelihood falls before the end of what is sensible. */
  readonly determined: boolean;
  /** Its 95 % interval by the profile likelihood, with the units' spread. */
  readonly low: number;
  readonly high: number;
}

/** The law of one set of parameters. Plain data. */
export interface LawParameters {
  readonly kernel: KernelSpec;
  readonly trait: number;
  readonly mean: MeanFunction;
  /** Of the latent quantity, trait included. */
  readonly sd: number;
  /** Variance of a reading's error. */
  readonly noise: number;
}

/** A law with its uncertainty. Plain data. */
export interface FittedLaw extends LawParameters {
  readonly method: FitMethod;
  readonly logLikelihood: number;
  /** −2ℓ + k·log(units). */
  readonly bic: number;
  readonly units: number;
  readonly trajectories: number;
  readonly readings: number;
  /** What was estimated: the kernel's parameters, trait, mean, sd, noise. */
  readonly parameters: readonly FittedParameter[];
  /** Of the unconstrained parameters, by unit (sandwich); rows of parameters on the boundary are 0. */
  readonly covariance: Matrix;
  /** Of parameters that stand at 0, their boundary, and are determined: the values of all at the upper end of its interval. */
  readonly bounds: readonly { readonly parameter: string; readonly set: readonly number[] }[];
  /** Where a parameter is not determined: laws along the profile of the first such one, all within its interval. */
  readonly ridge: { readonly parameter: string; readonly laws: readonly LawParameters[] } | null;
}

/** Of a logarithm: a standard error of millions. */
const NO_INFORMATION = 1e-13;

/** A number of the fit on a scale of its own, and how the point and the mean's coefficients change with it. */
interface Coordinate {
  readonly name: string;
  readonly scale: ParameterScale;
  readonly value: number;
  readonly boundary: boolean;
  /** Where it stands among the shares (`toShares`); nowhere for the mean. */
  readonly place?: number;
  /** Derivatives of point and mean (standardised): by the share, or by the mean's own number. */
  readonly direction: Float64Array;
  /** Derivative of the share by the unconstrained parameter. */
  readonly slope: number;
}

/** What is estimated, in the order of results. */
export function coordinates(
  { data, knots, kernel, box, centre, unit }: PreparedFit,
  model: FitModel,
  { point, likelihood: { mean, information } }: Maximum,
): Coordinate[] {
  const m = kernel.names.length;
  const q = m + 3;
  const width = q + data.columns;
  const [decaying, lasting, noise] = [point[m]!, point[m + 1]!, point[m + 2]!];
  const total = decaying + lasting;
  const trait = lasting / total;
  const along = (...entries: [number, number][]) => {
    const direction = new Float64Array(width);
    for (const [at, value] of entries) direction[at] = value;
    return direction;
  };
  const found: (Coordinate | false)[] = [
    ...kernel.names.map(
      (name, k): Coordinate => ({
        name,
        scale: 'log',
        value: exp(point[k]!),
        // So short a memory that no lag shows it has no error either.
        boundary:
          point[k]! <= box.low[k]! ||
          point[k]! >= box.high[k]! ||
          !(information[k * (q + 1)]! > NO_INFORMATION),
        place: k,
        direction: along([k, 1]),
        slope: 1,
      }),
    ),
    model.trait && {
      name: 'trait',
      scale: 'logit',
      value: trait,
      boundary: lasting <= 0 || decaying <= LEAST_DECAYING,
      place: m + 1,
      direction: along([m, -total], [m + 1, total]),
      slope: trait * (1 - trait),
    },
    ...Array.from(
      mean,
      (value, k): Coordinate => ({
        name: knots ? `mean${k + 1}` : 'mean',
        scale: 'none',
        value: centre + unit * value,
        boundary: false,
        direction: along([q + k, 1]),
        slope: 1 / unit,
      }),
    ),
    {
      name: 'sd',
      scale: 'log',
      value: unit * Math.sqrt(total),
      boundary: total <= LEAST_DECAYING,
      place: m,
      direction: along([m, decaying], [m + 1, lasting]),
      slope: 2,
    },
    model.noise === 'estimated' && {
      name: 'noise',
      scale: 'log',
      value: noiseOf(unit, noise),
      boundary: noise <= LEAST_NOISE,
      place: m + 2,
      direction: along([m + 2, 1]),
      slope: noise,
    },
  ];
  return found.filter((one) => one !== false);
}

/** In the unit of the readings; what is no more than the least is none. */
const noiseOf = (unit: number, noise: number) => (noise <= LEAST_NOISE ? 0 : unit * unit * noise);

export function toScale(scale: ParameterScale, value: number): number {
  return scale === 'log' ? log(value) : scale === 'logit' ? log(value / (1 - value)) : value;
}

export function fromScale(scale: ParameterScale, x: number): number {
  return scale === 'log' ? exp(x) : scale === 'logit' ? 1 / (1 + exp(-x)) : x;
}

/** ℓ of the readings in their own unit, and BIC. */
export function criteria(
  { data, kernel, unit }: PreparedFit,
  model: FitModel,
  { likelihood: { value } }: Maximum,
  method: FitMethod,
): { logLikelihood: number; bic: number } {
  // The density of values that were divided by their unit; restricted likelihood has that of n − p contrasts.
  const counted = data.readings.values.length - (method === 'reml' ? data.columns : 0);
  const logLikelihood = value - counted * log(unit);
  const estimated =
    kernel.names.length + (model.trait ? 1 : 0) + data.columns + 1 + (model.noise === 'estimated' ? 1 : 0);
  return { logLikelihood, bic: -2 * logLikelihood + estimated * log(unitCount(data.readings)) };
}

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

const RIDGE_POINTS = 9;

/** The fit at its maximum, with its uncertainty. */
export function fittedLaw(
  prepared: PreparedFit,
  model: FitModel,
  maximum: Maximum,
  method: FitMethod,
  { covariance, quantile }: FitUncertainty,
  profiles: readonly (Profile | undefined)[],
): FittedLaw {
  const { data, kernel } = prepared;
  const found = coordinates(prepared, model, maximum);
  const lawAt = (point: Point, mean: Float64Array) => lawOf(prepared, model, point, mean);
  const parameters = found.map(({ name, scale, value, boundary, place }, n): FittedParameter => {
    const error = Math.sqrt(covariance.data[n * (found.length + 1)]!);
    const profile = profiles[n];
    const ends = (profile ? [profile.low, profile.high] : []).map(({ point }) =>
      shareValue(prepared, name, point[place!]!),
    );
    const standardError = boundary ? null : error * valueSlope(scale, value);
    return {
      name,
      value,
      scale,
      unconstrained: boundary ? null : toScale(scale, value),
      standardError,
      determined: profile ? isDetermined(name, profile, place! < kernel.names.length) : true,
      low: ends[0] ?? value - quantile * standardError!,
      high: ends[1] ?? value + quantile * standardError!,
    };
  });
  const loose = parameters.findIndex(({ determined }) => !determined);
  return {
    ...lawAt(maximum.point, maximum.likelihood.mean),
    method,
    ...criteria(prepared, model, maximum, method),
    units: unitCount(data.readings),
    trajectories: data.readings.starts.length - 1,
    readings: data.readings.values.length,
    parameters,
    covariance,
    bounds: parameters.flatMap(({ name, value, determined }, n) =>
      value === 0 && determined && profiles[n]
        ? [
            {
              parameter: name,
              set: parameterValues(
                lawAt(fromShares(profiles[n].high.point), maximum.likelihood.mean),
                parameters,
              ),
            },
          ]
        : [],
    ),
    ridge:
      loose < 0
        ? null
        : {
            parameter: parameters[loose]!.name,
            laws: ridgeOf(prepared, maximum, method, found[loose]!.place!, profiles[loose]!).map(
              ({ point, likelihood }) => lawAt(fromShares(point), likelihood.mean),
            ),
          },
  };
}

/** The values of some parameters, by their names, in a law. */
export function parameterValues(
  { kernel, trait, mean, sd, noise }: LawParameters,
  parameters: readonly { readonly name: string }[],
): number[] {
  const own = Object.entries(kernelKindOf(kernel).value as Record<string, number>);
  const means =
    typeof mean === 'number'
      ? [['mean', mean] as const]
      : mean.values.map((value, k) => [`mean${k + 1}`, value] as const);
  const values = new Map<string, number>([...own, ['trait', trait], ...means, ['sd', sd], ['noise', noise]]);
  return parameters.map(({ name }) => values.get(name)!);
}

function valueSlope(scale: ParameterScale, value: number): number {
  return scale === 'log' ? value : scale === 'logit' ? value * (1 - value) : 1;
}

/** A parameter's value from its number among the shares. */
function shareValue({ unit }: PreparedFit, name: string, share: number): number {
  if (name === 'trait') return share;
  if (name === 'sd') return unit * exp(share / 2);
  if (name === 'noise') return noiseOf(unit, share);
  return exp(share);
}

/**
 * A memory is determined where its likelihood falls on both sides; a trait where it cannot be all that there is. Of variances 0 is a value like
 * others: they are not determined where they may be 0 and may as well hold all that decays.
 */
function isDetermined(name: string, { low, high }: Profile, ofKernel: boolean): boolean {
  if (ofKernel) return !low.open && !high.open;
  if (name === 'trait') return !(high.open || nothingDecays(high.point));
  if (name === 'sd') return !((low.open || nothingDecays(low.point)) && (high.open || noError(high.point)));
  return !(low.open && (high.open || nothingDecays(high.point)));
}

/** Points along a profile, evenly on its scale. */
function ridgeOf(
  prepared: PreparedFit,
  maximum: Maximum,
  method: FitMethod,
  place: number,
  { low, high }: Profile,
): Maximum[] {
  const { held } = profiler(prepared, maximum, method);
  const [from, to] = [low.point[place]!, high.point[place]!];
  let start = low.point;
  return Array.from({ length: RIDGE_POINTS }, (_, n) => {
    const found = held(place, from + (n / (RIDGE_POINTS - 1)) * (to - from), start);
    if (found) start = found.point;
    return found;
  }).filter((one) => one !== undefined);
}

function lawOf(
  { kernel, knots, centre, unit }: PreparedFit,
  model: FitModel,
  point: Point,
  mean: Float64Array,
): LawParameters {
  const shares = toShares(point);
  const m = kernel.names.length;
  const coefficients = Array.from(mean, (x) => centre + unit * x);
  return {
    kernel: { [model.kernel]: kernel.valuesAt(point) } as unknown as KernelSpec,
    trait: shares[m + 1]!,
    mean: knots ? { knots: [...knots], values: coefficients } : coefficients[0]!,
    sd: unit * exp(shares[m]! / 2),
    noise: model.noise === 'estimated' ? noiseOf(unit, point[m + 2]!) : model.noise,
  };
}
