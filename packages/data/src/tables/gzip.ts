import { UnreadableFile } from './unreadable-file.ts';

const MAGIC = [0x1f, 0x8b];
/** A text of more bytes than this fits into no string; a small file may unpack to any size. */
const MOST_BYTES = 512 * 0x100000;

/** Whether the bytes of a file, or its first, say that it is packed by gzip. */
export function isGzip(start: Uint8Array): boolean {
  return MAGIC.every((byte, i) => start[i] === byte);
}

/** The bytes of a file, unpacked where they are packed by gzip. */
export async function unzipped(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const packed = new Blob([new Uint8Array(bytes)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw brokenGzip(name);
    });
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new UnreadableFile(
        name,
        `the file unpacks to more than ${MOST_BYTES} bytes, which is too much to be read at once`,
        `a file of at most ${MOST_BYTES} bytes when unpacked; or Parquet`,
      );
    }
    pieces.push(value);
  }
  const all = new Uint8Array(size);
  let from = 0;
  for (const piece of pieces) {
    all.set(piece, from);
    from += piece.length;
  }
  return all;
}

export function brokenGzip(name: string): UnreadableFile {
  return new UnreadableFile(
    name,
    'the file begins as one packed by gzip, and is broken or cut off',
    'the whole file, or CSV that is not packed',
  );
}
