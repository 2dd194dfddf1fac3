import { type Line, lineReader } from '../tables/csv.ts';
import { textDecoder } from '../tables/text-decoder.ts';
import { openFile, readable } from './files.ts';

const PIECE = 1 << 20;

/** The lines of a text file in blocks of about `size` characters, for files that are too large for one string. */
export async function* csvLines(path: string, size: number): AsyncGenerator<Line[]> {
  const file = await openFile(path);
  try {
    const decode = textDecoder(path);
    const bytes = new Uint8Array(PIECE);
    const linesOf = lineReader();
    for (let more = true; more; ) {
      let text = '';
      while (more && text.length < size) {
        const { bytesRead } = await readable(path, () => file.read(bytes, 0, PIECE, null));
        more = bytesRead > 0;
        text += decode(bytes.subarray(0, bytesRead), more);
      }
      yield linesOf(text, more);
    }
  } finally {
    await file.close();
  }
}
