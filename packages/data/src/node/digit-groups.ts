import { filePieces } from './file-pieces.ts';

const [UNDERSCORE, COMMA] = [0x5f, 0x2c];
const NUMBER_BYTES = new Set([...'0123456789+-.eE" '].map((character) => character.charCodeAt(0)));
/** No number is longer than this before its underscore. */
const LONGEST = 64;

/** Whether a cell after a comma is a number with underscores in it: DuckDB takes 1_000 for a thousand, we refuse it. */
export async function hasDigitGroups(path: string): Promise<boolean> {
  let kept = Buffer.alloc(0);
  for await (const bytes of filePieces(path)) {
    const piece = Buffer.concat([kept, bytes]);
    for (let at = piece.indexOf(UNDERSCORE); at >= 0; at = piece.indexOf(UNDERSCORE, at + 1)) {
      let start = at - 1;
      while (start >= 0 && NUMBER_BYTES.has(piece[start]!)) start--;
      if (start < at - 1 && piece[start] === COMMA) return true;
    }
    kept = piece.subarray(Math.max(0, piece.length - LONGEST));
  }
  return false;
}
