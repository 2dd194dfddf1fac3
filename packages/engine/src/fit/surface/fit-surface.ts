import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { shortNumber } from '../../model/input/short-number.ts';
import type { TimeGrid } from '../../model/time/time-grid.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { checkReadings, inOrder, type SparseReadings, trajectoriesByUnit } from '../sparse-readings.ts';
import {
  between,
  type ChosenBandwidth,
  curveBandwidth,
  curveNodes,
  foldsOf,
  surfaceBandwidth,
} from './bandwidth.ts';
import { entropyCompletion } from './entropy-completion.ts';
import {
  curveAt,
  curveMoments,
  curveSupport,
  type Nodes,
  type PairSource,
  placeOf,
  surfaceAt,
  surfaceMoments,
  surfaceSupport,
} from './local-linear.ts';
import { nearestCompletable } from './nearest-completable.ts';
import { nugget } from './nugget.ts';
import { isSeen, USUAL_UNITS } from './seen.ts';

export interface SurfaceOptions {
  /** Of mean and surface, or of each, in the unit of time; chosen on units held out unless given. */
  bandwidth?: number | { mean: number; surface: number } | undefined;
  /** So many units have to count in full at a time, or at a pair of times, for it to be seen. */
  units?: number | undefined;
  /** Variance of the noise of a reading, where it is known; estimated unless given. */
  noise?: number | undefined;
  /** Of the parts in which units are held out. */
  seed?: number | undefined;
  kernels?: Kernels | undefined;
}

/** A law without a kernel, from sparse readings. */
export interface FittedSurface {
  /** m(t) and s(t) at the grid points, in the unit of the readings. */
  mean: Float64Array;
  scale: Float64Array;
  /** Correlations: at pairs seen those nearest to the estimates that go together, at all others independence given the rest. */
  covariance: Matrix;
  /** Pairs of grid points j > k that were not seen together. */
  unseen: [number, number][];
  /** Variance of the noise of a reading. */
  noise: number;
  /** Whether the estimate of the noise came out below 0, and 0 stands in for it. */
  noiseAtZero: boolean;
  bandwidth: { mean: number; surface: number };
  /** How units held out were predicted under the bandwidths tried; null where it was given. */
  tried: { mean: ChosenBandwidth['tried']; surface: ChosenBandwidth['tried'] } | null;
  /** How many units count in full at a pair; the diagonal has those at a time and just before it. */
  effective: Matrix;
  /** The most that an estimated correlation was changed so that all go together, and the root mean square of the changes. */
  largestChange: number;
  meanChange: number;
  /** So many units a pair had to have to be seen. */
  leastUnits: number;
  units: number;
  trajectories: number;
  readings: number;
}

/** A narrower one could fall between the nodes at which the mean is computed. */
const NARROWEST = 1 / 50;
/** A wider one looks beyond the horizon from most of it. */
const WIDEST = 1 / 2;

/**
 * Mean, variance, noise and correlations of a trajectory on a grid, from readings at any times, without a kernel (Yao, Müller
 * and Wang). The mean is a local-linear smoother of the readings, the covariance one of the products of two readings of a trajectory,
 * own squares left out; these have the noise in them, which is what they have above the surface on the diagonal (`nugget.ts`).
 * A pair of times is *seen* where the fit at it rests on enough units around it (`seen.ts`). What is not seen is not interpolated:
 * it is left open. Correlations at pairs seen are then drawn to the nearest that belong to a law.
 *
 * @example
 * ```ts
 * import { fitSurface, latentCovariance, randomStream, simulatedUnits, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 8, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 4 } } }, grid);
 * const drawn = simulatedUnits(unitLaw(covariance), 200, 0.1, randomStream(1));
 * const surface = fitSurface(
 *   {
 *     times: Float64Array.from(drawn.data, (_, i) => grid.times[i % 8]),
 *     values: drawn.data,
 *     starts: Int32Array.from({ length: 201 }, (_, i) => 8 * i),
 *   },
 *   grid,
 *   { bandwidth: 2, noise: 0.1 },
 * );
 * console.log(surface.unseen.length, surface.units); // → 0 200
 * ```
 */
export function fitSurface(
  given: SparseReadings,
  grid: Pick<TimeGrid, 'horizon' | 'points' | 'times'>,
  options: SurfaceOptions = {},
): FittedSurface {
  const { units: leastUnits = USUAL_UNITS, seed = 1, kernels = defaultKernels() } = options;
  const { horizon, points: p } = grid;
  checkReadings(given);
  const ordered = inOrder(given);
  const { times, starts, clusters } = ordered;
  const units = trajectoriesByUnit(ordered);
  const level = ordered.values.reduce((sum, y) => sum + y, 0) / ordered.values.length;
  const levelled: PairSource = { times, starts, values: ordered.values.map((y) => y - level) };
  const folds = foldsOf(units, seed);
  const chosen =
    typeof options.bandwidth === 'number'
      ? { mean: options.bandwidth, surface: options.bandwidth }
      : options.bandwidth;
  const unusable = (why: string, accepted: string) =>
    refuse([{ path: ['bandwidth'], value: options.bandwidth, why, accepted }]);
  if (chosen && Math.max(chosen.mean, chosen.surface) > WIDEST * horizon)
    unusable(
      'so wide a bandwidth draws one plane through all pairs of times, and calls seen what nobody saw',
      `at most ${shortNumber(WIDEST * horizon)}, half of the horizon`,
    );
  if (chosen && Math.min(chosen.mean, chosen.surface) < NARROWEST * horizon)
    unusable(
      'so narrow a bandwidth has few readings in it, or none',
      `at least ${shortNumber(NARROWEST * horizon)}, a fiftieth of the horizon`,
    );

  const ofMean = chosen === undefined ? curveBandwidth(levelled, folds, horizon) : null;
  const meanBandwidth = ofMean?.bandwidth ?? chosen!.mean;
  const nodes = curveNodes(horizon);
  const curve = curveAt(
    curveMoments(times, levelled.values, nodes, meanBandwidth),
    nodes.count,
    meanBandwidth,
  );
  const centred: PairSource = {
    times,
    starts,
    values: levelled.values.map((y, r) => y - between(curve, nodes, times[r]!)),
  };
  const ofSurface = chosen === undefined ? surfaceBandwidth(centred, folds, horizon) : null;
  const bandwidth = ofSurface?.bandwidth ?? chosen!.surface;

  const onGrid: Nodes = { start: horizon / p / 2, spacing: horizon / p, count: p };
  const squares = curveMoments(
    times,
    centred.values.map((y) => y * y),
    onGrid,
    bandwidth,
  );
  const own = curveSupport(centred, units, squares, onGrid, bandwidth);
  const lonely = Array.from(own.keys()).filter((j) => !isSeen(own[j]!, leastUnits, onGrid.spacing));
  refuse(neverRead(lonely, grid, leastUnits, bandwidth));

  const moments = surfaceMoments(centred, Array.from(clusters.keys()), onGrid, bandwidth);
  const support = surfaceSupport(centred, units, moments, onGrid, bandwidth);

  const whole = curveAt(squares, p, bandwidth);
  // Half the bandwidth, where there are pairs enough: the curve in the lag is steepest, and bends most, at 0.
  const nuggets =
    options.noise === undefined
      ? [bandwidth / 2, bandwidth].map((within) => nugget(centred, units, within))
      : [];
  const estimated = nuggets.find(({ support: its }) => isSeen(its, leastUnits, onGrid.spacing));
  if (options.noise === undefined && !estimated)
    refuse([
      {
        path: ['noise'],
        value: undefined,
        why:
          `fewer than ${leastUnits} units have readings near enough to each other, at lags that go down to 0 within ` +
          `${shortNumber(bandwidth)}, so that nothing tells noise from change`,
        accepted: 'noise: variance of a reading',
      },
    ]);
  const noise = options.noise ?? Math.max(0, estimated!.noise);
  const variance = whole.map((value) => value - noise);
  refuse(
    Array.from(variance.keys())
      .filter((j) => !(variance[j]! > 0))
      .slice(0, 3)
      .map((j) => ({
        path: ['noise'],
        value: noise,
        why: `around time ${shortNumber(grid.times[j]!)} the readings vary by ${shortNumber(whole[j]!)}, no more than their noise`,
        accepted: 'a noise below the variance of the readings, or a larger bandwidth',
      })),
  );
  const scale = variance.map((value) => Math.sqrt(value));

  const estimate = zeros(p, p);
  const weights = zeros(p, p);
  const effective = zeros(p, p);
  const unseen: [number, number][] = [];
  for (let j = 0; j < p; j++) {
    estimate.data[j * p + j] = 1;
    effective.data[j * p + j] = support[placeOf(j, j)]!.units;
    for (let k = 0; k < j; k++) {
      const place = placeOf(j, k);
      effective.data[j * p + k] = effective.data[k * p + j] = support[place]!.units;
      if (!isSeen(support[place]!, leastUnits, onGrid.spacing)) {
        unseen.push([j, k]);
        continue;
      }
      const value = surfaceAt(moments, place, bandwidth) / (scale[j]! * scale[k]!);
      estimate.data[j * p + k] = estimate.data[k * p + j] = value;
      weights.data[j * p + k] = weights.data[k * p + j] = support[place]!.units;
    }
  }
  const trajectories = starts.length - 1;
  const nearest = nearestCompletable({ estimate, weights }, 1 / trajectories, kernels);
  return {
    mean: Float64Array.from(grid.times, (time) => level + between(curve, nodes, time)),
    scale,
    covariance: entropyCompletion(nearest.covariance, unseen, kernels),
    unseen,
    noise,
    noiseAtZero: estimated !== undefined && estimated.noise < 0,
    bandwidth: { mean: meanBandwidth, surface: bandwidth },
    tried: ofMean && ofSurface && { mean: ofMean.tried, surface: ofSurface.tried },
    effective,
    largestChange: nearest.largestChange,
    meanChange: nearest.meanChange,
    leastUnits,
    units: units.length,
    trajectories,
    readings: times.length,
  };
}

/** Times of which nobody knows even mean and variance. */
function neverRead(
  lonely: readonly number[],
  { times, points }: Pick<TimeGrid, 'times' | 'points'>,
  leastUnits: number,
  bandwidth: number,
): Problem[] {
  if (lonely.length === 0) return [];
  const [first, last] = [times[lonely[0]!]!, times[lonely.at(-1)!]!];
  const where =
    lonely.length === 1
      ? `at time ${shortNumber(first)}`
      : `between times ${shortNumber(first)} and ${shortNumber(last)}`;
  return [
    {
      path: ['data'],
      value: `${lonely.length} of ${points} grid points`,
      why:
        `fewer than ${leastUnits} units count in full within ${shortNumber(bandwidth)} of grid points ${where}, so that not even ` +
        'the mean is known there',
      accepted: 'readings at all times of the horizon, a shorter horizon, or a larger `bandwidth`',
    },
  ];
}
