import { type CellProblem, fileProblem } from './cell-problem.ts';
import { UnreadableFile } from './unreadable-file.ts';

const AS_CSV = 'a text file: export an Excel sheet as CSV';
const PICTURE = { what: 'a picture', accepted: 'a text file with numbers, as CSV' };
/** How files begin that are taken for data by mistake, what they are, and what would do. An .xlsx is a ZIP archive. */
const FOREIGN = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    what: 'an Excel file, a Word file or another archive',
    accepted: AS_CSV,
  },
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Excel or Word file of an old kind', accepted: AS_CSV },
  { start: [0x25, 0x50, 0x44, 0x46], what: 'a PDF', accepted: 'a text file with the numbers in it, as CSV' },
  { start: [0x89, 0x50, 0x4e, 0x47], ...PICTURE },
  { start: [0xff, 0xd8, 0xff], ...PICTURE },
  { start: [0x47, 0x49, 0x46, 0x38], ...PICTURE },
];
/** How text in UTF-16 begins. */
const BYTE_ORDERS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** A file that is text, though not in UTF-8, and where that shows. */
export class OtherEncoding extends UnreadableFile {
  readonly problem: CellProblem;

  constructor(file: string, problem: CellProblem) {
    super(file, 'the file is not text in UTF-8', 'a text file saved as UTF-8');
    this.problem = problem;
  }
}

/** The bytes of a file as text. Bytes that are no UTF-8 are refused: replacing them would change the input silently. */
export function decodeText(file: string, bytes: Uint8Array): string {
  return textDecoder(file)(bytes, false);
}

/** The same for the bytes of a file piece by piece; `more` says that others follow. */
export function textDecoder(file: string): (bytes: Uint8Array, more: boolean) => string {
  const decoder = utf8();
  /** Bytes of whole characters so far, and those of a character that goes on in the next piece. */
  let [offset, rest] = [0, new Uint8Array()];
  let [line, lineText, last] = [1, '', ''];
  const follow = (text: string) => {
    // The second half of a line's end.
    if (last === '\r' && text[0] === '\n') line--;
    let begin = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
      line++;
      begin = index + end.length;
    }
    lineText = begin > 0 ? text.slice(begin) : lineText + text;
    last = text.at(-1) ?? last;
  };
  return (bytes, more) => {
    const all = joined(rest, bytes);
    const startsWith = (start: readonly number[]) =>
      offset === 0 && start.every((byte, i) => all[i] === byte);
    const foreign = FOREIGN.find(({ start }) => startsWith(start));
    if (offset === 0 && everySecondIsZero(all))
      throw new OtherEncoding(file, utf16(all.subarray(0, 4), 'every second byte is 0'));
    if (foreign) throw new UnreadableFile(file, `this is ${foreign.what}, not text`, foreign.accepted);
    try {
      const text = decoder.decode(bytes, { stream: more });
      follow(text);
      rest = all.slice(all.length - unfinished(all));
      offset += all.length - rest.length;
      return text;
    } catch {
      const order = BYTE_ORDERS.find(startsWith);
      if (order) throw new OtherEncoding(file, utf16(order, 'its first two bytes say so'));
      const at = firstBad(all);
      follow(utf8().decode(all.subarray(0, at)));
      throw new OtherEncoding(file, badByte(all[at]!, offset + at, line, lineText));
    }
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const utf8 = () => new TextDecoder('utf-8', { fatal: true });

/** How many bytes at the end belong to a character that is not complete. */
function unfinished(bytes: Uint8Array): number {
  for (let k = 1; k <= Math.min(3, bytes.length); k++) {
    const byte = bytes[bytes.length - k]!;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > k ? k : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Where the first character begins that is none, by halving: the decoder alone knows what UTF-8 is. */
function firstBad(bytes: Uint8Array): number {
  const isGood = (length: number) => {
    try {
      utf8().decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good - unfinished(bytes.subarray(0, good));
}

const ACCEPTED = 'text in UTF-8: "CSV UTF-8" in Excel\'s list of formats, fileEncoding = "UTF-8" in R';
const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');

/** Letters of tables in UTF-16, whose marks of byte order may be missing; no text in UTF-8 has a byte of 0. */
const everySecondIsZero = ([a, b, c, d]: Uint8Array) =>
  d !== undefined && (a === 0) !== (b === 0) && (a === 0) === (c === 0) && (b === 0) === (d === 0);

const utf16 = (start: readonly number[] | Uint8Array, why: string) =>
  fileProblem(
    { line: 1, column: 1 },
    Array.from(start, hex).join(' '),
    `the file is text in UTF-16: ${why}`,
    ACCEPTED,
  );

const MOST_BEFORE = 20;

function badByte(byte: number, offset: number, line: number, lineText: string): CellProblem {
  const before = [...lineText];
  // What an editor's search finds.
  const shown = before.slice(-MOST_BEFORE).join('');
  return fileProblem(
    { line, column: before.length + 1 },
    `0x${hex(byte)}`,
    `byte ${offset + 1} of the file${shown === '' ? '' : `, after ${JSON.stringify(shown)},`} is not text in UTF-8; files in Latin-1 or Windows-1252 have such bytes for letters with accents`,
    ACCEPTED,
  );
}
