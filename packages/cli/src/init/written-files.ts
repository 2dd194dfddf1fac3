import { parseStateTable } from '@sightline/data';
import { InvalidStudy, type LocatedProblem, loadPlan, type StudyFiles } from '@sightline/study';

/** A study about a table, with the files that have to be written, and how reading it goes. */
export interface ProposedStudy {
  /** What the table was taken to hold. */
  holds: 'values' | 'states';
  study: string;
  files: Record<string, string | Uint8Array>;
  /** What was seen, in words: labels and texts. */
  seen: [string, string][];
  /** What keeps the table from being used as it is. */
  problems: readonly LocatedProblem[];
  /** Commands that one would give now. */
  next: string[];
}

/** Files that are not written yet, over those that are there. */
export function withFiles(
  files: StudyFiles,
  written: Readonly<Record<string, string | Uint8Array>>,
): StudyFiles {
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
  question: Parameters<typeof loadPlan>[0],
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
