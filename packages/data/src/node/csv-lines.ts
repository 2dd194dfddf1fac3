import type { CellProblem } from '../tables/cell-problem.ts';
import { type Line, lineReader } from '../tables/csv.ts';
import { encodingCheck } from '../tables/encoding.ts';
import { textDecoder } from '../tables/unreadable-file.ts';
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

/** Where a text file stops being UTF-8. */
export async function encodingProblem(path: string): Promise<CellProblem | undefined> {
  const file = await openFile(path);
  try {
    const check = encodingCheck();
    const bytes = new Uint8Array(PIECE);
    for (;;) {
      const { bytesRead } = await readable(path, () => file.read(bytes, 0, PIECE, null));
      const problem = check(bytes.subarray(0, bytesRead), bytesRead > 0);
      if (problem || bytesRead === 0) return problem;
    }
  } finally {
    await file.close();
  }
}
