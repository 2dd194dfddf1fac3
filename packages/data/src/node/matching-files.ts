import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files that a path with * in it stands for: any characters of one name, of files and of folders. A file of exactly that name is
 * itself. In the order of their paths, by code units; nothing where none is found.
 */
export async function matchingFiles(pattern: string): Promise<string[]> {
  if (await isFile(pattern)) return [pattern];
  const [first = '', ...names] = pattern.split('/');
  let found = [first === '' ? '/' : first.includes('*') ? await matches('', first) : first].flat();
  for (const name of names)
    found = name.includes('*')
      ? (await Promise.all(found.map((folder) => matches(folder, name)))).flat()
      : found.map((folder) => join(folder, name));
  const files = await Promise.all(found.map(async (path) => ((await isFile(path)) ? [path] : [])));
  return files.flat().sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** What lies in a folder under such a name; hidden files are named, not found. */
async function matches(folder: string, name: string): Promise<string[]> {
  const parts = name.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const wanted = new RegExp(`^${parts.join('.*')}$`, 's');
  const there = await readdir(folder === '' ? '.' : folder).catch(() => []);
  return there
    .filter((one) => wanted.test(one) && (!one.startsWith('.') || name.startsWith('.')))
    .map((one) => (folder === '' ? one : join(folder, one)));
}
