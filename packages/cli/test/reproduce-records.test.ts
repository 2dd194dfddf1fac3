// Figures and tables that need recordings: left out with a reason where there are none, and as published where there are.
// Those that take longest are asked by `npm run check`; the numbers that they show are compared in published-records.test.ts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thisThread } from '@sightline/engine/internal';
import { EXPERIMENTS } from '@sightline/experiments';
import { describe, expect, it } from 'vitest';
import { nodeStudyFiles } from '../src/process/node-study-files.ts';

const data = process.env.SIGHTLINE_DATA || fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const there = ['sleep-edfx', 'ltafdb', 'splits'].every((name) => existsSync(join(data, name)));
if (!there)
  console.warn(
    `sleep-edfx, ltafdb or splits is not in ${data}: skipped. SIGHTLINE_DATA names the folder that holds them.`,
  );

const LONG = ['figure-3', 'figure-4', 'table-sleep'];
const asked = (name: string) => process.env.SIGHTLINE_PAPER !== undefined || !LONG.includes(name);
const NEED_RECORDS = ['figure-3', 'figure-4', 'table-sleep', 'table-af', 'sensitivity', 'af-grid'];
const run = (name: string, from: string | undefined) =>
  EXPERIMENTS.find((experiment) => experiment.name === name)!.run({
    workers: thisThread,
    seed: 1,
    quick: true,
    files: nodeStudyFiles(),
    data: from,
  });

describe.each(NEED_RECORDS)('%s', (name) => {
  it.each([undefined, '/nowhere'])('without recordings (%s): says so and has no rows', async (from) => {
    const { rows, skipped } = await run(name, from);
    expect(rows).toEqual([]);
    expect(skipped).toMatch(/(sleep-edfx|ltafdb)/);
  });

  it.skipIf(!there || !asked(name))('no number differs from the published one without a reason', async () => {
    const { rows, skipped } = await run(name, data);
    expect(skipped).toBeUndefined();
    expect(rows.length).toBeGreaterThan(0);
    for (const { what, verdict, note } of rows) expect(verdict, `${what}: ${note}`).not.toBe('differs');
  });
});
