import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UnreadableFile } from './unreadable-file.ts';

const WHY: Record<string, { why: string; accepted: string }> = {
  ENOENT: { why: 'there is no such file', accepted: 'the path of a file that exists' },
  ENOTDIR: {
    why: 'there is no such file: a part of its path is not a folder',
    accepted: 'the path of a file that exists',
  },
  EISDIR: { why: 'this is a folder', accepted: 'the path of a file' },
  EACCES: { why: 'the file may not be read by this user', accepted: 'a file with permission to read it' },
  EPERM: { why: 'the file may not be read by this user', accepted: 'a file with permission to read it' },
};

/** Files of the disk, with every failure to read one put in words. */
export const nodeFiles = {
  async read(path: string): Promise<Uint8Array> {
    return readable(path, () => readFile(path));
  },
};

/** Puts the failure to open or read a file in words. */
export async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const known = WHY[code];
    if (code === 'ENOENT' && known)
      throw new UnreadableFile(path, `${known.why} in ${dirname(resolve(path))}`, known.accepted);
    if (known) throw new UnreadableFile(path, known.why, known.accepted);
    throw new UnreadableFile(
      path,
      `the file cannot be read (${code || String(error)})`,
      'a file that can be read',
    );
  }
}
