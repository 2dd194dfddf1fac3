import { createHash } from 'node:crypto';
import { plainBytes } from './plain-bytes.ts';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of plain data: the same for the same data on every host. */
export const digestOf = (data: unknown): string => sha256(plainBytes(data));
