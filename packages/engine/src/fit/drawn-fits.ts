import { studentFactor } from '../calibrate/resampling/draws.ts';
import { exp, log, square } from '../numerics/elementary.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { chiSquareAt } from '../numerics/random/chi-square.ts';
import { fillNormal, randomStream, split } from '../numerics/random/random-stream.ts';

/** What is known of the parameters of a law that was fitted to data. Plain data, as a study file can hold it. */
export interface FittedParameters {
  /** `value` is the parameter itself; `scale` is what makes a number without bounds of it. */
  readonly parameters: readonly {
    readonly name: string;
    readonly value: number;
    readonly scale: 'log' | 'logit' | 'none';
  }[];
  /** Of the errors of the parameters on these scales, by unit; 0 where a parameter is held. */
  readonly covariance: Matrix;
  /** Of parameters at 0, their bound: the values of all parameters at the upper end of the 95 % interval of that one. */
  readonly bounds?: readonly { readonly parameter: string; readonly set: readonly number[] }[];
  /** How many independent units the covariance was estimated from. */
  readonly units: number;
}

/** A share of the variance that is drawn stays below 1 by this much. */
const SHORT_OF_ONE = 1e-3;
/** Parameters on a logarithmic scale are drawn within this many powers of e of their estimate: beyond, numbers overflow. */
const FARTHEST = 12;
/** The largest standard error that a share is given on its scale. */
const WIDEST = 0.5;

/** The level of the intervals whose ends `bounds` holds. */
const LEVEL = 0.95;

/** The scale on which a parameter is drawn: its value there, the way there and back, and what an error of its own scale becomes. */
interface DrawnScale {
  at: number;
  to(value: number): number;
  back(x: number): number;
  slope: number;
  /** The least that it may be. */
  least: number;
}

/**
 * A share is drawn as log(odds + c). With c = 0 that is the logit, which an error of some tenths hardly depends on; near 0 the
 * logit's error is that of the share over the share, and its draws would reach up to 1. So c is what makes the error `WIDEST`, and
 * draws of the odds below 0 are at the bound.
 */
function scaleOf({ value, scale }: FittedParameters['parameters'][number], error: number): DrawnScale {
  if (scale === 'none')
    return { at: value, to: (own) => own, back: (x) => x, slope: 1, least: Number.NEGATIVE_INFINITY };
  if (scale === 'log')
    return {
      at: 0,
      to: (own) => log(own / value),
      back: (x) => value * exp(Math.min(FARTHEST, Math.max(-FARTHEST, x))),
      slope: 1,
      least: Number.NEGATIVE_INFINITY,
    };
  const odds = value / (1 - value);
  const shift = Math.max(0, odds * (error / WIDEST - 1));
  return {
    at: log(odds + shift),
    to: (own) => log(own / (1 - own) + shift),
    back: (x) => {
      const drawn = Math.max(0, exp(Math.min(FARTHEST, x)) - shift);
      return Math.min(1 - SHORT_OF_ONE, drawn / (1 + drawn));
    },
    slope: odds / (odds + shift),
    least: shift > 0 ? log(shift) : Number.NEGATIVE_INFINITY,
  };
}

/**
 * Sets of parameters that the data could as well have led to, from their sampling distribution: Student's in several dimensions,
 * with as many degrees of freedom as the covariance was estimated from. Draw b is a function of the seed and b alone. Where a share
 * would be below 0, the parameters are what the fit would have given with the share at 0: those that err with it move along. A
 * parameter at its bound stays there in half of the draws; in the others it moves towards the end of its interval, and all move with it.
 */
export function drawnFits(
  { parameters, covariance, bounds = [], units }: FittedParameters,
  seed: number,
): (draw: number) => Float64Array {
  const k = parameters.length;
  const own = (i: number, j: number) => covariance.data[i * k + j]!;
  const scales = parameters.map((parameter, i) =>
    own(i, i) > 0 ? scaleOf(parameter, Math.sqrt(own(i, i))) : undefined,
  );
  const of = (i: number, j: number) => (scales[i]?.slope ?? 0) * (scales[j]?.slope ?? 0) * own(i, j);
  const factor = triangle(k, of);
  const freedom = Math.max(1, units - 1);
  const stream = randomStream(seed, 'fits');
  const chi = split(stream, 'chi-square');
  const normals = new Float64Array(k + bounds.length);
  const z = normalQuantile((1 + LEVEL) / 2);
  const end = z * studentFactor(z, freedom);
  return (draw) => {
    fillNormal(split(stream, draw), normals);
    const wide = Math.sqrt(freedom / chiSquareAt(chi, freedom, draw));
    const errors = Float64Array.from({ length: k }, (_, i) => {
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += factor[i * k + j]! * normals[j]!;
      return wide * sum;
    });
    scales.forEach((scale, i) => {
      const beyond = scale ? scale.at + errors[i]! - scale.least : 0;
      if (beyond < 0) for (let j = 0; j < k; j++) errors[j]! -= (of(j, i) / of(i, i)) * beyond;
    });
    const towards = bounds.map((_, b) => Math.max(0, (wide * normals[k + b]!) / end));
    const moved = (step: (set: readonly number[]) => number) =>
      bounds.reduce((sum, { set }, b) => sum + towards[b]! * step(set), 0);
    return Float64Array.from(parameters, ({ value, scale }, i) => {
      const own = scales[i];
      if (own) return own.back(own.at + errors[i]! + moved((set) => own.to(set[i]!) - own.at));
      const drawn = value + moved((set) => set[i]! - value);
      return scale === 'logit' ? Math.min(1 - SHORT_OF_ONE, drawn) : drawn;
    });
  };
}

/** L with LLᵀ the covariance; of parameters that are held, or do not vary beside others, a row or column of zeros. */
function triangle(k: number, of: (i: number, j: number) => number): Float64Array {
  const lower = new Float64Array(k * k);
  for (let j = 0; j < k; j++) {
    let left = of(j, j);
    for (let l = 0; l < j; l++) left -= square(lower[j * k + l]!);
    if (!(left > 1e-14 * of(j, j))) continue;
    const root = Math.sqrt(left);
    lower[j * k + j] = root;
    for (let i = j + 1; i < k; i++) {
      let sum = of(i, j);
      for (let l = 0; l < j; l++) sum -= lower[i * k + l]! * lower[j * k + l]!;
      lower[i * k + j] = sum / root;
    }
  }
  return lower;
}
