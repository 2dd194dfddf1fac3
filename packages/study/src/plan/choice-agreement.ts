import {
  type Action,
  type FeasibleFamily,
  feasibleFamily,
  InvalidInput,
  NumericallyUndecided,
  type Problem,
  type Rules,
} from '@sightline/engine';
import { valueAt } from '../file/shape-problems.ts';
import type { Study } from '../schema/study.ts';

type Choose = NonNullable<Study['choose']>;

/** What may be chosen, or why that makes no sense. The family is undefined where nothing is asked or something is wrong. */
export interface Choice {
  family: FeasibleFamily | undefined;
  problems: Problem[];
}

/**
 * `choose` needs a catalogue that can satisfy it; `catalogue` is undefined where it has problems of its own. `whole`: whether
 * all of `choose` could be read; what its parts make together cannot be told otherwise.
 */
export function choice(
  choose: Study['choose'],
  study: unknown,
  catalogue: readonly Action[] | undefined,
  whole: boolean,
): Choice {
  if (choose === undefined) return { family: undefined, problems: [] };
  if (valueAt(study, ['catalogue']) === undefined)
    return {
      family: undefined,
      problems: [
        {
          path: ['choose'],
          value: choose,
          why: 'there is no catalogue to choose from',
          accepted: '`choose` together with a `catalogue`, or neither',
        },
      ],
    };
  const own = [
    ...limitProblems(choose, catalogue?.length),
    ...(whole ? groupProblems(choose) : []),
    ...repeatedNumbers(choose),
    ...aimProblems(choose),
  ];
  if (!catalogue) return { family: undefined, problems: own };
  const { family, problems } = familyOf(choose, catalogue);
  // Of a field that has been told about, the engine has nothing more to tell; nor of the whole where a part is wrong.
  const told = new Set(own.map(({ path }) => String(path[1] ?? '')));
  const more = problems.filter(({ path }) =>
    path.length > 1 ? !told.has(String(path[1])) : whole && own.length === 0,
  );
  const all = [...own, ...more];
  return { family: all.length > 0 ? undefined : family, problems: all };
}

/** The study's names in the engine's. */
export function rulesOf({ targets: _, combine: __, groups, ...rules }: Choose): Rules {
  return groups
    ? { ...rules, groups: groups.map(({ actions, ...limits }) => ({ ...limits, members: actions })) }
    : rules;
}

function familyOf(choose: Choose, catalogue: readonly Action[]): Choice {
  try {
    return { family: feasibleFamily(catalogue, rulesOf(choose)), problems: [] };
  } catch (error) {
    // A command that does not choose has no need to know; one that does finds out again.
    if (error instanceof NumericallyUndecided) return { family: undefined, problems: [] };
    if (!(error instanceof InvalidInput)) throw error;
    const problems = error.problems.map((problem): Problem => {
      const path = problem.path.map((part) => (part === 'members' ? 'actions' : part));
      return { ...problem, path: ['choose', ...path], value: path.length > 0 ? problem.value : choose };
    });
    return { family: undefined, problems };
  }
}

/** `exactly` and `budget`; the size is undefined where the catalogue has problems of its own. */
function limitProblems({ exactly, budget }: Choose, size: number | undefined): Problem[] {
  const problems: Problem[] = [];
  if (budget !== undefined && !(budget > 0))
    problems.push({
      path: ['choose', 'budget'],
      value: budget,
      why: 'the budget is not above 0',
      accepted: 'a number above 0',
    });
  const most = size ?? Number.POSITIVE_INFINITY;
  if (exactly !== undefined && !(Number.isInteger(exactly) && exactly >= 1 && exactly <= most))
    problems.push({
      path: ['choose', 'exactly'],
      value: exactly,
      why:
        exactly > most
          ? `the catalogue has only ${size} action${size === 1 ? '' : 's'}`
          : 'this is not a number of actions to choose',
      accepted: size === undefined ? 'a whole number from 1' : `a whole number from 1 to ${size}`,
    });
  return problems;
}

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
              why: 'this number stands here twice',
              accepted: 'each number once',
            },
          ],
    ),
  );
}

/** Whether the targets are good is theirs to say; here it is how they go together. */
function aimProblems({ targets, combine }: Choose): Problem[] {
  if (targets === undefined)
    return combine === undefined
      ? []
      : [
          {
            path: ['choose', 'combine'],
            value: combine,
            why: 'without `targets` there is one value, and nothing to combine',
            accepted: '`combine` together with `targets`, or neither',
          },
        ];
  return targets.flatMap(({ weight }, i): Problem[] => {
    if (weight === undefined) return [];
    const path = ['choose', 'targets', i, 'weight'];
    if (!(weight > 0 && Number.isFinite(weight)))
      return [{ path, value: weight, why: 'the weight is not above 0', accepted: 'a number above 0' }];
    return combine === 'worst'
      ? [
          {
            path,
            value: weight,
            why: 'the least of the values has no weights',
            accepted: 'no weight, or combine: mean',
          },
        ]
      : [];
  });
}
