// Tests of the queue run a server of their own: Redis or Valkey, from the machine's packages.
import { spawnSync } from 'node:child_process';
import { installPackage } from './debian.mjs';

/** The program of a server, or undefined. */
export function findRedis() {
  return [process.env.REDIS_SERVER, 'redis-server', 'valkey-server'].find(
    (name) => name && spawnSync(name, ['--version']).status === 0,
  );
}

/** Installs Debian's package where that is possible; otherwise says what to install and ends the process. */
export function ensureRedis() {
  if (findRedis()) return;
  installPackage('redis-server', 'A server for the tests of the queue');
  if (findRedis()) return;
  console.error(
    'The tests of the queue need Redis or Valkey. Install it (Debian and Ubuntu: apt-get install redis-server; macOS: ' +
      'brew install redis), or set REDIS_SERVER to the path of its program, and run npm run check again.',
  );
  process.exit(1);
}
