import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import type { Action } from '../../model/value/action.ts';
import type { Weighing } from '../../model/value/model.ts';
import { thisThread, type Workers, type WorkOptions } from '../../numerics/divided-work.ts';
import { atPlace } from '../../numerics/quantile.ts';
import { USUAL_RESAMPLING } from '../../numerics/random/usual-resampling.ts';
import type { Identification } from '../identification.ts';
import { type CovarianceClass, className } from '../invisible/covariance-class.ts';
import type { Knowledge } from '../invisible/knowledge.ts';
import { unitOfScale } from '../invisible/unit-of-scale.ts';
import { knowledgeProblems } from '../worlds/nearest-law.ts';
import { type Agreement, agreement } from './agreement.ts';
import { type BenchmarkFit, fittedBenchmark, INCOMPATIBLE_BELOW, testedFit } from './benchmark-fit.ts';
import {
  type BenchmarkSample,
  inCanonicalOrder,
  sampleColumns,
  sampleProblems,
} from './benchmark-moments.ts';
import { benchmarkRanges } from './benchmark-resamples.ts';
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

/** How well one law fits the moments of all realised protocols. */
export interface BenchmarksFit extends BenchmarkFit {
  /** Where there are several protocols: how well a law fits those of each alone, and whether they agree where they overlap. */
  alone?: BenchmarkFit[];
  agreement?: Agreement;
}

/** As an identification, for the linear target, with the law estimated by the second moments of the data. */
export interface DataIdentification
  extends Omit<Identification, 'value' | 'atLeast' | 'sensitivity' | 'augmentation' | 'permuted'> {
  /** Percentile intervals of both ends; null where not compatible, without resamples or without a range. */
  intervals: { low: [number, number]; high: [number, number]; resamples: number; unsolved: number } | null;
}

/**
 * Sample moments are never exactly those of a standardised law: a point's variance is 1, and some sets of covariances
 * belong to no K at all. So the nearest compatible law is found first, in units of standard errors (a semidefinite
 * programme); whether it is near enough is a bootstrap test; and the range is that of the nearest law, with intervals
 * from doing the same with resampled units. Refuses data on another scale before anything is solved (InvalidInput).
 *
 * @example
 * ```ts
 * import { action, identifyFromData, latentCovariance, matrixFromRows, randomStream, simulatedUnits, targetWeights, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(4, 4, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const units = simulatedUnits(unitLaw(covariance), 200, 0, randomStream(1));
 * const rows = Array.from({ length: 200 }, (_, i) => units.data.subarray(4 * i, 4 * i + 4));
 * const { answers } = await identifyFromData(
 *   {
 *     weights: targetWeights('uniform', grid),
 *     realised: [[action({ at: 0.5, noise: 0 }, grid)]],
 *     samples: [
 *       {
 *         measurements: matrixFromRows(rows.map((row) => [row[0]])),
 *         targets: Float64Array.from(rows, (row) => row.reduce((sum, x) => sum + x / 4, 0)),
 *       },
 *     ],
 *     alternatives: [[action({ at: 2.5, noise: 0 }, grid)]],
 *     covarianceClass: 'stationary',
 *   },
 *   { resamples: 0 },
 * );
 * console.log(answers[0].verdict); // → identified
 * ```
 */
export async function identifyFromData(
  given: DataIdentifyInput,
  options: DataIdentifyOptions = {},
): Promise<{ fit: BenchmarksFit; answers: DataIdentification[] }> {
  const { unit, input } = inUnitOfScale(given);
  const { samples: listed, weights, realised, alternatives, covarianceClass, knowledge = {} } = input;
  const {
    resamples = rangeResamples(weights.length),
    level = USUAL_RESAMPLING.level,
    range = true,
    seed = 0,
    starts,
    workers = thisThread,
  } = options;
  const { signal, onProgress } = options;
  refuse([
    ...given.samples.flatMap((sample, k) => problemsOf(sample, k, given)),
    ...knowledgeProblems(knowledge, covarianceClass),
  ]);
  const samples = listed.map(inCanonicalOrder);
  const shared = { weights, scale: input.scale, covarianceClass, knowledge, seed };
  const fitted = (chosen: readonly BenchmarkSample[], protocols: DataIdentifyInput['realised']) =>
    fittedBenchmark({ samples: chosen, ...shared, realised: protocols }, unit, resamples);
  const whole = fitted(samples, realised);
  const several = realised.length > 1;
  const alone = several ? samples.map((sample, k) => fitted([sample], [realised[k]!])) : [];
  const nothing = { by: null, invisibleDimension: null, range: null, worlds: [], intervals: null } as const;
  const undecided = (why: string, unsolved: Identification['unsolved']) =>
    alternatives.map(
      (): DataIdentification => ({ ...nothing, worlds: [], verdict: 'undecided', why, unsolved }),
    );

  const ranges = alternatives.length + (range ? resamples : 0);
  const total = [whole, ...alone].reduce((sum, { tests }) => sum + tests, ranges);
  const watched = (before: number): WorkOptions => ({
    signal,
    onProgress: onProgress && ((done) => onProgress(before + done, total)),
  });
  const tested: BenchmarkFit[] = [];
  let before = 0;
  for (const one of [whole, ...alone]) {
    tested.push(await testedFit(one, workers, watched(before)));
    before += one.tests;
  }
  const [joint, ...each] = tested as [BenchmarkFit, ...BenchmarkFit[]];
  const agree = several ? agreement(samples, realised, input, unit, seed) : undefined;
  const fit: BenchmarksFit = {
    ...joint,
    compatible: joint.compatible && (agree?.pValue ?? 1) >= INCOMPATIBLE_BELOW,
    ...(agree && { alone: each, agreement: agree }),
  };
  const { nearest } = whole;
  if (nearest === undefined)
    return {
      fit,
      answers: undecided('the nearest compatible law could not be computed', {
        why: 'the solver did not reach its tolerance for the nearest law',
        relativeGap: null,
        residual: null,
      }),
    };
  if (!fit.compatible) {
    onProgress?.(total, total);
    return { fit, answers: undecided(incompatible(joint, fit, covarianceClass), null) };
  }

  const pieces = await workers.run(
    benchmarkRanges,
    {
      ...whole.work,
      alternatives,
      covariance: nearest.covariance,
      range,
      ...(starts === undefined ? {} : { starts }),
    },
    ranges,
    watched(before),
  );
  const ends = pieces.flatMap((piece) => ('ends' in piece ? [piece.ends] : []));
  const answers = pieces.flatMap((piece, a): DataIdentification[] => {
    if (!('answer' in piece)) return [];
    const { value: _, sensitivity: __, augmentation: ___, permuted: ____, ...answer } = piece.answer;
    const found = ends.flatMap((all) => (all[a] ? [all[a]] : []));
    return [
      {
        ...answer,
        ...(nearest.boundary ? atTheBoundary(answer, covarianceClass) : {}),
        intervals:
          answer.range === null || found.length === 0
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
  return { fit, answers };
}

/** Why there is no range: no law is near enough to all moments, or those that two protocols share differ. */
function incompatible(
  joint: BenchmarkFit,
  { alone }: BenchmarksFit,
  covarianceClass: CovarianceClass,
): string {
  if (joint.compatible)
    return 'the realised protocols do not agree with one law: second moments that they have in common differ by more than sampling explains';
  const { distance, samplingError } = joint;
  const each = alone?.every(({ compatible }) => compatible)
    ? '; each realised protocol’s own moments are those of one, so that the protocols do not agree with one law'
    : '';
  return (
    `no correlation matrix${covarianceClass === 'stationary' ? ' of a stationary trajectory' : ''} has these moments: ` +
    `the nearest moments that one has are at distance ${distance!.toPrecision(3)}, and the standard error of a moment is about ${samplingError.toPrecision(2)}${each}`
  );
}

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
  const at = (share: number) => atPlace(ordered, share * (ordered.length - 1));
  return [at((1 - level) / 2), at((1 + level) / 2)];
}
