// A table in eight files, read by the workers of a queue: `npm run bench -- shards [UNITS]`. The same bytes as one process, the rate of one
// worker, and what follows for 10^9 readings. The files are made in the folder for temporary files and deleted.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { timeGrid } from '@sightline/engine/internal';
import { benchServer } from './bench-server.ts';

const SIGHTLINE = fileURLToPath(new URL('../../packages/cli/bin/sightline.js', import.meta.url));
const [POINTS, SHARDS, DRAWS] = [128, 8, 200];
const units = Number(process.argv[2] ?? 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'sightline-shards-'));
const workers: ChildProcess[] = [];
process.on('exit', () => {
  for (const worker of workers) worker.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
await writeShards();
const study = join(folder, 'study.yaml');
writeFileSync(
  study,
  `sightline: 1
time: { horizon: 10, points: ${POINTS} }
target: mean
calibration: { data: "shard-*.parquet", noise: 0.01 }
protocols: { a: { at: [2, 8], noise: 0.1 }, b: { at: [1, 5, 9], noise: 0.1 } }
`,
);

const server = await benchServer();
const alone = asked(['--workers', '1']);
const rows = [{ name: 'one process, one thread', ...alone }];
for (const count of [1, 2]) {
  while (workers.length < count) await begin();
  const queued = asked(['--queue', server.url, '--share', folder]);
  if (queued.answer !== alone.answer) throw new Error('the answers differ');
  rows.push({ name: `${count} ${count === 1 ? 'worker' : 'workers'} of one thread`, ...queued });
}
await server.end();
console.log(
  `${units} units on ${POINTS} times in ${SHARDS} files: calibrate with ${DRAWS} draws, seconds; the answers have the same bytes`,
);
for (const { name, seconds } of rows)
  console.log(
    `  ${name.padEnd(26)}${seconds.toFixed(1).padStart(7)}   ${((units * POINTS) / seconds / 1e6).toFixed(1)} million readings a second`,
  );
const rate = (units * POINTS) / rows[1]!.seconds;
for (const hosts of [1, 10, 100])
  console.log(
    `  10^9 readings at the rate of one worker: ${hosts} ${hosts === 1 ? 'thread' : 'threads'} ${(1e9 / rate / hosts).toFixed(0)} s`,
  );
process.exit();

async function writeShards(): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '4GB' });
  const connection = await instance.connect();
  const columns = Array.from(timeGrid(10, POINTS).times, (time) => `random() + random() - 1 AS "${time}"`);
  for (let shard = 0; shard < SHARDS; shard++) {
    const [from, to] = [shard, shard + 1].map((edge) => Math.floor((edge * units) / SHARDS));
    await connection.run(
      `COPY (SELECT 'unit ' || i AS unit, ${columns.join(', ')} FROM range(${from}, ${to}) r(i)) TO '${folder}/shard-${shard}.parquet' (FORMAT parquet)`,
    );
  }
}

function asked(more: readonly string[]): { seconds: number; answer: string } {
  const argv = [SIGHTLINE, 'calibrate', study, '--json', '--draws', String(DRAWS), ...more];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  const { elapsed } = JSON.parse(stdout) as { elapsed: number };
  return { seconds: elapsed, answer: stdout.replace(/"elapsed": [\d.]+/, '') };
}

async function begin(): Promise<void> {
  const argv = [SIGHTLINE, 'worker', '--queue', server.url, '--threads', '1', '--share', folder];
  const worker = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  workers.push(worker);
  let said = '';
  worker.stderr.on('data', (text) => {
    said += text;
  });
  while (!said.includes('Ctrl-C ends it'))
    await Promise.race([once(worker.stderr, 'data'), once(worker, 'exit')]);
}
