import { UnreadableFile } from '@sightline/data';
import type { StudyFiles } from '@sightline/study';

/** Files by path: those that were dropped onto the page, and those of an example. They live in this browser only. */
export type FilesByPath = ReadonlyMap<string, Uint8Array>;

/** The page's files as a study reads them. */
export function memoryFiles(files: FilesByPath): StudyFiles {
  return {
    async read(path) {
      const bytes = files.get(plainPath(path));
      if (bytes === undefined)
        throw new UnreadableFile(
          path,
          'this page does not hold the file',
          'a file that is dropped onto the page or opened with “Open file”',
        );
      return bytes;
    },
  };
}

/** Without `.` and `..`: examples/design/../calibration/dense.csv is examples/calibration/dense.csv. */
export function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
