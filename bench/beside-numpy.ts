// Work that is measured here and by the scripts in Python of this folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Measured {
  seconds: number;
  /** A number that both must find. */
  check: number;
}

/** The least of as many runs as fit into a second, after as many again to warm up. */
export function measure(work: () => number): Measured {
  const lap = () => {
    const start = performance.now();
    const check = work();
    return { seconds: (performance.now() - start) / 1000, check };
  };
  let best = lap();
  const runs = Math.min(200, Math.max(4, Math.ceil(1 / best.seconds)));
  for (let i = 0; i < 2 * runs; i++) {
    const next = lap();
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

/** A Python that has numpy and scipy, or undefined. */
export function findPython(): string | undefined {
  return ['python3', '/usr/bin/python3', 'python'].find(
    (name) =>
      (name[0] !== '/' || existsSync(name)) && spawnSync(name, ['-c', 'import numpy, scipy']).status === 0,
  );
}

/** What a script prints, on one thread. */
export function printedBy(python: string, script: string, ...args: readonly string[]): string {
  return execFileSync(python, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args], {
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
    maxBuffer: 1e9,
  });
}

/** An item of the yardstick, on one thread. */
export function numpy(python: string, name: string): Measured {
  const output = printedBy(python, 'numpy_yardstick.py', name);
  const line = output.split('\n').find((text) => text.includes(`"${name}"`));
  if (line === undefined) throw new Error(`the yardstick has no item ${name}`);
  return JSON.parse(line) as Measured;
}
