import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs one of Debian's packages where that is possible: as root, on Debian. Says what it does. */
export function installPackage(name, what) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.error(`${what}: apt-get install ${name}`);
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', name);
}
