// `npm run clients`: the clients for Python and R against the command, and their vignettes from beginning to end. Needs Debian's
// python3, pandas, nbconvert and R with jsonlite and rmarkdown; as root on Debian they are installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackage } from './debian.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'sightline-clients-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const env = {
  ...process.env,
  // The command of this folder unless another one is to be tried, such as that of a package.
  SIGHTLINE:
    process.env.SIGHTLINE || `"${process.execPath}" "${join(root, 'packages/cli/bin/sightline.js')}"`,
  R_LIBS: scratch,
  PYTHONDONTWRITEBYTECODE: '1',
};

/** Whether a program can do what is asked of it. */
const works = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Debian's Python has Debian's pandas; another one on the path may not. */
const PYTHONS = ['/usr/bin/python3', 'python3', 'python'];
const WANTED = [
  [() => PYTHONS.some((name) => works(name, '-c', 'import pandas')), 'python3-pandas'],
  [() => PYTHONS.some((name) => works(name, '-c', 'import nbconvert, ipykernel')), 'python3-nbconvert'],
  [() => PYTHONS.some((name) => works(name, '-c', 'import ipykernel')), 'python3-ipykernel'],
  [() => works('Rscript', '-e', 'library(jsonlite)'), 'r-cran-jsonlite'],
  [() => works('Rscript', '-e', 'library(rmarkdown)'), 'r-cran-rmarkdown'],
  [() => works('pandoc', '--version'), 'pandoc'],
];
for (const [there, name] of WANTED) if (!there()) installPackage(name, 'For the clients');
const missing = WANTED.filter(([there]) => !there()).map(([, name]) => name);
if (missing.length > 0) {
  console.error(
    `The tests of the clients need ${missing.join(', ')} (Debian's names). Install them and run it again.`,
  );
  process.exit(1);
}
const python = PYTHONS.find((name) => works(name, '-c', 'import pandas, nbconvert, ipykernel'));

function run(folder, program, ...args) {
  console.log(`\n── ${program} ${args.join(' ')}`);
  const { status, error } = spawnSync(program, args, { cwd: join(root, folder), stdio: 'inherit', env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

run('clients/python', python, '-m', 'unittest', 'discover', '-s', 'tests');
run(
  'clients/python/vignettes',
  python,
  '-m',
  'nbconvert',
  '--to',
  'html',
  '--execute',
  'sightline.ipynb',
  '--output-dir',
  scratch,
);
run('clients/r', 'Rscript', 'tests/client.R');
run('clients', 'R', 'CMD', 'INSTALL', `--library=${scratch}`, 'r');
run('clients/r', 'Rscript', 'tests/client.R');
const render = `rmarkdown::render("sightline.Rmd", output_dir = ${JSON.stringify(scratch)}, intermediates_dir = ${JSON.stringify(scratch)}, knit_root_dir = getwd(), quiet = TRUE)`;
run('clients/r/vignettes', 'Rscript', '-e', render);
