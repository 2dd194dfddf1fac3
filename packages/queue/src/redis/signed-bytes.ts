import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

// Bytes behind a sum over them and over what they are. With a key nobody without it can make such bytes; without one, the sum
// tells bytes that were cut or mixed up.

const SUM = 32;

function sumOf(what: string, bytes: Uint8Array, key: string | undefined): Buffer {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(`${what.length}:${what}`).update(bytes).digest();
}

export function signedBytes(what: string, bytes: Uint8Array, key: string | undefined): Buffer {
  return Buffer.concat([sumOf(what, bytes, key), bytes]);
}

/** The bytes, or nothing where they are not what was signed. */
export function checkedBytes(
  what: string,
  signed: Uint8Array,
  key: string | undefined,
): Uint8Array | undefined {
  const bytes = signed.subarray(SUM);
  if (signed.length < SUM || !timingSafeEqual(sumOf(what, bytes, key), signed.subarray(0, SUM)))
    return undefined;
  return bytes;
}
