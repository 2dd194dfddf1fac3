import { nearestName } from '@sightline/data';
import {
  type Action,
  type ActionSpec,
  action,
  InvalidInput,
  numberAbove,
  numberProblems,
  type Problem,
  type Reason,
  type TimeGrid,
} from '@sightline/engine/internal';
import { isMapping } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import {
  type Entry,
  entrySchema,
  MOST_FROM_ONE_ENTRY,
  MOST_IN_CATALOGUE,
  MOST_READINGS,
} from '../schema/entry.ts';
import type { Time } from '../schema/fields.ts';
import type { Path } from '../words/text.ts';
import { horizon, readTime, type StudyGrid } from './horizon.ts';
import type { Asking, Part } from './study-parts.ts';

export interface Protocol {
  name: string;
  actions: Action[];
}

/** In the order of the file. */
export const protocols: Part<Protocol[]> = (study) => {
  const given = study.parsed.sound.protocols;
  const all = Object.entries(isMapping(given) ? given : {}).map(([name, own]) => {
    const { entries, listed, below, dropout } = entriesOf(own);
    const path = ['protocols', name, ...below];
    const pathOf = (i: number) => (listed ? [...path, i] : path);
    return { name, actions: expandAll(study, entries, pathOf, { dropout, at: ['protocols', name] }) };
  });
  for (const { name, actions } of all) study.report(tooManyReadings(name, actions));
  return all;
};

/** A protocol in whichever form it is given. */
interface GivenEntries {
  entries: Entry[];
  /** Whether they are written as a list. */
  listed: boolean;
  /** Where they stand below the protocol. */
  below: Path;
  dropout: number | undefined;
}

/** Also of a protocol that has problems: of what it should be, as much as there is. */
export function entriesOf(protocol: unknown): GivenEntries {
  const apart = isMapping(protocol) && 'actions' in protocol;
  const { dropout, ...rest } = isMapping(protocol) ? protocol : { dropout: undefined };
  const own = apart ? protocol.actions : Array.isArray(protocol) ? protocol : rest;
  return {
    entries: (Array.isArray(own) ? own : own === undefined ? [] : [own]) as Entry[],
    listed: Array.isArray(own),
    below: apart ? ['actions'] : [],
    dropout: typeof dropout === 'number' ? dropout : undefined,
  };
}

/** Numbered from 0; empty where the study has none. */
export const catalogue: Part<Action[]> = (study) => {
  const { catalogue: given, choose } = study.parsed.sound;
  const dropout = isMapping(choose) && typeof choose.dropout === 'number' ? choose.dropout : undefined;
  const leaving = { dropout, at: ['choose'] };
  return Array.isArray(given)
    ? expandAll(study, given, (i) => ['catalogue', i], leaving, MOST_IN_CATALOGUE)
    : [];
};

/** The names of the protocols behind the benchmark. */
export const realised: Part<string[]> = (study) => {
  const given = study.parsed.parts.realised;
  const own = realisedNames(study.parsed.parts);
  const names = protocolNames(study.parsed.intended);
  own.forEach((name, i) => {
    const path = Array.isArray(given) ? ['realised', i] : ['realised'];
    if (!names.includes(name))
      study.report({
        path,
        value: name,
        why: noProtocol(name, names),
        accepted:
          names.length > 0 ? `one of ${names.join(', ')}` : 'the name of a protocol under `protocols`',
      });
    else if (own.indexOf(name) < i)
      study.report({
        path,
        value: name,
        why: 'this protocol is in the list already: the units of all its runs are units of one benchmark',
        accepted: 'each protocol once',
      });
  });
  return own;
};

/** `realised` as a list, whether it is one or a name. */
export const realisedNames = ({ realised: given }: { realised?: string | string[] }): string[] =>
  given === undefined ? [] : [given].flat();

/** For a question that needs one. */
export const someProtocol: Part<void> = (study) => {
  if (protocolNames(study.parsed.intended).length > 0 || !study.isSound('protocols')) return;
  study.report({
    path: ['protocols'],
    value: undefined,
    why: `\`sightline ${study.command}\` needs at least one protocol`,
    accepted: 'protocols: { name: [{ at: time, noise: variance }] }',
  });
};

/** The names under `protocols`, also of those that have problems of their own. */
export function protocolNames(study: unknown): string[] {
  const given = valueAt(study, ['protocols']);
  return isMapping(given) ? Object.keys(given) : [];
}

export function noProtocol(name: string, names: readonly string[]): Reason {
  return { is: 'unknown', what: 'protocol', meant: nearestName(name, names) };
}

/** The rate at which units leave, and the field that holds it. */
interface Leaving {
  dropout: number | undefined;
  at: Path;
}

function expandAll(
  study: Asking,
  entries: readonly unknown[],
  pathOf: (i: number) => Path,
  { dropout, at }: Leaving,
  most = Number.POSITIVE_INFINITY,
): Action[] {
  const time = study.part(horizon);
  const shapes = entries.map((entry) => entrySchema.safeParse(entry));
  const count = shapes.reduce((sum, { data }) => sum + (data ? actionCount(data, time.grid) : 0), 0);
  if (count > most) {
    study.report({
      path: ['catalogue'],
      value: `${count} actions`,
      why: 'the catalogue has too many actions',
      accepted: `a catalogue of at most ${most} actions`,
    });
    return [];
  }
  study.report(
    unequalSensors(
      shapes.map(({ data }) => data),
      pathOf,
    ),
  );
  const ofDropout: Problem[] = [];
  const actions = shapes.flatMap((shape, i) => {
    if (!shape.success) return [];
    const made = expandOn(shape.data, time, dropout);
    const isOwn = ({ path }: Problem) => path[0] !== 'dropout';
    study.report(made.problems.filter(isOwn), pathOf(i));
    ofDropout.push(...made.problems.filter((problem) => !isOwn(problem)));
    return made.actions;
  });
  study.report(ofDropout.slice(0, 1), at);
  return actions;
}

/** A sensor fails or does not, whichever of its readings is looked at. */
function unequalSensors(entries: readonly (Entry | undefined)[], pathOf: (i: number) => Path): Problem[] {
  const known = new Map<string, number>();
  return entries.flatMap((entry, i) => {
    const { sensor, fails } = entry ?? {};
    if (sensor === undefined || fails === undefined) return [];
    const before = known.get(sensor) ?? fails;
    known.set(sensor, before);
    if (before === fails) return [];
    return [
      {
        path: [...pathOf(i), 'fails'],
        value: fails,
        why: `the sensor ${JSON.stringify(sensor)} fails with probability ${before} in another entry`,
        accepted: 'one probability for each sensor, or another name for a sensor of its own',
      },
    ];
  });
}

/** An entry's actions; where the time grid itself has a problem, only what does not hang on it is told. */
export function expandOn(
  entry: Entry,
  { grid, horizonKnown, pointsKnown, clockKnown }: StudyGrid,
  dropout?: number,
): ReturnType<typeof expandEntry> {
  const { actions, problems } = expandEntry(entry, grid, dropout);
  return {
    actions,
    problems: problems.filter(({ path, value }) => {
      if (path[0] === 'at' && typeof value === 'string' && !clockKnown) return false;
      if (path[0] === 'at') return horizonKnown || path.at(-1) === 'count';
      const tooNarrow = path[0] === 'width' && typeof value === 'number' && value > 0;
      return !tooNarrow || (horizonKnown && pointsKnown);
    }),
  };
}

/** Readings of the same grid points with the same noise count once: they are averaged. */
function tooManyReadings(name: string, actions: readonly Action[]): Problem[] {
  if (actions.length <= MOST_READINGS) return [];
  const different = new Set(actions.map(({ first, last, noise }) => `${first} ${last} ${noise}`)).size;
  if (different <= MOST_READINGS) return [];
  return [
    {
      path: ['protocols', name],
      value: `${different} different readings`,
      why: 'the covariance matrix of so many readings is too large to invert',
      accepted: `a protocol of at most ${MOST_READINGS} readings that differ in their grid points or noise`,
    },
  ];
}

/** One action of an entry, with the places in the entry where its time and its width stand. */
interface Expanded {
  spec: ActionSpec;
  /** Nothing for a time between the ends of a range: it is good where both ends are. */
  atPath: Problem['path'] | undefined;
  widthPath: Problem['path'];
}

/**
 * The actions that an entry stands for on a grid, times outermost, or every problem with paths below the entry. `dropout`: that of
 * the protocol it belongs to.
 */
export function expandEntry(
  entry: Entry,
  grid: TimeGrid,
  dropout?: number,
): { actions: Action[]; problems: Problem[] } {
  const { at, problems } = readAt(entry.at, grid);
  if (at) problems.push(...rangeProblems(entry, at));
  if (!at || problems.length > 0) return { actions: [], problems };
  const actionOf = (expanded: Expanded): Action[] => {
    try {
      return [action({ ...expanded.spec, ...(dropout !== undefined && { dropout }) }, grid)];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      problems.push(...placed(error.problems, expanded, entry));
      return [];
    }
  };
  const actions = expand(entry, at).flatMap(actionOf);
  // The end of a range may be between two steps; it is a time of the horizon all the same.
  if (!Array.isArray(at)) actionOf({ spec: { at: at.to }, atPath: ['at', 'to'], widthPath: [] });
  return { actions, problems: once(problems) };
}

/** The times that an entry stands for, as they are written where they are; nothing where they cannot be read. */
export function entryTimes(at: Entry['at'], grid: TimeGrid): Time[] | undefined {
  if (typeof at !== 'object') return [at];
  if (Array.isArray(at)) return at;
  const read = readAt(at, grid).at;
  return (
    read &&
    timesOf(read).map(({ time }, i, { length }) => {
      if (i === 0) return at.from;
      return i === length - 1 && time === (read as Range).to ? at.to : time;
    })
  );
}

/** How many actions an entry stands for; 0 where its times cannot be read. */
export function actionCount(entry: Entry, grid: TimeGrid): number {
  const { at } = readAt(entry.at, grid);
  return at ? countOf(entry, at) : 0;
}

/** The times of an entry, each with its place, or those of a range by their number. */
type Times = { time: number; atPath: Problem['path'] }[] | Range;

interface Range {
  from: number;
  to: number;
  count: number;
  /** The time from one to the next, where it was given. */
  every?: number;
}

/** The times of an entry as numbers. Nothing where one cannot be read. */
function readAt(at: Entry['at'], grid: TimeGrid): { at: Times | undefined; problems: Problem[] } {
  const problems: Problem[] = [];
  const read = (given: Time, path: Problem['path']): number => {
    const known = readTime(given, grid);
    if ('time' in known) return known.time;
    problems.push({ path, value: given, ...known });
    return Number.NaN;
  };
  let times: Times;
  if (typeof at !== 'object') times = [{ time: read(at, ['at']), atPath: ['at'] }];
  else if (Array.isArray(at)) times = at.map((one, i) => ({ time: read(one, ['at', i]), atPath: ['at', i] }));
  else {
    const [from, to] = [read(at.from, ['at', 'from']), read(at.to, ['at', 'to'])];
    if ('every' in at) {
      const { every } = at;
      problems.push(...stepProblems(at, from, to));
      times = { from, to, every, count: Math.floor((to - from) / every + SAME_STEP) + 1 };
    } else times = { from, to, count: at.count };
  }
  return { at: problems.length > 0 ? undefined : times, problems };
}

/** A last step that is so little too long, in steps, is due to rounding. */
const SAME_STEP = 1e-9;

/** What is wrong with the step of a range. */
function stepProblems(range: Steps, from: number, to: number): Problem[] {
  const problems = numberProblems(EVERY, range.every, ['at', 'every']);
  if (problems.length === 0 && to < from)
    problems.push({
      path: ['at', 'to'],
      value: range.to,
      why: `the last time comes before the first, ${range.from}`,
      accepted: 'a time after the first',
    });
  return problems;
}

type Steps = Extract<Entry['at'], { every: number }>;

const EVERY = {
  ...numberAbove(0),
  name: 'every',
  why: { is: 'not', what: 'a length of time', of: 'the step' } as const,
};

const countOf = ({ width }: Entry, at: Times): number =>
  (Array.isArray(at) ? at.length : at.count) * (Array.isArray(width) ? width.length : 1);

function rangeProblems(entry: Entry, at: Times): Problem[] {
  if (!Array.isArray(at) && at.every === undefined && at.count === 1 && at.from !== at.to) {
    const { from, to } = entry.at as { from: Time; to: Time };
    return [
      {
        path: ['at', 'count'],
        value: 1,
        why: `with a count of 1 there is one time, which cannot be both ${from} and ${to}`,
        accepted: 'a count from 2, or a single time',
      },
    ];
  }
  const count = countOf(entry, at);
  return count <= MOST_FROM_ONE_ENTRY
    ? []
    : [
        {
          path: ['at'],
          value: count,
          why: `the entry stands for ${count} actions`,
          accepted: `an entry of at most ${MOST_FROM_ONE_ENTRY} actions`,
        },
      ];
}

function expand(entry: Entry, at: Times): Expanded[] {
  const { at: _, width, ...rest } = entry;
  const widths: { width?: number; widthPath: Problem['path'] }[] =
    width === undefined
      ? [{ widthPath: ['width'] }]
      : typeof width === 'number'
        ? [{ width, widthPath: ['width'] }]
        : width.map((one, k) => ({ width: one, widthPath: ['width', k] }));
  return timesOf(at).flatMap(({ time, atPath }) =>
    widths.map(({ widthPath, ...one }) => ({ spec: { at: time, ...one, ...rest }, atPath, widthPath })),
  );
}

function timesOf(at: Times): { time: number; atPath: Expanded['atPath'] }[] {
  if (Array.isArray(at)) return at;
  const { from, to, count, every } = at;
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return { time: from, atPath: ['at', 'from'] };
    if (every !== undefined && i + SAME_STEP < (to - from) / every)
      return { time: from + i * every, atPath: undefined };
    if (i === count - 1) return { time: to, atPath: ['at', 'to'] };
    return { time: from + ((to - from) * i) / (count - 1), atPath: undefined };
  });
}

/** Problems of an action where its time and its width stand in the entry, with what is written there. */
function placed(problems: readonly Problem[], { atPath, widthPath }: Expanded, entry: Entry): Problem[] {
  return problems.flatMap((problem) => {
    const [field, ...below] = problem.path;
    if (field === 'at')
      return atPath ? [{ ...problem, path: [...atPath, ...below], value: valueAt(entry, atPath) }] : [];
    return field === 'width' ? [{ ...problem, path: [...widthPath, ...below] }] : [problem];
  });
}

/** A noise that is negative is so for each of an entry's actions, and is told once. */
function once(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, why }) => {
    const key = JSON.stringify([path, why]);
    return !seen.has(key) && seen.add(key);
  });
}
