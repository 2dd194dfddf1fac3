import { atanh, square, tanh } from '../../numerics/elementary.ts';
import { quantile } from '../../numerics/quantile.ts';
import { spreadOf, stretch, type Tails, tailFactor } from './draws.ts';

export interface Interval {
  low: number;
  high: number;
  /** Of the estimate, on its own scale. */
  standardError: number;
}

/**
 * An interval for a value, made on the scale artanh √value (Fisher's for the multiple correlation), where its law is
 * close to normal with a spread that hardly depends on the value: the draws' quantiles about their centre, stretched to
 * the standard error, around the estimate. Ends stay within 0 and 1 by themselves; the estimate lies between them, also where
 * the way to that scale and back rounds. `tails` as of `tailFactor`.
 */
export function valueInterval(
  estimate: number,
  bootstrap: Float64Array,
  leftOut: Float64Array,
  level: number,
  tails: Tails = 'normal',
): Interval {
  const spread = spreadOf(bootstrap.map(toFisher), leftOut.map(toFisher));
  const ordered = spread.centred.toSorted();
  const tail = (1 - level) / 2;
  const factor = stretch(spread) * tailFactor(tails, tail, spread.degrees);
  const end = (q: number) => fromFisher(toFisher(estimate) + factor * quantile(ordered, q));
  return {
    low: Math.min(estimate, end(tail)),
    high: Math.max(estimate, end(1 - tail)),
    standardError: spreadOf(bootstrap, leftOut).standardError,
  };
}

/** Rounding may put a value of 1 a little above it, and there artanh has no value. */
const ALMOST_ONE = 1 - Number.EPSILON;

function toFisher(value: number): number {
  return atanh(Math.sqrt(Math.min(ALMOST_ONE, Math.max(0, value))));
}

/** Where the scale ends, for what lies there is 1 as well as a little less. */
const AT_ONE = toFisher(1);

function fromFisher(z: number): number {
  return z >= AT_ONE ? 1 : square(tanh(Math.max(0, z)));
}
