import type { Stats } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UnreadableFile } from '../tables/unreadable-file.ts';

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

/** A text of more bytes than this fits into no string. */
const MOST_BYTES = 512 * 0x100000;

/** Files of the disk, with every failure to read one put in words. */
export const nodeFiles = {
  async read(path: string): Promise<Uint8Array> {
    return readable(path, async () => {
      const { size } = await regular(path);
      if (size > MOST_BYTES)
        throw new UnreadableFile(
          path,
          `the file has ${size} bytes, which is too much to be read at once`,
          `a file of at most ${MOST_BYTES} bytes`,
        );
      return readFile(path);
    });
  },
};

/** Opens a file for reading, with a failure put in words. */
export function openFile(path: string): Promise<FileHandle> {
  return readable(path, async () => {
    await regular(path);
    return open(path);
  });
}

/** What a shell hands over has an end: what is piped in, or made by `<(command)`. */
const HANDED_OVER = /^\/dev\/(stdin|fd\/\d+)$/;

/** Refuses what is not a file: a device has no end, and a pipe that nobody writes to keeps everybody waiting. */
async function regular(path: string): Promise<Stats> {
  const found = await stat(path);
  if (found.isFile() || (found.isFIFO() && HANDED_OVER.test(path))) return found;
  if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  const what = found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device';
  throw new UnreadableFile(path, `this is ${what}, not a file`, 'the path of a file');
}

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
