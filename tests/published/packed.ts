// The packages as they would be published: packed by npm, installed in an empty folder that knows nothing of the project.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  /** Where they are installed. */
  folder: string;
  /** By name: the file, and what is in it. */
  tarballs: Record<string, { file: string; files: string[] }>;
}

/** npm writes what it does to standard error, and what was asked for to standard output. */
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

export function packed(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-published-'));
  const tarballs: Packed['tarballs'] = {};
  // One after the other: both look at the build.
  for (const name of ['@sightline/engine', 'sightline']) {
    const printed = npm(ROOT, 'pack', '-w', name, '--json', '--silent', '--pack-destination', folder);
    const [{ filename, files }] = JSON.parse(printed) as [{ filename: string; files: { path: string }[] }];
    tarballs[name] = { file: join(folder, filename), files: files.map(({ path }) => path).sort() };
  }
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }\n');
  const files = Object.values(tarballs).map(({ file }) => file);
  npm(
    empty,
    'install',
    '--silent',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...files,
  );
  return { folder: empty, tarballs };
}
