import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readPieces, streamDense } from '@sightline/data/node';
import type { LargeFile } from '@sightline/study';
import type { CommandIo } from '../io/io.ts';

export { matchingFiles, readStateTable } from '@sightline/data/node';

/** Bytes that go into a digest at a time. */
const PIECE = 1 << 20;

/** A file that comes in parts, or several that are one table. */
export function largeFile(
  paths: readonly string[],
  { signal, progress }: Pick<CommandIo, 'signal' | 'progress'>,
): LargeFile {
  const onUnits = (units: number) => progress?.(`reading, ${units} units so far`);
  return {
    async pieces(request, kind, workers) {
      const found = await readPieces(paths, request, kind, { workers, signal, onUnits });
      progress?.('');
      return found;
    },
    async stream(request, onChunk) {
      let units = 0;
      const end = await streamDense(paths, request, (rows) => {
        signal?.throwIfAborted();
        units += rows.units.length;
        onUnits(units);
        onChunk(rows);
      });
      progress?.('');
      return end;
    },
    async digests() {
      const digests: Uint8Array[] = [];
      for (const path of paths) {
        const hash = createHash('sha256');
        for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
          signal?.throwIfAborted();
          hash.update(piece as Uint8Array);
        }
        digests.push(hash.digest());
      }
      return digests;
    },
  };
}
