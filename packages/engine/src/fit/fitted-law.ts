import type { KernelSpec } from '../model/latent-kernel.ts';
import { exp, log } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { type FitData, fitData } from './fit-data.ts';
import { type FitModel, type FittedKernel, fittedKernel } from './fit-model.ts';
import type { FitMethod } from './likelihood.ts';
import type { Box, Maximum } from './maximum.ts';
import { sandwich } from './sandwich.ts';
import { knotsAt, type MeanFunction } from './smooth-mean.ts';
import { checkReadings, inOrder, type SparseReadings, unitCount } from './sparse-readings.ts';

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
  /** Whether the readings' times tell it. */
  readonly determined: boolean;
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
  /** Where a parameter is not determined: laws along the profile of the least determined one, nearly as likely as the best. */
  readonly ridge: { readonly parameter: string; readonly laws: readonly LawParameters[] } | null;
}

/** The variances' least, as shares of the readings' variance: of the part that decays, without which nothing is fitted, and of the error. */
const LEAST_DECAYING = 1e-6;
const LEAST_NOISE = 1e-9;
const MOST_VARIANCE = 1e4;
/** Memories from the shortest lag over this to the horizon times this. */
const STRETCH = 100;

/** Readings made ready: in their order, centred, in units of their standard deviation. */
export interface PreparedFit {
  readonly data: FitData;
  readonly knots: readonly number[] | undefined;
  readonly kernel: FittedKernel;
  readonly box: Box;
  readonly centre: number;
  readonly unit: number;
}

export function prepareFit(given: SparseReadings, model: FitModel, horizon: number): PreparedFit {
  checkReadings(given);
  const ordered = inOrder(given);
  const { values, times } = ordered;
  const centre = values.reduce((sum, x) => sum + x, 0) / values.length;
  const unit = Math.sqrt(values.reduce((sum, x) => sum + (x - centre) * (x - centre), 0) / values.length);
  const knots = model.mean === 'constant' ? undefined : knotsAt(times, model.mean.smooth);
  const data = fitData({ ...ordered, values: values.map((x) => (x - centre) / unit) }, knots);
  const kernel = fittedKernel(model.kernel, horizon);
  const m = kernel.names.length;
  const shortest = data.lags.find((lag) => lag > 0)!;
  const noise = model.noise === 'estimated' ? undefined : model.noise / (unit * unit);
  const low = new Float64Array(m + 3).fill(log(shortest / STRETCH));
  const high = new Float64Array(m + 3).fill(log(horizon * STRETCH));
  low.set([LEAST_DECAYING, 0, noise ?? LEAST_NOISE], m);
  high.set([MOST_VARIANCE, model.trait ? MOST_VARIANCE : 0, noise ?? MOST_VARIANCE], m);
  return { data, knots, kernel, box: { low, high }, centre, unit };
}

/** A number of the fit on the scale of its own, and how the point and the mean's coefficients change with it. */
interface Coordinate {
  readonly name: string;
  readonly scale: ParameterScale;
  readonly value: number;
  readonly boundary: boolean;
  /** Derivatives of point and mean (standardised) by the unconstrained parameter. */
  readonly direction: Float64Array;
}

/** What is estimated, in the order of results. */
export function coordinates(
  { data, knots, kernel, box, centre, unit }: PreparedFit,
  model: FitModel,
  { point, likelihood: { mean } }: Maximum,
): Coordinate[] {
  const m = kernel.names.length;
  const width = m + 3 + data.columns;
  const [decaying, lasting, noise] = [point[m]!, point[m + 1]!, point[m + 2]!];
  const total = decaying + lasting;
  const along = (...entries: [number, number][]) => {
    const direction = new Float64Array(width);
    for (const [at, value] of entries) direction[at] = value;
    return direction;
  };
  const trait = lasting / total;
  return [
    ...kernel.names.map(
      (name, k): Coordinate => ({
        name,
        scale: 'log',
        value: exp(point[k]!),
        boundary: point[k]! <= box.low[k]! || point[k]! >= box.high[k]!,
        direction: along([k, 1]),
      }),
    ),
    ...(model.trait
      ? [
          {
            name: 'trait',
            scale: 'logit' as const,
            value: trait,
            boundary: lasting <= 0 || decaying <= LEAST_DECAYING,
            direction: along([m, -trait * (1 - trait) * total], [m + 1, trait * (1 - trait) * total]),
          },
        ]
      : []),
    ...Array.from(
      mean,
      (value, k): Coordinate => ({
        name: knots ? `mean${k + 1}` : 'mean',
        scale: 'none',
        value: centre + unit * value,
        boundary: false,
        direction: along([m + 3 + k, 1 / unit]),
      }),
    ),
    {
      name: 'sd',
      scale: 'log',
      value: unit * Math.sqrt(total),
      boundary: false,
      direction: along([m, 2 * decaying], [m + 1, 2 * lasting]),
    },
    ...(model.noise === 'estimated'
      ? [
          {
            name: 'noise',
            scale: 'log' as const,
            value: noise <= LEAST_NOISE ? 0 : unit * unit * noise,
            boundary: noise <= LEAST_NOISE,
            direction: along([m + 2, noise]),
          },
        ]
      : []),
  ];
}

/** The derivative of a value by its unconstrained parameter. */
export function valueSlope(scale: ParameterScale, value: number): number {
  return scale === 'log' ? value : scale === 'logit' ? value * (1 - value) : 1;
}

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

/** The fit at its maximum, with its uncertainty. */
export function fittedLaw(
  prepared: PreparedFit,
  model: FitModel,
  maximum: Maximum,
  method: FitMethod,
): FittedLaw {
  const { data, knots, kernel, centre, unit } = prepared;
  const { point, likelihood } = maximum;
  const { values, starts } = data.readings;
  const m = kernel.names.length;
  const found = coordinates(prepared, model, maximum);
  const inner = found.flatMap(({ boundary }, n) => (boundary ? [] : [n]));
  const free = sandwich(
    data,
    kernel,
    maximum,
    inner.map((n) => found[n]!.direction),
  );
  const covariance = zeros(found.length, found.length);
  inner.forEach((a, i) => {
    inner.forEach((b, k) => {
      covariance.data[a * found.length + b] = free[i * inner.length + k]!;
    });
  });
  const value = (name: string) => found.find((one) => one.name === name)?.value;
  const coefficients = Array.from(likelihood.mean, (x) => centre + unit * x);
  const z = normalQuantile(0.975);
  return {
    kernel: { [model.kernel]: kernel.valuesAt(point) } as unknown as KernelSpec,
    trait: value('trait') ?? 0,
    mean: knots ? { knots: [...knots], values: coefficients } : coefficients[0]!,
    sd: unit * Math.sqrt(point[m]! + point[m + 1]!),
    noise: value('noise') ?? (model.noise as number),
    method,
    ...criteria(prepared, model, maximum, method),
    units: unitCount(data.readings),
    trajectories: starts.length - 1,
    readings: values.length,
    parameters: found.map(({ name, scale, value, boundary }, n): FittedParameter => {
      const error = Math.sqrt(covariance.data[n * found.length + n]!);
      const at = boundary ? null : toScale(scale, value);
      return {
        name,
        value,
        scale,
        unconstrained: at,
        standardError: at === null ? null : valueSlope(scale, value) * error,
        determined: at !== null && Number.isFinite(error),
        low: at === null ? value : fromScale(scale, at - z * error),
        high: at === null ? value : fromScale(scale, at + z * error),
      };
    }),
    covariance,
    ridge: null,
  };
}
