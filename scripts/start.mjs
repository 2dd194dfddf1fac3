// `npm start`: a built-in example from study file to answer, then the workbench until Ctrl-C.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureInstalled, root, run } from './ensure-installed.mjs';

const SIGHTLINE = 'packages/cli/bin/sightline.js';
/** What `sightline serve` ends with where its port is taken. */
const TAKEN = 3;

ensureInstalled();
if (!existsSync(`${root}apps/workbench/dist/index.html`))
  run('npm', ['run', '--silent', 'build', '-w', '@sightline/workbench'], { stdio: ['inherit', 2, 2] });
console.log('$ npx sightline value examples/shift/study.yaml\n');
run(process.execPath, [SIGHTLINE, 'value', 'examples/shift/study.yaml']);

// A browser is opened for somebody who sits in front of it, and for nobody else.
const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
const hasDisplay =
  process.platform === 'darwin' || process.platform === 'win32' || DISPLAY || WAYLAND_DISPLAY;
const open = process.stdout.isTTY && !CI && hasDisplay ? ['--open'] : [];

/** Serves until it is stopped; the exit code of the command. */
function serve(...options) {
  console.log(`\n$ ${['npx sightline serve', ...options].join(' ')}\n`);
  const child = spawn(process.execPath, [SIGHTLINE, 'serve', ...options, ...open], {
    cwd: root,
    stdio: 'inherit',
  });
  // Ctrl-C reaches both: the command ends by itself, and this waits for it.
  const wait = () => {};
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', wait).on('SIGTERM', end);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', end);
      resolve(signal === 'SIGTERM' ? 143 : (code ?? 1));
    });
  });
}

const code = await serve();
process.exitCode = code === TAKEN ? await serve('--port', '0') : code;
