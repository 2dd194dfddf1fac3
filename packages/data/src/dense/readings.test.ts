import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDense } from '../../test/read-dense.ts';
import { parseDenseCsv } from './parse.ts';
import type { DenseRequest } from './units.ts';

const times = Float64Array.of(0.5, 1.5);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Values and numbers of readings, by unit; the same whichever way the text is read. */
async function averaged(text: string, request: Partial<DenseRequest> = {}) {
  const whole: DenseRequest = { times, duplicates: 'average', ...request };
  const here = parseDenseCsv(text, whole);
  const file = join(folder, 'dense.csv');
  await writeFile(file, text);
  expect(await readDense(file, whole)).toEqual(here);
  if (!here.ok) throw new Error(JSON.stringify(here.problems));
  const { units, values, readings } = here.data;
  return {
    readings,
    byUnit: Object.fromEntries(
      units.map((unit, i) => [unit, [0, 1].map((j) => [values.data[i * 2 + j], readings?.data[i * 2 + j]])]),
    ),
  };
}

const WIDE = 'unit,0.5,1.5\na,1,2\nb,4,6\na,3,\nc,5,7\na,5,4\n';
const LONG =
  'unit,time,value\na,0.5,1\na,1.5,2\nb,0.5,4\nb,1.5,6\na,0.5,3\nc,0.5,5\nc,1.5,7\na,0.5,5\na,1.5,4\n';

it.each([
  ['wide', WIDE, { missing: 'drop' as const }],
  ['long', LONG, {}],
])('each average comes with the number of its readings: %s', async (_format, text, request) => {
  expect((await averaged(text, request)).byUnit).toEqual({
    a: [
      [3, 3],
      [3, 2],
    ],
    b: [
      [4, 1],
      [6, 1],
    ],
    c: [
      [5, 1],
      [7, 1],
    ],
  });
});

it('a value that was interpolated counts as one reading', async () => {
  const text = 'unit,0.5,1.5,2.5\na,1,,5\nb,4,6,2\nb,2,6,2\n';
  const read = parseDenseCsv(text, {
    times: Float64Array.of(0.5, 1.5, 2.5),
    duplicates: 'average',
    missing: 'interpolate',
  });
  expect(read.ok && [...read.data.readings!.data]).toEqual([1, 1, 1, 2, 2, 2]);
});

it('without averages there are no numbers, and replicates have counts of their own', async () => {
  expect((await averaged('unit,0.5,1.5\na,1,2\nb,4,6\n')).readings).toBeUndefined();
  expect((await averaged(LONG.replace('a,0.5,3\n', '').replace(/a,0.5,5\na,1.5,4\n$/, ''))).readings).toBe(
    undefined,
  );
  const replicates = 'unit,rep,0.5,1.5\na,1,1,2\na,1,3,4\na,2,5,5\nb,1,4,6\n';
  expect((await averaged(replicates, { replicates: 'rep' })).readings).toBeUndefined();
});
