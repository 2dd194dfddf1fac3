/** A file that could not be read: why, and what would do. Whoever asked for it knows where it was named. */
export class UnreadableFile extends Error {
  readonly file: string;
  readonly why: string;
  readonly accepted: string;

  constructor(file: string, why: string, accepted: string) {
    super(`${file}: ${why} (accepted: ${accepted})`);
    this.name = 'UnreadableFile';
    this.file = file;
    this.why = why;
    this.accepted = accepted;
  }
}

const AS_CSV = 'a text file: export an Excel sheet as CSV';
/** How files begin that are taken for data by mistake, what they are, and what would do. An .xlsx is a ZIP archive. */
const FOREIGN = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    what: 'an Excel file, a Word file or another archive',
    accepted: AS_CSV,
  },
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Excel or Word file of an old kind', accepted: AS_CSV },
  { start: [0x25, 0x50, 0x44, 0x46], what: 'a PDF', accepted: 'a text file with the numbers in it, as CSV' },
  { start: [0x89, 0x50, 0x4e, 0x47], what: 'a picture', accepted: 'a text file with numbers, as CSV' },
  { start: [0xff, 0xd8, 0xff], what: 'a picture', accepted: 'a text file with numbers, as CSV' },
  { start: [0x47, 0x49, 0x46, 0x38], what: 'a picture', accepted: 'a text file with numbers, as CSV' },
] as const;

/** Whoever knows more of the file looks for the place. */
export const NOT_UTF_8 = 'the file is not text in UTF-8';

/** The bytes of a file as text. Bytes that are no UTF-8 are refused: replacing them would change the input silently. */
export function decodeText(file: string, bytes: Uint8Array): string {
  return textDecoder(file)(bytes, false);
}

/** The same for the bytes of a file piece by piece; `more` says that others follow. */
export function textDecoder(file: string): (bytes: Uint8Array, more: boolean) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let begun = false;
  return (bytes, more) => {
    const foreign = begun
      ? undefined
      : FOREIGN.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
    if (foreign) throw new UnreadableFile(file, `this is ${foreign.what}, not text`, foreign.accepted);
    begun = true;
    try {
      return decoder.decode(bytes, { stream: more });
    } catch {
      throw new UnreadableFile(file, NOT_UTF_8, 'a text file saved as UTF-8');
    }
  };
}
