import {
  type Action,
  action,
  binomial,
  type Expectation,
  InvalidInput,
  type NestedClass,
  nestedClasses,
  numberProblems,
  type Problem,
  pointActions,
  type Reason,
  subsets,
  wholeFrom,
} from '@sightline/engine/internal';
import type * as z from 'zod';
import { isMapping } from '../../file/parse-study.ts';
import { valueAt } from '../../file/study-source.ts';
import { expandOn, noProtocol, type Protocol } from '../../parts/actions.ts';
import type { StudyGrid } from '../../parts/horizon.ts';
import { classes as classesSchema, listedClass as listedClassSchema } from '../../schema/classes.ts';
import type { Study } from '../../schema/study.ts';

/** A protocol of a class; most have no name. */
export interface FamilyMember {
  name: string | null;
  actions: Action[];
}

/** The protocols of a study and those of its classes, each once. */
export interface ProtocolFamily {
  /** Those with a name come first. */
  members: FamilyMember[];
  named: number;
  /** From coarse to fine, by numbers of members; each holds those before it. */
  classes: NestedClass[];
}

type Classes = NonNullable<Study['classes']>;
type ListedClass = z.output<typeof listedClassSchema>;
type Nested = Extract<Classes, { nested: unknown }>['nested'];

/** The values of more protocols in every draw would fill the memory. */
const MOST_IN_CLASSES = 5000;
const DEFAULT_BINS = [8, 12] as const;
/** The paper's contiguous block is this many readings long at most: beyond, it would leave the horizon. */
const LONGEST_BLOCK = 12;

/** Problems have paths below the study. */
export function protocolFamily(
  protocols: readonly Protocol[],
  /** Also of protocols that have problems of their own. */
  names: readonly string[],
  /** As they stand in the file: one that has a wrong shape, told elsewhere, does not hide what is wrong with others. */
  classes: unknown,
  time: StudyGrid,
): { family: ProtocolFamily; problems: Problem[] } {
  const members: FamilyMember[] = protocols.map(({ name, actions }) => ({ name, actions }));
  const placeOf = new Map<string, number>();
  members.forEach(({ actions }, i) => {
    const key = keyOf(actions);
    if (!placeOf.has(key)) placeOf.set(key, i);
  });
  const inClasses = new Set<number>();
  /** A class holds what those before it hold, and these. */
  const classOf = (name: string, added: readonly FamilyMember[]): NestedClass => {
    for (const { name: known, actions } of added) {
      const key = keyOf(actions);
      const place = known === null ? placeOf.get(key) : protocols.findIndex((one) => one.name === known);
      if (place === undefined) placeOf.set(key, members.push({ name: null, actions }) - 1);
      inClasses.add(place ?? members.length - 1);
    }
    return { name, members: [...inClasses] };
  };
  const { made, problems } = madeClasses(classes, protocols, names, time);
  const nested = problems.length > 0 ? [] : made.map(({ name, added }) => classOf(name, added));
  return { family: { members, named: protocols.length, classes: nested }, problems };
}

interface Made {
  made: { name: string; added: FamilyMember[] }[];
  problems: Problem[];
}

function madeClasses(
  classes: unknown,
  protocols: readonly Protocol[],
  names: readonly string[],
  time: StudyGrid,
): Made {
  if (Array.isArray(classes)) return listedClasses(classes, protocols, names, time);
  const whole = classesSchema.safeParse(classes);
  return whole.success && 'nested' in whole.data
    ? paperClasses(whole.data.nested, time)
    : { made: [], problems: [] };
}

/** A class in the shape that it should have; of one whose name is missing or no name, what else there is of it. */
function classOfShape(given: unknown): { name: string | undefined; shape: ListedClass } | undefined {
  const whole = listedClassSchema.safeParse(given);
  if (whole.success) return { name: whole.data.name, shape: whole.data };
  const named = isMapping(given) ? listedClassSchema.safeParse({ ...given, name: 'without one' }) : undefined;
  return named?.success ? { name: undefined, shape: named.data } : undefined;
}

function listedClasses(
  list: readonly unknown[],
  protocols: readonly Protocol[],
  names: readonly string[],
  time: StudyGrid,
): Made {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let total = 0;
  const made = list.flatMap((given, i) => {
    const complain = (field: Problem['path'], value: unknown, why: Reason, accepted: Expectation) =>
      problems.push({ path: ['classes', i, ...field], value, why, accepted });
    const own = classOfShape(given);
    const name = own ? own.name : valueAt(given, ['name']);
    if (typeof name === 'string') {
      if (seen.has(name)) complain(['name'], name, 'another class has this name', 'each name once');
      seen.add(name);
    }
    if (!own) return [];
    const { shape: one } = own;
    if ('protocols' in one)
      return {
        name: one.name,
        added: one.protocols.flatMap((known, k) => {
          if (!names.includes(known))
            complain(
              ['protocols', k],
              known,
              noProtocol(known, names),
              names.length > 0
                ? `names from ${names.join(', ')}`
                : 'the name of a protocol under `protocols`',
            );
          return protocols.filter((protocol) => protocol.name === known);
        }),
      };
    const { name: _name, exactly, ...entry } = one;
    const { actions, problems: found } = expandOn(entry, time);
    problems.push(...found.map((problem) => ({ ...problem, path: ['classes', i, ...problem.path] })));
    if (found.length > 0) return [];
    const only = `the entry has only ${actions.length} action${actions.length === 1 ? '' : 's'}`;
    const most = { at: actions.length, why: only };
    const wrong = numberProblems({ ...EXACTLY, most }, exactly, ['classes', i, 'exactly']);
    problems.push(...wrong);
    if (wrong.length > 0) return [];
    total += binomial(actions.length, exactly);
    if (total > MOST_IN_CLASSES) {
      complain(
        ['exactly'],
        exactly,
        tooMany(total),
        `classes of at most ${MOST_IN_CLASSES} protocols together`,
      );
      return [];
    }
    return {
      name: one.name,
      added: subsets(actions, exactly).map((chosen) => ({ name: null, actions: chosen })),
    };
  });
  return { made, problems };
}

const EXACTLY = { ...wholeFrom(1), name: 'exactly', why: 'this is not a number of actions to choose' };
const BINS = { ...wholeFrom(1), name: 'bins', why: 'this is not a number of bins' };
const NOT_EVERY = 'this is not a number of readings that every class could choose';

function paperClasses({ exactly, noise, bins = [...DEFAULT_BINS] }: Nested, { grid }: StudyGrid): Made {
  const problems: Problem[] = [];
  const [coarse, fine] = bins;
  bins.forEach((count, k) => {
    problems.push(...numberProblems(BINS, count, ['classes', 'nested', 'bins', k]));
  });
  const most = Math.min(LONGEST_BLOCK, ...bins);
  const total = binomial(coarse, exactly) + binomial(fine, exactly);
  const readings = { ...wholeFrom(1, most), name: 'exactly', why: NOT_EVERY };
  if (problems.length === 0)
    problems.push(...numberProblems(readings, exactly, ['classes', 'nested', 'exactly']));
  if (problems.length === 0 && total > MOST_IN_CLASSES)
    problems.push({
      path: ['classes', 'nested'],
      value: { exactly, bins },
      why: tooMany(total),
      accepted: `classes of at most ${MOST_IN_CLASSES} protocols together`,
    });
  if (problems.length > 0) return { made: [], problems };
  try {
    const made = nestedClasses(grid, exactly, { coarse, fine }).map(({ name, protocols }) => ({
      name,
      added: protocols.map((times) => ({
        name: null,
        actions: pointActions(times, 0).map((spec) => action({ ...spec, noise: noise ?? 0 }, grid)),
      })),
    }));
    return { made, problems };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    // Of everything else the times are made here: only the noise can be wrong.
    const [first] = error.problems;
    return { made: [], problems: [{ ...first!, path: ['classes', 'nested', ...first!.path] }] };
  }
}

function tooMany(count: number): string {
  return `there would be ${Number.isFinite(count) && count < 1e9 ? count : 'thousands of millions of'} protocols to estimate`;
}

/** What a protocol reads, whatever the order of its actions. */
function keyOf(actions: readonly Action[]): string {
  return actions
    .map(
      ({ first, last, noise, missing }) =>
        `${first}-${last}:${noise}${missing ? JSON.stringify(missing) : ''}`,
    )
    .sort()
    .join(' ');
}
