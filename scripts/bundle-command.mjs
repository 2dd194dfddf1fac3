// Puts the command with all that it needs of our packages into few files, so that it starts quickly: what every command needs,
// and for each command and each kind of thread what is theirs. They go into a folder of their own, named after what is in it,
// and packages/cli/dist/bundle.json says which one it is: a command that runs meanwhile keeps its files.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'packages/cli');
const dist = join(cli, 'dist');
const pointer = join(dist, 'bundle.json');
/** Of each, `tsc -b` writes dist/.tsbuildinfo where it has changed. */
const PACKAGES = [
  'packages/engine',
  'packages/data',
  'packages/study',
  'packages/answers',
  'packages/queue',
  'experiments',
  'packages/cli',
];
const A_DAY = 86_400_000;

/** When each of the files was written that change with what is bundled: bin/sightline.js looks whether they still are the same. */
const from = Object.fromEntries(
  [
    ...PACKAGES.map((folder) => join(root, folder, 'dist/.tsbuildinfo')),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ].map((file) => [
    relative(dist, file).replaceAll('\\', '/'),
    statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null,
  ]),
);

function isCurrent() {
  try {
    const made = JSON.parse(readFileSync(pointer, 'utf8'));
    return JSON.stringify(made.from) === JSON.stringify(from) && existsSync(join(dist, made.folder));
  } catch {
    return false;
  }
}

async function bundled() {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: {
      sightline: join(cli, 'src/run.ts'),
      // Threads look for it beside the file that starts them.
      'work-thread': join(cli, 'src/threads/work-thread.ts'),
    },
    platform: 'node',
    resolve: { conditionNames: ['@sightline/source', 'import', 'node', 'default'] },
    // What is found by its own files (native code, WebAssembly, fonts) or needed only where somebody has a queue.
    external: [/^@duckdb\//, /^@resvg\//, /^@expo-google-fonts\//, /^bullmq/, /^ioredis/],
  });
  const { output } = await build.generate({
    // A folder as deep as theirs will be: source maps tell the way to the sources.
    dir: join(dist, 'bundle'),
    // Node loads these in less time than modules: they are read at once, without a turn for each.
    format: 'cjs',
    strict: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  return Object.fromEntries(output.map((file) => [file.fileName, file.code ?? file.source]));
}

if (!isCurrent()) {
  const files = { ...(await bundled()), 'package.json': '{ "type": "commonjs" }\n' };
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(files).filter(([name]) => !name.endsWith('.map'))))
    .digest('hex');
  const folder = `bundle-${digest.slice(0, 16)}`;
  if (!existsSync(join(dist, folder))) {
    const before = join(dist, `.${folder}.${process.pid}.new`);
    mkdirSync(before, { recursive: true });
    for (const [name, content] of Object.entries({ ...files, digest }))
      writeFileSync(join(before, name), content);
    try {
      renameSync(before, join(dist, folder));
    } catch (error) {
      // Somebody else may have made it in the meantime.
      rmSync(before, { recursive: true });
      if (!existsSync(join(dist, folder))) throw error;
    }
  }
  writeFileSync(`${pointer}.${process.pid}.new`, `${JSON.stringify({ folder, from }, null, 2)}\n`);
  renameSync(`${pointer}.${process.pid}.new`, pointer);
  for (const name of readdirSync(dist).filter((one) => /^\.?bundle-/.test(one) && one !== folder))
    if (Date.now() - statSync(join(dist, name)).mtimeMs > A_DAY)
      rmSync(join(dist, name), { recursive: true });
}
