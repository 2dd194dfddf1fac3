import type { Row } from '@sightline/experiments';

/** How many rows have which verdict, in words. */
export function verdictCounts(rows: readonly Pick<Row, 'verdict'>[]): string {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return `${count('agrees')} agree, ${count('explained')} explained, ${count('unexplained')} unexplained, ${count('differs')} differ`;
}
