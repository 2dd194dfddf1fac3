import { parseDenseCsv } from './dense-csv.ts';
import { parseDenseParquet } from './dense-parquet.ts';
import type { DenseRead, DenseRequest } from './dense-units.ts';
import { decodeText, UnreadableFile } from './unreadable-file.ts';

/** How a Parquet file begins. */
const PARQUET = [0x50, 0x41, 0x52, 0x31];

/**
 * Dense trajectories from the bytes of a file, CSV or Parquet, which they tell themselves. Bytes that are neither are
 * thrown as UnreadableFile.
 */
export async function parseDense(name: string, bytes: Uint8Array, request: DenseRequest): Promise<DenseRead> {
  if (!isParquet(name, bytes)) return parseDenseCsv(decodeText(name, bytes), request);
  return parseDenseParquet(name, new Uint8Array(bytes).buffer, request);
}

/** Whether a file is Parquet. A name that says so binds. */
export function isParquet(name: string, start: Uint8Array): boolean {
  const parquet = PARQUET.every((byte, i) => start[i] === byte);
  if (parquet || !/\.(parquet|pq)$/i.test(name)) return parquet;
  throw new UnreadableFile(
    name,
    'the name says Parquet, but this is not a Parquet file',
    'a Parquet file; or CSV with a name that ends in .csv',
  );
}
