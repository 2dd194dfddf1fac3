// The packages as they would be published: packed by npm, installed in an empty folder that knows nothing of the project.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

/** npm writes what it does to standard error, and what was asked for to standard output. */
const npm = (cwd, ...args) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

/** The folder in which they are installed, one below a temporary one, and each tarball with its files. */
export function packed() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-published-'));
  const tarballs = {};
  // One after the other: both look at the build.
  for (const name of ['@sightline/engine', 'sightline']) {
    const printed = npm(root, 'pack', '-w', name, '--json', '--silent', '--pack-destination', folder);
    const [{ filename, files }] = JSON.parse(printed);
    tarballs[name] = { file: join(folder, filename), files: files.map(({ path }) => path).sort() };
  }
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }\n');
  const files = Object.values(tarballs).map(({ file }) => file);
  const quiet = ['--silent', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(empty, 'install', ...quiet, ...files);
  return { folder: empty, tarballs };
}
