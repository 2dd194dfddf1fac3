import type { CellProblem, Line } from './csv-cells.ts';
import { encodingCheck } from './dense-encoding.ts';
import { openFile, readable } from './node-files.ts';
import { textDecoder } from './unreadable-file.ts';

const PIECE = 1 << 20;

/** The lines of a text file in blocks of about `size` characters, for files that are too large for one string. */
export async function* csvLines(path: string, size: number): AsyncGenerator<Line[]> {
  const file = await openFile(path);
  try {
    const decode = textDecoder(path);
    const bytes = new Uint8Array(PIECE);
    let [number, rest] = [1, ''];
    for (let more = true; more; ) {
      let text = rest;
      while (more && text.length - rest.length < size) {
        const { bytesRead } = await readable(path, () => file.read(bytes, 0, PIECE, null));
        more = bytesRead > 0;
        text += decode(bytes.subarray(0, bytesRead), more);
      }
      const lines = text.split(/\r\n|\r|\n/);
      // The last line may go on in the next piece, and so may a line's end of two characters.
      rest = more ? lines.pop()! : '';
      if (more && text.endsWith('\r')) rest = `${lines.pop()}\r`;
      yield lines.map((line) => ({ number: number++, text: line }));
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
