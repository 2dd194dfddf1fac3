import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseKind } from '../records/record-kind.ts';
import { type DatabaseName, databaseOf } from '../records/sources/database.ts';
import { makeFolder } from './make-folder.ts';
import { type FetchPatience, FetchProblem, PATIENCE, patientRequest } from './patient-request.ts';

export interface FetchOptions {
  /** Where the files go, in the layout of the server. */
  folder: string;
  /** The folder of the database on a server; PhysioNet's unless given. */
  base?: string;
  signal?: AbortSignal;
  onProgress?: (progress: FetchProgress) => void;
  patience?: Partial<FetchPatience>;
}

export interface FetchProgress {
  /** The file of which bytes arrived, or that is there now. */
  file: string;
  /** Files that are there, of how many. */
  done: number;
  files: number;
  /** Bytes that arrived so far. */
  bytes: number;
}

export interface FetchReport {
  files: number;
  fetched: number;
  /** Those that were there before, with the right checksum. */
  kept: number;
  /** Those for which the server publishes no checksum. */
  unchecked: number;
  bytes: number;
}

type Failure = { file: string; url: string; why: string };

/** Files that could not be fetched. What was fetched is there, and another call goes on. */
export class FetchFailed extends Error {
  readonly failures: Failure[];

  constructor(failures: Failure[], left = 0) {
    const [first] = failures;
    const more = failures.length - 1 + left;
    super(`${first!.url}: ${first!.why}${more > 0 ? `; ${more} more files are missing` : ''}`);
    this.name = 'FetchFailed';
    this.failures = failures;
  }
}

const SUMS = 'SHA256SUMS.txt';
/** How many files at a time; a public server is not to be crowded. */
const AT_ONCE = 4;

/**
 * Fetches the annotations of a database, not its signals, which are gigabytes. Files that are there with the right
 * checksum are left alone, so that another call goes on where one was broken off: each file is some kilobytes.
 */
export async function fetchRecords(name: DatabaseName, options: FetchOptions): Promise<FetchReport> {
  const { folder, signal, onProgress } = options;
  const request = { patience: { ...PATIENCE, ...options.patience }, signal };
  const { download } = databaseOf(name);
  const base = (options.base ?? download.base).replace(/\/*$/, '/');
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new FetchFailed([{ file: SUMS, url: base, why: 'this is not the address of a server' }]);
  const list = async (file: string) => {
    const url = `${base}${file}`;
    const bytes = await patientRequest(url, request).catch((error: unknown) => {
      if (!(error instanceof FetchProblem)) throw error;
      throw new FetchFailed([{ file, url, why: error.message }]);
    });
    return bytes && new TextDecoder().decode(bytes);
  };
  const files = [...(await filesOf(download, list, base, folder))];
  const report: FetchReport = {
    files: files.length,
    fetched: 0,
    kept: 0,
    unchecked: files.filter(([, sha256]) => sha256 === null).length,
    bytes: 0,
  };
  const fetchFile = async (file: string, sha256: string | null): Promise<'fetched' | 'kept'> => {
    const path = join(folder, ...file.split('/'));
    const isRight = (bytes: Uint8Array) =>
      sha256 === null || createHash('sha256').update(bytes).digest('hex') === sha256;
    const there = await readFile(path).catch(() => undefined);
    if (there && isRight(there)) return 'kept';
    const onBytes = (bytes: number) => {
      report.bytes += bytes;
      tell(file);
    };
    const bytes = await patientRequest(`${base}${file}`, { ...request, onBytes, isRight });
    if (!bytes) throw new FetchProblem('the server has no such file');
    await writeWhole(path, bytes);
    return 'fetched';
  };
  const tell = (file: string) =>
    onProgress?.({ file, done: report.fetched + report.kept, files: files.length, bytes: report.bytes });

  const failures: Failure[] = [];
  const queue = [...files];
  let hopeless = false;
  const worker = async () => {
    for (let next = queue.shift(); next && !hopeless; next = queue.shift()) {
      const [file, sha256] = next;
      try {
        report[await fetchFile(file, sha256)]++;
        tell(file);
      } catch (error) {
        // Whatever else it is, such as the caller's wish to stop, is not a matter of this file.
        if (!(error instanceof FetchProblem)) {
          hopeless = true;
          throw error;
        }
        failures.push({ file, url: `${base}${file}`, why: error.message });
        hopeless ||= error.server;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const thrown = ends.find((end) => end.status === 'rejected');
  if (thrown) throw thrown.reason;
  const left = files.length - report.fetched - report.kept - failures.length;
  if (failures.length > 0) throw new FetchFailed(failures, left);
  return report;
}

/** A file takes its name only when it is whole. */
async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  try {
    makeFolder(dirname(path));
    await writeFile(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
  } catch (error) {
    // A full disk, or a folder that may not be written: other files will fare no better.
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new FetchProblem(`it cannot be written as ${path} (${code})`, { server: true });
  }
}

/** What the server has, by its list of checksums or, where that is missing, of records. */
async function filesOf(
  { wanted, ofRecord }: DatabaseKind['download'],
  list: (file: string) => Promise<string | undefined>,
  base: string,
  folder: string,
): Promise<Map<string, string | null>> {
  const failed = (file: string, why: string) => new FetchFailed([{ file, url: `${base}${file}`, why }]);
  const files = new Map<string, string | null>();
  const sums = await list(SUMS);
  const records = sums === undefined && ofRecord ? await list('RECORDS') : undefined;
  for (const line of sums?.split(/\r?\n/) ?? []) {
    const [, sha256, name] = /^([0-9a-fA-F]{64}) [ *]?(\S+)$/.exec(line.trimEnd()) ?? [];
    if (name !== undefined && wanted.test(name)) files.set(name, sha256!.toLowerCase());
  }
  for (const name of records?.split(/\s+/).flatMap(ofRecord!) ?? [])
    if (wanted.test(name)) files.set(name, null);
  if (sums === undefined && records === undefined)
    throw failed(
      SUMS,
      `the server has no ${SUMS}${ofRecord ? ' and no RECORDS' : ''}, so its files are not known`,
    );
  if (files.size === 0) throw failed(sums === undefined ? 'RECORDS' : SUMS, 'it lists no annotation files');
  // For whoever wants to check the folder again: sha256sum -c --ignore-missing.
  if (sums !== undefined)
    await writeWhole(join(folder, SUMS), sums).catch((error: FetchProblem) => {
      throw failed(SUMS, error.message);
    });
  return files;
}
