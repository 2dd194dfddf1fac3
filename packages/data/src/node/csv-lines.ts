import { type Line, lineReader } from '../tables/csv.ts';
import { textDecoder } from '../tables/text-decoder.ts';
import { filePieces } from './file-pieces.ts';

/** The lines of a text file in blocks of about `size` characters, for files that are too large for one string. */
export async function* csvLines(path: string, size: number): AsyncGenerator<Line[]> {
  const decode = textDecoder(path);
  const linesOf = lineReader();
  let text = '';
  for await (const bytes of filePieces(path)) {
    text += decode(bytes, true);
    if (text.length < size) continue;
    yield linesOf(text, true);
    text = '';
  }
  yield linesOf(text + decode(new Uint8Array(), false), false);
}
