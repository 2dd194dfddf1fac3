// What stands in a published package and not in the project, made before `npm pack` and `npm publish` (prepack):
//   engine   the build, without what sources that are gone have left in it, and the one file for notebooks
//   command  in packages/cli: the bundle, the manual page, the page, the examples with the schema that they name, the licences of what is bundled
// `--clear` takes it away again (postpack). The command runs from packages/cli/command only where it has no sources.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledLicences, licencesText } from './bundled-licences.mjs';
import { run } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'packages/cli');
const LICENCES = 'THIRD-PARTY-LICENCES.txt';
const STAGED = ['command', 'man', 'page', 'examples', 'packages', LICENCES];

const [what] = process.argv.slice(2);
if (what === 'engine') stageEngine();
else if (what === 'command') stageCommand();
else if (what === '--clear') clear();
else throw new Error(`stage-packages.mjs engine, command or --clear; not ${what}`);

/** What is written here is no part of what npm prints: `npm pack --json` must stay JSON. */
function node(...args) {
  run(process.execPath, args, { stdio: ['inherit', 2, 2] });
}

function build() {
  node('scripts/list-kinds.mjs');
  node('scripts/build-kernels.mjs');
  node('node_modules/typescript/bin/tsc', '-b');
}

function stageEngine() {
  build();
  const [src, dist] = ['src', 'dist'].map((folder) => join(root, 'packages/engine', folder));
  for (const name of readdirSync(dist, { recursive: true })) {
    const of = name.match(/^(.*?)(\.d\.ts|\.js)(\.map)?$/)?.[1];
    if (of !== undefined && !existsSync(join(src, `${of}.ts`))) rmSync(join(dist, name));
  }
  node('scripts/single-file.mjs');
}

function stageCommand() {
  build();
  node('scripts/bundle-command.mjs');
  clear();
  const dist = join(cli, 'dist');
  const { folder } = JSON.parse(readFileSync(join(dist, 'bundle.json'), 'utf8'));
  mkdirSync(join(cli, 'command'));
  for (const name of readdirSync(join(dist, folder)).filter((one) => !one.endsWith('.map'))) {
    const text = readFileSync(join(dist, folder, name), 'utf8');
    // Maps lead to sources, which stay in the project.
    writeFileSync(join(cli, 'command', name), text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
  }
  mkdirSync(join(cli, 'man'));
  const manual = execFileSync(process.execPath, [join(cli, 'bin/sightline.js'), 'man'], { encoding: 'utf8' });
  writeFileSync(join(cli, 'man/sightline.1'), manual);
  node(
    'node_modules/vite/bin/vite.js',
    'build',
    'apps/workbench',
    '--outDir',
    join(cli, 'page'),
    '--emptyOutDir',
  );
  cpSync(join(root, 'examples'), join(cli, 'examples'), {
    recursive: true,
    // How their data were made is told by the project.
    filter: (path) => !basename(path).startsWith('make-') && !basename(path).endsWith('-report'),
  });
  // Where the examples' first line looks for it.
  const schema = 'packages/study/study.schema.json';
  mkdirSync(dirname(join(cli, schema)), { recursive: true });
  cpSync(join(root, schema), join(cli, schema));
  writeFileSync(join(cli, LICENCES), licencesText(bundledLicences(root)));
}

function clear() {
  for (const folder of STAGED) rmSync(join(cli, folder), { recursive: true, force: true });
}
