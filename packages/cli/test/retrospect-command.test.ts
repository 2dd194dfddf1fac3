import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { drawnCourse, drawnRecords, recordsCsv, rhythmFiles } from '../../study/test/record-fixtures.ts';
import { STUDY, TABLE, withRecords } from '../../study/test/retrospect-fixtures.ts';
import { runInMemory } from '../src/memory-io.ts';

type Files = Record<string, string | Uint8Array>;
const run = (study: object, argv: string[] = [], files: Files = {}, env = {}) =>
  runInMemory(
    ['retrospect', 'study.yaml', '--draws', '100', ...argv],
    { 'study.yaml': stringify(study), 'states.csv': TABLE, ...files },
    env,
  );

describe('a table of states', () => {
  it('gives the same bytes for the same seed', async () => {
    const [one, two, other] = await Promise.all([run(STUDY), run(STUDY), run(STUDY, ['--seed', '5'])]);
    expect(one.out).toBe(two.out);
    expect(other.out).not.toBe(one.out);
  });

  it('draws pictures', async () => {
    const argv = ['--json', '--stability', '6', '--sweep', '--budget', '3', '--plots', 'plots'];
    const { code, out, err, saved } = await run(STUDY, argv);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('5 pictures in plots') });
    expect(JSON.parse(out)).toMatchObject({
      stability: { budget: 3, subsamples: 6 },
      sweep: expect.anything(),
      elapsed: 0,
    });
    expect(Object.keys(saved).sort()).toEqual(
      ['r2', 'stability', 'supports-2', 'supports-4', 'sweep'].map((name) => `plots/${name}.svg`),
    );
    for (const svg of Object.values(saved)) expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('has text within 80 columns, which counts where ranges lie', async () => {
    const study = withRecords({
      strata: 'separately',
      targets: { A: ['a'], 'b, the other state of a record': ['b'] },
      other: [],
    });
    const { code, out } = await run(study, ['--stability', '3', '--sweep'], {
      'states.csv': recordsCsv(drawnRecords(30)),
    });
    expect(code).toBe(0);
    for (const line of out.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    // Many sizes of the sweep go into several blocks.
    const many = recordsCsv(drawnRecords(132));
    const wide = await run(STUDY, ['--sweep', '--budget', '2'], { 'states.csv': many });
    expect(wide.out).toContain('\nminus dispersed ');
    for (const line of wide.out.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(out).toMatch(/dispersed over contiguous: range above\s+zero in \d of 4/);
    expect(out).toContain('fold 4      0 │');
  });
});

it('records of values are said in words', async () => {
  const rows = drawnRecords(16).flatMap(({ record, course }) =>
    course.map(([state], k) => `${record},${30 * k},${state === 'a' ? 1 : 0}`),
  );
  const study = withRecords({
    targets: { high: { above: 0.5, below: 2 }, average: 'mean' },
    other: undefined,
  });
  const { code, out } = await run(study, [], { 'states.csv': `record,time,value\n${rows.join('\n')}\n` });
  expect(code).toBe(0);
  expect(out).toContain('share of time with values above 0.5 and below 2');
  expect(out).toContain('mean value');
  for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

it('SIGHTLINE_DATA names the folder of a preset as --data does', async () => {
  const rhythm = (number: number) =>
    drawnCourse(number, 120).map(([state, seconds]) => [state === 'a' ? 'AFIB' : 'N', seconds * 10] as const);
  const folder: Files = {};
  for (let i = 10; i < 34; i++)
    for (const [name, content] of Object.entries(rhythmFiles(String(i), rhythm(i))))
      folder[`data/ltafdb/${name}`] = content;
  const study = { sightline: 1, records: { preset: 'ltafdb' } };
  const byOption = await run(study, ['--json', '--data', 'data'], folder);
  expect(byOption).toMatchObject({ code: 0, err: '' });
  expect(await run(study, ['--json'], folder, { SIGHTLINE_DATA: 'data' })).toEqual(byOption);
});
