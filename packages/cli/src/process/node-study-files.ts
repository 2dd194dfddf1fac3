import { stat } from 'node:fs/promises';
import { nodeFiles, nodeFolder } from '@sightline/data/node';
import type { StudyFiles } from '@sightline/study';
import type { CommandIo } from '../io/io.ts';
import { STANDARD_INPUT } from '../io/standard-input.ts';

/** Files of fewer bytes are read before a database would have started. */
const LARGE = 1 << 22;
const PARQUET = /\.(parquet|pq)$/i;

/** Files of the disk; large ones come in parts, and may be larger than the memory. */
export function nodeStudyFiles(
  watched: Pick<CommandIo, 'signal' | 'progress'> = {},
  large = LARGE,
): StudyFiles {
  return {
    read: async (path) =>
      path === STANDARD_INPUT ? (await import('./standard-input.ts')).standardInput() : nodeFiles.read(path),
    folder: nodeFolder,
    // Readers of large files are loaded by who has one.
    states: async (...asked) => (await import('./large-file.ts')).readStateTable(...asked),
    async large(paths) {
      const [path] = paths as [string];
      if (path === STANDARD_INPUT) return undefined;
      // What is wrong with a file that is not there is told by whoever reads it.
      const found = await stat(path).catch(() => undefined);
      return paths.length > 1 || (found?.isFile() && (found.size >= large || PARQUET.test(path)))
        ? (await import('./large-file.ts')).largeFile(paths, watched)
        : undefined;
    },
    matching: async (pattern) => (await import('./large-file.ts')).matchingFiles(pattern),
  };
}
