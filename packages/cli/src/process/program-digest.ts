import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What others wrote and our numbers go through. */
const DEPENDENCIES = ['@duckdb/node-api', 'hyparquet'];

const PACKAGES = ['engine', 'queue', 'data', 'study', 'answers', 'experiments'];

/**
 * A digest of the program's own files. A version number alone would not do: whoever works on the program runs many
 * programs of the same version, and must not be given numbers that another one has made. A bundle has its own beside it.
 */
export async function programDigest(): Promise<string> {
  const bundled = await readFile(new URL('digest', import.meta.url), 'utf8').catch(() => undefined);
  const hash = createHash('sha256').update(await versions());
  if (bundled !== undefined) return hash.update(bundled).digest('hex');
  const { resolve } = createRequire(import.meta.url);
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

/** Versions of those, from the nearest folder that has them. */
async function versions(): Promise<string> {
  const places = createRequire(import.meta.url).resolve.paths('x') ?? [];
  const lines = DEPENDENCIES.map(async (name) => {
    for (const place of places) {
      const text = await readFile(join(place, name, 'package.json'), 'utf8').catch(() => undefined);
      if (text !== undefined) return `${name} ${(JSON.parse(text) as { version: string }).version}\n`;
    }
    return `${name} missing\n`;
  });
  return (await Promise.all(lines)).join('');
}
