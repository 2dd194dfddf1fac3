import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordFolder } from '../records/record-folder.ts';
import { nodeFiles, readable } from './files.ts';

/** A folder of the disk. */
export function nodeFolder(path: string): RecordFolder {
  return {
    async list() {
      const files: string[] = [];
      await walk(path, '', new Set(), files);
      return files.sort();
    },
    read: (file) => nodeFiles.read(join(path, file)),
  };
}

/** Folders that are links are entered too, each place once: links may go round in circles. */
async function walk(root: string, below: string, entered: Set<string>, files: string[]): Promise<void> {
  const folder = join(root, below);
  const place = await readable(folder, () => realpath(folder));
  if (entered.has(place)) return;
  entered.add(place);
  for (const entry of await readable(folder, () => readdir(folder, { withFileTypes: true }))) {
    const name = `${below}${entry.name}`;
    const kind = entry.isSymbolicLink() ? await stat(join(root, name)).catch(() => undefined) : entry;
    if (kind?.isDirectory()) await walk(root, `${name}/`, entered, files);
    else if (kind?.isFile()) files.push(name);
  }
}
