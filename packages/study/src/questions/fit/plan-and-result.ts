import type { FitMethod, KernelSpec } from '@sightline/engine/internal';
import type { FitPlan } from '../../law/sparse-file.ts';
import type { SurfaceLaw, SurfaceSummary } from '../../law/surface-law.ts';
import type { GridResult } from '../../schema/result-head.ts';
import type { Study } from '../../schema/study.ts';
import type { SampleCounts } from '../../words/text.ts';

export interface FitRequest {
  /** Restricted likelihood in place of maximum likelihood. */
  reml?: boolean;
}

export interface FitQuestionPlan extends FitPlan {
  study: Study;
  /** Where a law without a kernel is asked for. */
  law: SurfaceLaw | null;
}

/** The answer of `sightline fit`: the law that fits sparse readings best, and what the readings tell of it. */
export interface FitResult extends GridResult, SampleCounts {
  command: 'fit';
  /** ml: maximum likelihood; reml: restricted. */
  method: FitMethod;
  /** log: law and readings are those of the logarithm. */
  transform: 'none' | 'log';
  readings: number;
  data: SparseSummary;
  /** As in a study file: `mean` is a number, or one for each grid point. */
  best: FittedNumbers & { kernel: KernelSpec; logLikelihood: number; bic: number };
  /** Of the estimates: by unit (sandwich), or by the model where that is larger; null where a number was held, or stands on the boundary of what is possible. */
  standardErrors: { [Name in keyof FittedNumbers]: FittedNumbers[Name] | null } & {
    kernel: Record<string, Record<string, number | null>>;
  };
  /** Every kernel that was fitted, as the study lists them. */
  candidates: CandidateResult[];
  /** What was estimated, in the order of `covariance`. */
  parameters: ParameterResult[];
  /** Covariance of the estimates, of logarithms, for trait of the logit, and of the mean itself; 0 for what stands on its boundary. */
  covariance: number[][];
  /** What pairs of readings show without a kernel, by the time between them; classes of lags that no pair has are absent. */
  lags: LagResult[];
  /** Where the mean is smooth: its knots and its values there. */
  knots: { times: number[]; values: number[] } | null;
  /** Where a parameter is not determined: laws that fit nearly as well, along the profile of the least determined one. */
  ridge: { parameter: string; sets: number[][] } | null;
  /** Of parameters that were estimated as 0, their bound: the values of all at the upper end of its interval. */
  bounds: { parameter: string; set: number[] }[];
}

/** The answer where a law without a kernel is asked for: what smoothing shows, and which pairs of times nobody was seen at together. */
export interface SurfaceFitResult extends GridResult, SampleCounts {
  command: 'fit';
  transform: 'none' | 'log';
  readings: number;
  data: SparseSummary;
  surface: SurfaceSummary;
  /** At the grid points, in the unit of the data. */
  mean: number[];
  sd: number[];
  /** Between grid points; null where the pair was not seen. */
  correlations: (number | null)[][];
  /** What is seen at each lag: how many pairs of grid points there are, and are seen, and the mean of their correlations. */
  lags: { lag: number; pairs: number; seen: number; correlation: number | null }[];
  /** Mean squared error of what was held out, under each bandwidth tried; null where the bandwidth was given. */
  tried: Record<'mean' | 'surface', { bandwidth: number; error: number }[]> | null;
}

export type FitAnswer = FitResult | SurfaceFitResult;

interface FittedNumbers {
  trait: number;
  mean: number | number[];
  /** Of the latent quantity, trait included. */
  sd: number;
  /** Variance of a reading's noise. */
  noise: number;
}

export interface LagResult {
  /** The mean time between the two readings of a pair. */
  lag: number;
  pairs: number;
  /** That they come from. */
  units: number;
  /** Of two readings: their mean product about the fitted mean, in units of the fitted variance of a reading, noise included. */
  correlation: number;
  /** By unit; null of a single one. */
  standardError: number | null;
  /** The same under the law: the mean over these pairs. */
  fitted: number;
}

export interface CandidateResult {
  kernel: KernelSpec;
  logLikelihood: number;
  /** −2ℓ + k·log(units). */
  bic: number;
  /** Log-likelihood of units that were held out, summed over all of them. */
  heldOut: number;
  /** How far that lies behind the largest, and the standard error of this by unit. */
  behind: { difference: number; standardError: number };
}

export interface ParameterResult {
  /** tau, …, trait, mean (or mean1, mean2, … at the knots), sd, noise. */
  name: string;
  value: number;
  standardError: number | null;
  /** 95 % interval by the profile of the likelihood; an open end is null. */
  low: number | null;
  high: number | null;
  /** Whether the times of the readings determine it. */
  determined: boolean;
  /** Whether it stands at the end of what is possible: a share or a variance of 0. */
  boundary: boolean;
}

/** Which of them the times of the readings do not determine. */
export const undeterminedOf = (
  parameters: readonly Pick<ParameterResult, 'name' | 'determined'>[],
): string[] => parameters.flatMap(({ name, determined }) => (determined ? [] : [name]));

/** What kind of readings there are. */
export interface SparseSummary {
  /** As the study names it. */
  file: string;
  rows: number;
  /** Readings of a trajectory. */
  fewest: number;
  most: number;
  /** Trajectories with one reading. */
  single: number;
  /** The time between two readings of a trajectory: the least above 0, and the most. */
  shortestGap: number;
  longestGap: number;
  /** Whether noise was held at a given variance. */
  noise: 'estimated' | 'given';
}
