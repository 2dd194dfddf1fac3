import type { CellProblem, DataSurvey, DenseReport } from '@sightline/data';
import {
  type EstimatorInput,
  eachOnce,
  estimator,
  type FlooredMoments,
  linearLaw,
  type Model,
  noiseDiagonal,
  noiseInValues,
  type PlugInCovariance,
  type Problem,
  type Sample,
  square,
  type TargetSpec,
  type TimeGrid,
  trajectoriesOf,
  type UnitGroups,
  unitsOf,
  withCanonicalSample,
} from '@sightline/engine/internal';
import { valueAt } from '../file/study-source.ts';
import { horizon, target, weights } from '../parts/horizon.ts';
import type { Asking } from '../parts/study-parts.ts';
import { type LocatedProblem, placedCell } from '../problems/located-problem.ts';
import { countsText, digits, moment, type SampleCounts, unitsText } from '../words/text.ts';
import { type Calibration, calibrationFields, dataText, estimandOf } from './calibration-rules.ts';
import type { CalibrationFile } from './dense-file.ts';
import { droppedText, pairProblems } from './gaps.ts';
import { LEAST_VARIANCE } from './least-variance.ts';

/** Dense data as an estimator takes them. */
export interface CalibrationData extends SampleCounts {
  /** As the study names it. */
  file: string;
  report: DenseReport;
  sample: Sample;
  survey: DataSurvey;
  estimand: EstimatorInput['estimand'];
  /** Of the Gaussian value: the unit of its law. */
  scale: 'data' | 'standardised';
  /** Whether the study says so. */
  scaleSaid: boolean;
  /** 'log': the sample holds logarithms. */
  transform: 'none' | 'log';
  /** Of a reading. */
  noise: EstimatorInput['noise'];
  /** The column that tells replicates apart. */
  replicates: string | undefined;
  shrinkage: 'none' | 'linear';
  /** The column with the measured target. */
  column: string | undefined;
  /** Of the study’s times, where it has a name. */
  unitOfTime?: string;
  /** Of the data, where the study names it. */
  unitOfValue?: string;
}

/** Whether values are means of several readings in a cell. */
export const isOfCells = ({ report: { align, averaged } }: Pick<CalibrationData, 'report'>) =>
  align === 'mean' && averaged > 0;

/** How many units a question needs, and why fewer will not do. */
interface FewestUnits {
  units: number;
  why: string;
}

const FOR_A_LAW: FewestUnits = { units: 3, why: 'with so few units variances cannot be estimated' };
export const TO_RESAMPLE: FewestUnits = {
  units: 10,
  why: 'so few units cannot be resampled: too many resamples would contain only one of them',
};

/** The dense data of a study; where they cannot be used, every problem is told, in the data file or in the study. */
export async function calibrationData(
  study: Asking,
  fewest: FewestUnits = FOR_A_LAW,
): Promise<CalibrationData | undefined> {
  const calibration = study.part(calibrationFields);
  const fit = valueAt(study.parsed.intended, ['fit']);
  if (fit !== undefined) {
    study.report({
      path: ['fit'],
      value: fit,
      why: `with \`fit\` the data are sparse readings, and \`sightline ${study.command}\` needs dense data of units`,
      accepted: `no \`fit\`, and dense data;${valueAt(fit, ['surface']) === undefined ? '' : ' `kernels` in place of `surface`, whose uncertainty is not known;'} \`sightline value\` works with the fitted law`,
    });
    return undefined;
  }
  // Fetched when there are data: a page whose law is given does without.
  const { denseFile } = await import('./dense-file.ts');
  const read = await study.part(denseFile);
  // A noise that is wrong by itself says nothing about the data.
  const sound = study.isSound('calibration');
  const data = calibration && read && usableData(read, calibration, study, fewest);
  const { grid } = study.part(horizon);
  if (data && sound) {
    const { sample } = data;
    const pairs = 'gaps' in sample ? pairProblems(sample, (j) => timeText(grid, j)) : [];
    study.report(pairs.length > 0 ? pairs : noiseProblems(data, grid), ['calibration']);
    study.report(sameMean(data, grid, study.part(target), study.part(weights)));
  }
  const unitOfValue = study.parsed.parts.words?.value;
  return data && { ...data, unitOfTime: grid.unit, ...(unitOfValue !== undefined && { unitOfValue }) };
}

/** What an estimator takes of a file, or nothing where it cannot be used. */
export function usableData(
  read: CalibrationFile,
  calibration: Calibration,
  { tell, report }: Pick<Asking, 'tell' | 'report'>,
  fewest: FewestUnits = FOR_A_LAW,
): CalibrationData | undefined {
  if (!read.ok) {
    tell(read.problems.map((problem) => inFile(read.file, problem, fewest)));
    return undefined;
  }
  const { noise, target: column, independent } = calibration;
  const counts: SampleCounts = {
    units: unitsOf(read.sample),
    trajectories: trajectoriesOf(read.sample),
    ...(independent === 'day' && { independent }),
  };
  const unusable = [
    ...tooFewUnits(counts, fewest, read.report),
    ...(read.constantTarget === undefined
      ? targetRangeProblems(read.sample, column)
      : [sameTarget(column, read.constantTarget)]),
  ];
  report(unusable);
  if (unusable.length > 0) return undefined;
  return {
    file: dataText(calibration.data),
    report: read.report,
    sample: read.sample,
    ...counts,
    survey: read.survey,
    estimand: estimandOf(calibration),
    scale: calibration.scale ?? 'data',
    scaleSaid: calibration.scale !== undefined,
    transform: calibration.transform ?? 'none',
    noise: typeof noise === 'number' ? noise : Array.isArray(noise) ? Float64Array.from(noise) : 'replicates',
    replicates: typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined,
    shrinkage: calibration.shrinkage ?? 'none',
    column,
  };
}

/** The reader asks for the two without which nothing varies; how many will do in the end is said at once. */
function inFile(file: string, problem: CellProblem, { units }: FewestUnits): LocatedProblem {
  const accepted = problem.fewUnits ? atLeast(units) : problem.accepted;
  return placedCell({ ...problem, accepted }, problem.file ?? file, ['calibration', 'data']);
}

/** Trajectories of the same unit do not count: what they have in common is no less common for being seen again. */
export function tooFewUnits(counts: SampleCounts, fewest: FewestUnits, report?: DenseReport): Problem[] {
  if (counts.units >= fewest.units) return [];
  const accepted = atLeast(fewest.units, counts.independent);
  const why = report && report.dropped.count > 0 ? `${fewest.why}; ${droppedText(report)}` : fewest.why;
  return [{ path: ['calibration', 'data'], value: countsText(counts), why, accepted }];
}

function atLeast(units: number, independent?: SampleCounts['independent']): string {
  return `at least ${unitsText({ units, ...(independent && { independent }) })}`;
}

/** A target may be finite and still have squares that are not, or that vanish; readers look at the values themselves. */
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
        why: 'the target has the same value in every unit; its threshold is in units of the data here',
        accepted: 'a target that differs between units',
      }
    : {
        path: ['calibration', 'target'],
        value,
        why: `every unit has the same value in the column ${column}`,
        accepted: 'a column that varies between units',
      };
}

/** The best-linear value takes times at which all units have the same value, but not a mean over such times alone. */
function sameMean(
  { estimand, column, report: { constant } }: CalibrationData,
  grid: TimeGrid,
  spec: TargetSpec | undefined,
  weights: Float64Array | undefined,
): Problem[] {
  if (estimand !== 'linear' || column !== undefined || spec !== 'mean' || !weights) return [];
  const same = new Set(constant);
  if (grid.times.some((time, j) => weights[j]! !== 0 && !same.has(time))) return [];
  return [
    {
      path: ['target'],
      value: spec,
      why: 'the mean of the record is the same in every unit: all have the same values at every time that counts',
      accepted: 'values that differ between units at times that have a weight',
    },
  ];
}

/** Grid points whose noise is wrong one by one; the others are counted. */
const MOST_TOLD = 3;

/** The data must vary at every time, and by more than their noise. Paths are below `calibration`. */
export function noiseProblems(data: CalibrationData, grid: TimeGrid): Problem[] {
  const variances = columnVariances(data.sample);
  // Where all units have the same value, the best-linear value has nothing to take noise from; that is warned of.
  const same = new Set(data.estimand === 'linear' ? data.report.constant : []);
  const varying = Array.from(variances.keys()).filter((j) => !same.has(grid.times[j]!));
  const faint = varying.filter((j) => !(variances[j]! >= LEAST_VARIANCE));
  if (faint.length > 0) return [tooFaint(faint, variances, grid)];
  const noise = noiseVariances(data);
  const noiseAt = (j: number) => noise[noise.length === 1 ? 0 : j]!;
  const givenAt = (j: number) => (typeof data.noise === 'object' ? data.noise[j]! : Number(data.noise));
  const drowned = varying.filter((j) => !(variances[j]! > noiseAt(j)));
  if (drowned.length === 0) return [];
  const problem = (j: number, path: Problem['path'], others: number): Problem => {
    const time = timeText(grid, j);
    const more = others > 0 ? `, and at ${others} more grid points` : '';
    const [varies, takes] = [digits(variances[j]!), digits(noiseAt(j))];
    return data.noise === 'replicates'
      ? {
          path,
          value: data.replicates,
          why:
            `at ${time} the variance of the units' means is ${varies}, no larger than the noise variance ${takes} that ` +
            `the replicates show in them${more}`,
          accepted: 'units that differ by more than their replicates',
        }
      : {
          path,
          value: givenAt(j),
          why:
            `at ${time} the variance of the data is ${varies}, no larger than the noise variance` +
            `${noiseAt(j) === givenAt(j) ? '' : ` ${takes} that is left in averages or interpolated values`}${more}`,
          accepted: `a number below ${digits(variances[j]! * (givenAt(j) / noiseAt(j)))}`,
        };
  };
  if (typeof data.noise !== 'object') {
    // One number has one problem: the time that asks most of it.
    const least = drowned.reduce((best, j) => (variances[j]! < variances[best]! ? j : best));
    return [problem(least, ['noise'], drowned.length - 1)];
  }
  const told = drowned.slice(0, MOST_TOLD);
  return told.map((j, i) =>
    problem(j, ['noise', j], i === told.length - 1 ? drowned.length - told.length : 0),
  );
}

function tooFaint(faint: readonly number[], variances: Float64Array, grid: TimeGrid): Problem {
  const [j] = faint as [number];
  const more = faint.length > 1 ? `, and at ${faint.length - 1} more grid points` : '';
  return {
    path: ['data'],
    value: `a variance of ${digits(variances[j]!)}`,
    why: `at ${timeText(grid, j)} the variance between units is so small that its square underflows${more}`,
    accepted: `values with a variance of at least ${LEAST_VARIANCE} at every time: the same in smaller units`,
  };
}

export function timeText(grid: TimeGrid, j: number): string {
  return moment(grid.times[j]!, grid);
}

/**
 * The variance of the noise in the units' values at each grid point, or one number for all: what is taken off. As the
 * replicates show it, or as given for a reading, less what averages and interpolated values have lost of it.
 */
export function noiseVariances({ sample, noise }: CalibrationData): ArrayLike<number> {
  const taken = noiseDiagonal(noiseInValues(sample, noise, eachOnce(sample)));
  return typeof taken === 'number' ? [taken] : taken;
}

/** The law that the data show: K̂ and, in their unit, m̂ and ŝ. */
interface EstimatedLaw {
  model: Model;
  mean: Float64Array | null;
  plugIn: PlugInCovariance;
}

const estimates = new WeakMap<Sample, EstimatedLaw>();

/** The law from all units, made once however many questions need it. */
export function plugIn(
  { sample, noise, shrinkage, scale, transform }: CalibrationData,
  weights: Float64Array,
): EstimatedLaw {
  const known = estimates.get(sample);
  if (known) return known;
  // In the order that `calibrate` gives them, so that every command has the same law to the last digit.
  const ordered = withCanonicalSample<EstimatorInput>({
    sample,
    estimand: 'gaussian',
    scale,
    transform,
    noise,
    shrinkage,
    weights,
    targets: [],
    protocols: [],
  });
  const { model, mean, plugIn: made } = estimator(ordered)(eachOnce(sample), 'data');
  const estimate = { model, mean: mean ?? null, plugIn: made! };
  estimates.set(sample, estimate);
  return estimate;
}

/** The second moments of all units as a law, and the mean; in the order that `calibrate` gives them. */
export function linearPlugIn(
  { sample, noise }: CalibrationData,
  weights: Float64Array,
): { model: Model; mean: Float64Array; floored?: FlooredMoments } {
  const ordered = withCanonicalSample<EstimatorInput>({
    sample,
    estimand: 'linear',
    noise,
    weights,
    targets: [],
    protocols: [],
  });
  return { ...linearLaw(ordered, eachOnce(sample)), mean: columnMoments(ordered.sample).mean };
}

/** The mean of the target over the units' whole records, however a file lists them. */
export function recordMean(sample: Sample, weights: Float64Array): number {
  const { mean } = columnMoments(withCanonicalSample({ sample }).sample);
  const p = weights.length;
  return mean.length > p ? mean[p]! : weights.reduce((sum, weight, j) => sum + weight * mean[j]!, 0);
}

/** The variance between units at each time. */
function columnVariances(sample: Sample): Float64Array {
  const points = 'moments' in sample ? sample.points : sample.values.cols;
  const { there, squares } = columnMoments(sample);
  return squares.slice(0, points).map((sum, j) => sum / (there[j]! - 1));
}

interface ColumnMoments {
  units: number;
  /** How many of them have a value. */
  there: Float64Array;
  mean: Float64Array;
  squares: Float64Array;
}

/** Mean and sum of squares about it over the units: at each time, and last of the target where there is one. */
export function columnMoments(sample: Sample): ColumnMoments {
  if ('moments' in sample) return groupedMoments(sample.moments);
  const { values, targets } = sample;
  const { rows: units, cols, data } = values;
  const width = cols + (targets ? 1 : 0);
  const there = new Float64Array(width).fill(units);
  const mean = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    const at = (i: number) => (j < cols ? data[i * cols + j]! : targets![i]!);
    if (sample.gaps) for (let i = 0; i < units; i++) if (Number.isNaN(at(i))) there[j]!--;
    for (let i = 0; i < units; i++) if (!Number.isNaN(at(i))) mean[j]! += at(i) / there[j]!;
    for (let i = 0; i < units; i++) if (!Number.isNaN(at(i))) squares[j]! += square(at(i) - mean[j]!);
  }
  return { units, there, mean, squares };
}

function groupedMoments(moments: UnitGroups['moments']): ColumnMoments {
  const units = moments.reduce((sum, group) => sum + group.units, 0);
  const mean = new Float64Array(moments[0]!.mean.length);
  const squares = new Float64Array(mean.length);
  for (let j = 0; j < mean.length; j++) {
    for (const group of moments) mean[j]! += (group.units * group.mean[j]!) / units;
    for (const group of moments)
      squares[j]! +=
        group.scatter.data[j * group.scatter.cols + j]! + group.units * square(group.mean[j]! - mean[j]!);
  }
  return { units, there: new Float64Array(mean.length).fill(units), mean, squares };
}
