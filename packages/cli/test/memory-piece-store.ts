import type { PieceStore } from '../src/io/piece-store.ts';

/** Pieces in memory, for tests: what is in `files` is what a disk would hold. */
export function memoryPieceStore(files = new Map<string, Uint8Array>()): PieceStore {
  return {
    list: () => [...files.keys()].sort(),
    read: (name) => files.get(name)!,
    write: (name, bytes) => void files.set(name, Uint8Array.from(bytes)),
    remove: (name) => void files.delete(name),
  };
}
