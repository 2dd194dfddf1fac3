import type { DatabaseKind } from '../record-kind.ts';
import { changes } from './changes.ts';
import { intervals } from './intervals.ts';
import { ltafdb } from './ltafdb.ts';
import { sleepEdfx } from './sleep-edfx.ts';
import { values } from './values.ts';

export const DATABASES = [sleepEdfx, ltafdb] as const;
/** Of two forms whose columns a table has, the first counts. */
export const TABLE_KINDS = [intervals, changes, values] as const;

export type DatabaseName = (typeof DATABASES)[number]['name'];

/** The database of this name, in a study its preset. */
export function databaseOf(name: DatabaseName): DatabaseKind<DatabaseName> {
  return DATABASES.find((one) => one.name === name)!;
}
