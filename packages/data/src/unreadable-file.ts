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

/** How an .xlsx begins: it is a ZIP archive. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** The bytes of a file as text. Bytes that are no UTF-8 are refused: replacing them would change the input silently. */
export function decodeText(file: string, bytes: Uint8Array): string {
  return textDecoder(file)(bytes, false);
}

/** The same for the bytes of a file piece by piece; `more` says that others follow. */
export function textDecoder(file: string): (bytes: Uint8Array, more: boolean) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let begun = false;
  return (bytes, more) => {
    if (!begun && ZIP.every((byte, i) => bytes[i] === byte))
      throw new UnreadableFile(
        file,
        'this is an Excel file or another archive, not text',
        'a text file: export an Excel sheet as CSV',
      );
    begun = true;
    try {
      return decoder.decode(bytes, { stream: more });
    } catch {
      throw new UnreadableFile(file, 'the file is not text in UTF-8', 'a text file saved as UTF-8');
    }
  };
}
