import type { CheckpointStore } from '../src/io/checkpoint-store.ts';

/** Checkpoints in memory, for tests: what is in `files` is what a disk would hold. */
export function memoryCheckpointStore(files = new Map<string, Uint8Array>()): CheckpointStore {
  return {
    list: () => [...files.keys()].sort(),
    read: (name) => files.get(name)!,
    write: (name, bytes) => void files.set(name, Uint8Array.from(bytes)),
    append: (name, bytes) => void files.set(name, Buffer.concat([files.get(name)!, bytes])),
    remove: (name) => void files.delete(name),
  };
}
