import { InvalidInput, type Problem, type TimeGrid, timeGrid } from '@sightline/engine';

/** The grid of a study; what is not known of it, because of a problem, has a stand-in that nothing is computed with. */
export interface StudyGrid {
  grid: TimeGrid;
  horizonKnown: boolean;
  pointsKnown: boolean;
  problems: readonly Problem[];
}

/** Takes `time` as far as it is good: a time outside the horizon can be told even if the number of points is wrong. */
export function studyGrid(time: unknown): StudyGrid {
  const given = (time !== null && typeof time === 'object' ? time : {}) as Record<string, unknown>;
  const horizon = typeof given.horizon === 'number' ? given.horizon : undefined;
  const points = typeof given.points === 'number' ? given.points : undefined;
  const unit = typeof given.unit === 'string' ? given.unit : '';
  const problems = gridProblems(horizon ?? 1, points ?? 2);
  const bad = new Set(problems.map(({ path }) => path[0]));
  const horizonKnown = horizon !== undefined && !bad.has('horizon');
  const pointsKnown = points !== undefined && !bad.has('points');
  return {
    grid: timeGrid(horizonKnown ? horizon : 1, pointsKnown ? points : 2, unit),
    horizonKnown,
    pointsKnown,
    problems,
  };
}

function gridProblems(horizon: number, points: number): readonly Problem[] {
  try {
    timeGrid(horizon, points);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems;
  }
}
