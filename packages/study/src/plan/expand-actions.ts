import {
  type Action,
  type ActionSpec,
  action,
  InvalidInput,
  type Problem,
  type TimeGrid,
} from '@sightline/engine';
import { type Entry, MOST_FROM_ONE_ENTRY } from '../schema/entry.ts';

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
        why: `one time cannot be both ${at.from} and ${at.to}`,
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
