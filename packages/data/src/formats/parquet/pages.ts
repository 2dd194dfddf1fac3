import { type ByteReader, type CompactStruct, compactStruct, varint } from './compact-struct.ts';
import { snappyBytes } from './snappy-bytes.ts';

/** The pages of one column in a part of a Parquet file. */
interface PageStretch {
  from: number;
  to: number;
  /** How many values the column has there. */
  values: number;
  /** Whether values may be absent, which levels before the values say. */
  optional: boolean;
  snappy: boolean;
}

/** Field numbers of a page's header, and of the header of a data page, which comes in two versions. */
const [UNPACKED, PACKED, DATA, DICTIONARY, DATA_V2] = [2, 3, 5, 7, 8] as const;
const [COUNT, ENCODING, NULLS, ENCODING_V2, LEVELS, REPEATED, COMPRESSED] = [1, 2, 2, 4, 5, 6, 7] as const;
/** Encodings by indices into a dictionary. */
const INDEXED = [2, 8];
/** Snappy repeats up to 64 bytes for each two or three that it writes. */
const MOST_UNPACKED = 64;

/**
 * What is wrong with the sizes that the pages of a flat column promise; nothing where they are possible. hyparquet makes
 * room for them before it reads, and repeats a value as often as a run says: a few broken bytes could take all memory,
 * and end the process or the page.
 */
export function pageProblem(bytes: Uint8Array, stretch: PageStretch): string | undefined {
  const { from, to, values } = stretch;
  if (!(from >= 4 && from <= to && to <= bytes.length)) return 'a column lies outside of the file';
  const reader = { bytes, at: from };
  for (let left = values; left > 0 && reader.at < to - 1; ) {
    const header = compactStruct(reader);
    const [packed, unpacked] = [header?.numbers.get(PACKED) ?? -1, header?.numbers.get(UNPACKED) ?? -1];
    if (!header || !(packed >= 0) || !(unpacked >= 0) || packed > to - reader.at) return 'a page is cut off';
    if (unpacked > MOST_UNPACKED * (packed + 16)) return 'a page promises more bytes than it can hold';
    const page = bytes.subarray(reader.at, reader.at + packed);
    // A value of a dictionary takes a byte at least.
    const entries = header.structs.get(DICTIONARY)?.numbers.get(COUNT) ?? 0;
    if (!(entries >= 0 && entries <= unpacked)) return 'a dictionary promises more values than it can hold';
    for (const kind of [DATA, DATA_V2]) {
      const data = header.structs.get(kind);
      const count = data?.numbers.get(COUNT) ?? 0;
      if (!(count >= 0 && count <= left)) return 'a page promises more values than the column has';
      if (data && !(kind === DATA ? runsFit : runsFitV2)(page, unpacked, data, count, stretch))
        return 'the runs of a page do not fit its values';
      left -= count;
    }
    reader.at += packed;
  }
  return undefined;
}

/** Levels and values are packed together; the levels' size stands before them. */
function runsFit(
  page: Uint8Array,
  unpacked: number,
  data: CompactStruct,
  count: number,
  { optional, snappy }: PageStretch,
): boolean {
  const bytes = snappy ? snappyBytes(page, unpacked) : page;
  if (!bytes) return false;
  let [at, present] = [0, count];
  if (optional) {
    if (bytes.length < 4) return false;
    const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
    const ones = onesInRuns({ bytes, at: 4 }, 1, count);
    if (ones === undefined) return false;
    present = ones;
    at = 4 + size;
  }
  return indicesFit(bytes, at, data.numbers.get(ENCODING), present);
}

/** Levels are never packed, and their size stands in the header. */
function runsFitV2(
  page: Uint8Array,
  unpacked: number,
  { numbers }: CompactStruct,
  count: number,
  { optional, snappy }: PageStretch,
): boolean {
  const [levels, repeated] = [numbers.get(LEVELS) ?? -1, numbers.get(REPEATED) ?? -1];
  const present = count - (numbers.get(NULLS) ?? Number.NaN);
  if (!(levels >= 0 && repeated >= 0 && levels + repeated <= page.length && present >= 0)) return false;
  if (!(present <= count) || levels + repeated > unpacked) return false;
  if (optional && onesInRuns({ bytes: page, at: repeated }, 1, count) === undefined) return false;
  const rest = page.subarray(repeated + levels);
  const isPacked = snappy && numbers.get(COMPRESSED) !== 0;
  const bytes = isPacked ? snappyBytes(rest, unpacked - levels - repeated) : rest;
  return bytes !== undefined && indicesFit(bytes, 0, numbers.get(ENCODING_V2), present);
}

/** Indices are runs too, after a byte that says how many bits each has. */
function indicesFit(bytes: Uint8Array, at: number, encoding: number | undefined, count: number): boolean {
  if (encoding === undefined || !INDEXED.includes(encoding) || count === 0) return true;
  const width = bytes[at];
  if (width === undefined || width > 32) return false;
  return width === 0 || onesInRuns({ bytes, at: at + 1 }, width, count) !== undefined;
}

/**
 * Runs of one value, or groups of eight values side by side, until there are `count`; how many of them are 1 where they
 * have one bit. Nothing where a run goes on beyond the count, or the bytes end before it.
 */
function onesInRuns(reader: ByteReader, width: number, count: number): number | undefined {
  let [seen, ones] = [0, 0];
  while (seen < count) {
    const head = varint(reader);
    const length = Math.floor(head / 2);
    if (head % 2 === 0) {
      if (length > count - seen) return undefined;
      if (reader.bytes[reader.at]! & 1) ones += length;
      reader.at += (width + 7) >> 3;
      seen += length;
    } else {
      const groups = length;
      for (let i = seen; width === 1 && i < Math.min(count, seen + 8 * groups); i++)
        ones += (reader.bytes[reader.at + ((i - seen) >> 3)]! >> ((i - seen) & 7)) & 1;
      reader.at += groups * width;
      seen += 8 * groups;
    }
    if (!(reader.at <= reader.bytes.length)) return undefined;
  }
  return ones;
}
