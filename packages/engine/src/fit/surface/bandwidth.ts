import { permutation, randomStream } from '../../numerics/random/random-stream.ts';
import {
  curveAt,
  curveMoments,
  type Moments,
  type Nodes,
  type PairSource,
  placeOf,
  surfaceAt,
  surfaceMoments,
} from './local-linear.ts';

/** Bandwidths that are tried, as shares of the horizon: each 1.38 times the one before. */
export const BANDWIDTHS: readonly number[] = [0.05, 0.069, 0.0951, 0.1312, 0.1809, 0.25];
/** Units are held out in so many parts. */
const FOLDS = 10;
/** Held-out products are compared with a surface on so many nodes, between which it is linear. */
const NODES = 33;
/** Nodes of the mean, between which it is linear too. */
const CURVE_NODES = 101;

export const curveNodes = (horizon: number): Nodes => ({
  start: 0,
  spacing: horizon / (CURVE_NODES - 1),
  count: CURVE_NODES,
});

/** Linear between the nodes that are left and right of a time. */
export function between(values: ArrayLike<number>, { start, spacing, count }: Nodes, time: number): number {
  const place = (time - start) / spacing;
  const j = Math.max(0, Math.min(count - 2, Math.floor(place)));
  const share = place - j;
  return (1 - share) * values[j]! + share * values[j + 1]!;
}

/** A bandwidth, and the mean squared error of what was held out under each that was tried. */
export interface ChosenBandwidth {
  bandwidth: number;
  tried: { bandwidth: number; error: number }[];
}

/** Which trajectories belong to each part of the units. */
export function foldsOf(units: readonly (readonly number[])[], seed: number): number[][] {
  const order = permutation(randomStream(seed, 'surface folds'), units.length);
  const folds = Array.from({ length: Math.min(FOLDS, units.length) }, (): number[] => []);
  order.forEach((unit, place) => {
    folds[place % folds.length]!.push(...units[unit]!);
  });
  return folds;
}

function chosen(horizon: number, errorOf: (bandwidth: number) => number): ChosenBandwidth {
  const tried = BANDWIDTHS.map((share) => ({
    bandwidth: share * horizon,
    error: errorOf(share * horizon),
  }));
  const best = tried.reduce((a, b) => (b.error <= a.error ? b : a));
  return { bandwidth: best.bandwidth, tried };
}

/** The sums without those of one part: added up anew, so that where nobody else is near they are 0. */
function without(parts: readonly Moments[], left: number): Moments {
  const sum = new Float64Array(parts[0]!.length);
  parts.forEach((own, f) => {
    if (f !== left) for (let n = 0; n < sum.length; n++) sum[n]! += own[n]!;
  });
  return sum;
}

/** The mean's bandwidth, by the squared error of the readings of units held out. */
export function curveBandwidth(
  { times, values, starts }: PairSource,
  folds: readonly (readonly number[])[],
  horizon: number,
): ChosenBandwidth {
  const nodes = curveNodes(horizon);
  const readings = folds.map((trajectories) =>
    trajectories.flatMap((i) =>
      Array.from({ length: starts[i + 1]! - starts[i]! }, (_, n) => starts[i]! + n),
    ),
  );
  const some = (of: Float64Array, f: number) => Float64Array.from(readings[f]!, (r) => of[r]!);
  return chosen(horizon, (bandwidth) => {
    const parts = folds.map((_, f) => curveMoments(some(times, f), some(values, f), nodes, bandwidth));
    let sum = 0;
    folds.forEach((_, f) => {
      const curve = curveAt(without(parts, f), nodes.count, bandwidth);
      for (const r of readings[f]!) {
        const expected = between(curve, nodes, times[r]!);
        // Where nobody else was read near it, nothing is expected: the error is the reading itself.
        const error = values[r]! - (Number.isNaN(expected) ? 0 : expected);
        sum += error * error;
      }
    });
    return sum / values.length;
  });
}

/** The surface's bandwidth, by the squared error of the products of units held out. */
export function surfaceBandwidth(
  source: PairSource,
  folds: readonly (readonly number[])[],
  horizon: number,
): ChosenBandwidth {
  const nodes: Nodes = { start: 0, spacing: horizon / (NODES - 1), count: NODES };
  const { times, values, starts } = source;
  return chosen(horizon, (bandwidth) => {
    const parts = folds.map((trajectories) => surfaceMoments(source, trajectories, nodes, bandwidth));
    let [sum, count] = [0, 0];
    folds.forEach((trajectories, f) => {
      const rest = without(parts, f);
      const surface = Float64Array.from({ length: placeOf(NODES, 0) }, (_, place) => {
        const at = surfaceAt(rest, place, bandwidth);
        // A covariance of which nothing is known is expected to be 0.
        return Number.isNaN(at) ? 0 : at;
      });
      for (const i of trajectories)
        for (let a = starts[i]!; a < starts[i + 1]!; a++)
          for (let b = starts[i]!; b < a; b++) {
            const [later, earlier] = times[a]! >= times[b]! ? [times[a]!, times[b]!] : [times[b]!, times[a]!];
            const error = values[a]! * values[b]! - onTriangle(surface, nodes, later, earlier);
            sum += error * error;
            count++;
          }
    });
    return count > 0 ? sum / count : 0;
  });
}

/** Linear in both times between four nodes; on the diagonal between three, so that nothing is read across it. */
function onTriangle(
  surface: Float64Array,
  { spacing, count }: Nodes,
  later: number,
  earlier: number,
): number {
  const cell = (time: number) => Math.max(0, Math.min(count - 2, Math.floor(time / spacing)));
  const [j, k] = [cell(later), cell(earlier)];
  const [x, y] = [later / spacing - j, earlier / spacing - k];
  const at = (a: number, b: number) => surface[placeOf(a, b)]!;
  if (j === k) return (1 - x) * at(j, j) + (x - y) * at(j + 1, j) + y * at(j + 1, j + 1);
  return (
    (1 - x) * ((1 - y) * at(j, k) + y * at(j, k + 1)) + x * ((1 - y) * at(j + 1, k) + y * at(j + 1, k + 1))
  );
}
