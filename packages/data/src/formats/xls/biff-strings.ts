/** Where the reader of strings stands: a piece, and a byte in it. */
interface Cursor {
  piece: number;
  at: number;
}

/**
 * The shared strings of a workbook. Their record may go on in others, and a string that is cut there says anew
 * whether its letters have one byte or two. Nothing where they end too early.
 */
export function sharedStrings(pieces: readonly Uint8Array[]): string[] | undefined {
  const first = pieces[0];
  if (!first || first.length < 8) return undefined;
  const count = new DataView(first.buffer, first.byteOffset, first.byteLength).getUint32(4, true);
  const strings: string[] = [];
  const cursor: Cursor = { piece: 0, at: 8 };
  // A string takes three bytes at least, so that a count which was made up ends with the bytes.
  for (let i = 0; i < count; i++) {
    const text = stringAt(pieces, cursor);
    if (text === undefined) return undefined;
    strings.push(text);
  }
  return strings;
}

/** A string of its own, as in a label: its letters, in one piece. */
export function plainString(bytes: Uint8Array): string | undefined {
  return stringAt([bytes], { piece: 0, at: 0 });
}

function stringAt(pieces: readonly Uint8Array[], cursor: Cursor): string | undefined {
  const head = numbers(pieces, cursor, 3);
  if (!head) return undefined;
  const letters = head[0]! | (head[1]! << 8);
  let wide = (head[2]! & 1) !== 0;
  // After the letters: four bytes for each change of font, and what Asian spellings need.
  const runs = head[2]! & 8 ? numbers(pieces, cursor, 2) : [0, 0];
  const extra = head[2]! & 4 ? numbers(pieces, cursor, 4) : [0, 0, 0, 0];
  if (!runs || !extra) return undefined;
  const parts: string[] = [];
  for (let left = letters; left > 0; ) {
    const piece = pieces[cursor.piece];
    if (!piece) return undefined;
    const room = Math.floor((piece.length - cursor.at) / (wide ? 2 : 1));
    const taken = Math.min(left, room);
    const bytes = piece.subarray(cursor.at, cursor.at + taken * (wide ? 2 : 1));
    parts.push(wide ? utf16(bytes) : latin(bytes));
    cursor.at += bytes.length;
    left -= taken;
    if (left === 0) break;
    cursor.piece++;
    cursor.at = 1;
    const again = pieces[cursor.piece];
    if (!again || again.length === 0) return undefined;
    wide = (again[0]! & 1) !== 0;
  }
  const rest =
    4 * (runs[0]! | (runs[1]! << 8)) +
    (extra[0]! + extra[1]! * 0x100 + extra[2]! * 0x10000 + extra[3]! * 0x1000000);
  return skip(pieces, cursor, rest) ? parts.join('') : undefined;
}

/** The next bytes, across pieces. */
function numbers(pieces: readonly Uint8Array[], cursor: Cursor, count: number): number[] | undefined {
  const found: number[] = [];
  while (found.length < count) {
    const piece = pieces[cursor.piece];
    if (!piece) return undefined;
    if (cursor.at < piece.length) found.push(piece[cursor.at++]!);
    else {
      cursor.piece++;
      cursor.at = 0;
    }
  }
  return found;
}

function skip(pieces: readonly Uint8Array[], cursor: Cursor, count: number): boolean {
  for (let left = count; left > 0; ) {
    const piece = pieces[cursor.piece];
    if (!piece) return false;
    const taken = Math.min(left, piece.length - cursor.at);
    cursor.at += taken;
    left -= taken;
    if (left > 0) {
      cursor.piece++;
      cursor.at = 0;
    }
  }
  return true;
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function utf16(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le').decode(bytes);
}
