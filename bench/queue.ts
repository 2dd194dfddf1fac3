// The queue: how much of two threads' speed two worker processes have, what a job costs, how soon the portion of a worker that
// died is made by another, and how soon a large input is there. On a Redis of its own.
import { once } from 'node:events';
import { join } from 'node:path';
import type { DividedWork } from '@sightline/engine/internal';
import { parseAddress, queueWorkers, startWorker } from '@sightline/queue';
import { benchServer } from './bench-server.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { answered, begun, ROOT, said, startedWorker } from './sightline.ts';

const PROGRAM = { version: 'bench', digest: '0'.repeat(16), architecture: process.arch };
const STUDY = join(ROOT, 'examples/calibration/study.yaml');

const work: DividedWork<Float64Array, number> = { name: 'bench', prepare: () => () => 0 };

const server = await benchServer();
const { url } = server;
const address = parseAddress(url, {});
const client = queueWorkers({ address, program: PROGRAM, say: () => {} });

await efficiency(Number(process.argv[2] ?? 20_000));
await costOfAJob();
await recovery();
await largeInput();
await server.end();
process.exit();

/** Wall time of the same command: two threads, and two processes of one thread each. */
async function efficiency(draws: number): Promise<void> {
  console.log(`calibrate with ${draws} draws, wall seconds`);
  const argv = ['calibrate', STUDY, '--draws', String(draws)];
  // The elapsed time that the command itself prints.
  const seconds = (more: string[]) => answered([...argv, ...more]).result.elapsed;
  const alone = [1, 2].map((seed) => seconds(['--seed', String(seed), '--workers', '2']));
  const workers = await Promise.all([1, 2].map(() => startedWorker(url)));
  const queued = [1, 2].map((seed) => seconds(['--seed', String(seed), '--queue', url]));
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

/** Processor time of client, worker and server for jobs that do nothing but take their time. */
async function costOfAJob(): Promise<void> {
  const [jobs, threads] = [600, 60];
  const worker = await workerHere(threads, () => new Promise((resolve) => setTimeout(resolve, 800)));
  const [start, served] = [process.cpuUsage(), server.cpuSeconds()];
  await client.run(work, Float64Array.of(1), jobs);
  const own = (1000 * cpuSeconds(start)) / jobs;
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
  const doomed = begun(['--input-type=module', '-e', script]);
  const made = client.run(work, Float64Array.of(2), 1);
  await said(doomed.stdout, /begun/);
  const other = await workerHere(1, async () => {});
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
  const worker = await workerHere(1, (given) => given());
  const start = performance.now();
  await client.run(work, input, 1);
  console.log(
    `an input of 34 MB: there, checked and answered in ${((performance.now() - start) / 1000).toFixed(2)} s (wanted: 2)`,
  );
  await worker.close();
}

/** A worker in this process, which does this with the input of each portion. */
function workerHere(threads: number, use: (input: () => Promise<unknown>) => Promise<unknown>) {
  return startWorker({
    address,
    program: PROGRAM,
    threads,
    say: () => {},
    maker: {
      knows: () => true,
      async make(_work, _digest, input, numbers) {
        await use(input);
        return numbers.map(() => 0);
      },
      close: async () => {},
    },
  });
}
