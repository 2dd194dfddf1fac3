import { open } from 'node:fs/promises';

const PIECE = 1 << 20;
const [UNDERSCORE, COMMA] = [0x5f, 0x2c];
const NUMBER_BYTES = new Set([...'0123456789+-.eE" '].map((character) => character.charCodeAt(0)));
/** No number is longer than this before its underscore. */
const LONGEST = 64;

/** Whether a cell after a comma is a number with underscores in it: DuckDB takes 1_000 for a thousand, we refuse it. */
export async function hasDigitGroups(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(LONGEST + PIECE);
    let kept = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, kept, PIECE, null);
      if (bytesRead === 0) return false;
      const piece = bytes.subarray(0, kept + bytesRead);
      for (let at = piece.indexOf(UNDERSCORE); at >= 0; at = piece.indexOf(UNDERSCORE, at + 1)) {
        let start = at - 1;
        while (start >= 0 && NUMBER_BYTES.has(piece[start]!)) start--;
        if (start < at - 1 && piece[start] === COMMA) return true;
      }
      kept = Math.min(LONGEST, piece.length);
      piece.copy(bytes, 0, piece.length - kept);
    }
  } finally {
    await file.close();
  }
}
