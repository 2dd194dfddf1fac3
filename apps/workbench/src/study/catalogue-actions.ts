import type { Action, TimeGrid } from '@sightline/engine/internal';
import { type Entry, expandEntry } from '@sightline/study';
import { contentOf } from './study-edit.ts';

/** Every action of a catalogue, numbered as a design numbers them; undefined where an entry has a problem. */
export function catalogueActions(
  catalogue: readonly Entry[] | undefined,
  grid: TimeGrid,
): Action[] | undefined {
  const expanded = (catalogue ?? []).map((entry) => expandEntry(entry, grid));
  if (expanded.some(({ problems }) => problems.length > 0)) return undefined;
  return expanded.flatMap(({ actions }) => actions);
}

/** Whether two actions read the same in the same way, at the same cost. */
export const sameAction = (one: Action, other: Action): boolean =>
  (['at', 'width', 'repeats', 'noise', 'cost'] as const).every(
    (field) => Math.abs(one[field] - other[field]) <= 1e-9 * Math.max(1, Math.abs(one[field])),
  );

/** Whether a number of the catalogue means the same in both texts. */
export function sameCatalogue(one: string, other: string): boolean {
  const catalogue = (text: string) =>
    JSON.stringify((contentOf(text) as { catalogue?: unknown } | undefined)?.catalogue ?? null);
  return one === other || catalogue(one) === catalogue(other);
}
