import { type ComparatorName, COMPARATORS as KINDS } from '@sightline/engine/internal';

/** What other rules are called, in the order of the tables. */
export const COMPARATORS: readonly { key: ComparatorName; name: string }[] = [...KINDS]
  .sort((a, b) => a.shown - b.shown)
  .map(({ name, title }) => ({ key: name, name: title }));
