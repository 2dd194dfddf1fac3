import { parseDenseCsv } from './dense-csv.ts';
import { encodingCheck, isEncoding } from './dense-encoding.ts';
import { parquetHead, parseDenseParquet } from './dense-parquet.ts';
import type { DenseRead, DenseRequest } from './dense-units.ts';
import { decodeText, textDecoder, UnreadableFile } from './unreadable-file.ts';

/** How a Parquet file begins. */
const PARQUET = [0x50, 0x41, 0x52, 0x31];

/**
 * Dense trajectories from the bytes of a file, CSV or Parquet, which they tell themselves. Bytes that are neither are
 * thrown as UnreadableFile; text in another encoding is a problem of the file, with its place.
 */
export async function parseDense(name: string, bytes: Uint8Array, request: DenseRequest): Promise<DenseRead> {
  if (isParquet(name, bytes)) return parseDenseParquet(name, new Uint8Array(bytes).buffer, request);
  let text: string;
  try {
    text = decodeText(name, bytes);
  } catch (error) {
    const problem = error instanceof UnreadableFile && isEncoding(error) && encodingCheck()(bytes, false);
    if (problem) return { ok: false, problems: [problem] };
    throw error;
  }
  return parseDenseCsv(text, request);
}

/** As much of a file as shows what kind it is, and no more: a large one should not make its user wait. */
const BEGINNING = 65_536;

/**
 * Why the bytes of a file can be no dense data whatever is said of them: they are neither text nor Parquet. Undefined
 * where they may be; reading them may still fail.
 */
export async function denseObjection(name: string, bytes: Uint8Array): Promise<UnreadableFile | undefined> {
  try {
    if (isParquet(name, bytes)) await parquetHead(name, new Uint8Array(bytes).buffer);
    else textDecoder(name)(bytes.subarray(0, BEGINNING), bytes.length > BEGINNING);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
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
