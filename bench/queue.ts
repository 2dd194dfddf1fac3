// The queue: how much of two threads' speed two worker processes have, what a job costs, how soon the portion of a worker that
// died is made by another, and how soon a large input is there. On a Redis of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DividedWork } from '@sightline/engine/internal';
import { type PieceMaker, parseAddress, queueWorkers, startWorker } from '@sightline/queue';
import { benchServer } from './bench-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIGHTLINE = join(ROOT, 'packages/cli/bin/sightline.js');
const PROGRAM = { version: 'bench', digest: '0'.repeat(16), architecture: process.arch };
const STUDY = join(ROOT, 'examples/calibration/study.yaml');

const work: DividedWork<Float64Array, number> = { name: 'bench', prepare: () => () => 0 };

const children: ChildProcess[] = [];
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

const server = await benchServer();
const { url } = server;
const address = parseAddress(url, {});

await efficiency(Number(process.argv[2] ?? 20_000));
await costOfAJob();
await recovery();
await largeInput();
await server.end();
process.exit();

/** Wall time of the same command: two threads, and two processes of one thread each. */
async function efficiency(draws: number): Promise<void> {
  console.log(`calibrate with ${draws} draws, wall seconds`);
  const argv = ['calibrate', STUDY, '--draws', String(draws), '--json'];
  const alone = [1, 2].map((seed) => seconds([...argv, '--seed', String(seed), '--workers', '2']));
  const workers = await Promise.all([1, 2].map(() => worker()));
  const queued = [1, 2].map((seed) => seconds([...argv, '--seed', String(seed), '--queue', url]));
  const row = (name: string, wanted: number, i: number) =>
    console.log(
      `  ${name}: two threads ${alone[i]!.toFixed(2)}, two workers ${queued[i]!.toFixed(2)}, efficiency ` +
        `${(alone[i]! / queued[i]!).toFixed(2)} (wanted ${wanted})`,
    );
  row('workers just started', 0.85, 0);
  row('workers that have worked', 0.9, 1);
  for (const one of workers) one.kill('SIGTERM');
  await Promise.all(workers.map((one) => once(one, 'exit')));
}

/** The elapsed time that the command itself prints. */
function seconds(argv: readonly string[]): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [SIGHTLINE, ...argv], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { elapsed: number }).elapsed;
}

/** Processor time of client, worker and server for jobs that do nothing but take their time. */
async function costOfAJob(): Promise<void> {
  const [jobs, threads] = [600, 60];
  const worker = await startWorker({
    address,
    program: PROGRAM,
    threads,
    maker: maker(() => new Promise((resolve) => setTimeout(resolve, 800))),
    say: () => {},
  });
  const [start, served] = [process.cpuUsage(), server.cpuSeconds()];
  await queueWorkers({ address, program: PROGRAM, say: () => {} }).run(work, Float64Array.of(1), jobs);
  const { user, system } = process.cpuUsage(start);
  const own = (user + system) / 1000 / jobs;
  const theirs = (1000 * (server.cpuSeconds() - served)) / jobs;
  console.log(
    `a job: ${own.toFixed(2)} ms of client and worker, ${theirs.toFixed(2)} of the server, ${(own + theirs).toFixed(2)} together (wanted: at most 3)`,
  );
  await worker.close();
}

/** From the death of a worker that has begun a portion to its end by another. */
async function recovery(): Promise<void> {
  const script = `import { parseAddress, startWorker } from '@sightline/queue';
    await startWorker({ address: parseAddress('${url}', {}), program: ${JSON.stringify(PROGRAM)}, threads: 1, say() {},
      maker: { knows: () => true, make: () => { console.log('begun'); return new Promise(() => {}); }, async close() {} } });`;
  const doomed = begin(process.execPath, ['--input-type=module', '-e', script]);
  const made = queueWorkers({ address, program: PROGRAM, say: () => {} }).run(work, Float64Array.of(2), 1);
  await said(doomed, 'stdout', /begun/);
  const other = await startWorker({
    address,
    program: PROGRAM,
    threads: 1,
    maker: maker(async () => {}),
    say: () => {},
  });
  doomed.kill('SIGKILL');
  const died = performance.now();
  await made;
  console.log(
    `a worker dies: its portion is made by another after ${((performance.now() - died) / 1000).toFixed(1)} s (wanted: at most 20)`,
  );
  await other.close();
}

/** From the call to the first piece that has seen an input of 34 MB, and back. */
async function largeInput(): Promise<void> {
  const input = new Float64Array(34e6 / 8).map((_, i) => i);
  const worker = await startWorker({
    address,
    program: PROGRAM,
    threads: 1,
    maker: maker(async (given) => (await given()) as Float64Array),
    say: () => {},
  });
  const start = performance.now();
  await queueWorkers({ address, program: PROGRAM, say: () => {} }).run(work, input, 1);
  console.log(
    `an input of 34 MB: there, checked and answered in ${((performance.now() - start) / 1000).toFixed(2)} s (wanted: 2)`,
  );
  await worker.close();
}

function maker(use: (input: () => Promise<unknown>) => Promise<unknown>): PieceMaker {
  return {
    knows: () => true,
    async make(_work, _digest, input, numbers) {
      await use(input);
      return numbers.map(() => 0);
    },
    close: async () => {},
  };
}

function begin(program: string, argv: readonly string[]): ChildProcess {
  const child = spawn(program, argv, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function worker(): Promise<ChildProcess> {
  const child = begin(process.execPath, [SIGHTLINE, 'worker', '--queue', url, '--threads', '1']);
  await said(child, 'stderr', /Ctrl-C ends it/);
  return child;
}

function said(child: ChildProcess, where: 'stdout' | 'stderr', what: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child[where]!.on('data', (more) => {
      text += String(more);
      if (what.test(text)) resolve();
    });
    child.on('exit', () => reject(new Error(text)));
  });
}
