import { UnreadableFile } from '../../tables/unreadable-file.ts';

export const MAGIC = 'PAR1';

/** Whether a file is Parquet. A name that says so binds. */
export function isParquet(name: string, start: Uint8Array): boolean {
  const parquet = [...MAGIC].every((letter, i) => start[i] === letter.charCodeAt(0));
  if (parquet || !/\.(parquet|pq)$/i.test(name)) return parquet;
  throw new UnreadableFile(
    name,
    'the name says Parquet, but this is not a Parquet file',
    'a Parquet file; or CSV with a name that ends in .csv',
  );
}
