import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, SIGHTLINE } from '../sightline.ts';
import type { LimitRow } from './limit-row.ts';

const WANTED = { version: 2.5, value: 5 };
const ROUNDS = 21;
const STUDY = join(ROOT, 'examples/shift/study.yaml');
/** A thread that comes up and has nothing to do. */
function threadUp(): string {
  const dist = join(ROOT, 'packages/cli/dist');
  const { folder } = JSON.parse(readFileSync(join(dist, 'bundle.json'), 'utf8')) as { folder: string };
  const thread = JSON.stringify(join(dist, folder, 'work-thread.js'));
  return `const { Worker } = require('node:worker_threads');
    const worker = new Worker(${thread}, { workerData: {} }).once('message', () => worker.terminate())`;
}

/** Tells at the end what the process has used, all of its threads and its start included. */
const HOOK = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, String((user + system) / 1e6));
});`;

export const row: LimitRow = {
  name: 'start',
  work: '`sightline --version`, a small `value`',
  wanted: `${WANTED.version} and ${WANTED.value} times a bare node`,
  measure() {
    // What users run, of what the packages are now.
    spawnSync(process.execPath, [join(ROOT, 'scripts/bundle-command.mjs')], { stdio: 'ignore' });
    const runs = {
      bare: ['-e', '0'],
      version: [SIGHTLINE, '--version'],
      help: [SIGHTLINE, '--help'],
      value: [SIGHTLINE, 'value', STUDY],
      thread: ['-e', threadUp()],
    };
    const folder = mkdtempSync(join(tmpdir(), 'sightline-start-'));
    const hook = join(folder, 'hook.cjs');
    writeFileSync(hook, HOOK);
    const seconds = (args: readonly string[]) => {
      const { output, status } = spawnSync(process.execPath, ['--require', hook, ...args], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
      return Number(output[3]);
    };
    try {
      // In turn, so that what else the machine does meets all of them.
      const took = Array.from({ length: ROUNDS }, () =>
        Object.fromEntries(Object.entries(runs).map(([name, args]) => [name, seconds(args)])),
      );
      const of = (name: keyof typeof runs) => median(took.map((round) => round[name]!));
      const times = (name: keyof typeof runs) => of(name) / of('bare');
      const ms = (name: keyof typeof runs) => `${Math.round(1000 * of(name))} ms`;
      return {
        reached: `${times('version').toFixed(1)} and ${times('value').toFixed(1)} times (${ms('version')}, ${ms('value')}; node ${ms('bare')})`,
        met: times('version') <= WANTED.version && times('value') <= WANTED.value,
        more: [
          `--help: ${times('help').toFixed(1)} times (${ms('help')})`,
          `a node with one thread that comes up: ${times('thread').toFixed(1)} times (${ms('thread')})`,
        ],
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
