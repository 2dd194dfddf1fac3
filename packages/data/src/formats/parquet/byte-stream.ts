/** Thrown where a file is not as plain as the quick readers need it: whoever reads everything has the last word on it. */
export class NotPlain extends Error {}

/** Bytes one after the other: those from `at` to `end` are there, and `fill` brings more behind them. */
export interface ByteStream {
  bytes: Uint8Array;
  at: number;
  end: number;
  /** Sees to it that so many bytes lie there; fewer only where there are no more. What lay there may have moved. */
  fill(count: number): void;
}

const ROOM = 1 << 15;

/** Some stretch of a file; `read` puts its bytes from some place on into `into`, all of them or fewer at its end. */
export function stretchStream(
  read: (into: Uint8Array, from: number) => number,
  from: number,
  to: number,
): ByteStream & { skip(count: number): void } {
  let next = from;
  const stream = {
    bytes: new Uint8Array(ROOM),
    at: 0,
    end: 0,
    fill(count: number) {
      const left = stream.end - stream.at;
      if (left >= count) return;
      // Broken sizes take no memory.
      if (count > ROOM && count > left + to - next) throw new NotPlain();
      const held = stream.bytes;
      // Labels and dictionaries are taken as a whole.
      if (count > held.length) stream.bytes = new Uint8Array(Math.min(2 * count, count + to - next));
      stream.bytes.set(held.subarray(stream.at, stream.end));
      [stream.at, stream.end] = [0, left];
      const room = stream.bytes.subarray(left, Math.min(stream.bytes.length, left + to - next));
      if (room.length === 0) return;
      const got = read(room, next);
      next += got;
      stream.end += got;
      if (got < room.length) throw new NotPlain();
    },
    /** Passes over bytes, which need not be read for it. */
    skip(count: number) {
      const here = Math.min(count, stream.end - stream.at);
      stream.at += here;
      next += count - here;
      if (next > to) throw new NotPlain();
    },
  };
  return stream;
}

/** The next bytes of a stream; they hold until it is asked for more. */
export function taken(stream: ByteStream, count: number): Uint8Array {
  stream.fill(count);
  if (stream.end - stream.at < count) throw new NotPlain();
  stream.at += count;
  return stream.bytes.subarray(stream.at - count, stream.at);
}
