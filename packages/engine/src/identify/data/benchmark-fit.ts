import type { Action } from '../../model/value/action.ts';
import type { Workers, WorkOptions } from '../../numerics/divided-work.ts';
import { norm } from '../../numerics/matrix.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import { joined } from '../worlds/compatible-world.ts';
import { type NearestLaw, nearestLaw, openSet } from '../worlds/nearest-law.ts';
import { type BenchmarkSample, moments, sampleColumns } from './benchmark-moments.ts';
import type { BenchmarkWork } from './benchmark-resamples.ts';
import { benchmarkTestShare } from './benchmark-test-share.ts';

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

/** Below this share of resamples as far away, no correlation matrix is called compatible. */
export const INCOMPATIBLE_BELOW = 0.01;
/** Resamples for that test at least: with few of them nothing could ever be rejected. */
const TEST_RESAMPLES = 199;
/** Moments within this share of a standard error of a compatible law need no test. */
const NOTHING_TO_TEST = 1e-3;

/** The law nearest to the moments of all samples, before it is tested. */
export interface FittedBenchmark {
  work: BenchmarkWork;
  /** Undefined where the solver did not reach its tolerance. */
  nearest: NearestLaw | undefined;
  fit: Pick<BenchmarkFit, 'units' | 'distance' | 'samplingError'>;
  /** Resamples that its test takes at most. */
  tests: number;
}

/** `unit`: that of the data, in which distance and error are given back. */
export function fittedBenchmark(
  given: Omit<BenchmarkWork, 'law' | 'errors'>,
  unit: number,
  resamples: number,
): FittedBenchmark {
  const { samples, realised, weights, covarianceClass, knowledge } = given;
  const estimates = samples.map((sample, k) => estimateOf(sample, realised[k]!));
  const law = joined(estimates.map((one) => one.law));
  const errors = joined(estimates.map((one) => one.errors));
  const open = openSet(weights, covarianceClass, knowledge);
  const nearest = nearestLaw(open, benchmarkOf(realised, given), law, errors);
  return {
    work: { ...given, law, errors },
    nearest,
    fit: {
      units: samples.reduce((sum, { targets }) => sum + targets.length, 0),
      distance: nearest ? norm(nearest.law.map((value, i) => value - law[i]!)) * unit * unit : null,
      samplingError: rootMeanSquare(joined(estimates.map((one) => one.own))) * unit * unit,
    },
    tests:
      nearest === undefined || nearest.standardised <= NOTHING_TO_TEST
        ? 0
        : Math.max(resamples, TEST_RESAMPLES),
  };
}

/** Whether the nearest law is near enough: a bootstrap test around it. */
export async function testedFit(
  { work, nearest, fit, tests }: FittedBenchmark,
  workers: Workers,
  options: WorkOptions,
): Promise<BenchmarkFit> {
  const { units, distance, samplingError } = fit;
  const pValue =
    nearest === undefined
      ? null
      : tests === 0
        ? 1
        : await benchmarkTestShare(
            { ...work, nearest: nearest.law, distance: nearest.standardised },
            tests,
            workers,
            options,
          );
  const compatible = pValue !== null && pValue >= INCOMPATIBLE_BELOW;
  return { units, distance, samplingError, pValue, compatible };
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
