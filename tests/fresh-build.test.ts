import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import config from '../vitest.config.ts';
import { buildCommand } from './fresh-build.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-build-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('what tests run from the build is built anew where a source has changed', () => {
  expect(config.test?.globalSetup).toContain('tests/fresh-build.ts');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { composite: true, outDir: 'dist', types: [] }, files: ['source.ts'] }),
  );
  const built = (source: string) => {
    writeFileSync(join(folder, 'source.ts'), source);
    const [command, ...args] = buildCommand(folder);
    expect(spawnSync(command!, args, { cwd: ROOT }).status).toBe(0);
    return readFileSync(join(folder, 'dist', 'source.js'), 'utf8');
  };
  expect(built('export const answer = 1;\n')).toContain('answer = 1');
  expect(built('export const answer = 2;\n')).toContain('answer = 2');
});
