import { type KernelSpec, kernelKindOf } from '../model/latent-kernel.ts';
import { exp, log } from '../numerics/elementary.ts';
import type { Matrix } from '../numerics/matrix.ts';
import {
  coordinates,
  noiseOf,
  type ParameterScale,
  shareValue,
  toScale,
  valueSlope,
} from './fit-coordinates.ts';
import type { FitModel } from './fit-model.ts';
import type { FitUncertainty } from './fit-uncertainty.ts';
import type { FitMethod, Point } from './likelihood.ts';
import type { Maximum } from './maximum.ts';
import type { PreparedFit } from './prepared-fit.ts';
import { fromShares, noError, nothingDecays, type Profile, profiler, toShares } from './profile.ts';
import type { MeanFunction } from './smooth-mean.ts';
import { unitCount } from './sparse-readings.ts';

export interface FitOptions {
  readonly method: FitMethod;
  /** Length of the time that the law is about: a memory a hundred times as long is for ever. */
  readonly horizon: number;
}

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

const RIDGE_POINTS = 9;

/** The law at a maximum. */
export const lawAtMaximum = (prepared: PreparedFit, model: FitModel, { point, likelihood }: Maximum) =>
  lawOf(prepared, model, point, likelihood.mean);

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
