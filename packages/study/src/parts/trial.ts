import { numberProblems, type Problem, type TrialRules } from '@sightline/engine/internal';
import { valueAt } from '../file/study-source.ts';
import type { Study } from '../schema/study.ts';
import { TRIAL_NUMBERS, USUAL_TRIAL } from '../schema/trial.ts';
import { digits } from '../words/text.ts';
import { horizon, type StudyGrid } from './horizon.ts';
import type { Part } from './study-parts.ts';

/** What a treatment does, and how its effect is to be found. */
export interface StudyTrial {
  /** At each grid point, in the unit of the law. */
  profile: Float64Array;
  rules: TrialRules;
}

type Given = NonNullable<Study['trial']>;

/** `trial`, with what it leaves open filled in. */
export const trialFields: Part<StudyTrial | undefined> = (study) => {
  const time = study.part(horizon);
  const given = study.parsed.parts.trial;
  const intended = valueAt(study.parsed.intended, ['trial']) as Partial<Given> | undefined;
  const rules = { ...USUAL_TRIAL, ...numbersOf(intended) };
  const problems = [
    ...Object.entries(TRIAL_NUMBERS).flatMap(([name, expected]) =>
      numberProblems(expected, rules[name as keyof TrialRules], [name]),
    ),
    ...(given ? profileProblems(given.profile, time) : []),
  ];
  if (problems.length === 0 && rules.power <= rules.level)
    problems.push({
      path: [intended?.power === undefined ? 'level' : 'power'],
      value: intended?.power ?? rules.level,
      why: `a test at the level ${digits(rules.level)} has that power without any effect`,
      accepted: `a power above the level, such as ${USUAL_TRIAL.power} with ${USUAL_TRIAL.level}`,
    });
  study.report(problems, ['trial']);
  if (!given || problems.length > 0) return undefined;
  return { profile: profileOf(given.profile, time), rules };
};

function numbersOf(given: Partial<Given> | undefined): Partial<TrialRules> {
  return Object.fromEntries(
    Object.keys(TRIAL_NUMBERS).flatMap((name) => {
      const own = given?.[name as keyof TrialRules];
      return typeof own === 'number' ? [[name, own]] : [];
    }),
  );
}

function profileOf(given: Given['profile'], { grid: { points, horizon: length, times } }: StudyGrid) {
  if (typeof given === 'number') return new Float64Array(points).fill(given);
  if (Array.isArray(given)) return Float64Array.from(given);
  const { from, to } = given;
  return Float64Array.from(times, (t) => from + ((to - from) * t) / length);
}

function profileProblems(given: Given['profile'], { grid, pointsKnown }: StudyGrid): Problem[] {
  const numbers =
    typeof given === 'number'
      ? [{ at: given, path: ['profile'] }]
      : Object.entries(given).map(([name, at]) => ({
          at: at as number,
          path: ['profile', Array.isArray(given) ? Number(name) : name],
        }));
  const problems = numbers.flatMap(({ at, path }) => numberProblems(SHIFT, at, path));
  if (Array.isArray(given) && pointsKnown && given.length !== grid.points)
    problems.push({
      path: ['profile'],
      value: `${given.length} numbers`,
      why: `the grid has ${grid.points} points`,
      accepted: `one number, a list of ${grid.points}, or { from, to }`,
    });
  if (problems.length === 0 && numbers.every(({ at }) => at === 0))
    problems.push({
      path: ['profile'],
      value: given,
      why: 'a treatment that shifts nothing has no effect to be found',
      accepted: 'a shift other than 0, at some time at least',
    });
  return problems;
}

const SHIFT = { type: 'number', name: 'shift' } as const;
