// Threads and the command itself run the build (Node 20 runs no TypeScript): before any test, and again before tests that
// a change has set off, it is made what the sources say. An up-to-date build takes a second to recognise.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KERNELS = [process.execPath, 'scripts/build-kernels.mjs'];
const BUNDLE = [process.execPath, 'scripts/bundle-command.mjs'];

export default function freshBuild(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}

function build(): void {
  for (const [command, ...args] of [KERNELS, buildCommand(), BUNDLE]) {
    const { status, stdout, stderr, error } = spawnSync(command!, args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the sources do not build\n${stdout}${stderr}${error?.message ?? ''}`);
  }
}

/** Projects in the order of their references; `folder` has a tsconfig.json that names them. */
export const buildCommand = (folder = '.'): string[] => [
  process.execPath,
  'node_modules/typescript/bin/tsc',
  '-b',
  folder,
];
