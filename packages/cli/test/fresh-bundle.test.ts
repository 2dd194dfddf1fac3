// bin/sightline.js between a bundle and a build of which each says who it is.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
const at = (path: string) => join(folder, path);
const INFO = 'dist/.tsbuildinfo';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-bundle-'));
  cpSync(fileURLToPath(new URL('../bin', import.meta.url)), at('bin'), { recursive: true });
  for (const one of ['src', 'command', 'dist/bundle-1']) mkdirSync(at(one), { recursive: true });
  for (const [path, text] of Object.entries({
    'package.json': '{ "type": "module" }',
    'dist/index.js': "export const run = () => console.log('build');",
    'dist/bundle-1/package.json': '{ "type": "commonjs" }',
    'dist/bundle-1/sightline.js': "exports.run = () => console.log('bundle');",
    'command/package.json': '{ "type": "commonjs" }',
    'command/sightline.js': "exports.run = () => console.log('published');",
    [INFO]: '{}',
  }))
    writeFileSync(at(path), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = () =>
  writeFileSync(
    at('dist/bundle.json'),
    JSON.stringify({ folder: 'bundle-1', from: { '.tsbuildinfo': statSync(at(INFO)).mtimeMs } }),
  );
function ran(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [at('bin/sightline.js')], { encoding: 'utf8' });
  return stdout.trim() + stderr;
}

it('a bundle is run as long as it is of the last build, and else the build', () => {
  expect(ran()).toBe('build');
  made();
  expect(ran()).toBe('bundle');
  utimesSync(at(INFO), new Date(), new Date(Date.now() + 5000));
  expect(ran()).toBe('build');
  made();
  expect(ran()).toBe('bundle');
  // Half written, or of somebody else.
  writeFileSync(at('dist/bundle.json'), '{ "folder": "bund');
  expect(ran()).toBe('build');
  made();
  // Published, it has no sources, and no build to be older than.
  rmSync(at('src'), { recursive: true });
  expect(ran()).toBe('published');
});
