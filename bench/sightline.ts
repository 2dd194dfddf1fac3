// The command as a process of its own.
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SIGHTLINE = fileURLToPath(new URL('../../packages/cli/bin/sightline.js', import.meta.url));

/** What the command answers with --json, the same text but for its own `elapsed`, and seconds with its start included. */
export function answered<Result>(argv: readonly string[]) {
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [SIGHTLINE, ...argv, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  const result = JSON.parse(stdout) as Result & { elapsed: number };
  return { result, text: stdout.replace(/"elapsed": [\d.]+/, ''), seconds };
}

/** Another Node, which ends with this one at the latest. */
export function begun(argv: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, argv, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Where this stands in what is written from now on. */
export function said(stream: Readable, what: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (more) => {
      text += String(more);
      const found = what.exec(text);
      if (found) resolve(found);
    });
    stream.on('end', () => reject(new Error(text)));
  });
}

/** A worker of one thread that has come up. */
export async function startedWorker(url: string, ...more: string[]): Promise<ReturnType<typeof begun>> {
  const child = begun([SIGHTLINE, 'worker', '--queue', url, '--threads', '1', ...more]);
  await said(child.stderr, /Ctrl-C ends it/);
  return child;
}
