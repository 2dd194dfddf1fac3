/** The packages and the engine's folders from the ground up: each may use what stands before it. */
const PACKAGES = ['engine', 'data', 'study', 'experiments', 'workbench', 'cli'];
const PACKAGE_NAMES: Record<string, string> = {
  '@sightline/engine': 'engine',
  '@sightline/data': 'data',
  '@sightline/study': 'study',
  '@sightline/experiments': 'experiments',
  '@sightline/workbench': 'workbench',
  sightline: 'cli',
};
const ENGINE_FOLDERS = ['numerics', 'model', 'identify', 'calibrate', 'design', 'retrospect'];

/** Which packages may use Node, and which packages of others each may use. The engine uses nobody. */
const NODE = ['data', 'cli'];
const OTHERS: Record<string, string[]> = {
  engine: [],
  data: ['hyparquet', '@duckdb/node-api'],
  study: ['yaml', 'zod'],
  experiments: [],
  workbench: ['preact', 'preact/hooks', '@preact/signals', 'yaml', 'vite'],
  cli: ['commander', '@resvg/resvg-wasm'],
};

/** Of data, only what begins so may use Node, or others of the kind: the rest runs in browsers. */
const DATA_ON_DISK = 'packages/data/src/node';
const ON_DISK_ONLY = /^(node:|@duckdb\/|packages\/data\/src\/node)/;

/** Tests may use what tests are made of. */
const TEST_TOOLS = [
  'vitest',
  'vitest/node',
  'fast-check',
  'yaml',
  'playwright-core',
  'axe-core',
  'scripts/chromium.mjs',
  'scripts/compile-assembly.mjs',
];

export interface SourceFile {
  /** Path from the project's root, with slashes. */
  file: string;
  /** Relative imports as paths from the project's root, others by name. */
  imports: string[];
}

/** Every module named in an import or export of a source text. */
export function importsOf(text: string): string[] {
  const fixed = text.matchAll(
    /^\s*(?:import\b[^;'"(]*?\bfrom\s*|import\s*|export\s+(?:type\s+)?[{*][^;'"]*?\bfrom\s*)['"]([^'"]+)['"]/gm,
  );
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  return [...fixed, ...dynamic].map((match) => match[1]!);
}

/** What points the wrong way, one line each. */
export function violations(files: SourceFile[]): string[] {
  return files.flatMap(({ file, imports }) =>
    imports.flatMap((name) => {
      const why = objection(file, name);
      return why === undefined ? [] : [`${file} imports ${name}: ${why}`];
    }),
  );
}

function objection(file: string, name: string): string | undefined {
  const own = file.split('/')[/^(packages|apps)\//.test(file) ? 1 : 0]!;
  const isTest = /(\.test|-fixtures)\.ts$/.test(file) || file.includes('/e2e/');
  if (own === 'data' && !isTest && !file.startsWith(DATA_ON_DISK) && ON_DISK_ONLY.test(name))
    return 'this file runs in browsers too';
  if (name.startsWith('experiments/') && own === 'experiments') return undefined;
  if (/^(packages|apps|experiments)\//.test(name)) {
    if (name.split('/')[1] !== own) return 'other packages are imported by name';
    if (own !== 'engine') return undefined;
    const [from, to] = [file, name].map((path) => ENGINE_FOLDERS.indexOf(path.split('/')[3]!));
    return to! > from! && from! >= 0
      ? `${ENGINE_FOLDERS[from!]} may not use ${ENGINE_FOLDERS[to!]}`
      : undefined;
  }
  // The workbench shows the examples: it reads them as texts.
  if (own === 'workbench' && /^examples\/[^?]+\?raw$/.test(name)) return undefined;
  if (name.startsWith('node:'))
    return NODE.includes(own) || isTest ? undefined : `${own} runs in browsers too and uses no Node module`;
  const other =
    PACKAGE_NAMES[
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')
    ];
  // What is compared with the command line from end to end may run it.
  if (other === 'cli' && file.includes('/e2e/')) return undefined;
  if (other !== undefined)
    return PACKAGES.indexOf(other) < PACKAGES.indexOf(own) ? undefined : `${own} may not use ${other}`;
  if (OTHERS[own]?.includes(name) || (isTest && TEST_TOOLS.includes(name))) return undefined;
  return `${name} is not among the dependencies of ${own}`;
}
