/** Where a reader of bytes stands. */
export interface ByteReader {
  bytes: Uint8Array;
  at: number;
}

/** A struct of Thrift's compact protocol: numbers and structs by their field; what else there is, is passed over. */
export interface CompactStruct {
  /** Truths count as 1 and 0. */
  numbers: Map<number, number>;
  structs: Map<number, CompactStruct>;
}

/** Deeper than any header of a page is nested. */
const DEEPEST = 8;

/** The struct at which a reader stands, and after which it stands then; nothing where it is broken. */
export function compactStruct(reader: ByteReader, depth = 0): CompactStruct | undefined {
  const struct: CompactStruct = { numbers: new Map(), structs: new Map() };
  for (let field = 0; ; ) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined || depth > DEEPEST) return undefined;
    const kind = byte & 15;
    if (kind === 0) return struct;
    // The field's number is given by its distance to the one before, or else in full.
    field = byte >> 4 ? field + (byte >> 4) : signed(varint(reader));
    const value = valueAt(reader, kind, depth);
    if (value === undefined) return undefined;
    if (typeof value === 'number') struct.numbers.set(field, value);
    else if (value !== 'passed') struct.structs.set(field, value);
  }
}

function valueAt(
  reader: ByteReader,
  kind: number,
  depth: number,
): number | CompactStruct | 'passed' | undefined {
  const pass = (bytes: number) => {
    reader.at += bytes;
    return reader.at <= reader.bytes.length ? ('passed' as const) : undefined;
  };
  switch (kind) {
    case 1:
      return 1;
    case 2:
      return 0;
    case 3:
      return pass(1);
    case 4:
    case 5:
    case 6:
      return signed(varint(reader));
    case 7:
      return pass(8);
    case 8:
      return pass(varint(reader));
    case 12:
      return compactStruct(reader, depth + 1);
    default:
      // Headers of pages have no lists and no maps.
      return undefined;
  }
}

/** 2⁶³: nine sevens of bits. */
const LARGEST_SCALE = 0x8000000000000000;

/** A number in sevens of bits, the lower ones first; NaN where it is cut off or too long. */
export function varint(reader: ByteReader): number {
  let [value, scale] = [0, 1];
  for (;;) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined || scale > LARGEST_SCALE) return Number.NaN;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
    scale *= 128;
  }
}

/** Numbers with a sign are folded: 0, −1, 1, −2, … */
function signed(folded: number): number {
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}
