/**
 * Unpacks Snappy into as many bytes as are expected; nothing where the packed bytes are broken. hyparquet's own goes
 * round in circles over some that are. Every element takes at least a byte of the input, so that this ends. O(size).
 */
export function snappyBytes(packed: Uint8Array, size: number): Uint8Array | undefined {
  const bytes = new Uint8Array(size);
  let [at, filled] = [0, 0];
  const number = (length: number) => {
    let value = 0;
    for (let i = length - 1; i >= 0; i--) value = 0x100 * value + packed[at + i]!;
    at += length;
    return value;
  };
  // The size comes first, in sevens of bits; it is known already.
  while (packed[at]! >= 128) at++;
  at++;
  while (at < packed.length) {
    const tag = packed[at++]!;
    const upper = tag >> 2;
    if ((tag & 3) === 0) {
      // Bytes as they are. From 60 on, the number of bytes stands in one to four bytes more.
      const length = (upper < 60 ? upper : number(upper - 59)) + 1;
      if (!(at + length <= packed.length && filled + length <= size)) return undefined;
      bytes.set(packed.subarray(at, at + length), filled);
      at += length;
      filled += length;
      continue;
    }
    // Bytes that were there before, by their distance.
    const short = (tag & 3) === 1;
    const length = short ? (upper & 7) + 4 : upper + 1;
    const back = short ? (tag >> 5) * 256 + number(1) : number((tag & 3) === 2 ? 2 : 4);
    if (!(back > 0 && back <= filled && filled + length <= size)) return undefined;
    // One by one: a copy may overlap with what it makes, which repeats it.
    for (let i = 0; i < length; i++, filled++) bytes[filled] = bytes[filled - back]!;
  }
  return filled === size ? bytes : undefined;
}
