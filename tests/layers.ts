/** The packages from the ground up: each may use what stands before it. */
const PACKAGES = ['engine', 'queue', 'data', 'study', 'answers', 'experiments', 'workbench', 'cli'];
const PACKAGE_NAMES: Record<string, string> = {
  '@sightline/engine': 'engine',
  '@sightline/queue': 'queue',
  '@sightline/data': 'data',
  '@sightline/study': 'study',
  '@sightline/answers': 'answers',
  '@sightline/experiments': 'experiments',
  '@sightline/workbench': 'workbench',
  sightline: 'cli',
};

/** The folders of a package's sources from the ground up; a folder stands for what lies in it outside of those below it. */
const FOLDERS: Record<string, readonly string[]> = {
  engine: [
    'numerics/elementary',
    'numerics',
    'numerics/kernels/assembly/dense',
    'numerics/kernels/assembly/eigen',
    'numerics/kernels/assembly/family',
    'numerics/kernels',
    'numerics/subspaces',
    'numerics/random',
    'numerics/semidefinite',
    'model/input',
    'model/time',
    'model/transform',
    'model/targets',
    'model/lag',
    'model/correlations',
    'model',
    'model/value',
    'predict',
    'identify/invisible',
    'identify/worlds',
    'identify/permutations',
    'identify',
    'identify/completions',
    'identify/data',
    'calibrate/sample',
    'calibrate/resampling',
    'calibrate',
    'trial',
    'fit',
    'fit/surface',
    'design/selection',
    'design/comparators',
    'design/bounds',
    'design/searches',
    'design',
    'retrospect/records',
    'retrospect/fit',
    'retrospect/layouts',
    'retrospect',
  ],
  queue: ['pieces', 'redis'],
  data: [
    'tables',
    'formats',
    'formats/edf',
    'formats/wfdb',
    'formats/xls',
    'formats/parquet',
    'dense',
    'sparse',
    'records',
    'records/databases',
    'records/forms',
    'records/sources',
    'node',
  ],
  study: [
    'words',
    'problems',
    'schema',
    'proposal',
    'file',
    'parts',
    'law',
    'records',
    'asking',
    'questions/fit',
    'questions/value',
    'questions/identify',
    'questions/calibrate',
    'questions/plan',
    'questions/trial',
    'questions/design',
    'questions/retrospect',
    'questions/predict',
    'questions',
    'questions/run',
  ],
  answers: [
    'words',
    'tables',
    'pictures',
    'document',
    'questions/design',
    'questions/retrospect',
    'questions',
    'questions/run',
    'pages',
    'terminal',
    'html',
    'markdown',
  ],
  experiments: ['compare', 'laws', 'simulations', 'recordings', 'pictures', 'reproduction'],
  workbench: [
    'style',
    'study',
    'work',
    'state',
    'elements',
    'editor',
    'opening',
    'law',
    'timeline',
    'records',
    'panels/frame',
    'panels/known',
    'panels/told-apart',
    'panels/best',
    'panels/few-looks',
    'panels',
    'values',
    'play',
    'data-sheet',
    'versions',
    'page',
    'tour/parts',
    'tour/one-look',
    'tour/body',
    'tour/four-points',
    'tour/resolution',
    'tour/design',
    'tour/recordings',
    'tour',
  ],
  cli: [
    'options',
    'io',
    'threads',
    'process',
    'sharing',
    'reproduce',
    'serve',
    'init',
    'doctor',
    'shell',
    'commands/questions',
    'commands',
  ],
};

/** Which packages may use Node, and which packages of others each may use. The engine uses nobody. */
const NODE = ['queue', 'data', 'cli'];
const OTHERS: Record<string, string[]> = {
  engine: [],
  queue: ['bullmq', 'ioredis'],
  data: ['hyparquet', '@duckdb/node-api'],
  study: ['yaml', 'zod'],
  answers: [],
  experiments: [],
  workbench: [
    '@codemirror/autocomplete',
    '@codemirror/commands',
    '@codemirror/lang-yaml',
    '@codemirror/language',
    '@codemirror/lint',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/highlight',
    'preact',
    'preact/hooks',
    '@preact/signals',
    'yaml',
    'vite',
  ],
  cli: ['commander', '@resvg/resvg-wasm'],
};

/** Of data, only this folder may use Node and what runs there only: the rest runs in browsers. */
const DATA_ON_DISK = 'packages/data/src/node/';
const ON_DISK_ONLY = /^(node:|@duckdb\/)/;

/** Tests may use what tests are made of. */
const TEST_TOOLS = [
  'vitest',
  'vitest/suite',
  'vitest/node',
  'fast-check',
  'yaml',
  'zod',
  'playwright-core',
  'axe-core',
  'scripts/chromium.mjs',
  'scripts/compile-assembly.mjs',
  'scripts/result-schemas.mjs',
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

/** Why a file may not use another one of its package: the other stands above it, or nowhere. */
function upwards(own: string, file: string, name: string): string | undefined {
  const folders = FOLDERS[own];
  if (folders === undefined || isTest(file)) return undefined;
  const place = (path: string) =>
    folders.reduce(
      (best, folder, i) =>
        path.includes(`/src/${folder}/`) && folder.length > (folders[best]?.length ?? -1) ? i : best,
      -1,
    );
  const [from, to] = [place(file), place(name)];
  // What stands in no folder is the package's entry, which uses all of them.
  if (from < 0) return undefined;
  if (to < 0) return 'no folder uses what stands above all folders';
  return to > from ? `${folders[from]} may not use ${folders[to]}` : undefined;
}

const isTest = (file: string) =>
  /(\.test|-fixtures)\.tsx?$/.test(file) ||
  file.includes('/e2e/') ||
  /^(packages\/\w+|apps\/\w+|experiments)\/test\//.test(file);

/** More source files than this in one folder are no table of contents any more. */
const MOST_IN_A_FOLDER = 25;

/** Folders with more sources than a reader takes in, tests and what is generated apart. Only of packages with an order inside. */
export function crowded(files: readonly SourceFile[]): string[] {
  const count = new Map<string, number>();
  for (const { file } of files) {
    if (isTest(file) || file.includes('.generated.') || FOLDERS[packageOf(file)] === undefined) continue;
    const folder = file.slice(0, file.lastIndexOf('/'));
    count.set(folder, (count.get(folder) ?? 0) + 1);
  }
  return [...count].filter(([, n]) => n > MOST_IN_A_FOLDER).map(([folder, n]) => `${folder}: ${n} files`);
}

/** Files that use each other in a circle, type imports included; of packages with an order inside. */
export function cycles(files: readonly SourceFile[]): string[] {
  const imports = new Map(
    files.filter(({ file }) => FOLDERS[packageOf(file)] !== undefined).map((one) => [one.file, one.imports]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, way: readonly string[]) => {
    const again = way.indexOf(file);
    if (again >= 0) found.push([...way.slice(again), file].join(' → '));
    if (again >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) if (imports.has(next)) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

const packageOf = (file: string) => file.split('/')[/^(packages|apps)\//.test(file) ? 1 : 0]!;

/** Whether a package stands below another one. */
const isBelow = (lower: string, upper: string) => PACKAGES.indexOf(lower) < PACKAGES.indexOf(upper);

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
  const own = packageOf(file);
  const test = isTest(file);
  if (own === 'data' && !test && !file.startsWith(DATA_ON_DISK) && ON_DISK_ONLY.test(name))
    return 'this file runs in browsers too';
  if (/^(packages|apps|experiments)\//.test(name)) {
    if (packageOf(name) !== own) {
      // What is compared with the command line from end to end may run it.
      if (file.includes('/e2e/') && name === 'packages/cli/src/index.ts') return undefined;
      // What tests of a package stand on, those of the packages above may use.
      if (test && isTest(name) && isBelow(packageOf(name), own)) return undefined;
      return 'other packages are imported by name';
    }
    return upwards(own, file, name);
  }
  // The workbench shows the examples: it reads them as texts.
  if (own === 'workbench' && /^examples\/[^?]+\?raw$/.test(name)) return undefined;
  if (name.startsWith('node:'))
    return NODE.includes(own) || test ? undefined : `${own} runs in browsers too and uses no Node module`;
  // One name for it in the house; '@sightline/engine' is what others may rely on.
  if (name === '@sightline/engine' && !test) return "our packages use '@sightline/engine/internal'";
  const other =
    PACKAGE_NAMES[
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')
    ];
  if (other !== undefined) return isBelow(other, own) ? undefined : `${own} may not use ${other}`;
  if (OTHERS[own]?.includes(name) || (test && TEST_TOOLS.includes(name))) return undefined;
  return `${name} is not among the dependencies of ${own}`;
}
