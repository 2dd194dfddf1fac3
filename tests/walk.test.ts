import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('a study passes at most 20 files of packages/study on its way through calibrate, and ARCHITECTURE.md names them', () => {
  const walk = execFileSync(process.execPath, [`${ROOT}scripts/walk.mjs`], { encoding: 'utf8' });
  const passed = [...walk.matchAll(/^packages\/study\/src\/(.*)$/gm)].map((match) => match[1]!);
  const page = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8');
  const way = page.slice(page.indexOf('## One study file'));
  const named = [...way.slice(0, way.indexOf('\n## ', 1)).matchAll(/^\| `(.*?)` \|/gm)].map(
    (match) => match[1]!,
  );
  expect(passed.length).toBeLessThanOrEqual(20);
  expect(named.sort()).toEqual(passed.sort());
});
