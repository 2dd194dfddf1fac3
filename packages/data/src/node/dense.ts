import { realpath } from 'node:fs/promises';
import type { DenseEnd } from '../dense/file.ts';
import type { DenseRequest, DenseRows } from '../dense/units.ts';
import { isParquet } from '../formats/parquet/is-parquet.ts';
import { isGzip } from '../tables/gzip.ts';
import { UnreadableFile } from '../tables/unreadable-file.ts';
import { streamCsv } from './dense-csv.ts';
import { streamParquet } from './dense-parquet.ts';
import { openFile, readable } from './files.ts';

/**
 * Dense trajectories from a file on disk, CSV, CSV.gz or Parquet, or from several that are one table together, a few thousand units at a time, in one pass and in memory that does not grow with the file but by 16 to 32
 * bytes for each unit, whose names must differ. Only units with several rows (long files, replicates, averages) are
 * sorted first, on disk where they are many. Where the file turns out to have problems, what was handed over is void. A
 * file that cannot be read is thrown as UnreadableFile.
 */
export async function streamDense(
  files: string | readonly string[],
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
): Promise<DenseEnd> {
  const paths = typeof files === 'string' ? [files] : files;
  const kinds = await Promise.all(paths.map(kindOf));
  // Under whatever names: rows that are read twice would count twice, where some of a unit may be averaged.
  const places = await Promise.all(paths.map((path) => realpath(path)));
  const again = places.findIndex((place, k) => places.indexOf(place) < k);
  if (again > 0)
    throw new UnreadableFile(
      paths[again]!,
      `this file is named twice, also as ${paths[places.indexOf(places[again]!)]}`,
      'every file once',
    );
  const other = kinds.findIndex((kind) => kind !== kinds[0]);
  if (other > 0)
    throw new UnreadableFile(
      paths[other]!,
      `this is ${WORDS[kinds[other]!]}, and ${paths[0]} is ${WORDS[kinds[0]!]}`,
      'files of one kind: all CSV, all CSV.gz or all Parquet',
    );
  return kinds[0] === 'parquet'
    ? streamParquet(paths, request, onChunk)
    : streamCsv(paths, request, onChunk, kinds[0] === 'gzip');
}

const WORDS = { parquet: 'Parquet', gzip: 'packed by gzip', text: 'text' };

async function kindOf(path: string): Promise<keyof typeof WORDS> {
  const file = await openFile(path);
  const start = new Uint8Array(4);
  try {
    await readable(path, () => file.read(start, 0, start.length, 0));
  } finally {
    await file.close();
  }
  return isParquet(path, start) ? 'parquet' : isGzip(start) ? 'gzip' : 'text';
}
