import { readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@sightline/data/node';
import type { PieceStore } from '../io/piece-store.ts';

/** Pieces in a folder of the disk, which is there as long as it holds any. */
export function nodePieceStore(folder: string): PieceStore {
  const at = (name: string) => join(folder, name);
  return {
    list() {
      try {
        return readdirSync(folder).sort();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    },
    read: (name) => readFileSync(at(name)),
    write(name, bytes) {
      makeFolder(folder);
      const before = at(`${name}.new`);
      try {
        writeFileSync(before, bytes);
        renameSync(before, at(name));
      } catch (error) {
        rmSync(before, { force: true });
        throw error;
      }
    },
    remove(name) {
      rmSync(at(name), { force: true });
      try {
        rmdirSync(folder);
      } catch {
        // There are others in it.
      }
    },
  };
}
