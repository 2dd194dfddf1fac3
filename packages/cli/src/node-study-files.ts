import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { nodeFiles, nodeFolder, readStateTable, streamDense } from '@sightline/data/node';
import type { LargeFile, StudyFiles } from '@sightline/study';
import type { CommandIo } from './io.ts';

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

export async function nodeSave(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** The folder, or the first one above it that is there, has to be one that takes files. */
export async function nodeWritable(folder: string): Promise<void> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && path !== dirname(path)) return undefined;
      throw error;
    });
    if (!found) continue;
    if (!found.isDirectory()) throw new Error(`${path} is a file`);
    return access(path, constants.W_OK | constants.X_OK);
  }
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
