import { UnreadableFile } from '../tables/unreadable-file.ts';
import type { StateRecord, StateRecords } from './state-record.ts';

/** A folder of recordings, wherever it is: on a disk, or dropped on a page. */
export interface RecordFolder {
  /** The paths of all files in it and below, with slashes. */
  list(): Promise<string[]>;
  read(path: string): Promise<Uint8Array>;
}

/** A file's bytes, or why it cannot be read. */
export async function bytesOf(
  folder: RecordFolder,
  file: string,
): Promise<{ ok: true; bytes: Uint8Array } | { ok: false; why: string }> {
  try {
    return { ok: true, bytes: await folder.read(file) };
  } catch (error) {
    const why = error instanceof UnreadableFile ? error.why : String(error);
    return { ok: false, why };
  }
}

/** The folder and the name of a path. */
export function splitPath(path: string): [folder: string, name: string] {
  const cut = path.lastIndexOf('/') + 1;
  return [path.slice(0, cut), path.slice(cut)];
}

/** The records of a folder as they are found: each once, and what became of every file that is none. */
export function gatherRecords() {
  const found: StateRecords = { records: [], skipped: [], notes: [] };
  const fileOf = new Map<string, string>();
  const skip = (file: string, why: string) => {
    found.skipped.push({ file, why });
  };
  return {
    skip,
    /** Whether a record was found in another file, which is said of this one. */
    isTwice(file: string, record: string): boolean {
      const other = fileOf.get(record);
      if (other !== undefined) skip(file, `the record ${record} was read from ${other} already`);
      return other !== undefined;
    },
    add(file: string, record: StateRecord, notes: readonly string[]): void {
      fileOf.set(record.record, file);
      found.records.push(record);
      found.notes.push(...notes.map((what) => ({ file, what })));
    },
    /** In the order of their names. */
    all(): StateRecords {
      found.records.sort((a, b) => (a.record < b.record ? -1 : 1));
      return found;
    },
  };
}
