import {
  type Action,
  type ActionSpec,
  action,
  InvalidInput,
  type Problem,
  type Reason,
  type TimeGrid,
} from '@sightline/engine';
import { isMapping } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import {
  type Entry,
  entrySchema,
  MOST_FROM_ONE_ENTRY,
  MOST_IN_CATALOGUE,
  MOST_READINGS,
} from '../schema/entry.ts';
import { nearestName } from '../words/nearest-name.ts';
import type { Path } from '../words/text.ts';
import { horizon, type StudyGrid } from './horizon.ts';
import type { Asking, Part } from './study-parts.ts';

export interface Protocol {
  name: string;
  actions: Action[];
}

/** In the order of the file. */
export const protocols: Part<Protocol[]> = (study) => {
  const given = study.parsed.sound.protocols;
  const all = Object.entries(isMapping(given) ? given : {}).map(([name, entries]) => ({
    name,
    actions: Array.isArray(entries)
      ? expandAll(study, entries, (i) => ['protocols', name, i])
      : expandAll(study, [entries], () => ['protocols', name]),
  }));
  for (const { name, actions } of all) study.report(tooManyReadings(name, actions));
  return all;
};

/** Numbered from 0; empty where the study has none. */
export const catalogue: Part<Action[]> = (study) => {
  const given = study.parsed.sound.catalogue;
  return Array.isArray(given) ? expandAll(study, given, (i) => ['catalogue', i], MOST_IN_CATALOGUE) : [];
};

/** The name of the protocol behind the benchmark. */
export const realised: Part<string | undefined> = (study) => {
  const name = study.parsed.parts.realised;
  const names = protocolNames(study.parsed.intended);
  if (name !== undefined && !names.includes(name))
    study.report([
      {
        path: ['realised'],
        value: name,
        why: noProtocol(name, names),
        accepted:
          names.length > 0 ? `one of ${names.join(', ')}` : 'the name of a protocol under `protocols`',
      },
    ]);
  return name;
};

/** For a question that needs one. */
export const someProtocol: Part<void> = (study) => {
  if (protocolNames(study.parsed.intended).length > 0 || !study.isSound('protocols')) return;
  study.report([
    {
      path: ['protocols'],
      value: undefined,
      why: `\`sightline ${study.command}\` needs at least one protocol`,
      accepted: 'protocols: { name: [{ at: time, noise: variance }] }',
    },
  ]);
};

/** The names under `protocols`, also of those that have problems of their own. */
export function protocolNames(study: unknown): string[] {
  const given = valueAt(study, ['protocols']);
  return isMapping(given) ? Object.keys(given) : [];
}

export function noProtocol(name: string, names: readonly string[]): Reason {
  return { is: 'unknown', what: 'protocol', meant: nearestName(name, names) };
}

function expandAll(
  study: Asking,
  entries: readonly unknown[],
  pathOf: (i: number) => Path,
  most = Number.POSITIVE_INFINITY,
): Action[] {
  const time = study.part(horizon);
  const shapes = entries.map((entry) => entrySchema.safeParse(entry));
  const count = shapes.reduce((sum, { data }) => sum + (data ? actionCount(data) : 0), 0);
  if (count > most) {
    study.report([
      {
        path: ['catalogue'],
        value: `${count} actions`,
        why: 'the catalogue has too many actions',
        accepted: `a catalogue of at most ${most} actions`,
      },
    ]);
    return [];
  }
  return shapes.flatMap((shape, i) => {
    if (!shape.success) return [];
    const { actions, problems } = expandOn(shape.data, time);
    study.report(problems, pathOf(i));
    return actions;
  });
}

/** An entry's actions; where the time grid itself has a problem, only what does not hang on it is told. */
export function expandOn(
  entry: Entry,
  { grid, horizonKnown, pointsKnown }: StudyGrid,
): ReturnType<typeof expandEntry> {
  const { actions, problems } = expandEntry(entry, grid);
  return {
    actions,
    problems: problems.filter(({ path, value }) => {
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

/** The actions that an entry stands for on a grid, times outermost, or every problem with paths below the entry. */
export function expandEntry(entry: Entry, grid: TimeGrid): { actions: Action[]; problems: Problem[] } {
  const problems = rangeProblems(entry);
  if (problems.length > 0) return { actions: [], problems };
  const actions: Action[] = [];
  for (const expanded of expand(entry)) {
    try {
      actions.push(action(expanded.spec, grid));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      problems.push(...placed(error.problems, expanded));
    }
  }
  return { actions, problems: once(problems) };
}

/** How many actions an entry stands for. */
export function actionCount({ at, width }: Entry): number {
  const times = typeof at === 'number' ? 1 : 'count' in at ? at.count : at.length;
  return times * (Array.isArray(width) ? width.length : 1);
}

function rangeProblems(entry: Entry): Problem[] {
  const { at } = entry;
  if (typeof at === 'object' && 'count' in at && at.count === 1 && at.from !== at.to)
    return [
      {
        path: ['at', 'count'],
        value: 1,
        why: `with a count of 1 there is one time, which cannot be both ${at.from} and ${at.to}`,
        accepted: 'a count from 2, or a single time',
      },
    ];
  const count = actionCount(entry);
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

function expand(entry: Entry): Expanded[] {
  const { at, width, ...rest } = entry;
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

function timesOf(at: Entry['at']): { time: number; atPath: Expanded['atPath'] }[] {
  if (typeof at === 'number') return [{ time: at, atPath: ['at'] }];
  if (!('count' in at)) return at.map((time, i) => ({ time, atPath: ['at', i] }));
  const { from, to, count } = at;
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return { time: from, atPath: ['at', 'from'] };
    if (i === count - 1) return { time: to, atPath: ['at', 'to'] };
    return { time: from + ((to - from) * i) / (count - 1), atPath: undefined };
  });
}

function placed(problems: readonly Problem[], { atPath, widthPath }: Expanded): Problem[] {
  return problems.flatMap((problem) => {
    const [field, ...below] = problem.path;
    if (field === 'at') return atPath ? [{ ...problem, path: [...atPath, ...below] }] : [];
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
