import {
  parseStateTable,
  type RecordFolder,
  type StateRecord,
  type StateRecords,
  type StateTableRequest,
  UnreadableFile,
  type ValueRecord,
} from '@sightline/data';
import type { Problem } from '@sightline/engine/internal';
import { located } from '../file/parse-study.ts';
import { besideStudy, type StudyFiles, sha256 } from '../file/study-files.ts';
import type { StudySource } from '../file/study-source.ts';
import { type LocatedProblem, placedCell } from '../problems/located-problem.ts';
import type { RecordsSettings } from './settings.ts';

/** Records told by states, or by values at times. */
type ReadRecords = Omit<StateRecords, 'records'> & { records: (StateRecord | ValueRecord)[] };

/** Records as their reader gives them, and the SHA-256 of every file that was read. */
type RecordsRead =
  | ({ ok: true; digests: { name: string; bytes: Uint8Array }[]; ignored: string[] } & ReadRecords)
  | { ok: false; problems: LocatedProblem[] };

/** Reads the records of a study. `data` is the folder that holds the public databases. */
export async function readRecords(
  { from, reading }: Pick<RecordsSettings, 'from' | 'reading'>,
  source: StudySource,
  files: StudyFiles,
  data: string | undefined,
): Promise<RecordsRead> {
  const refused = (problem: Problem): RecordsRead => ({ ok: false, problems: [located(problem, source)] });
  if ('table' in from) return readTable(from.table, reading, source, files);
  const at = { path: ['records', 'preset'], value: from.preset };
  const accepted =
    `--data DIR or SIGHTLINE_DATA, the folder that holds ${from.preset}/; ` +
    `\`sightline data fetch ${from.preset} --to DIR\` gets it from PhysioNet`;
  if (data === undefined || !files.folder)
    return refused({
      ...at,
      why: 'the records are not part of a study, and no folder with them is named',
      accepted,
    });
  const { folder, digests } = digested(files.folder(`${data}/${from.preset}`), from.preset);
  try {
    const read = await from.own.read(folder);
    if (read.records.length > 0) return { ok: true, digests: digests(), ignored: [], ...read };
    const why = `there are no records that can be used in ${data}/${from.preset}: ${reasons(read)}`;
    return refused({ ...at, why, accepted });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refused({ ...at, why: `the records cannot be read from ${error.file}: ${error.why}`, accepted });
  }
}

/** The first reasons why files were skipped. */
function reasons({ skipped }: StateRecords): string {
  const shown = skipped.slice(0, 3).map(({ file, why }) => `${file}: ${why}`);
  const left = skipped.length - shown.length;
  return shown.join('; ') + (left > 0 ? `; and ${left} more files` : '');
}

/** A folder that keeps the SHA-256 of everything that was read from it. */
function digested(folder: RecordFolder, name: string) {
  const found = new Map<string, Uint8Array>();
  return {
    digests: () =>
      [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, bytes]) => ({ name: file, bytes })),
    folder: {
      list: () => folder.list(),
      async read(path: string) {
        const bytes = await folder.read(path);
        found.set(`${name}/${path}`, await sha256(bytes));
        return bytes;
      },
    },
  };
}

async function readTable(
  table: string,
  reading: StateTableRequest,
  source: StudySource,
  files: StudyFiles,
): Promise<RecordsRead> {
  const file = besideStudy(source.file, table);
  const at = { path: ['records', 'table'], value: table };
  try {
    const bytes = await files.read(file);
    const read = await (files.states?.(file, reading) ?? parseStateTable(file, bytes, reading));
    if (!read.ok)
      return {
        ok: false,
        problems: read.problems.map((problem) => placedCell(problem, file, at.path)),
      };
    return { ...read, digests: [{ name: table, bytes: await sha256(bytes) }] };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const accepted = `${error.accepted}, relative to the study file (looked for ${file})`;
    return { ok: false, problems: [located({ ...at, why: error.why, accepted }, source)] };
  }
}
