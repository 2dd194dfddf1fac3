import type {
  AugmentationAnswer,
  BenchmarkFit,
  DataIdentification,
  Identification,
} from '@sightline/engine/internal';
import type { Work } from '../../asking/question.ts';
import type { LawKind } from '../../law/law.ts';
import type { SurfaceSummary } from '../../law/surface-law.ts';
import type { PredictedTarget } from '../../law/target-of-law.ts';
import type { GridResult } from '../../schema/result-head.ts';
import type { Study } from '../../schema/study.ts';

/** Grids up to this size have their worlds written out. */
export const WORLDS_WRITTEN = 32;

export interface IdentifyRequest extends Work {
  /** Where the two worlds stand, as a share of the largest admissible step; undefined for the ends of the range. */
  step?: number;
  range?: boolean;
  /** Bootstrap resamples, where the law comes from data; as many as the grid affords unless given. */
  resamples?: number;
  /** Whether the worlds' covariances are wanted on large grids too. */
  worlds?: boolean;
}

/** The answer of `sightline identify`. */
export interface IdentifyResult extends GridResult {
  command: 'identify';
  /** Every compatible law has this variance: the benchmark knows it. */
  target: PredictedTarget;
  /** The protocol behind the benchmark, or those behind it, as the study has it; none where what was seen is the benchmark. */
  realised: string | string[];
  /** The correlation matrices considered possible. */
  assume: 'any' | 'stationary';
  /** What is known beside the benchmark, as the study says it, times in numbers; null where nothing is. */
  know: Study['know'] | null;
  /** Present where pairs of times are open in a law without a kernel: what was seen is then all that is known. */
  surface?: SurfaceSummary;
  /** Where the law of the benchmark comes from. */
  law: LawKind['from'] | 'data';
  /** linear: nothing but second moments is known, or used. */
  estimand: 'gaussian' | 'linear';
  /** How well a compatible law fits the data; null where the law is given. */
  data: DataFit | null;
  /** dim D(A, h) within the class; null where it decides nothing. */
  invisibleDimension: number | null;
  /** The share of the largest admissible step at which the worlds stand; null where they are the ends of the range. */
  step: number | null;
  /** How many actions could be measured in addition. */
  catalogue: number;
  /** Present where `choose.forbidden` rules some of them out: how many, none of which is proposed. */
  forbidden?: number;
  alternatives: Record<string, AlternativeResult>;
}

/** How well one law fits the data of the benchmark. */
export interface DataFit extends BenchmarkFit {
  /** Below this share of resamples as far away no correlation matrix is called compatible. */
  incompatibleBelow: number;
  /** Coverage of the intervals. */
  level: number;
  /** Where several protocols were realised: how well a law fits the data of each alone. */
  studies?: Record<string, BenchmarkFit>;
  /** Whether they agree where two of them measured the same. */
  agreement?: {
    /** Of the largest difference in standard errors, over all of them. */
    pValue: number;
    /** Estimates of one second moment by the units of each of two protocols. */
    shared: { what: string; values: Record<string, number>; standardErrors: Record<string, number> }[];
  };
}

export interface AlternativeResult
  extends Pick<Identification, 'verdict' | 'by' | 'why' | 'sensitivity' | 'range' | 'permuted' | 'unsolved'> {
  /** Under the law given or estimated; null where it comes from data of the benchmark. */
  value: number | null;
  /** Of that value, where it is smoothed from sparse readings: by resampling units. */
  standardError?: number;
  /** Of that value, and of the ends of the range, in the unit of the target. */
  rmse: number | null;
  rmseRange: { low: number; high: number } | null;
  /** Present where `value` is a lower bound; a warning says why. */
  lowerBound?: true;
  /** For both ends of the range, where the law comes from data. */
  intervals: DataIdentification['intervals'];
  /** `covariance` is null on large grids, unless it was asked for. `lowerBound` is present where the value is one. */
  worlds: { value: number; lowerBound?: true; covariance: number[][] | null }[];
  /** The pair of times whose correlation differs most between the two worlds, and its value in each. */
  worldsDiffer: { times: [number, number]; correlations: [number, number] } | null;
  augmentation: AugmentationResult | null;
}

export interface AugmentationResult extends Omit<AugmentationAnswer, 'surest' | 'with'> {
  /** Where several protocols were realised: on whose units each of the actions is measured. */
  with?: string[];
  /** The actions' times and widths, in the same order. */
  at: number[];
  /** What the clock shows at these times, where the study has one. */
  clock?: string[];
  width: number[];
  surest:
    | (Omit<NonNullable<AugmentationAnswer['surest']>, 'with'> &
        Pick<AugmentationResult, 'with' | 'at' | 'clock' | 'width'>)
    | null;
}
