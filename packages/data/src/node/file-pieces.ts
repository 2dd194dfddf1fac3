import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { brokenGzip, isGzip } from '../tables/gzip.ts';
import { openFile, readable } from './files.ts';

const PIECE = 1 << 20;

/** The bytes of a file piece by piece, unpacked where they are packed by gzip. A piece holds until the next. */
export async function* filePieces(path: string): AsyncGenerator<Uint8Array> {
  const pieces = rawPieces(path);
  try {
    const { value: first } = await pieces.next();
    if (first === undefined) return;
    if (isGzip(first)) yield* unpacked(path, first, pieces);
    else {
      yield first;
      yield* pieces;
    }
  } finally {
    // Who has seen enough goes away between two pieces.
    await pieces.return(undefined);
  }
}

async function* unpacked(
  path: string,
  first: Uint8Array,
  others: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let failed: unknown;
  // What goes into the stream may wait there, and must not change.
  const packed = Readable.from(copies(first, others)).on('error', (error) => {
    failed = error;
  });
  try {
    for await (const piece of packed.pipe(createGunzip())) yield piece as Uint8Array;
  } catch {
    throw failed ?? brokenGzip(path);
  } finally {
    packed.destroy();
  }
}

async function* copies(first: Uint8Array, others: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first.slice();
  for await (const piece of others) yield piece.slice();
}

async function* rawPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await openFile(path);
  try {
    const bytes = new Uint8Array(PIECE);
    for (;;) {
      const { bytesRead } = await readable(path, () => file.read(bytes, 0, PIECE, null));
      if (bytesRead === 0) return;
      yield bytes.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
