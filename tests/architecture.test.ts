import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { crowded, cycles, importsOf, violations } from './layers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'types'].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const files = ['packages', 'experiments', 'apps']
  .flatMap((folder) => sources(join(root, folder)))
  .map((path) => ({
    file: relative(root, path).split(sep).join('/'),
    imports: importsOf(readFileSync(path, 'utf8')).map((name) =>
      name.startsWith('.')
        ? relative(root, resolve(path, '..', name))
            .split(sep)
            .join('/')
        : name,
    ),
  }));

describe('the house', () => {
  it('has its dependencies point one way', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(violations(files)).toEqual([]);
  });

  it('has folders that a reader takes in, and nothing that goes in a circle', () => {
    expect(crowded(files)).toEqual([]);
    expect(cycles(files)).toEqual([]);
  });

  it('would notice a circle and a crowd', () => {
    const [a, b] = ['packages/engine/src/model/a.ts', 'packages/engine/src/model/b.ts'];
    expect(
      cycles([
        { file: a, imports: [b] },
        { file: b, imports: ['node:fs', a] },
      ]),
    ).toEqual([`${a} → ${b} → ${a}`]);
    const many = Array.from({ length: 26 }, (_, i) => ({
      file: `packages/engine/src/model/${i}.ts`,
      imports: [],
    }));
    expect(crowded(many)).toHaveLength(1);
    expect(crowded(many.slice(1))).toEqual([]);
  });

  it('would notice a dependency that points the other way', () => {
    const wrong: [string, string][] = [
      ['packages/engine/src/model/value.ts', '@sightline/study'],
      ['packages/engine/src/model/value.ts', 'node:fs'],
      ['packages/engine/src/model/value.ts', 'zod'],
      ['packages/engine/src/numerics/matrix.ts', 'packages/engine/src/model/value.ts'],
      ['packages/engine/src/model/value.ts', 'packages/engine/src/calibrate/plug-in-covariance.ts'],
      ['packages/engine/src/model/input/problem.ts', 'packages/engine/src/model/target.ts'],
      ['packages/engine/src/model/value/value.ts', 'packages/engine/src/index.ts'],
      ['packages/data/src/index.ts', '@sightline/study'],
      ['packages/data/src/index.ts', '@sightline/engine'],
      ['packages/data/src/index.ts', 'node:fs'],
      ['packages/data/src/dense/file.ts', '@duckdb/node-api'],
      ['packages/data/src/tables/csv.ts', 'packages/data/src/dense/file.ts'],
      ['packages/data/src/records/databases/ltafdb.ts', 'packages/data/src/node/files.ts'],
      ['packages/study/src/plan/study-parts.ts', 'sightline'],
      ['packages/study/src/plan/study-parts.ts', 'node:path'],
      ['packages/cli/src/main.ts', 'packages/engine/src/model/value.ts'],
      ['packages/study/src/plan/study-parts.ts', '@sightline/workbench'],
      ['apps/workbench/src/main.tsx', 'sightline'],
      ['apps/workbench/src/main.tsx', 'node:fs'],
      ['apps/workbench/src/study/scene.ts', 'apps/workbench/src/state/workbench.ts'],
      ['apps/workbench/src/main.tsx', 'packages/study/src/plan/study-parts.ts'],
      ['packages/study/test/ask.ts', 'packages/cli/test/memory-piece-store.ts'],
      ['packages/cli/src/main.ts', 'packages/study/test/ask.ts'],
      ['packages/cli/test/main.test.ts', 'packages/study/src/index.ts'],
    ];
    for (const [file, name] of wrong)
      expect(violations([{ file, imports: [name] }]), `${file} → ${name}`).toHaveLength(1);
  });

  it('finds imports in every form', () => {
    expect(
      importsOf(
        `import a from 'a';\nimport {\n  b,\n} from "b";\nexport * from 'c';\nimport 'd';\nawait import('e');\nimport type { F } from 'f';`,
      ),
    ).toEqual(['a', 'b', 'c', 'd', 'f', 'e']);
  });
});
