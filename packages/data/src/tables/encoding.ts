import { type CellProblem, fileProblem } from './cell-problem.ts';
import { NOT_UTF_8 } from './unreadable-file.ts';

// Where a text stops being UTF-8. Bytes are looked at one by one only once decoding them has failed.

/** Takes the bytes of a file piece by piece, and returns the problem once it is found. */
export function encodingCheck(): (bytes: Uint8Array, more: boolean) => CellProblem | undefined {
  let [offset, line, lineText] = [0, 1, [] as number[]];
  /** Bytes of a character that is not complete, and how many it needs. */
  let [open, needed] = [[] as number[], 0];
  let last = 0;
  const problem = (byte: number, at: number) =>
    fileProblem(
      { line, column: [...textOf(lineText)].length + 1 },
      `0x${byte.toString(16).toUpperCase()}`,
      `byte ${at + 1} of the file${after(lineText)} is not text in UTF-8; files in Latin-1 or Windows-1252 have such bytes for letters with accents`,
      ACCEPTED,
    );
  return (bytes, more) => {
    const order =
      offset === 0 ? BYTE_ORDERS.find((marks) => marks.every((byte, i) => bytes[i] === byte)) : undefined;
    if (order)
      return fileProblem(
        { line: 1, column: 1 },
        order.map((byte) => byte.toString(16).toUpperCase()).join(' '),
        'the file is text in UTF-16, as its first two bytes say',
        ACCEPTED,
      );
    for (const byte of bytes) {
      if (open.length > 0) {
        if (!continues(open, byte)) return problem(open[0]!, offset - open.length);
        open.push(byte);
        if (open.length === needed) {
          lineText.push(...open);
          open = [];
        }
      } else if (byte < 0x80) {
        if (byte === LF && last !== CR) line++;
        if (byte === CR) line++;
        if (byte === LF || byte === CR) lineText = [];
        else lineText.push(byte);
      } else {
        needed =
          byte >= 0xc2 && byte <= 0xdf
            ? 2
            : byte >= 0xe0 && byte <= 0xef
              ? 3
              : byte >= 0xf0 && byte <= 0xf4
                ? 4
                : 0;
        if (needed === 0) return problem(byte, offset);
        open = [byte];
      }
      last = byte;
      offset++;
    }
    return !more && open.length > 0 ? problem(open[0]!, offset - open.length) : undefined;
  };
}

const [LF, CR] = [0x0a, 0x0d];
/** How text in UTF-16 begins. */
const BYTE_ORDERS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const ACCEPTED = 'text in UTF-8: "CSV UTF-8" in Excel\'s list of formats, fileEncoding = "UTF-8" in R';

/** Whether a byte may follow those of a character; neither overlong forms nor surrogates are characters. */
function continues([first, second]: readonly number[], byte: number): boolean {
  if (second !== undefined) return byte >= 0x80 && byte <= 0xbf;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const MOST_BEFORE = 20;

/** ', after "unit,M"': what an editor's search finds. */
function after(lineText: readonly number[]): string {
  const text = [...textOf(lineText)].slice(-MOST_BEFORE).join('');
  return text === '' ? '' : `, after ${JSON.stringify(text)},`;
}

/** Whether a file was refused for its encoding, and not for being no text at all. */
export function isEncoding({ why }: { why: string }): boolean {
  return why === NOT_UTF_8;
}
