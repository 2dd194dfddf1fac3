import { thisThread, type Workers, type WorkOptions } from '../numerics/divided-work.ts';
import { square } from '../numerics/elementary.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';
import { meanAndDeviation, quantile } from '../numerics/quantile.ts';
import { USUAL_RESAMPLING } from '../numerics/random/usual-resampling.ts';
import { calibrationResamples, drawsOf, studentised, withCanonicalSample } from './calibrate.ts';
import { type Comparison, comparisons, uniformError } from './resampling/comparison.ts';
import { columnOf, type Draws, differenceOf } from './resampling/draws.ts';
import { type Estimate, type EstimatorInput, estimator } from './resampling/estimator.ts';
import type { Resample } from './resampling/resample.ts';
import { resampling } from './resampling/resampling.ts';
import { eachOnce, isGrouped, type Sample, sampleSize, trajectoriesOf, unitsOf } from './sample/sample.ts';
import { largestOffDiagonal } from './uniform-bound.ts';
import {
  errorComponents,
  type UnitsAndTrajectories,
  unitsAndTrajectories,
} from './units-and-trajectories.ts';
import {
  type AtUnits,
  fitPowerLaw,
  type PowerLaw,
  type UnitsNeeded,
  USUAL_POWER,
  unitsNeeded,
} from './units-needed.ts';

export interface PlanUnitsOptions extends WorkOptions {
  /** The difference in value to be resolved; without it, that of the pair. */
  gap?: number;
  /**
   * Two protocols: the answer is theirs, whatever others there are. Without them the two with the largest estimates, unless a
   * gap is given; the data chose these among all, and so all pairs are allowed for.
   */
  pair?: readonly [number, number];
  level?: number;
  /** With this probability a true gap of that size is then found to be one. */
  power?: number;
  draws?: number;
  /** Subsamples of each size. */
  subsamples?: number;
  seed?: number;
  workers?: Workers;
}

export interface CurvePoint {
  units: number;
  epsilon: number;
  /** The difference that so many units resolve: by the pair's own criterion where a pair was asked for, else 2ε. */
  resolves: number;
  /** From the data, or from the root-m law beyond them. */
  measured: boolean;
}

export interface UnitsPlan {
  units: number;
  trajectories: number;
  /** The difference to be resolved. */
  gap: number;
  power: number;
  /** The pair behind it, where the gap is an estimate. */
  pair: Comparison | undefined;
  /** Of the target. */
  variance: number;
  /** ε at the present number of units. */
  epsilon: number;
  /** How ε, or the error of the pair asked for, falls with the number of units; the theory's slope is −1/2. */
  fitted: PowerLaw | undefined;
  /** Whether that slope is assured: not for a threshold target where a correlation, or what is recovered of one, is 1 (eq. r0). */
  assured: boolean;
  curve: CurvePoint[];
  /** Until 2ε is below the gap: then every two protocols of the family that far apart are in the right order. */
  uniform: UnitsNeeded;
  /** Until the pair (or the one hardest to tell apart) is told apart, at the power asked for, if the gap is what it seems. */
  pairwise: UnitsNeeded;
  /** Where units have several trajectories: what more units and more trajectories a unit would each give. */
  clustering: UnitsAndTrajectories | undefined;
}

/** Subsamples are halves, quarters and eighths of the units; fewer than this say nothing about any covariance. */
const SMALLEST_SUBSAMPLE = 10;
const FRACTIONS = [1 / 8, 1 / 4, 1 / 2];

/**
 * How many calibration units a difference between protocols takes, for the first target.
 *
 * @example
 * ```ts
 * import { action, latentCovariance, planUnits, randomStream, simulatedUnits, targetWeights, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const values = simulatedUnits(unitLaw(covariance), 100, 0.1, randomStream(1));
 * const plan = await planUnits(
 *   {
 *     sample: { values },
 *     estimand: 'gaussian',
 *     noise: 0.1,
 *     weights: targetWeights('uniform', grid),
 *     targets: ['mean'],
 *     protocols: [[4], [1, 4, 7]].map((times) => times.map((at) => action({ at, noise: 0.2 }, grid))),
 *   },
 *   { gap: 0.05, draws: 200, subsamples: 20, seed: 1 },
 * );
 * console.log(plan.units, plan.uniform.units); // → 100 2300
 * ```
 */
export async function planUnits(given: EstimatorInput, options: PlanUnitsOptions = {}): Promise<UnitsPlan> {
  const {
    level = USUAL_RESAMPLING.level,
    power = USUAL_POWER,
    draws = USUAL_RESAMPLING.draws,
    subsamples = 200,
    seed = 1,
    workers = thisThread,
  } = options;
  const { signal, onProgress } = options;
  const asked = options.pair && inOrder(options.pair, given.protocols.length);
  const input = studentised(
    withCanonicalSample(asked ? { ...given, protocols: asked.map((i) => given.protocols[i]!) } : given),
  );
  const n = input.protocols.length;
  const size = sampleSize(input.sample);
  const sizes = FRACTIONS.map((part) => Math.round(size * part)).filter((k) => k >= SMALLEST_SUBSAMPLE);
  const base = calibrationResamples(input.sample, draws);
  const resamples = [
    ...base,
    ...sizes.flatMap((k) =>
      Array.from({ length: subsamples }, (_, draw): Resample => ({ kind: 'subsample', size: k, draw })),
    ),
  ];
  const whole = estimator(input)(eachOnce(input.sample), 'data');
  const work = { estimator: input, seed, resamples, distances: 0 };
  const resampled = await workers.run(resampling, work, resamples.length, { signal, onProgress });
  const own = drawsOf(input, whole, resampled.slice(0, base.length), draws, 0);

  const units = unitsOf(input.sample);
  const epsilon = uniformError(own, undefined, level);
  const compared = comparisons(own, level);
  // The best is the first of the list, and the second best stands beside it.
  const pair = asked || options.gap === undefined ? compared.comparisons[0] : undefined;
  const gap = options.gap ?? pair?.difference ?? 0;
  const asUnits = (k: number) => Math.round((k * units) / size);
  const small = sizes.map((k, s) => {
    const from = base.length + s * subsamples;
    const rows = resampled.slice(from, from + subsamples).map(({ values }) => values.subarray(0, n));
    return { units: asUnits(k), ...shrunkTo(rows, own.estimate, k / size, level, pair) };
  });
  const atSizes = (pick: (at: (typeof small)[number]) => number, now: number): AtUnits[] => [
    ...small.map((at) => ({ units: at.units, size: pick(at) })),
    { units, size: now },
  ];
  const fitTo = (points: AtUnits[]) =>
    points.length > 2 && points.every((point) => point.size > 0) ? fitPowerLaw(points) : undefined;
  const fitted = fitTo(atSizes((at) => at.epsilon, epsilon));
  const hardest = pair ?? widest(compared.comparisons);
  // A gap must exceed its critical value by as much as chance takes from it but for one time in five, say.
  const error = hardest?.standardError ?? 0;
  const errors = compared.critical + normalQuantile(power);
  const reach = errors * error;
  const widestValue = own.estimate.reduce(
    (most, _, i) => (errorOf(own, i) > errorOf(own, most) ? i : most),
    0,
  );
  const ofWidest = (rows: Float64Array) => columnOf(rows, n, widestValue);
  const ofHardest = (rows: Float64Array) => differenceOf(rows, n, hardest!.a, hardest!.b);
  const wantedRange =
    options.gap === undefined && pair
      ? { low: Math.max(0, pair.low), high: pair.high }
      : { low: gap, high: gap };
  const uniform = unitsNeeded({
    wanted: gap / 2,
    wantedRange: { low: wantedRange.low / 2, high: wantedRange.high / 2 },
    now: { units, size: epsilon },
    shareOff: shareOff(ofWidest(own.leftOut)),
    fitted,
  });
  const pairFit =
    pair && fitTo(atSizes((at) => at.pair, meanAndDeviation(ofHardest(own.bootstrap)).deviation));
  const pairwise =
    hardest && (reach > 0 || options.gap === undefined)
      ? unitsNeeded({
          wanted: gap,
          wantedRange,
          now: { units, size: reach },
          shareOff: shareOff(ofHardest(own.leftOut)),
          fitted: pairFit,
        })
      : noPair(n);
  const resolves = asked ? reach : 2 * epsilon;
  const needed = (asked ? pairwise : uniform).units;
  // Of the pair asked for, or of the value that is known least.
  const follows = asked && hardest ? ofHardest : ofWidest;
  const counts = trajectoryCounts(input.sample);
  return {
    units,
    trajectories: trajectoriesOf(input.sample),
    gap,
    power,
    pair: pair && asked ? { ...pair, a: asked[pair.a]!, b: asked[pair.b]! } : pair,
    variance: whole.variances[0]!,
    epsilon,
    fitted: asked ? pairFit : fitted,
    assured: isAssured(whole),
    curve: curveOf(
      small.map((at) => ({
        units: at.units,
        epsilon: at.epsilon,
        resolves: asked ? errors * at.pair : 2 * at.epsilon,
        measured: true,
      })),
      { units, epsilon, resolves, measured: true },
      needed,
    ),
    uniform,
    pairwise,
    clustering:
      counts && own.apart
        ? unitsAndTrajectories(errorComponents(follows(own.leftOut), follows(own.apart), counts), counts, {
            epsilon,
            resolves,
            needed,
          })
        : undefined,
  };
}

/** How many trajectories each unit has; undefined where they are not held, or each has one. */
function trajectoryCounts(sample: Sample): Int32Array | undefined {
  if (isGrouped(sample) || !sample.clusters) return undefined;
  const counts = new Int32Array(unitsOf(sample));
  for (const unit of sample.clusters) counts[unit]!++;
  return counts;
}

function isAssured({ targets, model, largestRecovered }: Estimate): boolean {
  const aim = targets?.[0];
  if (!aim || (aim.local ?? aim).modulus().beta === 1) return true;
  return Math.max(largestOffDiagonal(model.covariance), largestRecovered[0]!) < 1;
}

/** One protocol, or several that never differ: there is nothing to tell apart, however many units there are. */
export function noPair(protocols: number): UnitsNeeded {
  return {
    units: null,
    range: { low: null, high: null },
    realistic: false,
    why:
      protocols < 2
        ? 'there is only one protocol: no pair to tell apart'
        : 'the protocols have the same value in every draw: no pair to tell apart',
  };
}

/** The jackknife's standard error of a value. */
function errorOf({ estimate, leftOut }: Draws, i: number): number {
  return meanAndDeviation(columnOf(leftOut, estimate.length, i)).deviation;
}

/**
 * By which share the square of a standard error may be off, at 95 %: it is a mean of squares over the units left out, and
 * these squares vary.
 */
function shareOff(leftOut: Float64Array): number {
  const { mean } = meanAndDeviation(leftOut);
  const squares = leftOut.map((value) => square(value - mean));
  const { mean: average, deviation } = meanAndDeviation(squares);
  return average > 0 ? (1.96 * deviation) / average / Math.sqrt(leftOut.length) : 0;
}

/** A pair that there is; which of the two is named first makes no difference. */
export function inOrder([i, j]: readonly [number, number], protocols: number): [number, number] {
  const among = (k: number) => Number.isInteger(k) && k >= 0 && k < protocols;
  if (i === j || !among(i) || !among(j))
    throw new RangeError(`${i} and ${j} are no pair of ${protocols} protocols`);
  return i < j ? [i, j] : [j, i];
}

export function widest(listed: readonly Comparison[]): Comparison | undefined {
  return listed.reduce<Comparison | undefined>(
    (most, one) => (!most || one.high - one.low > most.high - most.low ? one : most),
    undefined,
  );
}

/**
 * The uncertainty at a smaller number of units. A subsample is part of the whole, so that it lies nearer to it than to the
 * truth: by the root of 1 − share, which is taken back.
 */
function shrunkTo(
  rows: readonly Float64Array[],
  estimate: Float64Array,
  share: number,
  level: number,
  pair: Comparison | undefined,
): { epsilon: number; pair: number } {
  const back = 1 / Math.sqrt(1 - share);
  const largest = Float64Array.from(rows, (row) =>
    row.reduce((most, value, i) => Math.max(most, Math.abs(value - estimate[i]!)), 0),
  );
  return {
    epsilon: back * quantile(largest.sort(), level),
    pair: pair ? back * meanAndDeviation(rows.map((row) => row[pair.a]! - row[pair.b]!)).deviation : 0,
  };
}

/** What was measured, and then twice, four times … the units, past what is needed. */
export function curveOf(small: CurvePoint[], now: CurvePoint, needed: number | null): CurvePoint[] {
  const curve = [...small, now];
  const last = Math.min(needed ?? 0, 64 * now.units);
  for (let units = 2 * now.units; units < 2 * Math.max(last, 4 * now.units); units *= 2) {
    const share = Math.sqrt(now.units / units);
    curve.push({ units, epsilon: now.epsilon * share, resolves: now.resolves * share, measured: false });
  }
  return curve;
}
