import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { densePieces, type PiecesInput, relocatedPieces } from '@sightline/data/node';

// Pieces that read files of their own: what travels names files by their place in the shared folder, and a worker reads nothing
// outside of its own.

/** What of an input travels beside it: another file under the same name is another input. */
interface Travelling extends PiecesInput {
  versions: { path: string; bytes: number; changed: number }[];
}

/** The input as it travels; undefined where the work reads no files, or some that lie elsewhere. */
export function towardsShare(work: string, input: unknown, share: string | undefined): unknown {
  if (work !== densePieces.name || share === undefined) return undefined;
  const folder = realpathSync(share);
  const versions = new Map<string, Travelling['versions'][number]>();
  let outside = false;
  const place = (path: string) => {
    const real = realpathSync(path);
    const own = relative(folder, real).split(sep).join('/');
    outside ||= own.startsWith('..') || isAbsolute(own);
    const { size, mtimeMs } = statSync(real);
    versions.set(own, { path: own, bytes: size, changed: mtimeMs });
    return own;
  };
  const relocated = relocatedPieces(input as PiecesInput, place);
  return outside ? undefined : ({ ...relocated, versions: [...versions.values()] } satisfies Travelling);
}

/** The input as this host needs it. */
export function fromShare(work: string, input: unknown, share: string | undefined): unknown {
  if (work !== densePieces.name) return input;
  if (share === undefined)
    throw new Error('this work reads files of a shared folder, and the worker has no --share');
  const folder = realpathSync(share);
  const { versions, ...travelled } = input as Travelling;
  for (const { path, bytes } of versions)
    if (statSync(within(folder, path)).size !== bytes)
      throw new Error(`${path} is another file here than where the work was asked for`);
  return relocatedPieces(travelled, (path) => within(folder, path));
}

function within(folder: string, path: string): string {
  const real = realpathSync(resolve(join(folder, path)));
  if (!real.startsWith(folder + sep)) throw new Error(`${path} does not lie in the shared folder`);
  return real;
}
