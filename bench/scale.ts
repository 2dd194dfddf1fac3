// What follows for many hosts: the cost of a job and of a piece is measured on a Redis of this machine, and the queue is then
// simulated with those costs. Client and server are one line of work each; threads take what waits; portions are cut as the
// client cuts them. Nothing here needs more than one host.
import type { DividedWork } from '@sightline/engine/internal';
import { parseAddress, queueWorkers } from '@sightline/queue';
import { benchServer } from './bench-server.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { EarliestFirst } from './earliest-first.ts';
import { begun, said } from './sightline.ts';

const PROGRAM = { version: 'scale', digest: '0'.repeat(16), architecture: process.arch };
const work: DividedWork<Float64Array, Float64Array> = {
  name: 'scale',
  prepare: () => () => new Float64Array(0),
};
/** Portions as the client cuts them, and how many it gives out for each thread. */
const [PORTION, LEAST, AHEAD] = [0.7, 0.05, 3];

/** Processor seconds of client, server and worker. */
interface Cost {
  client: number;
  server: number;
  worker: number;
}

const server = await benchServer();
const address = parseAddress(server.url, {});
const perJob = await cost({ pieces: 600, threads: 60, milliseconds: 800, bytes: 8 });
const perPieces = await cost({ pieces: 20_000, threads: 2, milliseconds: 0, bytes: 256 });
await server.end();
/** What a job costs beside its pieces, and each piece of a few numbers. */
const job = scaled(perJob, 1 / 600);
const piece = scaled(perPieces, 1 / 20_000);
const shown = ({ client, server: own, worker }: Cost) =>
  `client ${(1000 * client).toFixed(3)} ms, server ${(1000 * own).toFixed(3)}, worker ${(1000 * worker).toFixed(3)}`;
console.log(`a job: ${shown(job)}\na piece of 256 bytes: ${shown(piece)}`);

console.log(
  `\n${'pieces'.padStart(9)}${'each'.padStart(9)}${'hosts'.padStart(7)}${'threads'.padStart(9)}${'seconds'.padStart(10)}` +
    `${'efficiency'.padStart(12)}${'client busy'.padStart(13)}${'server busy'.padStart(13)}`,
);
for (const [pieces, each] of [
  [100_000, 0.002],
  [1_000_000, 0.02],
  [100_000, 1],
  [10_000, 30],
] as const)
  for (const hosts of [1, 10, 100, 1000]) {
    const { seconds, client, own } = simulated(pieces, each, 8 * hosts);
    const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
    console.log(
      `${String(pieces).padStart(9)}${`${each} s`.padStart(9)}${String(hosts).padStart(7)}${String(8 * hosts).padStart(9)}` +
        `${seconds.toFixed(1).padStart(10)}${percent((pieces * each) / (seconds * 8 * hosts)).padStart(12)}` +
        `${percent(client / seconds).padStart(13)}${percent(own / seconds).padStart(13)}`,
    );
  }
process.exit();

/** What a run costs whose pieces take so long without doing anything. */
async function cost(of: {
  pieces: number;
  threads: number;
  milliseconds: number;
  bytes: number;
}): Promise<Cost> {
  const script = `import { parseAddress, startWorker } from '@sightline/queue';
    const piece = new Float64Array(${of.bytes / 8});
    const worker = await startWorker({ address: parseAddress('${server.url}', {}), program: ${JSON.stringify(PROGRAM)},
      threads: ${of.threads}, say() {}, maker: { knows: () => true, async close() {},
        async make(work, digest, input, numbers) {
          await new Promise((resolve) => setTimeout(resolve, ${of.milliseconds}));
          return numbers.map(() => piece);
        } } });
    console.log('up');
    const start = process.cpuUsage();
    process.on('SIGTERM', async () => {
      const { user, system } = process.cpuUsage(start);
      console.log('cpu ' + (user + system) / 1e6);
      await worker.close();
      process.exit();
    });`;
  const child = begun(['--input-type=module', '-e', script]);
  child.stderr.pipe(process.stderr);
  await said(child.stdout, /up/);
  const [start, served] = [process.cpuUsage(), server.cpuSeconds()];
  await queueWorkers({ address, program: PROGRAM, say: () => {} }).run(
    work,
    Float64Array.of(of.pieces),
    of.pieces,
  );
  const client = cpuSeconds(start);
  const own = server.cpuSeconds() - served;
  const worker = said(child.stdout, /cpu ([\d.]+)\n/);
  child.kill('SIGTERM');
  return { client, server: own, worker: Number((await worker)[1]) };
}

function scaled({ client, server: own, worker }: Cost, by: number): Cost {
  return { client: client * by, server: own * by, worker: worker * by };
}

/** Seconds until all is merged, and how long client and server were busy. Half of a job is giving it out. */
function simulated(pieces: number, each: number, threads: number) {
  let [left, merged, clientAt, serverAt, client, own] = [pieces, 0, 0, 0, 0, 0];
  const atClient = (from: number, seconds: number) => {
    client += seconds;
    clientAt = Math.max(clientAt, from) + seconds;
    return clientAt;
  };
  const atServer = (from: number, seconds: number) => {
    own += seconds;
    serverAt = Math.max(serverAt, from) + seconds;
    return serverAt;
  };
  /** Moments at which portions wait, and at which threads are free, each in its order. */
  const waiting = new EarliestFirst();
  const free = new EarliestFirst();
  for (let thread = 0; thread < threads; thread++) free.push(0, 0);
  const done = new EarliestFirst();
  let given = 0;
  const giveOut = (now: number) => {
    while (left > 0 && given < AHEAD * threads) {
      const portion = Math.min(
        left,
        Math.max(
          1,
          Math.min(
            Math.floor(PORTION / each),
            Math.max(Math.ceil(left / (2 * threads)), Math.floor(LEAST / each)),
          ),
        ),
      );
      left -= portion;
      given++;
      waiting.push(atServer(atClient(now, job.client / 2), job.server / 2), portion);
    }
  };
  const takeUp = () => {
    while (waiting.size > 0 && free.size > 0) {
      const [ready, portion] = waiting.pop();
      const [idle] = free.pop();
      const end = Math.max(ready, idle) + portion * (each + piece.worker) + job.worker;
      free.push(end, 0);
      done.push(end, portion);
    }
  };
  giveOut(0);
  takeUp();
  while (merged < pieces) {
    const [end, portion] = done.pop();
    const stored = atServer(end, job.server / 2 + portion * piece.server);
    const now = atClient(stored, job.client / 2 + portion * piece.client);
    merged += portion;
    given--;
    giveOut(now);
    takeUp();
  }
  return { seconds: clientAt, client, own };
}
