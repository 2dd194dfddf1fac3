// Moments of a million trajectories from a Parquet file, and of fewer from a CSV, in one pass: rows a second and memory.
// `npm run bench -- read-dense [UNITS]`. The files are made in the folder for temporary files and deleted.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { streamDense } from '@sightline/data/node';
import { mergeMoments, momentsOf, noMoments, timeGrid } from '@sightline/engine/internal';
import { writeUnits } from './write-units.ts';

const POINTS = 128;
const grid = timeGrid(10, POINTS);

async function measure(file: string): Promise<void> {
  let moments = noMoments(POINTS);
  let computing = 0;
  const start = performance.now();
  const end = await streamDense(file, { times: grid.times }, ({ values }) => {
    const before = performance.now();
    moments = mergeMoments(moments, momentsOf(values));
    computing += performance.now() - before;
  });
  const seconds = (performance.now() - start) / 1000;
  if (!end.ok) throw new Error(JSON.stringify(end.problems));
  console.log(
    [
      file.split('.').at(-1)!.padEnd(10),
      String(moments.units).padStart(9),
      `${Math.round(statSync(file).size / 1e6)} MB`.padStart(10),
      `${seconds.toFixed(1)} s`.padStart(9),
      `${Math.round(moments.units / seconds)}`.padStart(12),
      `${(computing / 1000).toFixed(1)} s`.padStart(12),
      `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`.padStart(14),
    ].join(''),
  );
}

const [first = '1000000', file] = process.argv.slice(2);
// Written in a process of its own, so that its memory does not count.
if (file) await writeUnits(file, grid.times, 0, Number(first));
else {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  try {
    console.log(`${POINTS} times; reading and moments\n`);
    console.log('format        units       size  together  units a s  of it moments   peak memory');
    for (const [name, units] of [
      ['dense.parquet', Number(first)],
      ['dense.csv', Number(first) / 10],
    ] as const) {
      const made = join(folder, name);
      spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(units), made], {
        stdio: 'inherit',
      });
      await measure(made);
      rmSync(made);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
