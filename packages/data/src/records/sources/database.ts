import { DATABASES } from '../databases/index.ts';
import type { DatabaseKind } from '../record-kind.ts';

export type DatabaseName = (typeof DATABASES)[number]['name'];

/** The database of this name, in a study its preset. */
export function databaseOf(name: DatabaseName): DatabaseKind<DatabaseName> {
  return DATABASES.find((one) => one.name === name)!;
}
