/**
 * Names that have been seen, by two 32-bit hashes of each: 8 bytes a name in a table that is at most half full. The
 * answer 'seen' is wrong for one pair of names in 2⁶⁴, so that whoever asks must look again.
 */
export function seenNames(): (name: string) => boolean {
  const isSeen = seenHashes();
  const own = new Uint32Array(2);
  return (name) => {
    hashName(name, own, 0);
    return isSeen(own[0]!, own[1]!);
  };
}

/** The same by the hashes. */
export function seenHashes(): (high: number, low: number) => boolean {
  let slots = 1 << 12;
  let hashes = new Uint32Array(2 * slots);
  let count = 0;

  const insert = (table: Uint32Array, high: number, low: number): boolean => {
    const mask = table.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      if (table[2 * slot] === 0) {
        table[2 * slot] = high;
        table[2 * slot + 1] = low;
        return false;
      }
      if (table[2 * slot] === high && table[2 * slot + 1] === low) return true;
    }
  };
  return (high, low) => {
    if (insert(hashes, high, low)) return true;
    if (2 * ++count > slots) {
      slots *= 2;
      const larger = new Uint32Array(2 * slots);
      for (let slot = 0; slot < hashes.length; slot += 2)
        if (hashes[slot] !== 0) insert(larger, hashes[slot]!, hashes[slot + 1]!);
      hashes = larger;
    }
    return false;
  };
}

/** The two hashes of a name, which go into an array; the first of them is never 0, as a slot that is free is. */
export function hashName(name: string, into: Uint32Array, at: number): void {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
    low ^= low >>> 15;
  }
  into[at] = mixed(high) || 1;
  into[at + 1] = mixed(low);
}

/** Spreads the bits of a hash over all of it. */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
