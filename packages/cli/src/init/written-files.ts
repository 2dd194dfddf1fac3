import { dirname, relative, resolve } from 'node:path';
import { parseStateTable } from '@sightline/data';
import { besideStudy, InvalidStudy, type LocatedProblem, loadPlan, type StudyFiles } from '@sightline/study';
import { shellWord } from '../io/shell-word.ts';

/** A study about a table, with the files that have to be written, and how reading it goes. */
export interface ProposedStudy {
  /** What the table was taken to hold. */
  holds: 'values' | 'states';
  files: Record<string, string | Uint8Array>;
  /** What was seen, in words: labels and texts. */
  seen: [string, string][];
  /** What keeps the table from being used as it is. */
  problems: readonly LocatedProblem[];
  /** Commands that one would give now. */
  next: string[];
}

type Asked = Parameters<typeof loadPlan>[0];

/** A study file and the table that it is about, and a reader of both. */
export interface Places {
  table: string;
  study: string;
  files: StudyFiles;
}

/**
 * A study about a table: one that can be read as it is stays where it is, and a copy that can goes beside the study, whose `text`
 * is told how it names the table and whether that is a copy. It is tried with the question that one would ask of it.
 */
export async function studyAbout(
  question: Asked,
  { table, study, files }: Places,
  ready: { name: string; bytes: Uint8Array; changed?: string | undefined },
  {
    holds,
    seen,
    text,
  }: Pick<ProposedStudy, 'holds' | 'seen'> & { text(named: string, isCopy: boolean): string },
): Promise<ProposedStudy> {
  const isCopy = ready.changed !== undefined;
  const named = isCopy ? ready.name : relative(resolve(dirname(study)), resolve(table)).replaceAll('\\', '/');
  const copy = besideStudy(study, named);
  const written = { [study]: text(named, isCopy), ...(isCopy && { [copy]: ready.bytes }) };
  return {
    holds,
    files: written,
    seen: isCopy ? [...seen, ['copy', `${copy}, with ${ready.changed}`]] : seen,
    problems: await problemsOf(question, study, withFiles(files, written)),
    next: [question.name, 'run'].map((command) => `sightline ${command} ${shellWord(study)}`),
  };
}

/** Files that are not written yet, over those that are there. */
function withFiles(files: StudyFiles, written: Readonly<Record<string, string | Uint8Array>>): StudyFiles {
  const own = (path: string) => (Object.hasOwn(written, path) ? written[path] : undefined);
  const read = async (path: string) => {
    const content = own(path);
    if (content === undefined) return files.read(path);
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    ...files,
    read,
    ...(files.states && {
      states: async (path, request) =>
        own(path) === undefined
          ? files.states!(path, request)
          : parseStateTable(path, await read(path), request),
    }),
    ...(files.large && {
      large: async (paths: readonly string[]) =>
        paths.some((path) => own(path) !== undefined) ? undefined : files.large!(paths),
    }),
  };
}

/** What keeps a question from being asked of a study. */
export async function problemsOf(
  question: Asked,
  study: string,
  files: StudyFiles,
): Promise<readonly LocatedProblem[]> {
  try {
    await loadPlan(question, study, files, {});
    return [];
  } catch (error) {
    if (error instanceof InvalidStudy) return error.problems;
    throw error;
  }
}
