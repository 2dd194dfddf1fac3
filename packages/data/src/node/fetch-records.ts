import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileToFetch, fetchFile } from './fetch-file.ts';
import { type FetchPatience, FetchProblem, PATIENCE } from './fetch-patience.ts';
import { fetchText } from './fetch-text.ts';
import { makeFolder } from './make-folder.ts';

export type Database = 'sleep-edfx' | 'ltafdb';

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

/** Files that could not be fetched. What was fetched is there, and another call goes on. */
export class FetchFailed extends Error {
  readonly failures: { file: string; url: string; why: string }[];

  constructor(failures: { file: string; url: string; why: string }[], left: number) {
    const [first] = failures;
    const more = failures.length - 1 + left;
    super(`${first!.url}: ${first!.why}${more > 0 ? `; ${more} more files are missing` : ''}`);
    this.name = 'FetchFailed';
    this.failures = failures;
  }
}

interface Preset {
  base: string;
  /** The files that are wanted. They are safe as paths, whatever the server lists. */
  wanted: RegExp;
  /** Files of a record, where the list of records tells them. */
  ofRecord?: (record: string) => string[];
}

/** Annotations only: the signals are gigabytes, and nothing here reads them. */
const PRESETS: Record<Database, Preset> = {
  'sleep-edfx': {
    base: 'https://physionet.org/files/sleep-edfx/1.0.0/',
    wanted: /^(?:sleep-(?:cassette|telemetry)\/[\w-]+Hypnogram\.edf|S[CT]-subjects\.xls)$/,
  },
  ltafdb: {
    base: 'https://physionet.org/files/ltafdb/1.0.0/',
    wanted: /^[\w-]+\.(?:atr|hea)$/,
    ofRecord: (record) => [`${record}.atr`, `${record}.hea`],
  },
};

const SUMS = 'SHA256SUMS.txt';
/** How many files at a time; a public server is not to be crowded. */
const AT_ONCE = 4;

/** Fetches the annotations of a database. Files that are there with the right checksum are left alone. */
export async function fetchRecords(database: Database, options: FetchOptions): Promise<FetchReport> {
  const { folder, signal, onProgress } = options;
  const patience = { ...PATIENCE, ...options.patience };
  const preset = PRESETS[database];
  const base = (options.base ?? preset.base).replace(/\/*$/, '/');
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new FetchFailed([{ file: SUMS, url: base, why: 'this is not the address of a server' }], 0);
  const files = await filesOf(preset, base, folder, patience, signal);
  const failures: { file: string; url: string; why: string }[] = [];
  const report: FetchReport = {
    files: files.length,
    fetched: 0,
    kept: 0,
    unchecked: files.filter(({ sha256 }) => sha256 === null).length,
    bytes: 0,
  };
  const tell = (name: string) =>
    onProgress?.({
      file: name,
      done: report.fetched + report.kept,
      files: files.length,
      bytes: report.bytes,
    });
  const queue = [...files];
  let hopeless = false;
  const worker = async () => {
    for (let file = queue.shift(); file && !hopeless; file = queue.shift()) {
      const { name, url } = file;
      try {
        const how = await fetchFile(file, patience, signal, (bytes) => {
          report.bytes += bytes;
          tell(name);
        });
        report[how]++;
        tell(name);
      } catch (error) {
        const problem = onDisk(error, file.path) ?? error;
        // Whatever else it is, such as the caller's wish to stop, is not a matter of this file.
        if (!(problem instanceof FetchProblem)) {
          hopeless = true;
          throw error;
        }
        failures.push({ file: name, url, why: problem.message });
        hopeless ||= problem.server;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const thrown = ends.find((end) => end.status === 'rejected');
  if (thrown) throw thrown.reason;
  const there = report.fetched + report.kept;
  if (failures.length > 0) throw new FetchFailed(failures, files.length - there - failures.length);
  return report;
}

/** A full disk, or a folder that may not be written: other files will fare no better. */
function onDisk(error: unknown, path: string): FetchProblem | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return new FetchProblem(`it cannot be written as ${path} (${error.code})`, { server: true });
}

/** What the server has, by its list of checksums or, where that is missing, of records. */
async function filesOf(
  { wanted, ofRecord }: Preset,
  base: string,
  folder: string,
  patience: FetchPatience,
  signal: AbortSignal | undefined,
): Promise<(FileToFetch & { name: string })[]> {
  const list = async (name: string) => {
    const url = `${base}${name}`;
    try {
      return await fetchText(url, patience, signal);
    } catch (error) {
      if (!(error instanceof FetchProblem)) throw error;
      throw new FetchFailed([{ file: name, url, why: error.message }], 0);
    }
  };
  const file = (name: string, sha256: string | null) => ({
    name,
    url: `${base}${name}`,
    path: join(folder, ...name.split('/')),
    sha256,
  });
  const nothing = (name: string) =>
    new FetchFailed([{ file: name, url: `${base}${name}`, why: 'it lists no annotation files' }], 0);
  const sums = await list(SUMS);
  if (sums !== undefined) {
    const found = new Map<string, string>();
    for (const line of sums.split(/\r?\n/)) {
      const [, sha256, name] = /^([0-9a-fA-F]{64}) [ *]?(\S+)$/.exec(line.trimEnd()) ?? [];
      if (name !== undefined && wanted.test(name)) found.set(name, sha256!.toLowerCase());
    }
    if (found.size === 0) throw nothing(SUMS);
    // For whoever wants to check the folder again: sha256sum -c --ignore-missing.
    const path = join(folder, SUMS);
    try {
      makeFolder(folder);
      await writeFile(`${path}.part`, sums);
      await rename(`${path}.part`, path);
    } catch (error) {
      const why = onDisk(error, path)?.message ?? String(error);
      throw new FetchFailed([{ file: SUMS, url: `${base}${SUMS}`, why }], 0);
    }
    return [...found].map(([name, sha256]) => file(name, sha256));
  }
  const records = ofRecord && (await list('RECORDS'));
  if (!ofRecord || records === undefined) {
    const why = `the server has no ${SUMS}${ofRecord ? ' and no RECORDS' : ''}, so its files are not known`;
    throw new FetchFailed([{ file: SUMS, url: `${base}${SUMS}`, why }], 0);
  }
  const names = new Set(
    records
      .split(/\s+/)
      .flatMap(ofRecord)
      .filter((name) => wanted.test(name)),
  );
  if (names.size === 0) throw nothing('RECORDS');
  return [...names].map((name) => file(name, null));
}
