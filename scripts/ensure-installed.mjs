// A fresh clone has no node_modules: `npm start` and `npm test` begin here, so that they need no other command first.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's folder with the terminal's output; ends this process where it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Sightline needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

const changed = (file) => (existsSync(`${root}${file}`) ? statSync(`${root}${file}`).mtimeMs : 0);

/** Installs what the lock file names, and builds. What the build does itself goes to standard error. */
export function ensureInstalled() {
  // npm writes this file at the end of an install: older than the lock file means that the lock file has moved on.
  const installed = changed('node_modules/.package-lock.json');
  if (installed === 0 || installed < changed('package-lock.json'))
    run('npm', ['ci', '--no-audit', '--no-fund'], { stdio: ['inherit', 2, 2] });
  else run('npm', ['run', '--silent', 'build'], { stdio: ['inherit', 2, 2] });
}
