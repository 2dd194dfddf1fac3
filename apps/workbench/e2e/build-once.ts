// The page is built from the sources once, for all end-to-end tests of a run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built page. */
    workbench: string;
  }
}

export default async function buildOnce(project: TestProject): Promise<() => void> {
  const built = mkdtempSync(join(tmpdir(), 'sightline-workbench-'));
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    build: { outDir: built, emptyOutDir: true },
  });
  project.provide('workbench', built);
  return () => rmSync(built, { recursive: true, force: true });
}
