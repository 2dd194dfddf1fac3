import { plainBytes, plainData, sha256 } from '@sightline/queue/pieces';
import type { PieceStore } from '../io/piece-store.ts';

/** Pieces of one work as they lie in a file, behind a sum over them. */
export interface PieceFile {
  numbers: number[];
  made: unknown[];
}

const SUM = 32;
const sumOf = (bytes: Uint8Array) => Buffer.from(sha256(bytes), 'hex');

export function pieceFileBytes(file: PieceFile): Uint8Array {
  const bytes = plainBytes(file);
  return Buffer.concat([sumOf(bytes), bytes]);
}

/** What such bytes hold; nothing where one of them is another. */
function pieceFileIn(bytes: Uint8Array): unknown {
  const rest = bytes.subarray(SUM);
  return sumOf(rest).equals(bytes.subarray(0, SUM)) ? plainData(rest) : undefined;
}

/**
 * The files of a store with such names, and what they hold. Those that are damaged, or hold something else than their names
 * promise, are told of and removed.
 */
export function pieceFilesIn<File extends PieceFile>(
  store: PieceStore,
  names: RegExp,
  isOwn: (file: File, name: string) => boolean,
  say: (sentence: string) => void,
): Map<string, File> {
  const found = new Map<string, File>();
  for (const name of store.list().filter((one) => names.test(one))) {
    const file = pieceFileIn(store.read(name)) as File | undefined;
    if (file !== undefined && isOwn(file, name)) found.set(name, file);
    else {
      say(`${name} is damaged: it is not used, and removed`);
      store.remove(name);
    }
  }
  return found;
}

/** The pieces of some files, by their numbers. */
export const piecesOf = (files: readonly PieceFile[]): Map<number, unknown> =>
  new Map(files.flatMap(({ numbers, made }) => numbers.map((number, i) => [number, made[i]])));
