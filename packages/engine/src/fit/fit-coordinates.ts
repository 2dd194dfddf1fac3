import { exp, log } from '../numerics/elementary.ts';
import type { FitModel } from './fit-model.ts';
import type { Maximum } from './maximum.ts';
import { LEAST_DECAYING, LEAST_NOISE, type PreparedFit } from './prepared-fit.ts';

/** The scale on which a parameter's estimate is nearly normal. */
export type ParameterScale = 'log' | 'logit' | 'none';

/** Of a logarithm: a standard error of millions. */
const NO_INFORMATION = 1e-13;

/** A number of the fit on a scale of its own, and how the point and the mean's coefficients change with it. */
export interface Coordinate {
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
export const noiseOf = (unit: number, noise: number) => (noise <= LEAST_NOISE ? 0 : unit * unit * noise);

export function toScale(scale: ParameterScale, value: number): number {
  return scale === 'log' ? log(value) : scale === 'logit' ? log(value / (1 - value)) : value;
}

/** The derivative of a value by its unconstrained parameter. */
export function valueSlope(scale: ParameterScale, value: number): number {
  return scale === 'log' ? value : scale === 'logit' ? value * (1 - value) : 1;
}

/** A parameter's value from its number among the shares. */
export function shareValue({ unit }: PreparedFit, name: string, share: number): number {
  if (name === 'trait') return share;
  if (name === 'sd') return unit * exp(share / 2);
  if (name === 'noise') return noiseOf(unit, share);
  return exp(share);
}
