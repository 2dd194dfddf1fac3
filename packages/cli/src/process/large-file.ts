import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readPieces, streamDense } from '@sightline/data/node';
import type { LargeFile } from '@sightline/study';
import type { CommandIo } from '../io/io.ts';

export { readStateTable } from '@sightline/data/node';

/** Bytes that go into a digest at a time. */
const PIECE = 1 << 20;

/** A file that comes in parts. */
export function largeFile(
  path: string,
  { signal, progress }: Pick<CommandIo, 'signal' | 'progress'>,
): LargeFile {
  const onUnits = (units: number) => progress?.(`reading, ${units} units so far`);
  return {
    async pieces(request, kind, workers) {
      const found = await readPieces(path, request, kind, { workers, signal, onUnits });
      progress?.('');
      return found;
    },
    async stream(request, onChunk) {
      let units = 0;
      const end = await streamDense(path, request, (rows) => {
        signal?.throwIfAborted();
        units += rows.units.length;
        onUnits(units);
        onChunk(rows);
      });
      progress?.('');
      return end;
    },
    async digest() {
      const hash = createHash('sha256');
      for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
        signal?.throwIfAborted();
        hash.update(piece as Uint8Array);
      }
      return hash.digest();
    },
  };
}
