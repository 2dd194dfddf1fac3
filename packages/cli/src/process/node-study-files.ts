import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { nodeFiles, nodeFolder, readStateTable, streamDense } from '@sightline/data/node';
import type { LargeFile, StudyFiles } from '@sightline/study';
import type { CommandIo } from '../io/io.ts';

/** Files of fewer bytes are read before a database would have started. */
const LARGE = 1 << 22;
const PARQUET = /\.(parquet|pq)$/i;

/** Files of the disk; large ones come in parts, and may be larger than the memory. */
export function nodeStudyFiles(
  watched: Pick<CommandIo, 'signal' | 'progress'> = {},
  large = LARGE,
): StudyFiles {
  return {
    read: nodeFiles.read,
    folder: nodeFolder,
    states: readStateTable,
    async large(path) {
      // What is wrong with a file that is not there is told by whoever reads it.
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() && (found.size >= large || PARQUET.test(path))
        ? largeFile(path, watched)
        : undefined;
    },
  };
}

function largeFile(path: string, { signal, progress }: Pick<CommandIo, 'signal' | 'progress'>): LargeFile {
  return {
    async stream(request, onChunk) {
      let units = 0;
      const end = await streamDense(path, request, (rows) => {
        signal?.throwIfAborted();
        units += rows.units.length;
        progress?.(`reading, ${units} units so far`);
        onChunk(rows);
      });
      progress?.('');
      return end;
    },
    async digest() {
      const hash = createHash('sha256');
      for await (const piece of createReadStream(path)) {
        signal?.throwIfAborted();
        hash.update(piece as Uint8Array);
      }
      return hash.digest();
    },
  };
}
