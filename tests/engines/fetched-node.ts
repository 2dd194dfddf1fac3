import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './examples.ts';

/** A Node of another major version, from npm's package of that name; kept for the next time. */
export function fetchedNode(major: number): string {
  const folder = join(ROOT, 'node_modules', '.cache', 'sightline', `node-${major}`);
  const node = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${major}`], {
      stdio: 'ignore',
      shell: process.platform === 'win32',
    });
  }
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
  if (!version.startsWith(`v${major}.`)) throw new Error(`${node} is ${version}, not ${major}`);
  return node;
}
