import type { Action } from '../model/action.ts';
import { target } from '../model/target.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { identity, type Matrix, zeros } from '../numerics/matrix.ts';
import { fillIntegersBelow, randomStream } from '../numerics/random-stream.ts';
import { type Benchmark, benchmarkOf } from './benchmark.ts';
import { type CompatibleSet, leastSchur, type SchurEntry } from './compatible-set.ts';
import { benchmarkLaw } from './compatible-world.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { type Identification, identify } from './identify.ts';
import type { Knowledge } from './knowledge.ts';

export interface DataIdentifyInput {
  /** Units × realised actions: what the realised protocol measured, on the scale where the latent variance is 1. */
  measurements: Matrix;
  /** The target of each unit. */
  targets: Float64Array;
  weights: Float64Array;
  realised: readonly Action[];
  alternative: readonly Action[];
  covarianceClass: CovarianceClass;
  knowledge?: Knowledge;
}

export interface DataIdentifyOptions {
  /** Bootstrap resamples for the test and the intervals; 0 for none. */
  resamples?: number;
  /** Coverage of the intervals. */
  level?: number;
  starts?: number;
  seed?: number;
  kernels?: Kernels;
  onProgress?: (done: number, of: number) => void;
}

/** As an identification, for the linear target, with the law estimated by the second moments of the data. */
export interface DataIdentification extends Omit<Identification, 'value' | 'sensitivity' | 'augmentation'> {
  units: number;
  /** Whether the moments are compatible with a correlation matrix of the class; where not, there is no range. */
  compatible: boolean;
  /** Euclidean distance of the moments to those of the nearest compatible law. */
  distance: number;
  /** Root mean square of the moments' standard errors, to judge the distance by. */
  samplingError: number;
  /** Share of resamples, drawn around the nearest compatible law, that lie as far away; null without resamples. */
  pValue: number | null;
  /** Percentile intervals of both ends; null where not compatible or without resamples. */
  intervals: { low: [number, number]; high: [number, number]; resamples: number; unsolved: number } | null;
}

/** Below this share of resamples as far away, no correlation matrix is called compatible. */
const REJECTED = 0.05;

/**
 * Sample moments are never exactly those of a standardised law: a point's variance is 1, and some sets of covariances
 * belong to no K at all. So the nearest compatible law is found first, in units of standard errors (a semidefinite
 * programme); whether it is near enough is a bootstrap test; and the range is that of the nearest law, with intervals
 * from doing the same with resampled units.
 */
export function identifyFromData(
  input: DataIdentifyInput,
  options: DataIdentifyOptions = {},
): DataIdentification {
  const { measurements, targets, weights, realised, covarianceClass, knowledge = {} } = input;
  const { resamples = 200, level = 0.95, seed = 0, kernels = defaultKernels(), onProgress } = options;
  const units = targets.length;
  if (measurements.rows !== units || measurements.cols !== realised.length)
    throw new RangeError(
      `${measurements.rows} × ${measurements.cols} measurements for ${units} units and ${realised.length} actions`,
    );
  const benchmark = benchmarkOf(realised, weights);
  const columns = [...Array.from({ length: realised.length }, (_, a) => column(measurements, a)), targets];
  const noise = [...realised.map((action) => action.noise), 0];
  const everyUnit = Int32Array.from({ length: units }, (_, i) => i);
  const { law, errors: own } = moments(columns, noise, everyUnit);
  const samplingError = Math.sqrt(own.reduce((sum, e) => sum + e * e, 0) / own.length);
  // A moment that happens not to vary in the data is not known without error: it weighs a hundred times the others at most.
  const errors = own.map((error) => Math.max(error, 0.01 * samplingError, 1e-12));
  const open: Omit<CompatibleSet, 'inside'> = {
    benchmark: { rows: zeros(0, weights.length), weights: new Float64Array(weights.length) },
    covarianceClass,
    knowledge,
  };
  const near = (moment: Float64Array) => nearestLaw(open, benchmark, moment, errors, kernels);
  const head = { units, samplingError, invisibleDimension: null, range: null, worlds: [] };

  const nearest = near(law);
  if (nearest === undefined)
    return {
      ...head,
      compatible: false,
      distance: Number.NaN,
      pValue: null,
      verdict: 'undecided',
      why: 'the nearest compatible law could not be computed',
      intervals: null,
      unsolved: {
        why: 'the solver did not reach its tolerance for the nearest law',
        relativeGap: null,
        residual: null,
      },
    };
  const distance = euclidean(nearest.law, law);

  // Resampled moments, shifted so that the nearest compatible law is the truth they scatter around.
  const draws = Array.from({ length: resamples }, (_, n) => {
    const chosen = new Int32Array(units);
    fillIntegersBelow(randomStream(seed, 'identify', 'resample', n), units, chosen);
    return moments(columns, noise, chosen).law;
  });
  let further = 0;
  let solved = 0;
  for (const draw of draws) {
    const own = near(draw.map((value, i) => value - law[i]! + nearest.law[i]!));
    if (own === undefined) continue;
    solved++;
    if (own.standardised >= nearest.standardised) further++;
  }
  const pValue = solved > 0 ? (further + 1) / (solved + 1) : null;
  const found = { ...head, distance, pValue };
  if (pValue !== null && pValue < REJECTED)
    return {
      ...found,
      compatible: false,
      verdict: 'undecided',
      why:
        `no correlation matrix${covarianceClass === 'stationary' ? ' of a stationary trajectory' : ''} has these moments: ` +
        `the nearest ones lie ${distance.toPrecision(3)} away, where sampling alone explains about ${samplingError.toPrecision(2)} a moment`,
      intervals: null,
      unsolved: null,
    };

  const answer = (covariance: Matrix, share: number) =>
    identify({ ...input, covariance, target: target('mean'), knowledge }, { kernels, seed, starts: share });
  const whole = answer(nearest.covariance, options.starts ?? 8);
  const { verdict, why, invisibleDimension, range, worlds, unsolved } = whole;
  const lows: number[] = [];
  const highs: number[] = [];
  if (range !== null)
    draws.forEach((draw, n) => {
      onProgress?.(n, draws.length);
      const own = near(draw);
      const again = own && answer(own.covariance, 3).range;
      if (!again) return;
      lows.push(again.low);
      highs.push(again.high);
    });
  return {
    ...found,
    compatible: true,
    verdict,
    why,
    invisibleDimension,
    range,
    worlds,
    unsolved,
    intervals:
      lows.length === 0
        ? null
        : {
            low: percentiles(lows, level),
            high: percentiles(highs, level),
            resamples: lows.length,
            unsolved: draws.length - lows.length,
          },
  };
}

interface NearestLaw {
  covariance: Matrix;
  law: Float64Array;
  /** The distance in standard errors. */
  standardised: number;
}

/** The K of the class whose benchmark law has the least Σ {(moment − its own)/standard error}². */
function nearestLaw(
  open: Omit<CompatibleSet, 'inside'>,
  benchmark: Benchmark,
  law: Float64Array,
  errors: Float64Array,
  kernels: Kernels,
): NearestLaw | undefined {
  const p = benchmark.weights.length;
  const size = benchmark.rows.rows + 1;
  const rows = [
    ...Array.from({ length: benchmark.rows.rows }, (_, a) =>
      benchmark.rows.data.subarray(a * p, (a + 1) * p),
    ),
    benchmark.weights,
  ];
  const entries: SchurEntry[] = [];
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++) {
      const weight = 1 / errors[a * size + b]!;
      entries.push({
        i: entries.length + 1,
        j: 0,
        u: rows[a]!,
        v: rows[b]!,
        weight,
        constant: -weight * law[a * size + b]!,
      });
    }
  const count = entries.length;
  for (let i = 1; i <= count; i++)
    for (let j = 1; j <= i; j++) entries.push({ i, j, constant: i === j ? 1 : 0 });
  const set: CompatibleSet = { ...open, inside: identity(p) };
  const solved = leastSchur(set, count + 1, entries, { traceBound: 1e12, tolerance: NEAR_ENOUGH }, kernels);
  if (!solved.ok) return undefined;
  const covariance = correlation(solved.covariance);
  const own = benchmarkLaw(benchmark, covariance);
  let square = 0;
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++)
      square += ((own[a * size + b]! - law[a * size + b]!) / errors[a * size + b]!) ** 2;
  return { covariance: drawnInside(covariance), law: own, standardised: Math.sqrt(square) };
}

/** The nearest law is asked for to this tolerance, far below any standard error. */
const NEAR_ENOUGH = 1e-6;
/** How far the nearest K is drawn towards independence: a change of the moments far below their standard errors. */
const INWARD = 1e-3;

/** Where the data lie outside, the nearest K is on the boundary, with no room around it: a little inside there is some. */
function drawnInside({ rows: p, data }: Matrix): Matrix {
  return { rows: p, cols: p, data: data.map((value, n) => (n % (p + 1) === 0 ? 1 : (1 - INWARD) * value)) };
}

/** The solver's diagonal is 1 to its tolerance; here it is 1, and the halves are equal. */
function correlation({ rows: p, data }: Matrix): Matrix {
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      out.data[j * p + k] =
        j === k
          ? 1
          : (data[j * p + k]! + data[k * p + j]!) / 2 / Math.sqrt(data[j * p + j]! * data[k * p + k]!);
  return out;
}

/** Centred second moments with divisor n − 1, known noise taken off, and their standard errors. */
function moments(
  columns: readonly Float64Array[],
  noise: readonly number[],
  chosen: Int32Array,
): { law: Float64Array; errors: Float64Array } {
  const n = chosen.length;
  const size = columns.length;
  const centred = columns.map((values) => {
    let mean = 0;
    for (const i of chosen) mean += values[i]! / n;
    return Float64Array.from(chosen, (i) => values[i]! - mean);
  });
  const law = new Float64Array(size * size);
  const errors = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      let squares = 0;
      for (let i = 0; i < n; i++) {
        const product = centred[a]![i]! * centred[b]![i]!;
        sum += product;
        squares += product * product;
      }
      const mean = sum / n;
      const value = sum / (n - 1) - (a === b ? noise[a]! : 0);
      law[a * size + b] = law[b * size + a] = value;
      errors[a * size + b] = errors[b * size + a] = Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
    }
  return { law, errors };
}

function column({ rows, cols, data }: Matrix, a: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => data[i * cols + a]!);
}

function euclidean(a: Float64Array, b: Float64Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

/** The two percentiles that leave out (1 − level)/2 on either side. */
function percentiles(values: readonly number[], level: number): [number, number] {
  const ordered = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (ordered.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, ordered.length - 1);
    return ordered[below]! + (place - below) * (ordered[above]! - ordered[below]!);
  };
  return [at((1 - level) / 2), at((1 + level) / 2)];
}
