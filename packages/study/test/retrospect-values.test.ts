// Records told by values at times, against the same records told by states.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const STATES = readFileSync(
  fileURLToPath(new URL('../../../examples/records-table/shifts.csv', import.meta.url)),
  'utf8',
);
const EPOCH = 60;

/** 1 while something is lifted and 0 otherwise, once a minute. */
function asValues(csv: string): string {
  const [, ...rows] = csv.trim().split('\n');
  const cells = rows.map((row) => row.split(','));
  const out = ['record,unit,stratum,years,time,value'];
  cells.forEach(([record, unit, stratum, years, time, state], i) => {
    const next = cells[i + 1];
    if (state === '' || next?.[0] !== record) return;
    for (let t = Number(time); t < Number(next![4]); t += EPOCH)
      out.push([record, unit, stratum, years, t, state === 'lift' ? 1 : 0].join(','));
  });
  return `${out.join('\n')}\n`;
}

const study = (table: string, targets: string, more = '') => `
sightline: 1
records:
  table: ${table}
  grid: { points: 48, reading: anchor }
  epoch: { seconds: ${EPOCH}, rounding: nearest }
  targets: ${targets}
  baselines: [stratum, hours, years]
${more}
templates: { layouts: [contiguous, dispersed, aware], budgets: [4, 8] }
`;

const retrospect = (text: string, files: Record<string, string>) =>
  ask('retrospect', { 'study.yaml': text, ...files }, { draws: 100 });

describe('records of values', () => {
  const values = asValues(STATES);

  it('zeros and ones say what states said, as a share and as a mean', async () => {
    const [a, b] = await Promise.all([
      retrospect(study('s.csv', '{ lift: [lift] }'), { 's.csv': STATES }),
      retrospect(study('v.csv', '{ high: { above: 0.5 }, average: mean }'), { 'v.csv': values }),
    ]);
    expect([a.code, b.code]).toEqual([0, 0]);
    expect(b.result.hours).toBe(a.result.hours);
    for (const name of ['high', 'average'])
      for (const [template, { r2 }] of Object.entries<{ r2: number }>(a.result.targets.lift.templates))
        expect(b.result.targets[name].templates[template].r2, `${name} ${template}`).toBeCloseTo(r2, 12);
    expect(b.result.targets.high).toMatchObject({ states: [], value: { above: 0.5 } });
    expect(b.result.targets.average).toMatchObject({ states: [], value: 'mean' });
    expect(a.result.targets.lift).toMatchObject({ states: ['lift'], value: null });
  });

  it('a mean may be any number, and so may the limits of a cohort', async () => {
    const hundred = values.replace(/,1$/gm, ',137.5').replace(/,0$/gm, ',-20');
    const { code, result } = await retrospect(
      study('v.csv', '{ load: mean }', '  cohorts: { busy: { above: 10 } }'),
      { 'v.csv': hundred },
    );
    expect(code).toBe(0);
    expect(result.targets.busy.cohort.records).toBeGreaterThan(9);
    expect(result.targets.busy.mean).toBeGreaterThan(10);
  });

  it('readings go into the sample that they fall into, unless said otherwise', async () => {
    // Ten minutes a sample, a reading every five: two in each.
    const rows = values.split('\n').filter((row, i) => i === 0 || Number(row.split(',')[4]) % 300 === 0);
    const longer = study('v.csv', '{ load: mean }').replace('seconds: 60, rounding: nearest', 'seconds: 600');
    const [own, down] = await Promise.all([
      retrospect(longer, { 'v.csv': `${rows.join('\n')}\n` }),
      retrospect(longer.replace('seconds: 600', 'seconds: 600, rounding: down'), {
        'v.csv': `${rows.join('\n')}\n`,
      }),
    ]);
    expect(own.code).toBe(0);
    expect(own.result.grid.rounding).toBe('down');
    expect(own.result.targets).toEqual(down.result.targets);
  });

  it.each([
    ['v.csv', '{ lift: [lift] }', '', 'the table has values, not states', 'records.targets.lift'],
    ['s.csv', '{ high: mean }', '', 'the records have states, not values', 'records.targets.high'],
    [
      's.csv',
      '{ a: [03], b: [lift] }',
      '',
      'read as the number 3, which names another state',
      'records.targets.a[0]',
    ],
    ...['invalid', 'other'].map((field): [string, string, string, string, string] => [
      's.csv',
      '{ b: [lift] }',
      `  ${field}: [pause, 1e3]`,
      'read as the number 1000, which names another state',
      `records.${field}[1]`,
    ]),
    ['v.csv', '{ high: {} }', '', 'neither limit is given', 'records.targets.high'],
    [
      'v.csv',
      '{ high: { above: 2, below: 1 } }',
      '',
      'no value lies between these limits',
      'records.targets.high',
    ],
    [
      'v.csv',
      '{ high: { above: 0.5 } }',
      '  cohorts: { some: { above: 3 } }',
      'a target is a share of time',
      'records.cohorts.some.above',
    ],
    [
      'v.csv',
      '{ high: median }',
      '',
      'for a table of values mean, { above, below }, or',
      'records.targets.high',
    ],
  ])('refuses %s with %s %s: %s', async (table, targets, more, why, path) => {
    const files = { 's.csv': STATES, 'v.csv': values };
    const { code, result } = await retrospect(study(table, targets, more), files);
    expect(code).toBe(3);
    const said = (one: Record<string, string>) => `${one.path}: ${one.why}; ${one.accepted}`;
    expect(result.problems.map(said).join('\n')).toContain(why);
    expect(result.problems.map(({ path }: { path: string }) => path)).toContain(path);
  });
});
