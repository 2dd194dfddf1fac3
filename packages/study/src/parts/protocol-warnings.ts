import type { Action, ProtocolValue, TimeGrid } from '@sightline/engine';
import { pathText } from '../problems/located-problem.ts';
import type { Warning } from '../problems/warning.ts';
import { list } from '../words/name-text.ts';
import { digits } from '../words/number-text.ts';
import type { Protocol } from './actions.ts';

/** What makes a value of a lower bound. */
export const BOUND_REMEDY = 'Noise, even little, or readings further apart';

/**
 * What to know about a protocol's actions before its value is used. Actions are numbered from 0. `rank`: how many of
 * them tell something new; `atLeast`: whether the others would tell more, if the law had more digits.
 */
export function protocolWarnings(
  { name, actions }: Protocol,
  { rank, atLeast }: Pick<ProtocolValue, 'rank' | 'atLeast'>,
  grid: TimeGrid,
): Warning[] {
  const path = pathText(['protocols', name]);
  const warn = (kind: Warning['kind'], what: string): Warning => ({ kind, path, what });
  const unit = grid.unit ? ` ${grid.unit}` : '';
  const overhang = actions.flatMap((action, i) =>
    action.overhangs ? [warn('overhang', `${name}, action ${i}: ${overhangText(action, grid)}`)] : [],
  );
  const repeated = groups(actions, ({ at, width, repeats, noise }) => [at, width, repeats, noise]).map(
    (same) =>
      warn(
        'repeated',
        `${name}: actions ${list(same)} are identical (at ${actions[same[0]!]!.at}${unit}); ` +
          'each counts as a reading of its own, with noise of its own',
      ),
  );
  const points = actions.map((action, i) => ({ action, i })).filter(({ action }) => action.width === 0);
  const samePoint = groups(points, ({ action }) => action.first)
    .map((same) => same.map((k) => points[k]!))
    .filter((same) => new Set(same.map(({ action }) => action.at)).size > 1)
    .map((same) =>
      warn(
        'same-point',
        `${name}: the times ${list([...new Set(same.map(({ action }) => action.at))])}${unit} (actions ` +
          `${list(same.map(({ i }) => i))}) fall on the same grid point, ${digits(grid.times[same[0]!.action.first]!)}` +
          `${unit}; a finer grid would tell them apart`,
      ),
    );
  const counted = `${rank} of ${actions.length} actions`;
  const leftOut =
    rank === actions.length
      ? []
      : atLeast
        ? [
            warn(
              'lower-bound',
              `${name}: the value is a lower bound. It is that of ${counted}: the others differ from these by less than the ` +
                `digits of the law show, and yet would tell more. ${BOUND_REMEDY} give a value`,
            ),
          ]
        : [
            warn(
              'nothing-new',
              `${name}: ${counted} tell something new; what the others read follows from these without noise, to all digits ` +
                'of the law',
            ),
          ];
  return [...overhang, ...repeated, ...samePoint, ...leftOut];
}

/** What a window that is not wholly inside the horizon reads. */
export function overhangText({ at, width, first, last }: Action, grid: TimeGrid): string {
  const unit = grid.unit ? ` ${grid.unit}` : '';
  const count = last - first + 1;
  return (
    `the window from ${digits(at - width / 2)} to ${digits(at + width / 2)}${unit} reaches over the horizon ` +
    `[0, ${grid.horizon}]${unit}; it averages the ${count} grid point${count === 1 ? '' : 's'} inside, ` +
    `from ${digits(grid.times[first]!)} to ${digits(grid.times[last]!)}${unit}`
  );
}

/** Positions of the items that share a key with another, by key. */
function groups<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): number[][] {
  const byKey = new Map<string, number[]>();
  items.forEach((item, i) => {
    const key = JSON.stringify(keyOf(item));
    byKey.set(key, [...(byKey.get(key) ?? []), i]);
  });
  return [...byKey.values()].filter((same) => same.length > 1);
}
