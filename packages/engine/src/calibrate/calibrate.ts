import { presence } from '../model/value/missed.ts';
import { thisThread, type Workers, type WorkOptions } from '../numerics/divided-work.ts';
import { quantile } from '../numerics/quantile.ts';
import { USUAL_RESAMPLING } from '../numerics/random/usual-resampling.ts';
import { MOST_LISTED } from './resampling/comparison.ts';
import { correctedInterval, correctedValue, type Fitted } from './resampling/corrected-value.ts';
import { columnOf, type Draws, designEffect, rowsOf } from './resampling/draws.ts';
import { type Estimate, type EstimatorInput, estimator, valuesPerEstimate } from './resampling/estimator.ts';
import { valueInterval } from './resampling/interval.ts';
import type { Resample } from './resampling/resample.ts';
import { type Resampled, resampling } from './resampling/resampling.ts';
import { type NestedClass, type Resolution, resolution } from './resampling/resolution.ts';
import { type CalibratedValue, type ToldApart, toldApart } from './resampling/told-apart.ts';
import { checkUnits, inCanonicalOrder } from './sample/dense-units.ts';
import type { PlugInCovariance } from './sample/plug-in-covariance.ts';
import { eachOnce, isGrouped, type Sample, sampleSize, trajectoriesOf, unitsOf } from './sample/sample.ts';
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

/** What theory says beside what the draws show. */
export interface CalibrationTheory extends UniformBound {
  /** From how many units on the bound says anything. */
  informativeFrom: number | null;
}

interface TargetCalibration extends ToldApart {
  name: string;
  /** E Θ̂ and Var Θ̂. */
  mean: number;
  variance: number;
  /** For the Gaussian estimand on a standardised scale: where mean and scale are estimated too, it has no constants. */
  theory?: CalibrationTheory;
  resolution?: Resolution;
}

export interface Calibration {
  units: number;
  /** As many as units, or more. */
  trajectories: number;
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
  /** Without the covariance and the scale themselves. */
  plugIn?: Omit<PlugInCovariance, 'covariance' | 'scale'>;
  /** The estimate K̂; for the linear estimand the second moments that it used, scaled. */
  covariance: Estimate['model']['covariance'];
  /** m̂ and ŝ of an estimate in the unit of the data. */
  law?: { mean: Float64Array; scale: Float64Array };
  targets: TargetCalibration[];
}

/** So many groups are left out in turn at most. */
const MOST_LEFT_OUT = 200;
/** So many draws say how far the covariance may be off. */
const DISTANCES = 200;

/**
 * The resamples of a calibration: draws first, then those with units left out, and last, where units have several
 * trajectories, those with some of these left out.
 */
export function calibrationResamples(sample: Sample, draws: number): Resample[] {
  const without = (kind: 'without' | 'without-trajectories', size: number) => {
    const groups = Math.min(size, MOST_LEFT_OUT);
    return Array.from({ length: groups }, (_, group): Resample => ({ kind, group, groups }));
  };
  const apart = !isGrouped(sample) && sample.clusters ? trajectoriesOf(sample) : 0;
  return [
    ...Array.from({ length: draws }, (_, draw): Resample => ({ kind: 'bootstrap', draw })),
    ...without('without', sampleSize(sample)),
    ...without('without-trajectories', apart),
  ];
}

/** The units in canonical order, so that a file's order makes no difference. */
export function withCanonicalSample<Input extends Pick<EstimatorInput, 'sample'>>(input: Input): Input {
  if (isGrouped(input.sample)) return input;
  checkUnits(input.sample);
  return { ...input, sample: inCanonicalOrder(input.sample) };
}

/** Everything that was resampled: the basis of intervals, comparisons and ε. */
interface CalibrationDraws {
  input: EstimatorInput;
  whole: Estimate;
  /** For each target. */
  draws: Draws[];
  /** ‖K̂_b − K̂‖ of the first draws; none where the theory has no use for it. */
  distances: Float64Array;
  /** Draws that were made again, because by chance nothing varied in them. */
  redrawn: number;
}

/** One bootstrap of the units, shared by all protocols and targets, and the estimates with units left out. */
export async function calibrationDraws(
  given: EstimatorInput,
  options: Omit<CalibrateOptions, 'level' | 'classes'> = {},
): Promise<CalibrationDraws> {
  const {
    draws = USUAL_RESAMPLING.draws,
    seed = 1,
    workers = thisThread,
    signal,
    onProgress,
    compared,
  } = options;
  const input = studentised(withCanonicalSample(given), compared);
  const whole = estimator(input)(eachOnce(input.sample), 'data');
  const resamples = calibrationResamples(input.sample, draws);
  const distances = input.estimand === 'gaussian' && input.scale !== 'data' ? Math.min(DISTANCES, draws) : 0;
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

/**
 * Values from dense data with their uncertainty.
 *
 * @example
 * ```ts
 * import { action, calibrate, latentCovariance, randomStream, simulatedUnits, targetWeights, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const values = simulatedUnits(unitLaw(covariance), 100, 0.1, randomStream(1));
 * const { targets } = await calibrate(
 *   {
 *     sample: { values },
 *     estimand: 'gaussian',
 *     noise: 0.1,
 *     weights: targetWeights('uniform', grid),
 *     targets: ['mean'],
 *     protocols: [[4], [1, 4, 7]].map((times) => times.map((at) => action({ at, noise: 0.2 }, grid))),
 *   },
 *   { draws: 200, seed: 1 },
 * );
 * for (const { value, low, high } of targets[0].protocols)
 *   console.log(value.toFixed(2), 'from', low.toFixed(2), 'to', high.toFixed(2));
 * // → 0.48 from 0.34 to 0.59
 * // → 0.76 from 0.69 to 0.81
 * ```
 */
export async function calibrate(given: EstimatorInput, options: CalibrateOptions = {}): Promise<Calibration> {
  const {
    level = USUAL_RESAMPLING.level,
    draws = USUAL_RESAMPLING.draws,
    seed = 1,
    classes,
    compared,
  } = options;
  const { input, whole, draws: drawn, distances, redrawn } = await calibrationDraws(given, options);
  const { sample, estimand } = input;
  const error = distances.length > 0 ? quantile(distances.toSorted(), level) : undefined;
  const names = whole.targets?.map(({ name }) => name) ?? ['best linear'];
  const { mean, model } = whole;
  return {
    units: unitsOf(sample),
    trajectories: trajectoriesOf(sample),
    resampled: sampleSize(sample),
    grouped: isGrouped(sample),
    estimand,
    level,
    draws,
    seed,
    redrawn,
    ...(whole.floored && { floored: whole.floored }),
    ...(whole.plugIn && { plugIn: reportOf(whole.plugIn) }),
    covariance: model.covariance,
    ...(mean && model.scale && { law: { mean, scale: model.scale } }),
    targets: drawn.map((own, t) => ({
      name: names[t]!,
      mean: whole.targetMeans[t]!,
      variance: whole.variances[t]!,
      ...ofTarget(firstOf(own, compared ?? own.estimate.length), level, input, whole, t),
      ...(error !== undefined && { theory: theoryOf(input, whole, t, error) }),
      ...(classes && { resolution: resolution(own, classes, level) }),
    })),
  };
}

/** Draws of the best-linear value say how uncertain they are, where each two of the protocols are compared. */
export function studentised(input: EstimatorInput, compared = input.protocols.length): EstimatorInput {
  const held = !isGrouped(input.sample) && !input.sample.gaps;
  const asked = input.estimand === 'linear' && held && compared <= MOST_LISTED;
  return asked ? { ...input, studentised: compared } : input;
}

/** The draws of the first protocols alone. */
function firstOf(draws: Draws, count: number): Draws {
  const { estimate, bootstrap, leftOut, apart, corrected, products } = draws;
  const n = estimate.length;
  if (count >= n) return draws;
  const columns = (rows: Float64Array) => {
    const out = new Float64Array((rows.length / n) * count);
    for (let b = 0; b < rows.length / n; b++) out.set(rows.subarray(b * n, b * n + count), b * count);
    return out;
  };
  return {
    estimate: estimate.slice(0, count),
    bootstrap: columns(bootstrap),
    leftOut: columns(leftOut),
    ...(apart && { apart: columns(apart) }),
    ...(corrected && { corrected: corrected.slice(0, count) }),
    ...(products && { products }),
  };
}

function reportOf({
  covariance: _,
  scale: __,
  ...report
}: PlugInCovariance): NonNullable<Calibration['plugIn']> {
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
  const rows = (list: readonly Resampled[]) => rowsOf(list, t * n, n);
  const estimate = whole.values.slice(t * n, (t + 1) * n);
  const withUnits = draws + Math.min(sampleSize(input.sample), MOST_LEFT_OUT);
  const leftOut = rows(resampled.slice(draws, withUnits));
  const apart = resampled.length > withUnits ? rows(resampled.slice(withUnits)) : undefined;
  const bootstrap = resampled.slice(0, draws);
  return {
    estimate,
    bootstrap: rows(bootstrap),
    leftOut,
    ...(apart && { apart }),
    ...(input.estimand === 'linear' && {
      corrected: estimate.map((value, i) =>
        correctedValue(value, columnOf(leftOut, n, i), fittedTo(input, { estimate, leftOut, apart }, i)),
      ),
    }),
    ...(input.studentised !== undefined && {
      products: Float64Array.from(bootstrap.flatMap(({ products }) => Array.from(products!))),
    }),
  };
}

/** Trajectories of the same unit are worth as many units as their design effect leaves of them. */
function fittedTo(
  { sample, protocols }: EstimatorInput,
  { estimate, leftOut, apart }: Pick<Draws, 'estimate' | 'leftOut'> & { apart?: Float64Array | undefined },
  i: number,
): Fitted {
  const n = estimate.length;
  const trajectories = trajectoriesOf(sample);
  const units = apart
    ? trajectories / Math.max(1, designEffect(columnOf(leftOut, n, i), columnOf(apart, n, i)))
    : unitsOf(sample);
  // Of what may be missing as many as there are on average.
  return { units, readings: protocols[i]!.reduce((sum, action) => sum + presence(action), 0) };
}

/** The value of protocol i with its interval. */
function calibratedValue(draws: Draws, i: number, level: number, input: EstimatorInput): CalibratedValue {
  const { estimate, bootstrap, leftOut, apart, corrected, products } = draws;
  const n = estimate.length;
  const value = estimate[i]!;
  const [drawn, without] = [columnOf(bootstrap, n, i), columnOf(leftOut, n, i)];
  const tails = apart ? 'student' : 'normal';
  const effect = apart && { designEffect: designEffect(without, columnOf(apart, n, i)) };
  if (!corrected)
    return {
      value,
      ...valueInterval(value, drawn, without, level, tails),
      ...effect,
    };
  const errors = products && drawn.map((_, b) => Math.sqrt(products[(b * n + i) * n + i]!));
  return {
    value,
    ...correctedInterval(value, drawn, without, level, { errors, tails, ...fittedTo(input, draws, i) }),
    ...effect,
  };
}

function ofTarget(
  draws: Draws,
  level: number,
  input: EstimatorInput,
  { atLeast, complete, values, variances }: Estimate,
  t: number,
): ToldApart {
  const from = (t * values.length) / variances.length;
  return toldApart(
    draws,
    level,
    (i) => ({
      ...calibratedValue(draws, i, level, input),
      ...(complete && { completeValue: complete[from + i]! }),
    }),
    (i) => atLeast?.[from + i] === 1,
  );
}

function theoryOf(
  { sample, protocols }: EstimatorInput,
  whole: Estimate,
  t: number,
  error: number,
): CalibrationTheory {
  const constants = boundConstants({
    model: whole.model,
    target: whole.targets![t]!,
    variance: whole.variances[t]!,
    protocols,
    largestRecovered: whole.largestRecovered[t]!,
  });
  return {
    ...uniformBound(constants, error),
    informativeFrom: unitsUntilInformative(constants, error, unitsOf(sample)),
  };
}
