import type { Action } from '../model/action.ts';
import { type Problem, refuse } from '../model/invalid-input.ts';
import { target } from '../model/target.ts';
import { square } from '../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { identity, type Matrix, norm, zeros } from '../numerics/matrix.ts';
import { fillIntegersBelow, randomStream } from '../numerics/random-stream.ts';
import { type Benchmark, benchmarkOf } from './benchmark.ts';
import { type CompatibleSet, interiorWorld, leastSchur, type SchurEntry } from './compatible-set.ts';
import { benchmarkLaw } from './compatible-world.ts';
import { type CovarianceClass, toeplitz } from './covariance-class.ts';
import type { Identification } from './identification.ts';
import { identify } from './identify.ts';
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
export interface DataIdentification
  extends Omit<Identification, 'value' | 'sensitivity' | 'augmentation' | 'permuted'> {
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
const REJECTED = 0.01;
/** Resamples for that test at least: with few of them nothing could ever be rejected. */
const TEST_RESAMPLES = 199;

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
  refuse(dataProblems(columns, units));
  const noise = [...realised.map((action) => action.noise), 0];
  const everyUnit = Int32Array.from({ length: units }, (_, i) => i);
  const { law, errors: own } = moments(columns, noise, everyUnit);
  const samplingError = Math.sqrt(own.reduce((sum, e) => sum + e * e, 0) / own.length);
  // A moment that happens not to vary in the data is not known without error: it weighs a hundred times the others at most.
  const errors = own.map((error) => Math.max(error, 0.01 * samplingError, 1e-6));
  const pairs = knowledge.pairs?.map(({ pair }) => pair) ?? [];
  const open: CompatibleSet = {
    benchmark: { rows: zeros(0, weights.length), weights: new Float64Array(weights.length), pairs },
    inside: independentBut(knowledge, weights.length, covarianceClass),
    covarianceClass,
    knowledge,
  };
  const near = (moment: Float64Array) => nearestLaw(open, benchmark, moment, errors, kernels);
  const head = { units, samplingError, invisibleDimension: null, range: null, worlds: [], by: null };

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
  const draws = Array.from({ length: Math.max(resamples, TEST_RESAMPLES) }, (_, n) => {
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
  if (pValue === null || pValue < REJECTED)
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
    identify(
      { ...input, covariance, target: target('mean'), knowledge },
      { kernels, seed, starts: share, permutations: false },
    );
  const whole = answer(nearest.covariance, options.starts ?? 16);
  const { invisibleDimension, worlds, unsolved } = whole;
  const { verdict, by, why, range } = nearest.boundary ? atTheBoundary(whole) : whole;
  const lows: number[] = [];
  const highs: number[] = [];
  if (whole.range !== null)
    draws.slice(0, resamples).forEach((draw, n) => {
      onProgress?.(n, resamples);
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
    by,
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
            unsolved: resamples - lows.length,
          },
  };
}

/**
 * At a law on the boundary of what is possible the compatible worlds may coincide only because this sample lies outside:
 * no proof of identification, and no end that is proved. What other samples leave is in the intervals.
 */
function atTheBoundary({ verdict, by, why, range }: Identification) {
  const bySample = by === 'this-law' || (verdict === 'identified' && by === 'range');
  return {
    verdict: bySample ? ('undecided' as const) : verdict,
    by: bySample ? null : by,
    why: bySample
      ? 'the law nearest to the data lies on the boundary of what is possible, where the compatible worlds coincide; another sample could leave room'
      : why,
    range:
      range && !bySample
        ? { ...range, lowStatus: 'attained' as const, highStatus: 'attained' as const }
        : null,
  };
}

interface NearestLaw {
  covariance: Matrix;
  law: Float64Array;
  /** The distance in standard errors. */
  standardised: number;
  /** Whether no world with this law has room around it: then how wide the range is hangs on the sample. */
  boundary: boolean;
}

/** The K of the class whose benchmark law has the least Σ {(moment − its own)/standard error}². */
function nearestLaw(
  open: CompatibleSet,
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
  const solved = leastSchur(open, count + 1, entries, { traceBound: 1e12, tolerance: NEAR_ENOUGH }, kernels);
  if (!solved.ok) return undefined;
  const covariance = correlation(solved.covariance);
  const own = benchmarkLaw(benchmark, covariance);
  let squares = 0;
  for (let a = 0; a < size; a++)
    for (let b = 0; b <= a; b++)
      squares += square((own[a * size + b]! - law[a * size + b]!) / errors[a * size + b]!);
  const set = { ...open, benchmark: { ...benchmark, pairs: open.benchmark.pairs ?? [] }, inside: covariance };
  const room = kernels.cholesky(covariance, 1e-6).ok ? covariance : interiorWorld(set, kernels);
  return {
    covariance: room ?? drawnInside(covariance),
    law: own,
    standardised: Math.sqrt(squares),
    boundary: room === undefined,
  };
}

/** The nearest law is asked for to this tolerance, far below any standard error. */
const NEAR_ENOUGH = 1e-6;
/** How far a K without room around it is drawn towards independence: below anything that data could show. */
const INWARD = 1e-6;

/** Where the data lie outside, the nearest K is on the boundary; a hair inside, the solver has room to work in. */
function drawnInside({ rows: p, data }: Matrix): Matrix {
  return { rows: p, cols: p, data: data.map((value, n) => (n % (p + 1) === 0 ? 1 : (1 - INWARD) * value)) };
}

/** Independence but for the correlations that are known: in a stationary class, along their whole lag. */
function independentBut({ pairs = [] }: Knowledge, p: number, covarianceClass: CovarianceClass): Matrix {
  const start = identity(p);
  const byLag = new Map<number, number>();
  pairs.forEach(({ pair: [j, k], correlation }, i) => {
    const lag = Math.abs(j - k);
    const known = byLag.get(lag);
    if (covarianceClass === 'stationary' && known !== undefined && Math.abs(known - correlation) > 1e-9)
      refuse([
        {
          path: ['know', 'correlations', i, 'value'],
          value: correlation,
          why: `in a stationary trajectory the correlation at this lag is ${known}, which was given before`,
          accepted: `${known}, or assume: any`,
        },
      ]);
    byLag.set(lag, correlation);
    start.data[j * p + k] = start.data[k * p + j] = correlation;
  });
  return covarianceClass === 'stationary'
    ? toeplitz(Float64Array.from({ length: p }, (_, lag) => (lag === 0 ? 1 : (byLag.get(lag) ?? 0))))
    : start;
}

/** Data of which no moments can be taken. */
function dataProblems(columns: readonly Float64Array[], units: number): Problem[] {
  const needed = (columns.length * (columns.length + 1)) / 2 + 1;
  if (units < needed)
    return [
      {
        path: ['data'],
        value: units,
        why: `${units} units are too few for ${needed - 1} second moments`,
        accepted: `at least ${needed} units`,
      },
    ];
  return columns.flatMap((values, c): Problem[] => {
    const where = c === columns.length - 1 ? 'the target' : `measurement ${c + 1}`;
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0)
      return [
        {
          path: ['data', bad],
          value: values[bad],
          why: `${where} is not a number`,
          accepted: 'a finite number',
        },
      ];
    return values.some((value) => value !== values[0])
      ? []
      : [
          {
            path: ['data'],
            value: values[0],
            why: `${where} is the same for all units`,
            accepted: 'values that differ between units',
          },
        ];
  });
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
  return norm(a.map((value, i) => value - b[i]!));
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
