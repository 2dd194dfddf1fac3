import { exp, log } from '../numerics/elementary.ts';
import { type FitMethod, type LikelihoodAt, likelihoodOf, type Point } from './likelihood.ts';
import { type Box, climb, type Maximum, ROUGHLY } from './maximum.ts';
import { LEAST_DECAYING, LEAST_NOISE, type PreparedFit } from './prepared-fit.ts';

/** How far a parameter can go until the likelihood, at its best in all others, has lost so much. */
export interface Profile {
  readonly low: ProfileEnd;
  readonly high: ProfileEnd;
}

export interface ProfileEnd {
  /** The point there, the others at their best. */
  readonly point: Point;
  /** Whether the likelihood lost less up to the end of what is sensible. */
  readonly open: boolean;
}

/**
 * Points with the variance of the latent quantity and its lasting share in place of two variances: each number of a law by itself, so that it can
 * be held. The first of the two as its logarithm.
 */
export function toShares(point: Point): Point {
  const m = point.length - 3;
  const total = point[m]! + point[m + 1]!;
  return point.with(m, log(total)).with(m + 1, point[m + 1]! / total);
}

export function fromShares(shares: Point): Point {
  const m = shares.length - 3;
  const total = exp(shares[m]!);
  return shares.with(m, total * (1 - shares[m + 1]!)).with(m + 1, total * shares[m + 1]!);
}

function inShares(at: LikelihoodAt): LikelihoodAt {
  return (shares) => {
    const point = fromShares(shares);
    const here = at(point);
    if (!here) return undefined;
    const q = point.length;
    const m = q - 3;
    const total = exp(shares[m]!);
    // Columns of the derivative of the point by its shares; all others are themselves.
    const turn = (x: Float64Array, from: number, by: number) => {
      const [a, b] = [x[from + m * by]!, x[from + (m + 1) * by]!];
      x[from + m * by] = point[m]! * a + point[m + 1]! * b;
      x[from + (m + 1) * by] = total * (b - a);
    };
    const gradient = here.gradient.slice();
    turn(gradient, 0, 1);
    const information = here.information.slice();
    for (let a = 0; a < q; a++) turn(information, a * q, 1);
    for (let b = 0; b < q; b++) turn(information, b, q);
    return { ...here, gradient, information };
  };
}

/** The same box in shares. */
function sharesBox({ low, high }: Box): Box {
  const m = low.length - 3;
  const most = high[m + 1]! > 0 ? 1 - LEAST_DECAYING / high[m]! : 0;
  return {
    low: low.with(m, log(low[m]!)).with(m + 1, 0),
    high: high.with(m, log(high[m]!)).with(m + 1, most),
  };
}

/** An end is found when the root of twice the loss is within this share of the wanted. */
const NEAR = 0.005;
const MOST_TRIED = 30;

/** Profiles of single numbers of a law, beginning at a maximum. */
export function profiler({ data, kernel, box: given }: PreparedFit, maximum: Maximum, method: FitMethod) {
  const m = kernel.names.length;
  const at = inShares(likelihoodOf(data, kernel, method));
  const box = sharesBox(given);
  const best = toShares(maximum.point);
  const top = maximum.likelihood.value;

  /** The best point with one number held. */
  function held(place: number, x: number, start: Point): Maximum | undefined {
    const within = { low: box.low.with(place, x), high: box.high.with(place, x) };
    return climb(at, m, start.with(place, x), within, ROUGHLY);
  }

  /** One end: the signed root of the loss is nearly straight in the number, so that a few secants find it. */
  function end(place: number, sign: 1 | -1, loss: number, step: number): ProfileEnd {
    const limit = sign > 0 ? box.high[place]! : box.low[place]!;
    const wanted = Math.sqrt(2 * loss);
    let inside = { x: best[place]!, root: 0, point: best };
    let outside: typeof inside | undefined;
    const clamped = (x: number) => (sign > 0 ? Math.min(limit, x) : Math.max(limit, x));
    let x = clamped(inside.x + sign * step);
    for (let tried = 0; tried < MOST_TRIED; tried++) {
      // The others go on as they went so far.
      const ahead = inside.x === best[place] ? 0 : (x - inside.x) / (inside.x - best[place]!);
      const start = inside.point.map((other, a) => other + ahead * (other - best[a]!));
      const found = held(place, x, start);
      const root = found
        ? Math.sqrt(2 * Math.max(0, top - found.likelihood.value))
        : Number.POSITIVE_INFINITY;
      const here = { x, root, point: found?.point ?? inside.point };
      if (found && Math.abs(root - wanted) < NEAR * wanted) return { point: here.point, open: false };
      if (root < wanted) {
        if (x === limit) return { point: here.point, open: true };
        const slope = (here.root - inside.root) / (x - inside.x);
        inside = here;
        if (!outside) {
          const farther = (wanted - root) / (sign * slope);
          const least = Math.abs(x - best[place]!) / 4;
          x = clamped(
            x +
              sign *
                Math.min(
                  12 * least,
                  Math.max(least, Number.isFinite(farther) && farther > 0 ? farther : 12 * least),
                ),
          );
          continue;
        }
      } else outside = here;
      const share = Number.isFinite(outside!.root)
        ? (wanted - inside.root) / (outside!.root - inside.root)
        : 0.5;
      // Not too near either of them: a bent root would make the secant creep.
      x = inside.x + Math.min(0.9, Math.max(0.1, share)) * (outside!.x - inside.x);
    }
    return { point: inside.point, open: false };
  }

  return {
    best,
    held,
    profile: (place: number, loss: number, step: number): Profile => ({
      low: end(place, -1, loss, step),
      high: end(place, 1, loss, step),
    }),
  };
}

/** Whether nothing decays at a point, or nothing is error: the ends to which variances can go. */
export function nothingDecays(shares: Point): boolean {
  const m = shares.length - 3;
  return exp(shares[m]!) * (1 - shares[m + 1]!) <= 10 * LEAST_DECAYING;
}

export function noError(shares: Point): boolean {
  return shares.at(-1)! <= 10 * LEAST_NOISE;
}
