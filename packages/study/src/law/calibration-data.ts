import type { CellProblem, DenseReport } from '@sightline/data';
import {
  type EstimatorInput,
  estimator,
  noiseDiagonal,
  noiseInValues,
  type PlugInCovariance,
  type Problem,
  type Sample,
  withCanonicalSample,
} from '@sightline/engine';
import { type LocatedProblem, pathText } from '../problems/located-problem.ts';
import { digits } from '../words/number-text.ts';
import { type Calibration, estimandOf } from './calibration-agreement.ts';
import type { CalibrationFile } from './calibration-file.ts';
import { columnMoments, LEAST_VARIANCE } from './column-moments.ts';
import type { DataSurvey } from './data-survey.ts';

/** Dense data as an estimator takes them. */
export interface CalibrationData {
  /** As the study names it. */
  file: string;
  report: DenseReport;
  sample: Sample;
  survey: DataSurvey;
  estimand: EstimatorInput['estimand'];
  /** Of a reading. */
  noise: EstimatorInput['noise'];
  /** The column that tells replicates apart. */
  replicates: string | undefined;
  shrinkage: 'none' | 'linear';
  /** The column with the measured target. */
  column: string | undefined;
}

type Report = (problems: readonly Problem[]) => void;

/** How many units a command needs, and why fewer will not do. */
export interface FewestUnits {
  units: number;
  why: string;
}

const FOR_A_LAW: FewestUnits = { units: 3, why: 'so few units say nothing about how a quantity varies' };

/** The data of a study; where they cannot be used, every problem is told, in the data file or in the study. */
export function calibrationData(
  read: CalibrationFile,
  calibration: Calibration,
  tell: (problem: LocatedProblem) => void,
  report: Report,
  fewest: FewestUnits = FOR_A_LAW,
): CalibrationData | undefined {
  if (!read.ok) {
    for (const problem of read.problems) tell(placed(read.file, problem, fewest));
    return undefined;
  }
  const { noise, target: column } = calibration;
  const unusable = [
    ...tooFewUnits(read.report.units, fewest),
    ...(read.constantTarget === undefined
      ? targetRangeProblems(read.sample, column)
      : [sameTarget(column, read.constantTarget)]),
  ];
  report(unusable);
  if (unusable.length > 0) return undefined;
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  return {
    file: calibration.data,
    report: read.report,
    sample: read.sample,
    survey: read.survey,
    estimand: estimandOf(calibration),
    noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 'replicates',
    replicates,
    shrinkage: calibration.shrinkage ?? 'none',
    column,
  };
}

function placed(file: string, problem: CellProblem, { units }: FewestUnits): LocatedProblem {
  const { line, column, cell, value, why, accepted, count, fewUnits } = problem;
  const path = pathText(['calibration', 'data', ...cell]);
  return {
    file,
    line,
    column,
    path,
    value,
    why,
    // The reader asks for the two without which nothing varies; how many will do in the end is said at once.
    accepted: fewUnits ? atLeast(units) : accepted,
    ...(count !== undefined && { count }),
  };
}

function tooFewUnits(units: number, fewest: FewestUnits): Problem[] {
  if (units >= fewest.units) return [];
  const accepted = atLeast(fewest.units);
  return [{ path: ['calibration', 'data'], value: `${units} units`, why: fewest.why, accepted }];
}

function atLeast(units: number): string {
  return `at least ${units} units`;
}

/** A target may be finite and still have squares that are not, or that vanish. */
function targetRangeProblems(sample: Sample, column: string | undefined): Problem[] {
  const points = 'moments' in sample ? sample.points : sample.values.cols;
  const { units, squares } = columnMoments(sample);
  if (squares.length === points) return [];
  const variance = squares[points]! / (units - 1);
  if (variance >= LEAST_VARIANCE && variance <= 1 / LEAST_VARIANCE) return [];
  const size = Number.isFinite(variance) ? `a variance of ${digits(variance)}` : 'an infinite variance';
  return [
    {
      path: column === undefined ? ['target'] : ['calibration', 'target'],
      value: column ?? size,
      why: `the target of the units has ${size}: products of such numbers ${variance < 1 ? 'vanish' : 'overflow'}`,
      accepted: `a target with a variance from ${LEAST_VARIANCE} to ${1 / LEAST_VARIANCE}: the same in other units`,
    },
  ];
}

function sameTarget(column: string | undefined, value: number): Problem {
  return column === undefined
    ? {
        path: ['target'],
        value,
        why: 'the target is the same for every unit; its threshold is in units of the data here',
        accepted: 'a target that differs between units',
      }
    : {
        path: ['calibration', 'target'],
        value,
        why: `every unit has the same value in the column ${column}`,
        accepted: 'a column that varies between units',
      };
}

/** How often each unit, or group of units, is taken: once. */
export function eachOnce(sample: Sample): Int32Array {
  return new Int32Array('moments' in sample ? sample.moments.length : sample.values.rows).fill(1);
}

/**
 * The variance of the noise in the units' values at each grid point, or one number for all: what is taken off. As the
 * replicates show it, or as given for a reading, less what averages and interpolated values have lost of it.
 */
export function noiseVariances({ sample, noise }: CalibrationData): ArrayLike<number> {
  const taken = noiseDiagonal(noiseInValues(sample, noise, eachOnce(sample)));
  return typeof taken === 'number' ? [taken] : taken;
}

/** K̂ from all units. */
export function plugIn(
  { sample, noise, shrinkage }: CalibrationData,
  weights: Float64Array,
): PlugInCovariance | undefined {
  // In the order that `calibrate` gives them, so that every command has the same law to the last digit.
  const ordered = withCanonicalSample({
    sample,
    estimand: 'gaussian',
    noise,
    shrinkage,
    weights,
    targets: [],
    protocols: [],
  });
  return estimator(ordered)(eachOnce(sample), 'data').plugIn;
}
