import { exp } from '../../numerics/elementary.ts';
import { upperShare } from './normal-tail.ts';

/** Student's distribution with `freedom` degrees of freedom, central or not. */
export interface Student {
  /** P(T > t) of T = (U + shift)/S with a standard normal U and S² an independent χ² over its degrees of freedom. */
  tail(t: number, shift?: number): number;
  /** The t > 0 that T exceeds with this probability, below 1/2, where the shift is 0. */
  exceeded(probability: number): number;
}

/** Where the density is below e^−40 of its largest, nothing of it is seen. */
const SMALLEST_LOG = -40;
const STEP = 1 / 8;

/**
 * P(T > t) = E Φ(shift − tS). The density of y = log S is proportional to exp{f·(y − e^{2y}/2)}, smooth and without ends: the trapezoidal
 * rule in steps of its width divides by its own sum, so that no gamma function is needed. Errors are below 1e-9 (scipy's nct).
 */
export function student(freedom: number): Student {
  if (!(freedom > 0)) throw new RangeError(`degrees of freedom are above 0: ${freedom}`);
  const nodes: { at: number; share: number }[] = [];
  const width = 1 / Math.sqrt(2 * freedom);
  const height = (y: number) => freedom * (y + (1 - exp(2 * y)) / 2);
  let sum = 0;
  for (const [first, step] of [
    [0, STEP],
    [-STEP, -STEP],
  ] as const)
    for (let x = first; ; x += step) {
      const y = x * width;
      const own = height(y);
      if (own < SMALLEST_LOG) break;
      const share = exp(own);
      sum += share;
      nodes.push({ at: exp(y), share });
    }
  const tail = (t: number, shift = 0) =>
    nodes.reduce((all, { at, share }) => all + share * upperShare(t * at - shift), 0) / sum;
  return {
    tail,
    exceeded(probability) {
      if (!(probability > 0 && probability < 0.5))
        throw new RangeError(`a probability between 0 and 1/2: ${probability}`);
      let [low, high] = [0, 1];
      while (tail(high) > probability) [low, high] = [high, 2 * high];
      while (high - low > 1e-13 * high) {
        const middle = (low + high) / 2;
        if (middle === low || middle === high) break;
        if (tail(middle) > probability) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    },
  };
}
