import { createHash } from 'node:crypto';
import type { StudyFiles } from '@sightline/study';

export interface ObservedFiles {
  /** The same files, read through a witness. */
  files: StudyFiles;
  /** The digest of everything that was read so far, by its path. */
  seen(): Record<string, string>;
  /** Whether all of these would be read as they were then. */
  unchanged(seen: Readonly<Record<string, string>>): Promise<boolean>;
}

/** Remembers what was read, so that a later run can tell whether it would read the same. */
export function observedFiles(inner: StudyFiles): ObservedFiles {
  const digests = new Map<string, string>();
  const { folder: open } = inner;

  async function witnessed<Read>(
    name: string,
    read: () => Promise<Read>,
    bytes: (found: Read) => string | Uint8Array,
  ): Promise<Read> {
    try {
      const found = await read();
      digests.set(name, createHash('sha256').update(bytes(found)).digest('hex'));
      return found;
    } catch (error) {
      // That there is none decides as well: where splits are missing, folds are drawn.
      digests.set(name, 'unreadable');
      throw error;
    }
  }
  const file = (path: string, read = () => inner.read(path)) =>
    witnessed(`file ${path}`, read, (bytes) => bytes);
  const list = (path: string) =>
    witnessed(
      `list ${path}`,
      () => open!(path).list(),
      (names) => names.join('\n'),
    );

  /** Reads again what a name stands for. */
  async function again(name: string): Promise<void> {
    const path = name.slice(name.indexOf(' ') + 1);
    await (name.startsWith('list ') ? list(path) : file(path)).catch(() => undefined);
  }

  return {
    // Without `large` and `states` everything is read by its bytes, and seen.
    files: {
      read: (path) => file(path),
      ...(open && {
        folder: (path) => ({
          list: () => list(path),
          read: (name) => file(`${path}/${name}`, () => open(path).read(name)),
        }),
      }),
    },
    seen: () => Object.fromEntries(digests),
    async unchanged(seen) {
      for (const [name, digest] of Object.entries(seen)) {
        await again(name);
        if (digests.get(name) !== digest) return false;
      }
      return true;
    },
  };
}
