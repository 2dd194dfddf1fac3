import {
  type Expectation,
  InvalidInput,
  type Problem,
  type Reason,
  secondsOfDay,
  type TargetSpec,
  type TimeGrid,
  targetWeights,
  timeGrid,
} from '@sightline/engine';
import { valueAt } from '../file/study-source.ts';
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
  study.report([{ path: [field], value: undefined, why, accepted }]);
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
  const problems = gridProblems(horizonGiven ?? 1, points ?? 2, unit, start);
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

function gridProblems(...given: Parameters<typeof timeGrid>): readonly Problem[] {
  try {
    timeGrid(...given);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems;
  }
}
