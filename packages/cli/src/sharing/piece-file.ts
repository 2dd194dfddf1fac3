import { plainBytes, plainData, sha256 } from '@sightline/queue/pieces';

/** Pieces of one work as they lie in a file, behind a sum over them. */
export interface PieceFile {
  /** What they are pieces of: who finds another text there leaves them. */
  of: string;
  numbers: number[];
  made: unknown[];
}

const SUM = 32;
const sumOf = (bytes: Uint8Array) => Buffer.from(sha256(bytes), 'hex');

export function pieceFileBytes(file: object): Uint8Array {
  const bytes = plainBytes(file);
  return Buffer.concat([sumOf(bytes), bytes]);
}

/** What such bytes hold; nothing where one of them is another. */
export function pieceFileIn(bytes: Uint8Array): unknown {
  const rest = bytes.subarray(SUM);
  return sumOf(rest).equals(bytes.subarray(0, SUM)) ? plainData(rest) : undefined;
}
