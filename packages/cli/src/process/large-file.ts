import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { streamDense } from '@sightline/data/node';
import type { LargeFile } from '@sightline/study';
import type { CommandIo } from '../io/io.ts';

export { readStateTable } from '@sightline/data/node';

/** A file that comes in parts. */
export function largeFile(
  path: string,
  { signal, progress }: Pick<CommandIo, 'signal' | 'progress'>,
): LargeFile {
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
