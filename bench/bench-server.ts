import { spawnSync } from 'node:child_process';

const { redisServer } = (await import(
  new URL('../../scripts/redis.mjs', import.meta.url).href
)) as typeof import('../scripts/redis.d.mts');

/** A Redis on a port of its own, and what it costs. */
export async function benchServer() {
  const server = await redisServer();
  return {
    url: server.url,
    end: server.remove,
    /** Processor seconds of the server so far, its threads included. */
    cpuSeconds() {
      const info = spawnSync('redis-cli', ['-p', String(server.port), 'info', 'cpu'], {
        encoding: 'utf8',
      }).stdout;
      const found = info.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm);
      return [...found].reduce((sum, [, own]) => sum + Number(own), 0);
    },
  };
}
