// Tests and benches of the queue run a server of their own: Redis or Valkey, from the machine's packages.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** A server on a port of its own, which keeps an append-only file unless the options say otherwise. */
export async function redisServer(options = [], port = undefined) {
  const program = findRedis();
  if (program === undefined)
    throw new Error('there is no Redis: apt-get install redis-server, or set REDIS_SERVER to its path');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-redis-'));
  const own = port ?? (await freePort());
  let child;
  const server = {
    port: own,
    url: `redis://localhost:${own}`,
    folder,
    async start() {
      const args = ['--port', String(own), '--bind', '127.0.0.1', '::1', '--dir', folder, '--save', ''];
      child = spawn(program, [...args, '--appendonly', 'yes', ...options], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      for await (const text of child.stdout) {
        said += String(text);
        if (said.includes('Ready to accept connections')) break;
      }
      if (!said.includes('Ready')) throw new Error(said);
      child.stdout.resume();
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async remove() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
