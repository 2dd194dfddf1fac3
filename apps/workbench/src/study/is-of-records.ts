import type { ParsedStudy } from '@sightline/study';

/** Whether a study is about records alone, right or wrong: it has no law, no trajectory and so no timeline. */
export function isOfRecords({ intended }: Pick<ParsedStudy, 'intended'>): boolean {
  if (typeof intended !== 'object' || intended === null) return false;
  return 'records' in intended && !('target' in intended);
}
