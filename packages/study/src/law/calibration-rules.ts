import {
  type Expectation,
  emptyRangeProblems,
  numberFrom,
  type Problem,
  type Reason,
} from '@sightline/engine';
import { valueAt } from '../file/study-source.ts';
import { horizon, type StudyGrid } from '../parts/horizon.ts';
import type { Part } from '../parts/study-parts.ts';
import type { Study } from '../schema/study.ts';

// Rules between the fields of `calibration`, and between it and the rest of the study.

export type Calibration = NonNullable<Study['calibration']>;

/** `calibration` as far as its fields alone tell; the file is another part. */
export const calibrationFields: Part<Calibration | undefined> = (study) => {
  const { parts, intended } = study.parsed;
  if (parts.calibration) study.report(fieldProblems(parts.calibration), ['calibration']);
  const noise = valueAt(intended, ['calibration', 'noise']);
  study.report(givenNoiseProblems(noise, study.part(horizon)), ['calibration']);
  return parts.calibration;
};

export function estimandOf({ estimand, target }: Calibration): 'gaussian' | 'linear' {
  return estimand ?? (target === undefined ? 'gaussian' : 'linear');
}

/** Whether the data have no noise at all. */
export function isQuiet({ noise }: Calibration): boolean {
  return typeof noise === 'number' ? noise === 0 : Array.isArray(noise) && noise.every((one) => one === 0);
}

/** Columns that have a meaning of their own. */
export const OWN_COLUMNS = ['unit', 'time', 'value'];

/** What holds between the fields. Paths are below `calibration`. */
function fieldProblems(calibration: Calibration): Problem[] {
  const { noise, estimand, target, shrinkage } = calibration;
  const problems: Problem[] = [];
  const complain = (path: Problem['path'], value: unknown, why: Reason, accepted: Expectation) =>
    problems.push({ path, value, why, accepted });
  if (estimand === 'gaussian' && target !== undefined)
    complain(
      ['target'],
      target,
      'the Gaussian value is computed from the estimated law and does not use a measured target',
      'estimand: linear, which compares with the measured target, or no `target` here',
    );
  if (estimandOf(calibration) === 'linear' && shrinkage === 'linear')
    complain(
      ['shrinkage'],
      shrinkage,
      'the best-linear value uses the raw second moments, without shrinkage',
      'none, or estimand: gaussian',
    );
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  const columns: [Problem['path'], string | undefined][] = [
    [['noise', 'replicates'], replicates],
    [['target'], target],
  ];
  for (const [path, name] of columns)
    if (name !== undefined && OWN_COLUMNS.includes(name))
      complain(path, name, `the column ${name} has a meaning of its own`, 'the name of another column');
  if (replicates !== undefined && replicates === target)
    complain(['target'], target, 'this column already tells replicates apart', 'the name of another column');
  return problems;
}

/** What holds for `noise` as it stands in the file: a wrong item of a list does not hide what is wrong with the others. */
function givenNoiseProblems(noise: unknown, { grid, pointsKnown }: StudyGrid): Problem[] {
  const problems: Problem[] = [];
  const complain = (path: Problem['path'], value: unknown, why: Reason, accepted: Expectation) =>
    problems.push({ path: ['noise', ...path], value, why, accepted });
  const check = (variance: unknown, path: Problem['path']) => {
    // What is no number at all is told where shapes are.
    if (typeof variance === 'number' && variance < 0)
      complain(path, variance, { is: 'not', what: 'a variance' }, numberFrom(0));
  };
  check(noise, []);
  if (!Array.isArray(noise)) return problems;
  if (pointsKnown && noise.length > 0 && noise.length !== grid.points)
    complain(
      [],
      `${noise.length} variances`,
      `the grid has ${grid.points} points`,
      `one variance, or a list of ${grid.points}`,
    );
  noise.forEach((variance, j) => {
    check(variance, [j]);
  });
  return problems;
}

/** What holds where values come from the data. Paths are below the study. */
export function dataTargetProblems(calibration: Calibration, target: Study['target'] | undefined): Problem[] {
  if (estimandOf(calibration) === 'gaussian' || target === undefined) return [];
  const empty = emptyRangeProblems(target).map((problem) => ({
    ...problem,
    path: ['target', ...problem.path],
  }));
  if (empty.length > 0 || calibration.target !== undefined || target === 'mean' || isQuiet(calibration))
    return empty;
  return [
    {
      path: ['target'],
      value: target,
      why:
        'computed from noisy records this would be the target of the readings, not of the latent quantity; ' +
        'only the mean is not biased by noise',
      accepted: 'calibration: { target: column } with the target of each unit, noise: 0, or the target mean',
    },
  ];
}
