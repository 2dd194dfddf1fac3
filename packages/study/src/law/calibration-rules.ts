import {
  type Expectation,
  emptyRangeProblems,
  inUnit,
  numberAbove,
  numberFrom,
  oneOf,
  type Problem,
  type Reason,
  type TimeGrid,
} from '@sightline/engine/internal';
import { isMapping } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import { horizon, type StudyGrid } from '../parts/horizon.ts';
import { sensorLimitProblems } from '../parts/sensor-limits.ts';
import type { Part } from '../parts/study-parts.ts';
import { NOISE } from '../schema/calibration.ts';
import type { Study } from '../schema/study.ts';
import { sparseProblems } from './fit-rules.ts';

// Rules between the fields of `calibration`, and between it and the rest of the study.

export type Calibration = NonNullable<Study['calibration']>;

/** The file of the data as the study names it, or the files. */
export function dataText(data: Calibration['data']): string {
  return typeof data === 'string' ? data : data.join(', ');
}

/** `calibration` as far as its fields alone tell; the file is another part. */
export const calibrationFields: Part<Calibration | undefined> = (study) => {
  const { parts, intended } = study.parsed;
  const fits = valueAt(intended, ['fit']) !== undefined;
  if (parts.calibration) {
    study.report(fieldProblems(parts.calibration, fits), ['calibration']);
    if (fits) study.report(sparseProblems(parts.calibration), ['calibration']);
  }
  const noise = valueAt(intended, ['calibration', 'noise']);
  if (noise === undefined && !fits && isMapping(valueAt(intended, ['calibration']))) {
    study.report({
      path: ['calibration', 'noise'],
      value: undefined,
      why: { is: 'missing' },
      accepted: NOISE,
    });
    return undefined;
  }
  const time = study.part(horizon);
  study.report(givenNoiseProblems(noise, time), ['calibration']);
  if (parts.calibration?.split === 'day') study.report(dayProblems(time), ['time']);
  return parts.calibration;
};

/** The length of the study's unit of time in seconds; nothing where it is not a common one. */
export const secondsInUnit = ({ unit }: TimeGrid) => inUnit(1, unit, 's');

const DAY_SECONDS = 86_400;
/** The horizon's length in another unit is rounded. */
const ROUNDING = 1e-9;

/** Whether a horizon can be cut from days. Paths are below `time`. */
function dayProblems({ grid, horizonKnown }: StudyGrid): Problem[] {
  const seconds = secondsInUnit(grid);
  if (seconds === undefined)
    return [
      {
        path: ['unit'],
        value: grid.unit || undefined,
        why: '`split: day` reads clocks, and must know how long a unit of time is',
        accepted: oneOf(['h', 'min', 's']),
      },
    ];
  if (!horizonKnown || grid.horizon * seconds <= DAY_SECONDS * (1 + ROUNDING)) return [];
  return [
    {
      path: ['horizon'],
      value: grid.horizon,
      why: '`split: day` makes a trajectory of each day, and the horizon is longer than one',
      accepted: `at most ${DAY_SECONDS / seconds} ${grid.unit}, or no split`,
    },
  ];
}

export function estimandOf({ estimand, target }: Calibration): 'gaussian' | 'linear' {
  return estimand ?? (target === undefined ? 'gaussian' : 'linear');
}

/** Whether the data have no noise at all. */
export function isQuiet({ noise }: Calibration): boolean {
  return typeof noise === 'number' ? noise === 0 : Array.isArray(noise) && noise.every((one) => one === 0);
}

const COLUMNS = ['unit', 'time', 'value', 'trajectory'] as const;

/** Columns that have a meaning of their own, by the file's names. */
export function ownColumns({ columns = {} }: Calibration): string[] {
  return COLUMNS.flatMap((column) => columns[column] ?? (column === 'trajectory' ? [] : [column]));
}

/** What holds between the fields. Paths are below `calibration`. */
function fieldProblems(calibration: Calibration, fits: boolean): Problem[] {
  const {
    noise,
    estimand,
    target,
    shrinkage,
    columns,
    split,
    independent,
    limits,
    scale,
    transform,
    missing,
    duplicates,
  } = calibration;
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
  if (estimandOf(calibration) === 'linear' && scale === 'standardised')
    complain(
      ['scale'],
      scale,
      'the best-linear value is in the unit of the data, whose second moments it is made of',
      'data, or estimand: gaussian',
    );
  if (estimandOf(calibration) === 'linear' && shrinkage === 'linear')
    complain(
      ['shrinkage'],
      shrinkage,
      'the best-linear value uses the raw second moments, without shrinkage',
      'none, or estimand: gaussian',
    );
  const replicates = typeof noise === 'object' && 'replicates' in noise ? noise.replicates : undefined;
  const others: [Problem['path'], string | undefined][] = [
    [['noise', 'replicates'], replicates],
    [['target'], target],
  ];
  for (const [path, name] of others)
    if (name !== undefined && ownColumns(calibration).includes(name))
      complain(path, name, `the column ${name} has a meaning of its own`, 'the name of another column');
  COLUMNS.forEach((column, k) => {
    const name = columns?.[column];
    const other = COLUMNS.slice(0, k).find((one) => (columns?.[one] ?? one) === name);
    if (name !== undefined && other)
      complain(
        ['columns', column],
        name,
        `this column is the ${other} already`,
        'the name of another column',
      );
  });
  if (split !== undefined && columns?.trajectory !== undefined)
    complain(
      ['columns', 'trajectory'],
      columns.trajectory,
      'trajectories are told apart twice, by this column and by `split`',
      'one of the two, or neither where every unit has one trajectory',
    );
  if (independent === 'day' && split !== 'day')
    complain(['independent'], independent, 'without `split: day` there are no days', 'unit, or split: day');
  if (limits !== undefined) problems.push(...sensorLimitProblems(limits));
  if (transform === 'log' && limits?.low !== undefined && limits.low <= 0)
    complain(['limits', 'low'], limits.low, 'with `transform: log` values are above 0', numberAbove(0));
  if (missing === 'pairwise' && replicates !== undefined)
    complain(
      ['missing'],
      missing,
      'the noise that replicates show is estimated from units without gaps',
      'drop or interpolate, or noise: NUMBER',
    );
  if (missing === 'pairwise' && shrinkage === 'linear')
    complain(
      ['missing'],
      missing,
      'how much to shrink is estimated from trajectories without gaps',
      'drop or interpolate, or shrinkage: none',
    );
  if (duplicates === 'keep' && !fits)
    complain(
      ['duplicates'],
      duplicates,
      'on a grid there is one value of a trajectory at each time',
      'refuse or average; keep belongs to `fit`',
    );
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

/** What holds for a target of the records themselves. Paths are below the target. */
export function recordTargetProblems(calibration: Calibration, target: Study['target']): Problem[] {
  const empty = emptyRangeProblems(target);
  const linear = target === 'mean' && calibration.transform !== 'log';
  if (empty.length > 0 || calibration.target !== undefined || linear) return empty;
  if (calibration.missing === 'pairwise')
    return [
      {
        path: [],
        value: target,
        why: 'of a trajectory with gaps this cannot be computed, and the mean is estimated without it',
        accepted: 'missing: drop or interpolate, calibration: { target: column }, or the target mean',
      },
    ];
  if (isQuiet(calibration)) return empty;
  return [
    {
      path: [],
      value: target,
      why:
        'computed from noisy records this would be the target of the readings, not of the latent quantity; ' +
        'only the mean, without a logarithm, is not biased by noise',
      accepted: 'calibration: { target: column } with the target of each unit, noise: 0, or the target mean',
    },
  ];
}
