import { exp, square } from '../numerics/elementary.ts';
import type { Matrix } from '../numerics/matrix.ts';
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
  /** How many independent units the covariance was estimated from. */
  readonly units: number;
}

/** A share of the variance that is drawn stays below 1 by this much. */
const SHORT_OF_ONE = 1e-3;
/** Parameters on a logarithmic scale are drawn within this many powers of e of their estimate: beyond, numbers overflow. */
const FARTHEST = 12;

/**
 * Sets of parameters that the data could as well have led to, from their sampling distribution: Student's in several dimensions,
 * with as many degrees of freedom as the covariance was estimated from. Draw b is a function of the seed and b alone.
 *
 * A share (`logit`) is drawn as it is, not as its logit: near 0 the latter's error is that of the share over the share, and would
 * reach up to 1. Where the draw lies beyond its bound, the parameters are what the fit would have given with the share at the
 * bound: those that err with it move along.
 */
export function drawnFits(
  { parameters, covariance, units }: FittedParameters,
  seed: number,
): (draw: number) => Float64Array {
  const k = parameters.length;
  const slopes = parameters.map(({ scale, value }) => (scale === 'logit' ? value * (1 - value) : 1));
  const of = (i: number, j: number) => slopes[i]! * slopes[j]! * covariance.data[i * k + j]!;
  const factor = triangle(k, of);
  const shares = parameters.flatMap(({ scale }, i) => (scale === 'logit' && of(i, i) > 0 ? [i] : []));
  const freedom = Math.max(1, units - 1);
  const stream = randomStream(seed, 'fits');
  const chi = split(stream, 'chi-square');
  const normals = new Float64Array(k);
  return (draw) => {
    fillNormal(split(stream, draw), normals);
    const wide = Math.sqrt(freedom / chiSquareAt(chi, freedom, draw));
    const errors = Float64Array.from({ length: k }, (_, i) => {
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += factor[i * k + j]! * normals[j]!;
      return wide * sum;
    });
    const bounds = shares.map((i) => {
      const drawn = parameters[i]!.value + errors[i]!;
      const within = Math.min(1 - SHORT_OF_ONE, Math.max(0, drawn));
      if (within !== drawn)
        for (let j = 0; j < k; j++) errors[j]! -= (of(j, i) / of(i, i)) * (drawn - within);
      return within;
    });
    return Float64Array.from(parameters, ({ value, scale }, i) => {
      if (scale === 'logit') return bounds[shares.indexOf(i)] ?? value;
      const error = errors[i]!;
      return scale === 'none' ? value + error : value * exp(Math.min(FARTHEST, Math.max(-FARTHEST, error)));
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
