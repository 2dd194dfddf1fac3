// A table in eight files, read by the workers of a queue: `npm run bench -- shards [UNITS]`. The same bytes as one process, the rate of one
// worker, and what follows for 10^9 readings. The files are made in the folder for temporary files and deleted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeGrid } from '@sightline/engine/internal';
import { benchServer } from './bench-server.ts';
import { answered, startedWorker } from './sightline.ts';
import { writeUnits } from './write-units.ts';

const [POINTS, SHARDS, DRAWS] = [128, 8, 200];
const units = Number(process.argv[2] ?? 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'sightline-shards-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (let shard = 0; shard < SHARDS; shard++) {
  const [from, to] = [shard, shard + 1].map((edge) => Math.floor((edge * units) / SHARDS));
  await writeUnits(join(folder, `shard-${shard}.parquet`), timeGrid(10, POINTS).times, from!, to!);
}
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
  await startedWorker(server.url, '--share', folder);
  const queued = asked(['--queue', server.url, '--share', folder]);
  if (queued.text !== alone.text) throw new Error('the answers differ');
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

/** With the seconds that the command itself prints. */
function asked(more: readonly string[]) {
  const { result, text } = answered(['calibrate', study, '--draws', String(DRAWS), ...more]);
  return { seconds: result.elapsed, text };
}
