import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, with those above it. Node's own way of doing so asks without end where the system says that a folder
 * below one that is there cannot be found, as in /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory()) break;
    missing.push(folder);
    if (found || folder === dirname(folder)) break;
  }
  for (const folder of missing.reverse())
    try {
      mkdirSync(folder);
    } catch (error) {
      // Somebody else may have made it in the meantime; a file of this name stays one.
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
}
