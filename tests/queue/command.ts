import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = 'packages/cli/bin/sightline.js';

export interface Running {
  child: ChildProcess;
  /** What it has written so far. */
  said(): { out: string; err: string };
  ended: Promise<{ code: number | null; out: string; err: string }>;
}

/** The command from the build, as a process of its own. */
export function start(argv: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [BIN, ...argv], { cwd: ROOT, env: { ...process.env, ...env } });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return { child, said: () => ({ ...said }), ended };
}

export const command = (argv: readonly string[], env?: Record<string, string>) => start(argv, env).ended;

/** A worker process that has said it is there. */
export async function worker(url: string, argv: readonly string[] = [], env?: Record<string, string>) {
  const running = start(['worker', '--queue', url, ...argv], env);
  await until(() => /Ctrl-C ends it/.test(running.said().err) || running.child.exitCode !== null);
  return running;
}

export async function until(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The document without the one field that differs between two runs. */
export const withoutElapsed = (json: string) => json.replace(/"elapsed": [\d.e-]+/, '');
