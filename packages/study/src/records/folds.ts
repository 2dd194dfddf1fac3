import { parseFolds } from '@sightline/data';
import type { Folds, RecordSet } from '@sightline/engine/internal';
import { located } from '../file/parse-study.ts';
import { besideStudy, readText, type StudyFiles, sha256 } from '../file/study-files.ts';
import type { StudySource } from '../file/study-source.ts';
import { type LocatedProblem, placedCell } from '../problems/located-problem.ts';
import type { RecordsSettings } from './settings.ts';

/** Folds of records as a file gives them. */
interface FoldsFile {
  file: string;
  of: ReadonlyMap<string, { outer: number; inner: readonly number[] }>;
  outer: number;
}

/** Files of folds by what they are for: all records, a stratum, a cohort. */
export interface FoldsFound {
  /** Whether the study names them; those of a preset were only found beside its data. */
  asked: boolean;
  files: ReadonlyMap<string, FoldsFile>;
}

/** Reads the files of folds that the study names, or those beside the data of a preset, where there are any. */
export async function readFolds(
  { from, folds }: RecordsSettings,
  source: StudySource,
  files: StudyFiles,
  data: string | undefined,
  tell: (problem: LocatedProblem) => void,
): Promise<FoldsFound & { digests: { name: string; bytes: Uint8Array }[] }> {
  const read = new Map<string, FoldsFile>();
  const digests: { name: string; bytes: Uint8Array }[] = [];
  const add = async (part: string, file: string, name: string, at: string[]) => {
    const content = await readText(file, files);
    if ('unreadable' in content) {
      const { why, accepted } = content.unreadable;
      tell(located({ path: at, value: name, why, accepted: `${accepted} (looked for ${file})` }, source));
      return;
    }
    digests.push({ name, bytes: await sha256(content.bytes) });
    const table = parseFolds(content.text);
    if (!table.ok)
      for (const problem of table.problems) tell(placedCell(problem, file, ['records', 'folds']));
    else {
      const { records, outer, inner } = table;
      const of = new Map(
        records.map((record, i) => [record, { outer: outer[i]!, inner: inner.map((own) => own[i]!) }]),
      );
      read.set(part, { file: name, of, outer: inner.length });
    }
  };
  if (folds?.kind === 'files')
    for (const [part, name] of Object.entries(folds.files))
      await add(part, besideStudy(source.file, name), name, ['records', 'folds']);
  if (folds === undefined && 'preset' in from && data !== undefined && files.folder) {
    const beside = await files
      .folder(`${data}/splits`)
      .list()
      .catch((): string[] => []);
    for (const [part, name] of Object.entries(from.own.folds))
      if (beside.includes(name))
        await add(part, `${data}/splits/${name}`, `splits/${name}`, ['records', 'preset']);
  }
  return { asked: folds?.kind === 'files', files: read, digests };
}

/** The folds of these records, or the records that the file lacks. Others in the file have no effect. */
export function foldsFor({ records }: RecordSet, { of, outer }: FoldsFile): Folds | { lacking: string[] } {
  const lacking = records.filter((record) => !of.has(record));
  if (lacking.length > 0) return { lacking };
  const own = records.map((record) => of.get(record)!);
  return {
    outer: Int32Array.from(own, ({ outer: fold }) => fold),
    inner: Array.from({ length: outer }, (_, k) => Int32Array.from(own, ({ inner }) => inner[k]!)),
  };
}
