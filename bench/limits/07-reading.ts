import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPieces, streamDense } from '@sightline/data/node';
import { timeGrid, type Workers } from '@sightline/engine/internal';
import { cpuSeconds } from '../cpu-seconds.ts';
import type { LimitRow } from './limit-row.ts';

const UNITS = 1_000_000;
const WANTED = { seconds: 3, megabytes: 400 };

const self = fileURLToPath(import.meta.url);
/** Every step is a process of its own, so that memory is that of the reading alone. */
const STEPS = {
  async write(file: string, points: number) {
    // Loaded by this step alone: the others' memory is measured.
    const { writeUnits } = await import('../write-units.ts');
    await writeUnits(file, timeGrid(10, points).times, 0, UNITS);
  },
  async read(file: string, points: number, threads: number) {
    const { times } = timeGrid(10, points);
    const kind = { points, withTargets: false };
    const pool = new URL('../../../packages/cli/dist/threads/worker-threads.js', import.meta.url).href;
    const { workerThreads } = (await import(pool)) as { workerThreads(threads: number): Workers };
    const found = await readPieces(file, { times }, kind, { workers: workerThreads(threads) });
    if (found?.report.units !== UNITS) throw new Error('the file was not read in pieces');
  },
  async stream(file: string, points: number) {
    const end = await streamDense(file, { times: timeGrid(10, points).times }, () => {});
    if (!end.ok) throw new Error(JSON.stringify(end.problems));
  },
};

interface Spent {
  wall: number;
  cpu: number;
  megabytes: number;
}

function step(name: keyof typeof STEPS, file: string, points: number, threads = 1): Spent {
  const run = spawnSync(process.execPath, [self, name, file, String(points), String(threads)], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Spent;
}

if (process.argv[1] === self) {
  const [name, file, points, threads] = process.argv.slice(2) as [keyof typeof STEPS, string, string, string];
  const [start, before] = [performance.now(), process.cpuUsage()];
  await STEPS[name](file, Number(points), Number(threads));
  const wall = (performance.now() - start) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ wall, cpu: cpuSeconds(before), megabytes } satisfies Spent));
}

export const row: LimitRow = {
  name: 'reading',
  work: 'a million units × 128, Parquet',
  wanted: `${WANTED.seconds} s on two threads, ${WANTED.megabytes} MB`,
  measure() {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
    const text = ({ wall, cpu, megabytes }: Spent) =>
      `${wall.toFixed(1)} s (${cpu.toFixed(1)} s of the processor), ${Math.round(megabytes)} MB`;
    try {
      const more: string[] = [];
      let reached: Spent | undefined;
      for (const points of [24, 128]) {
        const file = join(folder, `${points}.parquet`);
        step('write', file, points);
        const size = `${points} points, ${Math.round(statSync(file).size / 1e6)} MB`;
        for (const threads of [1, 2]) {
          reached = step('read', file, points, threads);
          more.push(
            `${size}: moments with ${threads} ${threads === 1 ? 'thread' : 'threads'} ${text(reached)}`,
          );
        }
        more.push(`${size}: rows alone, by DuckDB ${text(step('stream', file, points))}`);
        rmSync(file);
      }
      const { wall, megabytes } = reached!;
      return {
        reached: text(reached!),
        met: wall <= WANTED.seconds && megabytes <= WANTED.megabytes,
        more,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
