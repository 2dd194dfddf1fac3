import { UnreadableFile } from '../tables/unreadable-file.ts';

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
