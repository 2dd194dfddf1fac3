import {
  dataTargetProblems,
  expectationText,
  isLinear,
  type Problem,
  target as standardisedTarget,
  type Target,
  type TargetSpec,
  type TimeGrid,
  targetLevels,
  targetMean,
  targetName,
  targetUnder,
} from '@sightline/engine/internal';
import { refusals, refused } from '../file/parse-study.ts';
import type { StudySource } from '../file/study-source.ts';
import { weightsName } from '../parts/horizon.ts';
import type { Asking } from '../parts/study-parts.ts';
import type { Study } from '../schema/study.ts';
import type { Path } from '../words/text.ts';
import { recordTargetProblems } from './calibration-rules.ts';
import type { Law, LawKind, LawSource } from './law.ts';

/** A target as the engine computes with it under a law. Throws InvalidStudy where the law, once it is known, leaves nothing of it. */
export function preparedTarget(
  law: Law,
  spec: TargetSpec,
  source: StudySource,
  at: Path = ['target'],
): Target {
  try {
    return targetUnderLaw(law, spec);
  } catch (error) {
    return refused(error, source, (problem) => ({ ...problem, path: [...at, ...problem.path] }));
  }
}

function targetUnderLaw({ model, estimand, column, mean, transform }: Law, spec: TargetSpec): Target {
  // Whatever it is of each unit, the law has it as a point of its own, or as the weighted mean of all.
  if (estimand === 'linear')
    return {
      ...targetUnder('mean', { mean: mean!, scale: model.scale! }),
      name: recordTargetName(spec, column),
    };
  return mean === null
    ? standardisedTarget(spec)
    : targetUnder(spec, { mean, scale: model.scale!, transform });
}

/** How the best-linear value names what it is about. */
export function recordTargetName(spec: TargetSpec, column: string | undefined): string {
  return column === undefined ? `${targetName(spec)} of the record` : `the column ${column}`;
}

/** Whether the target is a linear function of Z: with a logarithm nothing is. */
export function isLinearUnder(
  { estimand, transform }: Pick<LawKind, 'estimand' | 'transform'>,
  spec: TargetSpec,
): boolean {
  return estimand === 'linear' || (transform === 'none' && isLinear({ spec }));
}

/** What a standardised law refuses of a target. Paths are below the target. */
export const standardisedProblems = (spec: TargetSpec): readonly Problem[] =>
  refusals(() => standardisedTarget(spec));

/** Who writes 180 means the unit of the data: how a study says so. */
function inStandardDeviations({ from }: LawKind, spec: TargetSpec): Problem[] {
  const other =
    from === 'latent'
      ? '`mean` and `sd` under `latent`'
      : '`scale: data` or `estimand: linear` under `calibration`';
  return standardisedProblems(spec).map((problem) => ({
    ...problem,
    ...(targetLevels(spec).length > 0 && {
      accepted: `${expectationText(problem.accepted)}; or a level in the unit of the data, with ${other}`,
    }),
  }));
}

/** Tells what keeps a target from being asked for under a law, as far as that is known before it is estimated. */
export function checkTarget(
  study: Asking,
  kind: LawKind,
  law: LawSource | undefined,
  spec: TargetSpec | undefined,
  at: Path = ['target'],
): void {
  if (spec === undefined) return;
  const { calibration } = study.parsed.parts;
  if (kind.estimand === 'linear') {
    if (calibration) study.report(recordTargetProblems(calibration, spec), at);
  } else if (kind.unit === 'sd') study.report(inStandardDeviations(kind, spec), at);
  else if (law && 'given' in law) study.build(at, () => targetUnderLaw(law.given, spec));
  else study.report(dataTargetProblems(spec), at);
}

/** What is predicted, as results say it. */
export interface PredictedTarget {
  name: string;
  /** How the times count, whether the study says so or not. */
  weights: string;
  variance: number;
  mean: number;
  /** The unit of mean, variance and errors: that of the data, or standard deviations of the latent quantity at a time. */
  unit: TargetUnit;
  /** What is predicted has the unit of the values, is a share of the time, or is neither. */
  quantity: 'value' | 'share' | 'other';
  /** Where the law, the readings and their noise are of the logarithm of the quantity; the target is of the quantity itself. */
  transform?: 'log';
  /** Where thresholds apply to the means of the readings in cells. */
  thresholds?: 'cell-means';
}

export type TargetUnit = 'data' | 'sd';
export type TargetMoments = Omit<PredictedTarget, 'name' | 'weights'>;

/** A target under the law of a question, as results have it. */
export function predictedTarget(
  { study, grid, target }: { study: Study; grid: TimeGrid; target: TargetSpec },
  law: Parameters<typeof targetMoments>[0],
  prepared: Target,
  variance: number,
): PredictedTarget {
  return {
    name: prepared.name,
    weights: weightsName(study.weights, grid.unit),
    ...targetMoments(law, prepared, target, variance),
  };
}

/** Mean, variance and unit of a target under the law of a question. */
export function targetMoments(
  {
    estimand,
    column,
    mean,
    transform,
    cellMeans,
    model: { weights },
  }: Pick<Law, 'estimand' | 'column' | 'mean' | 'transform' | 'cellMeans' | 'model'>,
  prepared: Target,
  spec: TargetSpec,
  variance: number,
): TargetMoments {
  if (mean === null)
    return {
      ...standardisedMoments(targetMean(prepared, weights), spec, variance),
      ...ofCells(spec, cellMeans),
    };
  if (estimand === 'gaussian')
    return {
      variance,
      mean: targetMean(prepared, weights),
      unit: 'data',
      quantity: quantityOf(spec),
      ...(transform === 'log' && { transform }),
      ...ofCells(spec, cellMeans),
    };
  const own = weights.reduce((sum, weight, j) => sum + weight * mean[j]!, 0);
  return {
    ...recordMoments(own, spec, column, variance),
    ...(column === undefined && ofCells(spec, cellMeans)),
  };
}

/** What there is to say of thresholds where values are means. */
export const ofCells = (
  spec: TargetSpec,
  cellMeans: boolean | undefined,
): Pick<PredictedTarget, 'thresholds'> =>
  cellMeans && targetLevels(spec).length > 0 ? { thresholds: 'cell-means' } : {};

/** Of a standardised latent quantity. */
export const standardisedMoments = (mean: number, spec: TargetSpec, variance: number): TargetMoments => ({
  variance,
  mean,
  unit: 'sd',
  quantity: quantityOf(spec),
});

/** Of what was measured: the target of the units' records, or a column of its own. */
export const recordMoments = (
  mean: number,
  spec: TargetSpec,
  column: string | undefined,
  variance: number,
): TargetMoments => ({
  variance,
  mean,
  unit: 'data',
  quantity: column === undefined ? quantityOf(spec) : 'other',
});

function quantityOf(spec: TargetSpec): PredictedTarget['quantity'] {
  if (spec === 'mean') return 'value';
  return targetLevels(spec).length > 0 ? 'share' : 'other';
}

/** The root mean squared error of the best predictor, √(V·(1 − I)): a value as an error in the unit of the target. */
export function rmse(variance: number, value: number): number {
  return Math.sqrt(variance * Math.max(0, 1 - value));
}

/** The larger value has the smaller error. */
export const rmseInterval = (variance: number, { low, high }: { low: number; high: number }) => ({
  low: rmse(variance, high),
  high: rmse(variance, low),
});
