import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from '../../scripts/redis.mjs';

export interface RedisServer {
  port: number;
  url: string;
  /** Its folder: what it keeps, and room for files of a test. */
  folder: string;
  /** Ends it as if the power had gone. */
  kill(): Promise<void>;
  /** Starts it again, with what it had kept. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** A server on a port of its own, which keeps an append-only file unless the options say otherwise. */
export async function redisServer(options: readonly string[] = [], port?: number): Promise<RedisServer> {
  const program = findRedis();
  if (program === undefined)
    throw new Error('there is no Redis: apt-get install redis-server, or set REDIS_SERVER to its path');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-redis-'));
  const own = port ?? (await freePort());
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    port: own,
    url: `redis://localhost:${own}`,
    folder,
    async start() {
      const args = ['--port', String(own), '--bind', '127.0.0.1', '::1', '--dir', folder, '--save', ''];
      child = spawn(program, [...args, '--appendonly', 'yes', ...options], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      for await (const text of child.stdout!) {
        said += String(text);
        if (said.includes('Ready to accept connections')) break;
      }
      if (!said.includes('Ready')) throw new Error(said);
      child.stdout!.resume();
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

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
