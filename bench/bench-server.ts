import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis on a port of its own, which is gone when the process ends. */
export async function benchServer() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const port = await freePort();
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '::1',
      '--dir',
      folder,
      '--appendonly',
      'yes',
      '--save',
      '',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const end = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', end);
  let said = '';
  for await (const text of child.stdout) {
    said += String(text);
    if (said.includes('Ready to accept connections')) break;
  }
  return {
    url: `redis://localhost:${port}`,
    end,
    /** Processor seconds of the server so far, its threads included. */
    cpuSeconds() {
      const info = spawnSync('redis-cli', ['-p', String(port), 'info', 'cpu'], { encoding: 'utf8' }).stdout;
      const found = info.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm);
      return [...found].reduce((sum, [, own]) => sum + Number(own), 0);
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
