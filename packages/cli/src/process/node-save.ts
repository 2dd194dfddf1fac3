import { access, chmod, constants, mkdtemp, open, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '@sightline/data/node';

/**
 * Writes files, with their folders: each beside its final name first, and none gets that name before all are complete. A
 * full disk leaves what was there before as it was.
 */
export async function nodeSave(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const written: { beside: string; final: string }[] = [];
  try {
    for (const [path, content] of Object.entries(files)) {
      makeFolder(dirname(path));
      const { final, mode } = await destination(path);
      const beside = join(dirname(final), `.${basename(final)}.${process.pid}.new`);
      written.push({ beside, final });
      const file = await open(beside, 'w');
      try {
        await file.writeFile(content);
        // Some file systems tell only now that there is no room.
        await file.sync();
      } finally {
        await file.close();
      }
      if (mode !== undefined) await chmod(beside, mode);
    }
    for (const { beside, final } of written) await rename(beside, final);
  } catch (error) {
    for (const { beside } of written) await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
}

/** Where a file really goes, which may be there already: behind a link, and with the permissions that it has. */
async function destination(path: string): Promise<{ final: string; mode?: number }> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return { final: resolve(path) };
  if (!found.isFile()) throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'no regular file'}`);
  await access(path, constants.W_OK);
  return { final: await realpath(path), mode: found.mode & 0o7777 };
}

/** The folder, or the first one above it that is there, has to be one that takes files: it is tried. */
export async function nodeWritable(folder: string): Promise<void> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && path !== dirname(path)) return undefined;
      throw error;
    });
    if (!found) continue;
    if (!found.isDirectory()) throw new Error(`${path} is a file`);
    return rmdir(await mkdtemp(join(path, '.sightline-')));
  }
}
