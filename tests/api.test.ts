// The stable part of the engine: every export has its sentence, every function its example, and docs/api shows them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as engine from '@sightline/engine';
import { describe, expect, it } from 'vitest';
import { apiPages, stableExports } from '../scripts/api-pages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WRITE = process.env.SIGHTLINE_WRITE_DOCS === '1';
const all = stableExports(ROOT);
const values = all.filter(({ isType }) => !isType);

describe('the stable part of the engine', () => {
  it('is what its entry gives, and no more', () => {
    expect(values.map(({ name }) => name).sort()).toEqual(Object.keys(engine).sort());
    expect(values.length).toBeLessThan(40);
  });

  it('has a sentence and an example for each function', () => {
    expect(values.filter(({ prose }) => prose === '').map(({ name }) => name)).toEqual([]);
    expect(values.filter(({ example }) => !example?.includes('// → ')).map(({ name }) => name)).toEqual([]);
  });

  it('is shown by docs/api (`npm run docs`)', () => {
    const pages = apiPages(ROOT);
    for (const [path, text] of Object.entries(pages)) {
      if (WRITE) {
        mkdirSync(dirname(join(ROOT, path)), { recursive: true });
        writeFileSync(join(ROOT, path), text);
      }
      expect(existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
    }
    expect(readdirSync(join(ROOT, 'docs/api')).sort()).toEqual(
      Object.keys(pages)
        .map((path) => path.slice('docs/api/'.length))
        .sort(),
    );
  });
});
