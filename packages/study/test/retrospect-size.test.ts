// Times in another unit, epochs next to nothing, headers that promise centuries: refused before anything is allocated.
import { describe, expect, it } from 'vitest';
import { drawnCourse, drawnRecords, recordsCsv, rhythmFiles } from './record-fixtures.ts';
import { answered, refused, STUDY, TABLE, withRecords } from './retrospect-fixtures.ts';

const SECONDS = 'records.epoch.seconds';
const scaled = (csv: string, factor: number) =>
  csv.replace(/,(\d+),(\d+),/g, (_, from, to) => `,${from * factor},${to * factor},`);

describe('epochs by the billion', () => {
  it.each([1e-6, 1e-12, 5e-324])('of %s s', async (seconds) => {
    const [problem, ...others] = await refused(withRecords({ epoch: { seconds } }));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ path: SECONDS, line: 8 });
    expect(problem!.why).toMatch(/the record 'r0-0' would have (1\.2e9|1\.2e15|more than 9e15) epochs/);
    expect(problem!.accepted).toContain('at most 1.0e7 epochs in a record');
  });

  it.each([1e6, 1e9, 1e300])('of times that are %s times as large', async (factor) => {
    const [problem] = await refused(STUDY, {}, { 'states.csv': scaled(TABLE, factor) });
    expect(problem).toMatchObject({ path: SECONDS });
  });

  it('of blocks: what counts is how many epochs there are', async () => {
    const fine = withRecords({ epoch: { seconds: 0.0001, block: 300_000 } });
    expect((await answered(fine)).hours).toBeCloseTo((20 * 40 * 30) / 3600, 9);
  });

  it('of many records together, none of which has too many', async () => {
    const [problem] = await refused(
      withRecords({ epoch: { seconds: 0.0002 }, targets: { A: ['a'], B: ['b'] }, other: [] }),
      {},
      {
        'states.csv': recordsCsv(drawnRecords(80)),
      },
    );
    expect(problem).toMatchObject({ path: SECONDS });
    expect(problem!.why).toContain('together, for 2 targets');
  });

  it('of values: numbers of samples that are no longer exact', async () => {
    const rows = drawnRecords(16).flatMap(({ record, course }) =>
      course.map(([state], k) => `${record},${k * 1e12},${state === 'a' ? 1 : 0}`),
    );
    const table = `record,time,value\n${rows.join('\n')}\n`;
    const study = (seconds: number) => withRecords({ epoch: { seconds }, targets: { A: 'mean' } });
    expect((await refused(study(1e-9), {}, { 'states.csv': table }))[0]).toMatchObject({ path: SECONDS });
    expect((await answered(study(1e12), {}, { 'states.csv': table })).records).toBe(20);
  });
});

it('points of the grid, records and targets together', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `r${i},0,${2000 + i},a\nr${i},${2000 + i},6000,b`);
  const study = withRecords({ grid: { points: 2000 }, epoch: { seconds: 1 } });
  const [problem] = await refused(study, {}, { 'states.csv': `record,from,to,state\n${rows.join('\n')}\n` });
  expect(problem).toMatchObject({
    path: 'records.grid.points',
    accepted: expect.stringContaining('up to 1666 points'),
  });
});

it('draws of every budget of a fine grid', async () => {
  const study = {
    ...withRecords({ grid: { points: 2000 }, epoch: { seconds: 0.1 } }),
    templates: {
      layouts: ['contiguous', 'dispersed'],
      budgets: Array.from({ length: 2000 }, (_, k) => k + 1),
    },
  };
  const [problem] = await refused(study, { draws: 20000 });
  expect(problem).toMatchObject({
    path: 'templates.budgets',
    accepted: expect.stringContaining('up to 1000 budgets'),
  });
});

it('a file of a folder whose header promises a million years is skipped as others that are damaged', async () => {
  const rhythm = (number: number) =>
    drawnCourse(number, 120).map(([state, seconds]) => [state === 'a' ? 'AFIB' : 'N', seconds * 10] as const);
  const files: Record<string, string | Uint8Array> = {};
  for (let i = 10; i < 34; i++)
    for (const [name, content] of Object.entries(rhythmFiles(String(i), rhythm(i))))
      files[`data/ltafdb/${name}`] = content;
  const study = { sightline: 1, records: { preset: 'ltafdb' } };
  for (const header of ['10 0 128 9007199254740991\n', '10 0 1e-300 9007199254740991\n']) {
    const result = await answered(study, { data: 'data' }, { ...files, 'data/ltafdb/10.hea': header });
    expect(result.records).toBe(23);
    expect(result.skipped).toEqual([
      { file: '10', why: expect.stringContaining('its times cannot be right') },
    ]);
  }
});
