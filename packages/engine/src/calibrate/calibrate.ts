import { target } from '../model/target.ts';
import { thisThread, type Workers, type WorkOptions } from '../numerics/divided-work.ts';
import { quantile } from '../numerics/quantile.ts';
import { type Comparisons, comparisons, uniformError } from './comparison.ts';
import { checkUnits, inCanonicalOrder } from './dense-units.ts';
import type { Draws } from './draws.ts';
import { type Estimate, type EstimatorInput, estimator, valuesPerEstimate } from './estimator.ts';
import { type Interval, valueInterval } from './interval.ts';
import type { PlugInCovariance } from './plug-in-covariance.ts';
import type { Resample } from './resample.ts';
import { type Resampled, resampling } from './resampling.ts';
import { type NestedClass, type Resolution, resolution } from './resolution.ts';
import { isGrouped, sampleSize, unitsOf } from './sample.ts';
import { boundConstants, type UniformBound, uniformBound, unitsUntilInformative } from './uniform-bound.ts';

export interface CalibrateOptions extends WorkOptions {
  /** Of intervals, ε and comparisons. */
  level?: number;
  /** Bootstrap draws. */
  draws?: number;
  seed?: number;
  workers?: Workers;
  /** From coarse to fine, by numbers of protocols. */
  classes?: readonly NestedClass[];
  /** So many of the first protocols are compared with each other; the others only stand in classes. All without it. */
  compared?: number;
}

export interface CalibratedValue extends Interval {
  value: number;
}

/** What theory says beside what the draws show. */
export interface CalibrationTheory extends UniformBound {
  /** From how many units on the bound says anything. */
  informativeFrom: number | null;
}

export interface TargetCalibration {
  name: string;
  variance: number;
  protocols: CalibratedValue[];
  /** Uniform error over the family, at the level. */
  epsilon: number;
  comparisons: Comparisons;
  /** The protocol with the largest estimate, and what it can lose at most at the level: 2ε + η, with η = 0. */
  selected: { protocol: number; eta: number; guarantee: number };
  /** For the Gaussian estimand. */
  theory?: CalibrationTheory;
  resolution?: Resolution;
}

export interface Calibration {
  units: number;
  /** How many units, or groups of units, were resampled. */
  resampled: number;
  grouped: boolean;
  estimand: EstimatorInput['estimand'];
  level: number;
  draws: number;
  seed: number;
  /** Draws that were made again, because by chance nothing varied in them. */
  redrawn: number;
  /** Of the linear estimand with noise: what was lifted in the joint correlations. */
  floored?: NonNullable<Estimate['floored']>;
  /** Without the covariance itself. */
  plugIn?: Omit<PlugInCovariance, 'covariance'>;
  /** The estimate K̂; for the linear estimand the second moments that it used, scaled. */
  covariance: Estimate['model']['covariance'];
  targets: TargetCalibration[];
}

/** So many groups are left out in turn at most. */
const MOST_LEFT_OUT = 200;
/** So many draws say how far the covariance may be off. */
const DISTANCES = 200;

/** The resamples of a calibration: draws first, then those with units left out. */
export function calibrationResamples(size: number, draws: number): Resample[] {
  const groups = Math.min(size, MOST_LEFT_OUT);
  return [
    ...Array.from({ length: draws }, (_, draw): Resample => ({ kind: 'bootstrap', draw })),
    ...Array.from({ length: groups }, (_, group): Resample => ({ kind: 'without', group, groups })),
  ];
}

/** The units in canonical order, so that a file's order makes no difference. */
export function withCanonicalSample(input: EstimatorInput): EstimatorInput {
  if (isGrouped(input.sample)) return input;
  checkUnits(input.sample);
  return { ...input, sample: inCanonicalOrder(input.sample) };
}

/** Everything that was resampled: the basis of intervals, comparisons and ε. */
export interface CalibrationDraws {
  input: EstimatorInput;
  whole: Estimate;
  /** For each target. */
  draws: Draws[];
  /** ‖K̂_b − K̂‖ of the first draws; none for the linear estimand. */
  distances: Float64Array;
  /** Draws that were made again, because by chance nothing varied in them. */
  redrawn: number;
}

/** One bootstrap of the units, shared by all protocols and targets, and the estimates with units left out. */
export async function calibrationDraws(
  given: EstimatorInput,
  options: Omit<CalibrateOptions, 'level' | 'classes' | 'compared'> = {},
): Promise<CalibrationDraws> {
  const { draws = 2000, seed = 1, workers = thisThread, signal, onProgress } = options;
  const input = withCanonicalSample(given);
  const size = sampleSize(input.sample);
  const whole = estimator(input)(new Int32Array(size).fill(1), 'data');
  const resamples = calibrationResamples(size, draws);
  const distances = input.estimand === 'gaussian' ? Math.min(DISTANCES, draws) : 0;
  const work = { estimator: input, seed, resamples, distances };
  const resampled = await workers.run(resampling, work, resamples.length, { signal, onProgress });
  return {
    input,
    whole,
    draws: Array.from(whole.variances, (_, t) => drawsOf(input, whole, resampled, draws, t)),
    distances: Float64Array.from(resampled.slice(0, distances), ({ distance }) => distance!),
    redrawn: resampled.filter(({ redrawn }) => redrawn > 0).length,
  };
}

/** Values from dense data with their uncertainty. */
export async function calibrate(given: EstimatorInput, options: CalibrateOptions = {}): Promise<Calibration> {
  const { level = 0.95, draws = 2000, seed = 1, classes, compared } = options;
  const { input, whole, draws: drawn, distances, redrawn } = await calibrationDraws(given, options);
  const { sample, estimand } = input;
  const error = distances.length > 0 ? quantile(distances.toSorted(), level) : undefined;
  const names = estimand === 'gaussian' ? input.targets.map((spec) => target(spec).name) : ['best linear'];
  return {
    units: unitsOf(sample),
    resampled: sampleSize(sample),
    grouped: isGrouped(sample),
    estimand,
    level,
    draws,
    seed,
    redrawn,
    ...(whole.floored && { floored: whole.floored }),
    ...(whole.plugIn && { plugIn: reportOf(whole.plugIn) }),
    covariance: whole.model.covariance,
    targets: drawn.map((own, t) => ({
      name: names[t]!,
      variance: whole.variances[t]!,
      ...ofTarget(firstOf(own, compared ?? own.estimate.length), level),
      ...(error !== undefined && { theory: theoryOf(input, whole, t, error) }),
      ...(classes && { resolution: resolution(own, classes, level) }),
    })),
  };
}

/** The draws of the first protocols alone. */
function firstOf({ estimate, bootstrap, leftOut }: Draws, count: number): Draws {
  const n = estimate.length;
  if (count >= n) return { estimate, bootstrap, leftOut };
  const columns = (rows: Float64Array) => {
    const out = new Float64Array((rows.length / n) * count);
    for (let b = 0; b < rows.length / n; b++) out.set(rows.subarray(b * n, b * n + count), b * count);
    return out;
  };
  return { estimate: estimate.slice(0, count), bootstrap: columns(bootstrap), leftOut: columns(leftOut) };
}

function reportOf({ covariance: _, ...report }: PlugInCovariance): Omit<PlugInCovariance, 'covariance'> {
  return report;
}

/** The values of one target out of those of all. */
export function drawsOf(
  input: EstimatorInput,
  whole: Estimate,
  resampled: readonly Resampled[],
  draws: number,
  t: number,
): Draws {
  const n = input.protocols.length;
  if (whole.values.length !== valuesPerEstimate(input)) throw new RangeError('values of another family');
  const rows = (list: readonly Resampled[]) => {
    const out = new Float64Array(list.length * n);
    list.forEach(({ values }, b) => {
      out.set(values.subarray(t * n, (t + 1) * n), b * n);
    });
    return out;
  };
  return {
    estimate: whole.values.slice(t * n, (t + 1) * n),
    bootstrap: rows(resampled.slice(0, draws)),
    leftOut: rows(resampled.slice(draws)),
  };
}

function ofTarget(
  draws: Draws,
  level: number,
): Pick<TargetCalibration, 'protocols' | 'epsilon' | 'comparisons' | 'selected'> {
  const { estimate, bootstrap, leftOut } = draws;
  const n = estimate.length;
  const column = (rows: Float64Array, i: number) =>
    Float64Array.from({ length: rows.length / n }, (_, b) => rows[b * n + i]!);
  const epsilon = uniformError(draws, undefined, level);
  const compared = comparisons(draws, level);
  return {
    protocols: Array.from(estimate, (value, i) => ({
      value,
      ...valueInterval(value, column(bootstrap, i), column(leftOut, i), level),
    })),
    epsilon,
    comparisons: compared,
    selected: { protocol: compared.bestSet[0]!, eta: 0, guarantee: Math.min(1, 2 * epsilon) },
  };
}

function theoryOf(
  { sample, targets, protocols }: EstimatorInput,
  whole: Estimate,
  t: number,
  error: number,
): CalibrationTheory {
  const constants = boundConstants({
    model: whole.model,
    target: target(targets[t]!),
    variance: whole.variances[t]!,
    protocols,
    largestRecovered: whole.largestRecovered[t]!,
  });
  return {
    ...uniformBound(constants, error),
    informativeFrom: unitsUntilInformative(constants, error, unitsOf(sample)),
  };
}
