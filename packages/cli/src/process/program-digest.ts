import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = ['engine', 'queue', 'data', 'study', 'answers', 'experiments'];

/**
 * A digest of the program's own files. A version number alone would not do: whoever works on the program runs many
 * programs of the same version, and must not be given numbers that another one has made. A bundle has its own beside it.
 */
export async function programDigest(): Promise<string> {
  const bundled = await readFile(new URL('digest', import.meta.url), 'utf8').catch(() => undefined);
  if (bundled !== undefined) return bundled;
  const { resolve } = createRequire(import.meta.url);
  const hash = createHash('sha256');
  const own = fileURLToPath(new URL('..', import.meta.url));
  for (const folder of [own, ...PACKAGES.map((name) => dirname(resolve(`@sightline/${name}`)))]) {
    const names = (await readdir(folder, { recursive: true })).filter(
      (name) => /(?<!\.d)\.[jt]s$/.test(name) && !/^\.?bundle-/.test(name),
    );
    for (const name of names.sort()) {
      const bytes = await readFile(join(folder, name));
      hash.update(`${name}\n${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex');
}
