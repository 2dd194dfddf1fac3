import { isParquet } from './dense-bytes.ts';
import type { DenseEnd } from './dense-file.ts';
import { joinRows } from './dense-rows.ts';
import type { DenseRead, DenseRequest, DenseRows } from './dense-units.ts';
import { streamCsv } from './node-dense-csv.ts';
import { streamParquet } from './node-dense-parquet.ts';
import { openFile, readable } from './node-files.ts';

/** Dense trajectories from a file on disk, CSV or Parquet. A file that cannot be read is thrown as UnreadableFile. */
export async function readDense(path: string, request: DenseRequest): Promise<DenseRead> {
  const parts: DenseRows[] = [];
  const end = await streamDense(path, request, (rows) => parts.push(rows));
  return end.ok ? { ok: true, data: { ...joinRows(parts, request), report: end.report } } : end;
}

/**
 * The same, a few thousand units at a time, in one pass and in memory that does not grow with the file but by 16 to 32
 * bytes for each unit, whose names must differ. Only units with several rows (long files, replicates, averages) are
 * sorted first, on disk where they are many. Where the file turns out to have problems, what was handed over is void.
 */
export async function streamDense(
  path: string,
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
): Promise<DenseEnd> {
  const file = await openFile(path);
  const start = new Uint8Array(4);
  try {
    await readable(path, () => file.read(start, 0, start.length, 0));
  } finally {
    await file.close();
  }
  return isParquet(path, start) ? streamParquet(path, request, onChunk) : streamCsv(path, request, onChunk);
}
