import { log } from '../numerics/elementary.ts';
import { quantile } from '../numerics/quantile.ts';
import { type FitData, fitData } from './fit-data.ts';
import type { FittedKernel } from './fit-model.ts';
import {
  type FitMethod,
  type Likelihood,
  type LikelihoodAt,
  likelihoodOf,
  type Point,
} from './likelihood.ts';
import { applied, positiveInverse } from './small-matrices.ts';
import { someTrajectories, trajectoryCount } from './sparse-readings.ts';

/** Where each number of a point may lie; where both ends are the same it is held. */
export interface Box {
  readonly low: Point;
  readonly high: Point;
}

export interface Maximum {
  readonly point: Point;
  readonly likelihood: Likelihood;
}

/** A next step that promises less than this in log-likelihood is not taken; a rougher one to compare starts, and on profiles. */
const ENOUGH = 1e-9;
export const ROUGHLY = 1e-4;
const MOST_STEPS = 200;
/** The logarithm of a kernel parameter changes by at most this in one step. */
const LONGEST_STEP = 1.5;

/**
 * The nearest maximum within the box: Fisher scoring with Levenberg's damping, over the numbers that are not pressed against an end of the
 * box. Every step climbs.
 */
export function climb(
  at: LikelihoodAt,
  kernelParameters: number,
  start: Point,
  { low, high }: Box,
  enough = ENOUGH,
): Maximum | undefined {
  const within = (x: number, a: number) => Math.min(high[a]!, Math.max(low[a]!, x));
  let point = start.map(within);
  let here = at(point);
  if (!here) return undefined;
  let damping = 1e-3;
  for (let step = 0; step < MOST_STEPS; ) {
    const { gradient, information } = here;
    const q = gradient.length;
    const free = Array.from(gradient.keys()).filter(
      (a) =>
        low[a]! < high[a]! &&
        information[a * q + a]! > 0 &&
        !(point[a]! <= low[a]! && gradient[a]! <= 0) &&
        !(point[a]! >= high[a]! && gradient[a]! >= 0),
    );
    const direction = dampedStep(gradient, information, free, damping);
    if (!direction) {
      damping *= 10;
      if (damping > 1e10) break;
      continue;
    }
    const promised = free.reduce((sum, a, n) => sum + gradient[a]! * direction[n]!, 0) / 2;
    if (!(promised > enough)) break;
    const next = point.slice();
    free.forEach((a, n) => {
      const longest = a < kernelParameters ? LONGEST_STEP : Number.POSITIVE_INFINITY;
      next[a] = within(point[a]! + Math.min(longest, Math.max(-longest, direction[n]!)), a);
    });
    const there = at(next);
    if (there && there.value > here.value) {
      point = next;
      here = there;
      damping = Math.max(1e-8, damping / 10);
      step++;
    } else {
      damping *= 8;
      if (damping > 1e10) break;
    }
  }
  return { point, likelihood: here };
}

/** (F + damping·diag F)⁻¹g over some numbers, each measured by the root of its own information. */
function dampedStep(
  gradient: Float64Array,
  information: Float64Array,
  free: readonly number[],
  damping: number,
): Float64Array | undefined {
  const q = gradient.length;
  const n = free.length;
  const scale = free.map((a) => Math.sqrt(information[a * q + a]!));
  const matrix = new Float64Array(n * n);
  free.forEach((a, i) => {
    free.forEach((b, k) => {
      matrix[i * n + k] = information[a * q + b]! / (scale[i]! * scale[k]!) + (i === k ? damping : 0);
    });
  });
  const inverted = positiveInverse(matrix, n);
  if (!inverted) return undefined;
  const right = free.map((a, i) => gradient[a]! / scale[i]!);
  return applied(inverted.inverse, right).map((x, i) => x / scale[i]!);
}

/** So many trajectories are enough to find from where to climb. */
const SOME = 400;
/** How many places the climb begins from, of those that look best. */
const STARTS = 3;

/**
 * The highest maximum that several starts lead to. Memories and periods from the shortest lags to beyond the longest are tried on some of
 * the trajectories, with the best variances for each; from the best of them the climb goes on with all.
 */
export function highestMaximum(
  data: FitData,
  knots: readonly number[] | undefined,
  kernel: FittedKernel,
  box: Box,
  method: FitMethod,
): Maximum | undefined {
  const all = trajectoryCount(data.readings);
  const at = likelihoodOf(data, kernel, method);
  const few = all <= 2 * SOME ? undefined : fewOf(data, knots, Math.ceil(all / SOME));
  const atFew = few ? likelihoodOf(few, kernel, method) : at;
  const m = kernel.names.length;
  const tried = gridOf(data.lags, kernel.names).flatMap((logs) => {
    const held = {
      low: box.low.map((x, a) => (a < m ? logs[a]! : x)),
      high: box.high.map((x, a) => (a < m ? logs[a]! : x)),
    };
    const found = climb(atFew, m, Float64Array.from([...logs, 0.4, 0.3, 0.3]), held, ROUGHLY);
    return found ? [found] : [];
  });
  tried.sort((a, b) => b.likelihood.value - a.likelihood.value);
  const local = tried
    .slice(0, STARTS)
    .flatMap(({ point }) => climb(atFew, m, point, box) ?? [])
    .sort((a, b) => b.likelihood.value - a.likelihood.value);
  if (!few) return local[0];
  const apart = local.filter(
    ({ likelihood: { value } }, n) => n === 0 || local[n - 1]!.likelihood.value - value > 0.01,
  );
  return apart
    .flatMap(({ point }) => climb(at, m, point, box) ?? [])
    .sort((a, b) => b.likelihood.value - a.likelihood.value)[0];
}

function fewOf({ readings }: FitData, knots: readonly number[] | undefined, every: number): FitData {
  const some = Array.from({ length: Math.floor(trajectoryCount(readings) / every) }, (_, n) => n * every);
  return fitData(someTrajectories(readings, some), knots);
}

/** Logarithms of kernel parameters to begin with. */
function gridOf(lags: Float64Array, names: readonly string[]): number[][] {
  const positive = lags.filter((lag) => lag > 0);
  const [shortest, longest] = [quantile(positive, 0.05), positive.at(-1)!];
  const spaced = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, n) => log(from) + (n / (count - 1)) * (log(to) - log(from)));
  return names.reduce<number[][]>(
    (grid, name) =>
      (name === 'period'
        ? spaced(shortest, 3 * longest, 16)
        : spaced(shortest / 2, 3 * longest, names.length > 1 ? 4 : 8)
      ).flatMap((x) => grid.map((row) => [...row, x])),
    [[]],
  );
}
