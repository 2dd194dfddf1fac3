import {
  type Action,
  clockText,
  type Expectation,
  firstTime,
  isLongerThanDay,
  numberFrom,
  type Problem,
  type Reason,
  secondsOfDay,
  type TargetSpec,
  type TimeGrid,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { refusals } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import type { Time } from '../schema/fields.ts';
import type { CellRead, GridSummary } from '../schema/result-head.ts';
import { type Study, TIME } from '../schema/study.ts';
import { TARGET } from '../schema/target.ts';
import type { Asking, Part } from './study-parts.ts';

/** The grid of a study; what is not known of it, because of a problem, has a stand-in that nothing is computed with. */
export interface StudyGrid {
  grid: TimeGrid;
  horizonKnown: boolean;
  pointsKnown: boolean;
  /** Whether it is known if there is a clock, and at which time of day the horizon begins. */
  clockKnown: boolean;
}

/** `time`, which every question but that about records needs. */
export const horizon: Part<StudyGrid> = (study) => {
  missing(study, 'time', TIME);
  const { problems, ...time } = studyGrid(study.parsed.sound.time);
  study.report(problems, ['time']);
  const start = valueAt(study.parsed.intended, ['time', 'start']);
  return { ...time, clockKnown: start === undefined || time.grid.start !== undefined };
};

/** How the times of the horizon count. */
export const weights: Part<Float64Array | undefined> = (study) => {
  const { grid, pointsKnown } = study.part(horizon);
  return study.build(
    ['weights'],
    () => targetWeights(study.parsed.parts.weights ?? 'uniform', grid),
    ({ path }) => pointsKnown || path.length > 0,
  );
};

/** What is to be known, as the study writes it: whether it can be is for the law to say. */
export const target: Part<TargetSpec | undefined> = (study) => {
  missing(study, 'target', TARGET);
  return study.parsed.parts.target;
};

/** A study of records alone does without these, and is for another command. What could not be read has been told. */
function missing(study: Asking, field: 'time' | 'target', accepted: Expectation): void {
  const { intended } = study.parsed;
  if (valueAt(intended, [field]) !== undefined || !study.isSound(field)) return;
  const why: Reason =
    valueAt(intended, ['records']) === undefined
      ? { is: 'missing' }
      : `this field is missing: \`sightline ${study.command}\` needs it, and records alone are for \`sightline retrospect\``;
  study.report({ path: [field], value: undefined, why, accepted });
}

/** The grid of a study whose `time` has the right shape. Throws InvalidInput where it cannot be. */
export const gridOf = ({ horizon: length, points, unit, start }: Study['time']): TimeGrid =>
  timeGrid(length, points, unit, start === undefined ? undefined : secondsOfDay(start));

/** Takes `time` as far as it is good: a time outside the horizon can be told even if the number of points is wrong. */
function studyGrid(time: unknown): Omit<StudyGrid, 'clockKnown'> & { problems: readonly Problem[] } {
  const given = (time !== null && typeof time === 'object' ? time : {}) as Record<string, unknown>;
  const horizonGiven = typeof given.horizon === 'number' ? given.horizon : undefined;
  const points = typeof given.points === 'number' ? given.points : undefined;
  const unit = typeof given.unit === 'string' ? given.unit : '';
  const start = typeof given.start === 'string' ? secondsOfDay(given.start) : undefined;
  const problems = refusals(() => timeGrid(horizonGiven ?? 1, points ?? 2, unit, start));
  const bad = new Set(problems.map(({ path }) => path[0]));
  const horizonKnown = horizonGiven !== undefined && !bad.has('horizon');
  const pointsKnown = points !== undefined && !bad.has('points');
  return {
    grid: timeGrid(
      horizonKnown ? horizonGiven : 1,
      pointsKnown ? points : 2,
      unit,
      bad.has('unit') ? undefined : start,
    ),
    horizonKnown,
    pointsKnown,
    problems,
  };
}

/** A time of the study as a number in its unit, or why it is none. */
export type ReadTime = { time: number } | { why: Reason; accepted: Expectation };

/** Reads a time as it is written: a number is itself, a time of day is its first occurrence from the start on. */
export function readTime(given: Time, grid: TimeGrid): ReadTime {
  if (typeof given === 'number') return { time: given };
  const accepted: Expectation = {
    ...numberFrom(0, grid.horizon),
    noun: 'time',
    unit: 'time',
    unitOfTime: grid.unit,
  };
  const seconds = secondsOfDay(given);
  const time = seconds === undefined ? undefined : firstTime(seconds, grid);
  if (time === undefined)
    return {
      why: 'this is a time of day, and the study does not say at which one its horizon begins',
      accepted: { ...accepted, instead: 'the clock at the beginning under `time`, such as start: "00:00"' },
    };
  return isLongerThanDay(grid)
    ? { why: 'a horizon of more than a day may have several such times of day', accepted }
    : { time };
}

/** The grid as results have it. `named`: the actions whose cells are named, where that are not all of them. */
export function gridSummary(
  grid: TimeGrid,
  actions: readonly Action[],
  { otherShift = 0, named = actions }: { otherShift?: number; named?: readonly Action[] } = {},
): GridSummary {
  const { horizon, points, unit, spacing, start } = grid;
  const largestShift = actions.reduce((most, { shift }) => Math.max(most, shift), otherShift);
  const reads = cellsRead(grid, named);
  return {
    horizon,
    points,
    unit,
    spacing,
    ...(start !== undefined && { start }),
    largestShift,
    ...(reads.length > 0 && { reads }),
  };
}

/** The cell of a time that lies between two: the earlier one, which does not hold it. */
function cellsRead(grid: TimeGrid, actions: readonly Action[]): CellRead[] {
  const times = new Map(
    actions.flatMap(({ at, width, first }) => {
      const end = ((first + 1) * grid.horizon) / grid.points;
      const between = width === 0 && first < grid.points - 1 && at >= end - 1e-9 * grid.spacing;
      return between ? [[at, first]] : [];
    }),
  );
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([at, first]) => {
      const [from, to] = [first, first + 1].map((j) => (j * grid.horizon) / grid.points) as [number, number];
      const clock = (time: number) => clockText(time, grid)!;
      return {
        at,
        from,
        to,
        ...(grid.start !== undefined && { clock: { at: clock(at), from: clock(from), to: clock(to) } }),
      };
    });
}

/** How the times count, as results say it. */
export function weightsName(weights: Study['weights'] = 'uniform', unit: string): string {
  if (weights === 'uniform') return 'uniform';
  return 'recency' in weights ? `recency ${weights.recency} ${unit}`.trim() : 'as given';
}
