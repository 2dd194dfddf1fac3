import {
  type Knowledge,
  numberFrom,
  numberProblems,
  type Problem,
  type RuledNumber,
  type TimeGrid,
} from '@sightline/engine/internal';
import type { Time } from '../schema/fields.ts';
import type { Study } from '../schema/study.ts';
import { expandOn } from './actions.ts';
import { horizon, readTime, type StudyGrid } from './horizon.ts';
import type { Part } from './study-parts.ts';

type Know = NonNullable<Study['know']>;

/** `know` on the grid. */
export interface Known {
  knowledge: Knowledge;
  /** The furthest that a known time lies from the grid point that stands for it. */
  largestShift: number;
}

export const known: Part<Known> = (study) => {
  const { known: made, problems } = knownCorrelations(study.parsed.parts.know ?? {}, study.part(horizon));
  study.report(problems, ['know']);
  return made;
};

/** `know` with its times in numbers, for results. */
export function knowInNumbers(know: Know, grid: TimeGrid): Know {
  const { correlations } = know;
  if (!correlations) return know;
  const number = (given: Time) => {
    const read = readTime(given, grid);
    return 'time' in read ? read.time : given;
  };
  return {
    ...know,
    correlations: correlations.map(({ times: [one, other], value }) => ({
      times: [number(one), number(other)],
      value,
    })),
  };
}

/** Puts what is known on the grid: times at their nearest points, each pair once. Paths are below `know`. */
function knownCorrelations(know: Know, time: StudyGrid): { known: Known; problems: Problem[] } {
  const { correlations = [], ...rest } = know;
  const problems = numberProblems(SMALLEST_EIGENVALUE, know.smallestEigenvalue, ['smallestEigenvalue']);
  const pairs: { pair: [number, number]; correlation: number }[] = [];
  const seen = new Map<string, number>();
  let largestShift = 0;
  correlations.forEach(({ times, value }, i) => {
    const at = (...below: (string | number)[]) => ['correlations', i, ...below];
    problems.push(...numberProblems(CORRELATION, value, at('value')));
    const points = times.map((t, k) =>
      pointAt(t, time, (problem) => problems.push({ ...problem, path: at('times', k) })),
    );
    const [first, second] = points;
    if (!first || !second || !time.pointsKnown || !time.horizonKnown) return;
    largestShift = Math.max(largestShift, first.shift, second.shift);
    const pair: [number, number] = [Math.max(first.point, second.point), Math.min(first.point, second.point)];
    const before = seen.get(pair.join());
    if (first.point === second.point)
      problems.push({
        path: at('times'),
        value: times,
        why: 'both times fall on one grid point, whose correlation with itself is 1',
        accepted: 'two times on different grid points, or a finer grid',
      });
    else if (before !== undefined)
      problems.push({
        path: at('times'),
        value: times,
        why: `the correlation between these grid points is given already, in know.correlations[${before}]`,
        accepted: 'each pair of grid points once',
      });
    else {
      seen.set(pair.join(), i);
      pairs.push({ pair, correlation: value });
    }
  });
  return { known: { knowledge: pairs.length > 0 ? { ...rest, pairs } : rest, largestShift }, problems };
}

const CORRELATION = { ...numberFrom(-1, 1), name: 'value', why: 'this is not a correlation' };
const SMALLEST_EIGENVALUE: RuledNumber = {
  type: 'number',
  name: 'smallestEigenvalue',
  least: { at: 0 },
  most: { at: 1, open: true },
  why: 'this bound is impossible: the eigenvalues of a correlation matrix are at least 0 and average 1',
};

/** As a point action would read it. */
function pointAt(at: Time, time: StudyGrid, report: (problem: Problem) => void) {
  const { actions, problems } = expandOn({ at }, time);
  problems.forEach(report);
  const [read] = actions;
  return read && { point: read.first, shift: read.shift };
}
