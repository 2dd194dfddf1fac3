import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import type { Action } from '../../model/value/action.ts';
import type { Weighing } from '../../model/value/model.ts';
import { thisThread, type Workers, type WorkOptions } from '../../numerics/divided-work.ts';
import { norm } from '../../numerics/matrix.ts';
import { USUAL_RESAMPLING } from '../../numerics/random/usual-resampling.ts';
import type { Identification } from '../identification.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import { type CovarianceClass, className } from '../invisible/covariance-class.ts';
import type { Knowledge } from '../invisible/knowledge.ts';
import { unitOfScale } from '../invisible/unit-of-scale.ts';
import { joined } from '../worlds/compatible-world.ts';
import { knowledgeProblems, nearestLaw, openSet } from '../worlds/nearest-law.ts';
import {
  type BenchmarkSample,
  inCanonicalOrder,
  moments,
  sampleColumns,
  sampleProblems,
} from './benchmark-moments.ts';
import { type BenchmarkWork, benchmarkRanges } from './benchmark-resamples.ts';
import { benchmarkTestShare } from './benchmark-test-share.ts';
import { rangeResamples } from './range-resamples.ts';

export interface DataIdentifyInput extends Weighing {
  /** The protocols behind the benchmark, and what each of them measured on units of its own. */
  realised: readonly (readonly Action[])[];
  samples: readonly BenchmarkSample[];
  alternatives: readonly (readonly Action[])[];
  covarianceClass: CovarianceClass;
  knowledge?: Knowledge;
}

export interface DataIdentifyOptions extends WorkOptions {
  /** Bootstrap resamples for the test and the intervals; 0 for no intervals; `rangeResamples` of the grid unless given. */
  resamples?: number;
  /** Coverage of the intervals. */
  level?: number;
  /** Whether ranges, and their intervals, are wanted. */
  range?: boolean;
  starts?: number;
  seed?: number;
  workers?: Workers;
}

/** How well a law of the class fits the second moments of the data. */
export interface BenchmarkFit {
  units: number;
  /** Whether the moments are compatible with a correlation matrix of the class; where not, there is no range. */
  compatible: boolean;
  /** Euclidean distance of the moments to those of the nearest compatible law; null where it could not be computed. */
  distance: number | null;
  /** Root mean square of the moments' standard errors, to judge the distance by. */
  samplingError: number;
  /** Share of resamples, drawn around the nearest compatible law, that lie as far away; null where none could be solved. */
  pValue: number | null;
}

/** As an identification, for the linear target, with the law estimated by the second moments of the data. */
export interface DataIdentification
  extends Omit<Identification, 'value' | 'atLeast' | 'sensitivity' | 'augmentation' | 'permuted'> {
  /** Percentile intervals of both ends; null where not compatible, without resamples or without a range. */
  intervals: { low: [number, number]; high: [number, number]; resamples: number; unsolved: number } | null;
}

/** Below this share of resamples as far away, no correlation matrix is called compatible. */
export const INCOMPATIBLE_BELOW = 0.01;
/** Resamples for that test at least: with few of them nothing could ever be rejected. */
const TEST_RESAMPLES = 199;
/** Moments within this share of a standard error of a compatible law need no test. */
const NOTHING_TO_TEST = 1e-3;

/**
 * Sample moments are never exactly those of a standardised law: a point's variance is 1, and some sets of covariances
 * belong to no K at all. So the nearest compatible law is found first, in units of standard errors (a semidefinite
 * programme); whether it is near enough is a bootstrap test; and the range is that of the nearest law, with intervals
 * from doing the same with resampled units. Refuses data on another scale before anything is solved (InvalidInput).
 */
export async function identifyFromData(
  given: DataIdentifyInput,
  options: DataIdentifyOptions = {},
): Promise<{ fit: BenchmarkFit; answers: DataIdentification[] }> {
  const { unit, input } = inUnitOfScale(given);
  const { samples: listed, weights, realised, alternatives, covarianceClass, knowledge = {} } = input;
  const {
    resamples = rangeResamples(weights.length),
    level = USUAL_RESAMPLING.level,
    range = true,
    seed = 0,
    starts = 16,
    workers = thisThread,
  } = options;
  const { signal, onProgress } = options;
  refuse([
    ...given.samples.flatMap((sample, k) => problemsOf(sample, k, given)),
    ...knowledgeProblems(knowledge, covarianceClass),
  ]);
  const units = listed.reduce((sum, { targets }) => sum + targets.length, 0);
  const samples = listed.map(inCanonicalOrder);
  const estimates = samples.map((sample, k) => estimateOf(sample, realised[k]!));
  const own = joined(estimates.map((one) => one.own));
  const samplingError = rootMeanSquare(own) * unit * unit;
  const law = joined(estimates.map((one) => one.law));
  const errors = joined(estimates.map((one) => one.errors));
  const nothing = { by: null, invisibleDimension: null, range: null, worlds: [], intervals: null } as const;
  const undecided = (why: string, unsolved: Identification['unsolved']) =>
    alternatives.map(
      (): DataIdentification => ({ ...nothing, worlds: [], verdict: 'undecided', why, unsolved }),
    );

  const nearest = nearestLaw(
    openSet(weights, covarianceClass, knowledge),
    benchmarkOf(realised, input),
    law,
    errors,
  );
  if (nearest === undefined)
    return {
      fit: { units, compatible: false, distance: null, samplingError, pValue: null },
      answers: undecided('the nearest compatible law could not be computed', {
        why: 'the solver did not reach its tolerance for the nearest law',
        relativeGap: null,
        residual: null,
      }),
    };
  const distance = norm(nearest.law.map((value, i) => value - law[i]!)) * unit * unit;

  const shared: BenchmarkWork = {
    samples,
    weights,
    scale: input.scale,
    realised,
    covarianceClass,
    knowledge,
    law,
    errors,
    seed,
  };
  const tests = nearest.standardised <= NOTHING_TO_TEST ? 0 : Math.max(resamples, TEST_RESAMPLES);
  const ranges = alternatives.length + (range ? resamples : 0);
  const watched = (before: number): WorkOptions => ({
    signal,
    onProgress: onProgress && ((done) => onProgress(before + done, tests + ranges)),
  });
  const pValue =
    tests === 0
      ? 1
      : await benchmarkTestShare(
          { ...shared, nearest: nearest.law, distance: nearest.standardised },
          tests,
          workers,
          watched(0),
        );
  const fit = { units, distance, samplingError, pValue };
  if (pValue === null || pValue < INCOMPATIBLE_BELOW) {
    onProgress?.(tests + ranges, tests + ranges);
    return {
      fit: { ...fit, compatible: false },
      answers: undecided(
        `no correlation matrix${covarianceClass === 'stationary' ? ' of a stationary trajectory' : ''} has these moments: ` +
          `the nearest moments that one has are at distance ${distance.toPrecision(3)}, and the standard error of a moment is about ${samplingError.toPrecision(2)}`,
        null,
      ),
    };
  }

  const pieces = await workers.run(
    benchmarkRanges,
    { ...shared, alternatives, covariance: nearest.covariance, range, starts },
    ranges,
    watched(tests),
  );
  const ends = pieces.flatMap((piece) => ('ends' in piece ? [piece.ends] : []));
  const answers = pieces.flatMap((piece, a): DataIdentification[] => {
    if (!('answer' in piece)) return [];
    const { value: _, sensitivity: __, augmentation: ___, permuted: ____, ...whole } = piece.answer;
    const found = ends.flatMap((all) => (all[a] ? [all[a]] : []));
    return [
      {
        ...whole,
        ...(nearest.boundary ? atTheBoundary(whole, covarianceClass) : {}),
        intervals:
          whole.range === null || found.length === 0
            ? null
            : {
                low: percentiles(
                  found.map(({ low }) => low),
                  level,
                ),
                high: percentiles(
                  found.map(({ high }) => high),
                  level,
                ),
                resamples: found.length,
                unsolved: resamples - found.length,
              },
      },
    ];
  });
  return { fit: { ...fit, compatible: true }, answers };
}

/** Second moments of one protocol's units, their standard errors, and those that distances are measured in. */
function estimateOf(sample: BenchmarkSample, realised: readonly Action[]) {
  const everyUnit = Int32Array.from(sample.targets.keys());
  const { law, errors: own } = moments(sampleColumns(sample), realised, everyUnit);
  const typical = rootMeanSquare(own);
  // A moment that happens not to vary in the data is not known without error: it weighs a hundred times the others at most.
  return { law, own, errors: own.map((error) => Math.max(error, 0.01 * typical, 1e-6)) };
}

const rootMeanSquare = (values: Float64Array) => norm(values) / Math.sqrt(values.length);

/** What is wrong with the sample of protocol k; the protocol is named where there are several. */
function problemsOf(
  sample: BenchmarkSample,
  k: number,
  { realised, ...weighing }: DataIdentifyInput,
): Problem[] {
  const actions = realised[k]!;
  const { measurements, targets } = sample;
  if (measurements.rows !== targets.length || measurements.cols !== actions.length)
    throw new RangeError(
      `${measurements.rows} × ${measurements.cols} measurements for ${targets.length} units and ${actions.length} actions`,
    );
  return sampleProblems(sampleColumns(sample), actions, weighing).map(
    ({ column, unit, value, why, accepted }): Problem => ({
      path: [
        'data',
        ...(realised.length > 1 ? [k] : []),
        ...(column === null ? [] : [column === actions.length ? 'target' : `y${column + 1}`]),
        ...(unit === null ? [] : [unit]),
      ],
      value,
      why,
      accepted,
    }),
  );
}

/** Moments, noise and all else in units of the largest standard deviation; distances are given back in those of the data. */
function inUnitOfScale(given: DataIdentifyInput): { unit: number; input: DataIdentifyInput } {
  const { unit, scale, of } = unitOfScale(given.scale);
  if (unit === 1) return { unit, input: { ...given, scale } };
  const input = {
    ...given,
    scale,
    samples: given.samples.map(({ measurements, targets }) => ({
      measurements: { ...measurements, data: measurements.data.map((value) => value / unit) },
      targets: targets.map((value) => value / unit),
    })),
    realised: given.realised.map(of),
    alternatives: given.alternatives.map(of),
  };
  return { unit, input };
}

/**
 * At a law on the boundary of what is possible the compatible worlds may coincide only because this sample lies outside:
 * no proof of identification, and no end that is proved. What other samples leave is in the intervals.
 */
function atTheBoundary(
  { verdict, by, why, range }: Pick<Identification, 'verdict' | 'by' | 'why' | 'range'>,
  covarianceClass: CovarianceClass,
): Partial<DataIdentification> {
  if (verdict === 'identified' && (by === 'this-law' || by === 'range'))
    return {
      verdict: 'undecided',
      by: null,
      why: `the law nearest to the data lies on the boundary of the class${className(covarianceClass)}, where all compatible worlds give one value; at the law of another sample they may not`,
      range: null,
    };
  return verdict === 'identified' || range === null
    ? {}
    : {
        why: `${why}; the law nearest to the data lies on the boundary of the class, so the width of the range depends on the sample: the intervals show how much`,
        range: { ...range, lowStatus: 'attained', highStatus: 'attained' },
      };
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
