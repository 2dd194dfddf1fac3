import { type ByteStream, NotPlain } from './byte-stream.ts';

/** How far back a copy may reach: those who pack begin anew after so many bytes. */
const HISTORY = 1 << 16;
const ROOM = HISTORY + (1 << 15);
/** The longest copy, and the longest beginning of an element. */
const LONGEST_COPY = 64;
const LONGEST_TAG = 5;

/**
 * Unpacks Snappy as it is asked for, with no more of the past than copies need: a page of a million values takes the memory of a
 * few thousand. `begin` at the first byte of some packed bytes that become `size`; then as a stream. O(size).
 */
export function snappyStream(packed: ByteStream): ByteStream & { begin(size: number): void } {
  const bytes = new Uint8Array(ROOM);
  /** Bytes that are still to come, and those of them that come as they are. */
  let [left, literal] = [0, 0];
  const number = (length: number) => {
    let value = 0;
    for (let i = length - 1; i >= 0; i--) value = 0x100 * value + packed.bytes[packed.at + i]!;
    packed.at += length;
    return value;
  };

  /** What was taken long ago makes room. */
  function slide(): void {
    const from = Math.max(0, Math.min(stream.at, stream.end - HISTORY));
    bytes.copyWithin(0, from, stream.end);
    stream.at -= from;
    stream.end -= from;
  }

  function element(): void {
    packed.fill(LONGEST_TAG);
    if (packed.at >= packed.end) throw new NotPlain();
    const tag = packed.bytes[packed.at++]!;
    const upper = tag >> 2;
    if ((tag & 3) === 0) {
      literal = (upper < 60 ? upper : number(upper - 59)) + 1;
      if (!(literal <= left)) throw new NotPlain();
      return;
    }
    const short = (tag & 3) === 1;
    const length = short ? (upper & 7) + 4 : upper + 1;
    const back = short ? (tag >> 5) * 256 + number(1) : number((tag & 3) === 2 ? 2 : 4);
    const to = stream.end;
    if (!(back > 0 && back <= to && length <= left)) throw new NotPlain();
    // One by one: a copy may overlap with what it makes, which repeats it.
    for (let i = to; i < to + length; i++) bytes[i] = bytes[i - back]!;
    stream.end += length;
    left -= length;
  }

  const stream = {
    bytes,
    at: 0,
    end: 0,
    begin(size: number) {
      [stream.at, stream.end, left, literal] = [0, 0, size, 0];
      packed.fill(LONGEST_TAG);
      while (packed.bytes[packed.at]! >= 128 && packed.at < packed.end) packed.at++;
      packed.at++;
    },
    fill(count: number) {
      if (count > ROOM - HISTORY - LONGEST_COPY) throw new NotPlain();
      while (stream.end - stream.at < count && left > 0) {
        if (stream.end + LONGEST_COPY > ROOM) slide();
        if (literal === 0) element();
        if (literal === 0) continue;
        packed.fill(1);
        const some = Math.min(literal, ROOM - stream.end, packed.end - packed.at);
        if (some <= 0) throw new NotPlain();
        bytes.set(packed.bytes.subarray(packed.at, packed.at + some), stream.end);
        packed.at += some;
        stream.end += some;
        literal -= some;
        left -= some;
      }
    },
  };
  return stream;
}
