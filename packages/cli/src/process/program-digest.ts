import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = ['engine', 'queue', 'data', 'study', 'answers', 'experiments'];

/**
 * A digest of the program's own files. A version number alone would not do: whoever works on the program runs many
 * programs of the same version, and must not be given numbers that another one has made.
 */
export async function programDigest(): Promise<string> {
  const entries = PACKAGES.map((name) => import.meta.resolve(`@sightline/${name}`));
  const hash = createHash('sha256');
  const own = fileURLToPath(new URL('..', import.meta.url));
  for (const folder of [own, ...entries.map((entry) => dirname(fileURLToPath(entry)))]) {
    const names = (await readdir(folder, { recursive: true })).filter((name) =>
      /(?<!\.d)\.[jt]s$/.test(name),
    );
    for (const name of names.sort()) {
      const bytes = await readFile(join(folder, name));
      hash.update(`${name}\n${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex');
}
