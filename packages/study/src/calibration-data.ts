import type { CellProblem, DenseReport } from '@sightline/data';
import {
  type EstimatorInput,
  estimator,
  type PlugInCovariance,
  type Problem,
  replicateNoise,
  type Sample,
  withCanonicalSample,
} from '@sightline/engine';
import { type Calibration, estimandOf } from './calibration-agreement.ts';
import type { CalibrationFile } from './calibration-file.ts';
import { type LocatedProblem, pathText } from './located-problem.ts';

/** Dense data as an estimator takes them. */
export interface CalibrationData {
  /** As the study names it. */
  file: string;
  report: DenseReport;
  sample: Sample;
  estimand: EstimatorInput['estimand'];
  noise: EstimatorInput['noise'];
  /** The column that tells replicates apart. */
  replicates: string | undefined;
  shrinkage: 'none' | 'linear';
  /** The column with the measured target. */
  column: string | undefined;
}

type Report = (problems: readonly Problem[]) => void;

/** The data of a study; where they cannot be used, every problem is told, in the data file or in the study. */
export function calibrationData(
  read: CalibrationFile,
  calibration: Calibration,
  tell: (problem: LocatedProblem) => void,
  report: Report,
): CalibrationData | undefined {
  if (!read.ok) {
    for (const problem of read.problems) tell(placed(read.file, problem));
    return undefined;
  }
  const { noise, target: column } = calibration;
  if (read.constantTarget !== undefined) {
    report([sameTarget(column, read.constantTarget)]);
    return undefined;
  }
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  return {
    file: calibration.data,
    report: read.report,
    sample: read.sample,
    estimand: estimandOf(calibration),
    noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 'replicates',
    replicates,
    shrinkage: calibration.shrinkage ?? 'none',
    column,
  };
}

function placed(file: string, { line, column, cell, value, why, accepted }: CellProblem): LocatedProblem {
  return { file, line, column, path: pathText(['calibration', 'data', ...cell]), value, why, accepted };
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

/** The variance of the noise at each grid point, as known or as the replicates show it. */
export function noiseVariances({ sample, noise }: CalibrationData): ArrayLike<number> {
  if (noise === 'replicates') return replicateNoise(sample, eachOnce(sample));
  return typeof noise === 'number' ? [noise] : noise;
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
