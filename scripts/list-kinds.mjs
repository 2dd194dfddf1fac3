// `node scripts/list-kinds.mjs`: writes the list of each folder that holds one file for each kind, so that a new kind is a
// new file and nothing else. A test compares what is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/** As Biome breaks lines. */
const WIDTH = 110;

/** Folders of kinds, and what the list of each is called. */
const FOLDERS = {
  'engine/src/model/targets': 'TARGETS',
  'engine/src/model/correlations': 'KERNELS',
  'engine/src/design/comparators': 'COMPARATORS',
  'engine/src/design/searches': 'SEARCHES',
  'engine/src/retrospect/layouts': 'LAYOUTS',
  'data/src/records/databases': 'DATABASES',
  'data/src/records/forms': 'FORMS',
};

/** The lists as they should stand: paths and texts. A file exports one kind, by the name of the file in camel case. */
export function kindLists() {
  return Object.entries(FOLDERS).map(([folder, list]) => {
    const files = readdirSync(join(packages, folder))
      .filter((name) => /^[a-z0-9-]+\.ts$/.test(name) && name !== 'index.ts')
      .sort();
    const kinds = files.map((file) => ({
      file,
      kind: file.slice(0, -3).replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
    }));
    const names = kinds.map(({ kind }) => kind);
    const line = `const KINDS = [${names.join(', ')}];`;
    const text = [
      '// Written by scripts/list-kinds.mjs: one line for each file of this folder.',
      ...kinds.map(({ file, kind }) => `import { ${kind} } from './${file}';`),
      '',
      line.length <= WIDTH ? line : `const KINDS = [\n${names.map((name) => `  ${name},\n`).join('')}];`,
      `export const ${list} = KINDS.sort((a, b) => a.rank - b.rank);`,
      '',
    ];
    return { path: join(packages, folder, 'index.ts'), text: text.join('\n') };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, text } of kindLists()) {
    const before = (() => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    })();
    if (before !== text) writeFileSync(path, text);
  }
