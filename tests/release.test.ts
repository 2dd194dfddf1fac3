import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { datedChangelog, setVersion } from '../scripts/release.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERSIONED =
  /^README\.md$|^start\.md$|package\.json$|version\.ts$|pyproject\.toml$|DESCRIPTION$|CITATION\.cff$/;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'types', '.git'].includes(entry.name)
        ? []
        : filesBelow(join(folder, entry.name));
    return VERSIONED.test(entry.name) ? [join(folder, entry.name)] : [];
  });

it('a release has its version everywhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-release-'));
  try {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const files = filesBelow(ROOT).filter((file) => readFileSync(file, 'utf8').includes(version));
    expect(files.length).toBeGreaterThan(10);
    const copies = files.map((file) => file.replace(dirname(join(ROOT, 'x')), folder));
    files.forEach((file, i) => {
      cpSync(file, copies[i]!);
    });
    setVersion(folder, '9.8.7');
    for (const copy of copies) {
      const text = readFileSync(copy, 'utf8');
      expect([copy, text.includes(`"${version}"`) || text.includes(`'${version}'`)]).toEqual([copy, false]);
      expect([copy, text.includes('9.8.7')]).toEqual([copy, true]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('the changelog’s first part gets its day, once', () => {
  const text = '# Changelog\n\n## 0.2.0 — unreleased\n\n- new\n\n## 0.1.0 — 2026-01-01\n';
  const dated = datedChangelog(text, '0.2.0', '2026-02-03');
  expect(dated).toBe(text.replace('0.2.0 — unreleased', '0.2.0 — 2026-02-03'));
  expect(() => datedChangelog(dated, '0.3.0', '2026-03-04')).toThrow('unreleased');
});
