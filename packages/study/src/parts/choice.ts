import {
  type Action,
  type FeasibleFamily,
  feasibleFamily,
  InvalidInput,
  NumericallyUndecided,
  numberAbove,
  numberProblems,
  type Problem,
  type Rules,
  wholeFrom,
} from '@sightline/engine';
import { valueAt } from '../file/study-source.ts';
import type { Study } from '../schema/study.ts';
import { catalogue } from './actions.ts';
import { horizon } from './horizon.ts';
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
    study.report([
      {
        path: ['choose'],
        value: given,
        why: 'there is no catalogue to choose from',
        accepted: '`choose` together with a `catalogue`, or neither',
      },
    ]);
    return undefined;
  }
  study.report([
    ...limitProblems(given, study.part(countable)?.length),
    ...(whole ? groupProblems(given) : []),
    ...repeatedNumbers(given),
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
    const made = feasibleFamily(actions, rulesOf(given));
    return told.size === 0 ? made : undefined;
  } catch (error) {
    if (error instanceof NumericallyUndecided) return error;
    if (!(error instanceof InvalidInput)) throw error;
    // Of a field that has been told about, the engine has nothing more to tell; nor of the whole where a part is wrong.
    study.report(
      error.problems
        .filter(({ path }) => (path.length > 0 ? !told.has(path[0]!) : told.size === 0))
        .map((problem): Problem => {
          const path = problem.path.map((part) => (part === 'members' ? 'actions' : part));
          return { ...problem, path: ['choose', ...path], value: path.length > 0 ? problem.value : given };
        }),
    );
    return undefined;
  }
};

/** The study's names in the engine's. */
function rulesOf({ targets: _, combine: __, groups, ...rules }: Choose): Rules {
  return groups
    ? { ...rules, groups: groups.map(({ actions, ...limits }) => ({ ...limits, members: actions })) }
    : rules;
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

function repeatedNumbers({ required = [], forbidden = [], groups = [] }: Choose): Problem[] {
  const lists: [Problem['path'], readonly number[]][] = [
    [['choose', 'required'], required],
    [['choose', 'forbidden'], forbidden],
    ...groups.map(({ actions }, g): [Problem['path'], number[]] => [
      ['choose', 'groups', g, 'actions'],
      actions,
    ]),
  ];
  return lists.flatMap(([path, numbers]) =>
    numbers.flatMap((a, i) =>
      numbers.indexOf(a) === i
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
