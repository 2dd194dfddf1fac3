import { type ByteStream, NotPlain, stretchStream, taken } from './byte-stream.ts';
import { type CompactStruct, compactStruct, varint } from './compact-struct.ts';
import { snappyStream } from './snappy-stream.ts';

/** The values of a column in a part of a file. */
export interface ColumnStretch {
  from: number;
  to: number;
  type: 'DOUBLE' | 'FLOAT' | 'INT32' | 'INT64' | 'BYTE_ARRAY';
  /** Whether values may be absent, which levels before the values say. */
  optional: boolean;
  snappy: boolean;
}

/** The values of a column in their order, as many at a time as are asked for. Throws NotPlain where one is absent. */
export interface ColumnCursor<Values> {
  read(count: number, into: Values): void;
  skip(count: number): void;
}

const WIDTH = { DOUBLE: 8, FLOAT: 4, INT32: 4, INT64: 8 } as const;
/** Field numbers of a page's header and of what it holds, as in pages.ts. */
const [UNPACKED, PACKED, DATA, DICTIONARY, DATA_V2] = [2, 3, 5, 7, 8] as const;
const [COUNT, ENCODING, NULLS, ENCODING_V2, LEVELS, REPEATED, COMPRESSED] = [1, 2, 2, 4, 5, 6, 7] as const;
const PLAIN = 0;
const INDEXED = [2, 8];
/** Headers are shorter, unless they have long texts among their statistics. */
const HEADER = 1 << 13;
/** Of wider indices the bits would not lie within four bytes. */
const WIDEST_INDEX = 24;

/** A page whose values are read: how many are left, and of what they are made. */
interface OpenPage {
  left: number;
  bytes: ByteStream;
  /** Where values are those of a dictionary. */
  indices: Indices | undefined;
}

type ReadFile = (into: Uint8Array, from: number) => number;

/** Page after page; `dictionary` takes the values of one. */
function pages(
  read: ReadFile,
  { from, to, optional, snappy }: ColumnStretch,
  dictionary: (bytes: Uint8Array, count: number) => void,
) {
  const file = stretchStream(read, from, to);
  const unpacked = snappy ? snappyStream(file) : undefined;

  function header(): CompactStruct {
    file.fill(HEADER);
    const reader = { bytes: file.bytes.subarray(0, file.end), at: file.at };
    const found = compactStruct(reader);
    if (!found) throw new NotPlain();
    file.at = reader.at;
    return found;
  }
  function sized(value: number | undefined): number {
    if (value === undefined || !(value >= 0 && value <= 0x7fffffff)) throw new NotPlain();
    return value;
  }
  function begin(packed: boolean, size: number): ByteStream {
    if (!packed || !unpacked) return file;
    unpacked.begin(size);
    return unpacked;
  }

  /** The next page with values; `skip` of them, where it has no more, are passed over without being read. */
  return function next(skip: number): OpenPage | number {
    for (;;) {
      const { numbers, structs } = header();
      const [packed, size] = [sized(numbers.get(PACKED)), sized(numbers.get(UNPACKED))];
      const entries = structs.get(DICTIONARY)?.numbers.get(COUNT);
      const [first, second] = [structs.get(DATA)?.numbers, structs.get(DATA_V2)?.numbers];
      if (entries !== undefined) {
        dictionary(whole(begin(true, size), size), sized(entries));
        continue;
      }
      const fields = first ?? second;
      if (!fields) {
        file.skip(packed);
        continue;
      }
      const count = sized(fields.get(COUNT));
      if (count <= skip) {
        file.skip(packed);
        return count;
      }
      const encoding = fields.get(first ? ENCODING : ENCODING_V2);
      let [bytes, length] = [file as ByteStream, size];
      if (first) {
        bytes = begin(true, size);
        if (optional) {
          const levels = sized(new DataView(taken(bytes, 4).slice().buffer).getUint32(0, true));
          if (!allPresent(taken(bytes, levels), count)) throw new NotPlain();
          length -= 4 + levels;
        }
      } else {
        if (fields.get(NULLS) !== 0) throw new NotPlain();
        const levels = sized(fields.get(LEVELS)) + sized(fields.get(REPEATED));
        taken(file, levels);
        length -= levels;
        bytes = begin(fields.get(COMPRESSED) !== 0, length);
      }
      if (encoding === PLAIN) return { left: count, bytes, indices: undefined };
      if (!INDEXED.includes(encoding ?? -1)) throw new NotPlain();
      return { left: count, bytes, indices: indicesIn(whole(bytes, length)) };
    }
  };
}

/** All of it at once, which for a stream that unpacks is piece by piece. */
function whole(stream: ByteStream, size: number): Uint8Array {
  const all = new Uint8Array(size);
  copyTo(stream, all);
  return all;
}

const PIECE = 1 << 14;

function copyTo(stream: ByteStream, to: Uint8Array): void {
  for (let from = 0; from < to.length; from += PIECE)
    to.set(taken(stream, Math.min(PIECE, to.length - from)), from);
}

/** Whether runs of levels say that every value is there. */
function allPresent(bytes: Uint8Array, count: number): boolean {
  const reader = { bytes, at: 0 };
  for (let seen = 0; seen < count; ) {
    const head = varint(reader);
    const length = Math.floor(head / 2);
    if (!(length > 0)) return false;
    if (head % 2 === 0) {
      if (bytes[reader.at++] !== 1) return false;
      seen += length;
    } else
      for (let i = 0; i < length; i++, seen += 8) {
        const rest = Math.min(8, count - seen);
        const ones = (1 << rest) - 1;
        if (rest > 0 && ((bytes[reader.at] ?? 0) & ones) !== ones) return false;
        reader.at++;
      }
  }
  return true;
}

interface Indices {
  next(): number;
}

/** Indices into a dictionary: runs of one value, or of values side by side. */
function indicesIn(bytes: Uint8Array): Indices {
  const width = bytes[0] ?? WIDEST_INDEX + 1;
  if (width > WIDEST_INDEX) throw new NotPlain();
  const mask = (1 << width) - 1;
  const reader = { bytes, at: 1 };
  let [left, value, bit] = [0, 0, -1];
  return {
    next() {
      if (left === 0) {
        const head = varint(reader);
        const length = Math.floor(head / 2);
        if (!(length > 0)) throw new NotPlain();
        const packed = head % 2 === 1;
        left = packed ? 8 * length : length;
        bit = packed ? 8 * reader.at : -1;
        if (!packed) {
          value = 0;
          for (let i = 0; i < width; i += 8) value |= bytes[reader.at++]! << i;
        } else reader.at += length * width;
        // The last group may be cut off behind the values that there are.
        if (!packed && reader.at > bytes.length) throw new NotPlain();
      }
      left--;
      if (bit < 0) return value;
      const at = bit >>> 3;
      const four =
        bytes[at]! |
        ((bytes[at + 1] ?? 0) << 8) |
        ((bytes[at + 2] ?? 0) << 16) |
        ((bytes[at + 3] ?? 0) << 24);
      if (at >= bytes.length && width > 0) throw new NotPlain();
      const found = (four >>> (bit & 7)) & mask;
      bit += width;
      return found;
    },
  };
}

/** Reads page after page; `take` makes values of the open one. */
function cursor<Values>(
  next: (skip: number) => OpenPage | number,
  take: (page: OpenPage, count: number, into: Values | undefined, offset: number) => void,
): ColumnCursor<Values> {
  let page: OpenPage | undefined;
  const go = (count: number, into: Values | undefined) => {
    for (let done = 0; done < count; ) {
      if (!page || page.left === 0) {
        const found = next(into ? 0 : count - done);
        if (typeof found === 'number') {
          done += found;
          continue;
        }
        page = found;
      }
      const some = Math.min(page.left, count - done);
      take(page, some, into, done);
      page.left -= some;
      done += some;
    }
  };
  return { read: go, skip: (count) => go(count, undefined) };
}

/** Numbers of a column, of whichever type. */
export function numberCursor(read: ReadFile, stretch: ColumnStretch): ColumnCursor<Float64Array> {
  const { type } = stretch;
  if (type === 'BYTE_ARRAY') throw new NotPlain();
  const width = WIDTH[type];
  let known = new Float64Array();
  const room = new Float64Array(PIECE / 8);
  const next = pages(read, stretch, (bytes, count) => {
    if (count * width > bytes.length) throw new NotPlain();
    known = new Float64Array(count);
    numbersOf(bytes, type, known);
  });
  return cursor(next, ({ bytes, indices }, count, into, offset) => {
    const step = PIECE / width;
    for (let from = 0; from < count; from += step) {
      const some = Math.min(step, count - from);
      const to = into ? into.subarray(offset + from, offset + from + some) : room.subarray(0, some);
      if (indices) for (let i = 0; i < some; i++) to[i] = known[indices.next()] ?? notThere();
      else numbersOf(taken(bytes, some * width), type, to);
    }
  });
}

function notThere(): never {
  throw new NotPlain();
}

function numbersOf(bytes: Uint8Array, type: keyof typeof WIDTH, to: Float64Array): void {
  if (type === 'DOUBLE') {
    new Uint8Array(to.buffer, to.byteOffset, to.byteLength).set(bytes.subarray(0, to.byteLength));
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < to.length; i++)
    to[i] =
      type === 'FLOAT'
        ? view.getFloat32(4 * i, true)
        : type === 'INT32'
          ? view.getInt32(4 * i, true)
          : Number(view.getBigInt64(8 * i, true));
}

/** Names in a column of texts or whole numbers, without spaces around them. */
export function labelCursor(read: ReadFile, stretch: ColumnStretch): ColumnCursor<string[]> {
  const { type } = stretch;
  if (type !== 'BYTE_ARRAY') {
    const numbers = numberCursor(read, stretch);
    return {
      read(count, into) {
        const room = new Float64Array(count);
        numbers.read(count, room);
        for (let i = 0; i < count; i++) into[i] = wholeNumber(room[i]!);
      },
      skip: numbers.skip,
    };
  }
  let known: string[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const text = (bytes: Uint8Array) => {
    try {
      return decoder.decode(bytes).trim();
    } catch {
      return notThere();
    }
  };
  let room = new Uint8Array(PIECE);
  /** Names that lie side by side: one text, where each character is a byte, of which each is a part. */
  const together = (bytes: ByteStream, count: number, into: string[] | undefined, offset: number) => {
    const ends = new Int32Array(count + 1);
    let high = 0;
    for (let i = 0, end = 0; i < count; i++) {
      const size = sizeIn(bytes);
      bytes.fill(size);
      if (bytes.end - bytes.at < size) notThere();
      if (end + size > room.length) {
        const larger = new Uint8Array(2 * (end + size));
        larger.set(room);
        room = larger;
      }
      for (let k = 0; k < size; k++) {
        const byte = bytes.bytes[bytes.at++]!;
        room[end++] = byte;
        high |= byte;
      }
      ends[i + 1] = end;
    }
    if (!into) return;
    const all = high < 128 ? decoder.decode(room.subarray(0, ends[count])) : undefined;
    for (let i = 0; i < count; i++)
      into[offset + i] = all?.slice(ends[i], ends[i + 1]).trim() ?? text(room.subarray(ends[i], ends[i + 1]));
  };
  const one = (bytes: ByteStream) => {
    const size = sizeIn(bytes);
    return text(taken(bytes, size));
  };
  const next = pages(read, stretch, (bytes, count) => {
    const all = { bytes, at: 0, end: bytes.length, fill() {} };
    known = Array.from({ length: Math.min(count, bytes.length) }, () => one(all));
  });
  return cursor(next, ({ bytes, indices }, count, into, offset) => {
    if (indices)
      for (let i = 0; i < count; i++) {
        const label = known[indices.next()] ?? notThere();
        if (into) into[offset + i] = label;
      }
    else together(bytes, count, into, offset);
  });
}

/** How many bytes the next text has. */
function sizeIn(stream: ByteStream): number {
  stream.fill(4);
  const { bytes, at, end } = stream;
  if (end - at < 4) notThere();
  stream.at += 4;
  return bytes[at]! + bytes[at + 1]! * 0x100 + bytes[at + 2]! * 0x10000 + bytes[at + 3]! * 0x1000000;
}

/** A whole number as it is written; one with more digits than doubles have is left to others. */
function wholeNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : notThere();
}
