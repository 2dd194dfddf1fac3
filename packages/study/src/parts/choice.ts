import {
  type Action,
  DAY,
  type FeasibleFamily,
  feasibleFamily,
  InvalidInput,
  inClosed,
  NumericallyUndecided,
  numberAbove,
  numberProblems,
  type Problem,
  type Rules,
  type Stretch,
  secondsIn,
  wholeFrom,
} from '@sightline/engine/internal';
import { valueAt } from '../file/study-source.ts';
import type { Study } from '../schema/study.ts';
import { catalogue, expandOn } from './actions.ts';
import { horizon, readTime, type StudyGrid } from './horizon.ts';
import type { Part } from './study-parts.ts';

type Choose = NonNullable<Study['choose']>;

/** `choose` by itself, and with the number of actions that there are. */
export const choose: Part<Choose | undefined> = (study) => {
  const { parts, intended } = study.parsed;
  const given = parts.choose;
  // What its parts make together cannot be told where one of them could not be read.
  const whole = study.isSound('choose');
  if (given === undefined) return undefined;
  if (valueAt(intended, ['catalogue']) === undefined) {
    study.report({
      path: ['choose'],
      value: given,
      why: 'there is no catalogue to choose from',
      accepted: '`choose` together with a `catalogue`, or neither',
    });
    return undefined;
  }
  study.report([
    ...limitProblems(given, study.part(countable)?.length),
    ...(whole ? groupProblems(given) : []),
    ...repeatedNumbers(given),
    ...study.part(forbidden).problems,
    ...combineProblems(given),
  ]);
  return given;
};

/** The catalogue, where its actions can be counted. */
const countable: Part<Action[] | undefined> = (study) => {
  const { horizonKnown, pointsKnown } = study.part(horizon);
  const actions = study.part(catalogue);
  const { parts } = study.parsed;
  return parts.catalogue && horizonKnown && pointsKnown && study.isSound('catalogue') ? actions : undefined;
};

/**
 * What may be chosen; undefined where the study does not say, or beside a problem. Whether anything can be chosen may be
 * undecided: that is an answer of its own.
 */
export const family: Part<FeasibleFamily | NumericallyUndecided | undefined> = (study) => {
  const actions = study.part(countable);
  const given = study.part(choose);
  if (!given || !actions) return undefined;
  const told = new Set(study.problemsAt('choose').map(([, field]) => field));
  try {
    const made = feasibleFamily(actions, rulesOf(given, study.part(forbidden).closed));
    return told.size === 0 ? made : undefined;
  } catch (error) {
    if (error instanceof NumericallyUndecided) return error;
    if (!(error instanceof InvalidInput)) throw error;
    // Of a field that has been told about, the engine has nothing more to tell; nor of the whole where a part is wrong.
    study.report(
      error.problems
        .filter(({ path }) => (path.length > 0 ? !told.has(path[0]!) : told.size === 0))
        .map((problem): Problem => {
          const path = asWritten(problem.path, given);
          return { ...problem, path: ['choose', ...path], value: path.length > 0 ? problem.value : given };
        }),
    );
    return undefined;
  }
};

/** The stretches of `forbidden` in numbers: one that passes midnight is two, at both ends of the day. */
export const forbidden: Part<{ closed: Stretch[]; problems: Problem[] }> = (study) =>
  closedStretches(study.parsed.parts.choose?.forbidden ?? [], study.part(horizon));

/** Numbers of the actions that `forbidden` leaves, whoever chooses among them. */
export const permitted: Part<number[]> = (study) => {
  const { closed } = study.part(forbidden);
  const numbers = new Set(study.parsed.parts.choose?.forbidden?.filter((one) => typeof one === 'number'));
  return study
    .part(catalogue)
    .flatMap((action, a) => (numbers.has(a) || inClosed({ closed }, action) ? [] : [a]));
};

export function closedStretches(
  given: NonNullable<Choose['forbidden']>,
  time: StudyGrid,
): { closed: Stretch[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const { grid, horizonKnown, clockKnown } = time;
  const closed = given.flatMap((one, i): Stretch[] => {
    if (typeof one === 'number' || !horizonKnown) return [];
    const ends = (['from', 'to'] as const).map((end): number | undefined => {
      const path = ['choose', 'forbidden', i, end];
      const read = readTime(one[end], grid);
      if (!('time' in read)) {
        if (clockKnown) problems.push({ path, value: one[end], ...read });
        return undefined;
      }
      // Hours of the day are what they are; a number that lies outside the horizon is a mistake.
      const wrong = typeof one[end] === 'number' ? expandOn({ at: one[end] }, time).problems : [];
      problems.push(...wrong.map((problem) => ({ ...problem, path })));
      return wrong.length > 0 ? undefined : read.time;
    });
    const [from, to] = ends;
    if (from === undefined || to === undefined) return [];
    if (from < to) return [{ from, to }];
    const byClock = typeof one.from === 'string' && typeof one.to === 'string';
    if (byClock && from > to)
      return [
        { from: 0, to },
        { from, to: to + DAY / secondsIn(grid.unit)! },
      ];
    problems.push({
      path: ['choose', 'forbidden', i],
      value: one,
      why: from === to ? 'the stretch has no length' : 'the stretch ends before it begins',
      accepted: '{ from, to } with `to` after `from`; by the clock it may pass midnight',
    });
    return [];
  });
  return { closed: closed.filter(({ from, to }) => from < to), problems };
}

/** The study's names in the engine's. */
function rulesOf(
  { targets: _, combine: __, groups, forbidden: given, ...rules }: Choose,
  closed: Stretch[],
): Rules {
  return {
    ...rules,
    ...(given && { forbidden: given.filter((one) => typeof one === 'number') }),
    ...(closed.length > 0 && { closed }),
    ...(groups && { groups: groups.map(({ actions, ...limits }) => ({ ...limits, members: actions })) }),
  };
}

/** Where in `choose` stands what the engine found. */
function asWritten(path: Problem['path'], { forbidden: given = [] }: Choose): Problem['path'] {
  const [field, i] = path;
  if (field === 'forbidden' && typeof i === 'number') {
    const numbers = given.flatMap((one, k) => (typeof one === 'number' ? [k] : []));
    return ['forbidden', numbers[i]!];
  }
  return path.map((part) => (part === 'members' ? 'actions' : part));
}

/** `exactly` and `budget`; the size is undefined where the catalogue has problems of its own. */
function limitProblems({ exactly, budget }: Choose, size: number | undefined): Problem[] {
  const why = `the catalogue has only ${size} action${size === 1 ? '' : 's'}`;
  const most = size === undefined ? {} : { most: { at: size, why } };
  return [
    ...numberProblems(BUDGET, budget, ['choose', 'budget']),
    ...numberProblems({ ...EXACTLY, ...most }, exactly, ['choose', 'exactly']),
  ];
}

const above0 = (name: string) => ({ ...numberAbove(0), name, why: `the ${name} is not above 0` });
const [BUDGET, WEIGHT] = [above0('budget'), above0('weight')];
const EXACTLY = { ...wholeFrom(1), name: 'exactly', why: 'this is not a number of actions to choose' };

function groupProblems({ groups = [] }: Choose): Problem[] {
  return groups.flatMap((group, g) =>
    group.most !== undefined || group.budget !== undefined
      ? []
      : [
          {
            path: ['choose', 'groups', g],
            value: group,
            why: 'the group has no limit of its own, and so no effect',
            accepted: 'most: number of actions, or budget: what they may cost',
          },
        ],
  );
}

function repeatedNumbers({ required = [], forbidden: barred = [], groups = [] }: Choose): Problem[] {
  const lists: [Problem['path'], readonly (number | object)[]][] = [
    [['choose', 'required'], required],
    [['choose', 'forbidden'], barred],
    ...groups.map(({ actions }, g): [Problem['path'], number[]] => [
      ['choose', 'groups', g, 'actions'],
      actions,
    ]),
  ];
  return lists.flatMap(([path, numbers]) =>
    numbers.flatMap((a, i) =>
      typeof a === 'object' || numbers.indexOf(a) === i
        ? []
        : [
            {
              path: [...path, i],
              value: a,
              why: { is: 'twice', what: 'number' },
              accepted: 'each number once',
            },
          ],
    ),
  );
}

/** Whether the targets are good is theirs to say; here it is how they go together. */
function combineProblems({ targets, combine }: Choose): Problem[] {
  if (targets === undefined)
    return combine === undefined
      ? []
      : [
          {
            path: ['choose', 'combine'],
            value: combine,
            why: 'without `targets` there is only one value to maximise',
            accepted: '`combine` together with `targets`, or neither',
          },
        ];
  return targets.flatMap(({ weight }, i): Problem[] => {
    if (weight === undefined) return [];
    const path = ['choose', 'targets', i, 'weight'];
    const problems = numberProblems(WEIGHT, weight, path);
    if (problems.length > 0) return problems;
    return combine === 'worst'
      ? [
          {
            path,
            value: weight,
            why: 'the smallest of the values has no weights',
            accepted: 'no weight, or combine: mean',
          },
        ]
      : [];
  });
}
