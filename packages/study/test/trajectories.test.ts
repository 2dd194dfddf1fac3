import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../examples/calibration/${name}`, import.meta.url), 'utf8');
const table = example('days.csv');
const study = (calibration: string, more = '') => `
sightline: 1
time: { horizon: 24, points: 12, unit: h }
target: mean
protocols: { two: { at: [7, 19], noise: 100 }, four: { at: [5, 11, 17, 23], noise: 100 } }
${more}calibration: { data: days.csv, noise: 100, estimand: linear, ${calibration} }
`;
const byPatient = study('columns: { unit: patient, trajectory: day }');

const rows = table.trim().split('\n');
const cells = (row: string) => row.split(',');

describe('patients and days', () => {
  it('are units and trajectories, in calibrate, plan and design alike', async () => {
    const files = { 'study.yaml': byPatient, 'days.csv': table };
    const { result } = await ask('calibrate', files, { draws: 200 });
    expect(result).toMatchObject({ units: 30, trajectories: 150, resampled: { units: 30 } });
    for (const { designEffect } of Object.values<{ designEffect: number }>(result.protocols))
      expect(designEffect).toBeGreaterThan(1);
    const { result: plan } = await ask('plan', files, { draws: 200, gap: 0.03 });
    expect(plan).toMatchObject({ units: 30, trajectories: 150 });
    const needed = plan.clustering.needed.map(({ units }: { units: number }) => units);
    expect(needed.toSorted((a: number, b: number) => b - a)).toEqual(needed);
    const choice = 'catalogue: [{ at: [5, 11, 17, 23], noise: 100 }]\nchoose: { exactly: 2 }\n';
    const gaussian = study('columns: { unit: patient, trajectory: day }', choice).replace(
      'linear',
      'gaussian',
    );
    const { result: design } = await ask(
      'design',
      { ...files, 'study.yaml': gaussian },
      { under: 'draws', draws: 20 },
    );
    expect(design).toMatchObject({ units: 30, trajectories: 150, under: { laws: 20 } });
  });

  it('have wider intervals than days that are taken for units', async () => {
    const each = [
      rows[0]!.replace('patient,day', 'unit'),
      ...rows.slice(1).map((row, i) => [`u${i}`, ...cells(row).slice(2)].join(',')),
    ].join('\n');
    const { result: apart } = await ask('calibrate', {
      'study.yaml': study('missing: refuse'),
      'days.csv': each,
    });
    const { result } = await ask('calibrate', { 'study.yaml': byPatient, 'days.csv': table });
    expect(apart).toMatchObject({ units: 150, trajectories: 150 });
    expect(apart.protocols.two.designEffect).toBeUndefined();
    for (const name of ['two', 'four']) {
      const [own, other] = [result.protocols[name], apart.protocols[name]];
      expect(own.value).toBeCloseTo(other.value, 12);
      expect(own.standardError).toBeGreaterThan(1.1 * other.standardError);
    }
  });

  it('say the same in another order of rows and under other names', async () => {
    const shuffled = [rows[0], ...rows.slice(1).sort((a, b) => (cells(a)[5]! < cells(b)[5]! ? -1 : 1))]
      .join('\n')
      .replaceAll(/^p(\d)(\d)/gm, 'q$2$1');
    const answer = async (text: string) => {
      const { result } = await ask(
        'calibrate',
        { 'study.yaml': byPatient, 'days.csv': text },
        { draws: 100 },
      );
      return [result.protocols, result.comparisons, result.epsilon];
    };
    expect(await answer(shuffled)).toEqual(await answer(table));
  });

  it('whose labels tell that they belong together are asked about', async () => {
    const joined = [
      rows[0]!.replace('patient,day', 'unit'),
      ...rows.slice(1).map((row) => row.replace(',', '_day')),
    ].join('\n');
    const { result } = await ask('calibrate', { 'study.yaml': study('missing: refuse'), 'days.csv': joined });
    const found = result.warnings.find(({ kind }: { kind: string }) => kind === 'repeated-units');
    expect(found.what).toContain('such as "p02_day1" and "p02_day2"');
  });
});

describe('days that are independent', () => {
  const long = ['unit,time,value'];
  for (const row of rows.slice(1)) {
    const [patient, day, ...values] = cells(row);
    values.forEach((value, j) => {
      long.push(
        `${patient},2024-03-${day!.padStart(2, '0')}T${String(2 * j + 1).padStart(2, '0')}:00,${value}`,
      );
    });
  }
  const byDay = (calibration: string) =>
    study(`split: day, ${calibration}`).replace('unit: h', 'unit: h, start: "00:00"');

  it('are resampled with the trajectories of all units', async () => {
    const files = { 'study.yaml': byDay('independent: unit'), 'days.csv': long.join('\n') };
    const { result } = await ask('calibrate', files, { draws: 100 });
    expect(result).toMatchObject({ units: 30, trajectories: 150 });
    expect(result.independent).toBeUndefined();
    const { code, result: refused } = await ask('calibrate', {
      ...files,
      'study.yaml': byDay('independent: day'),
    });
    // Nine days are too few, however many patients there were on each.
    expect(code).toBe(3);
    expect(refused.problems[0]).toMatchObject({
      value: '9 days with 150 trajectories',
      accepted: 'at least 10 days',
    });
  });

  it('are counted as such', async () => {
    const more = long.map((line) =>
      line.replace(
        /^p(\d\d),2024-03-0(\d)/,
        (_, patient, day) => `p${patient},2024-03-${10 + ((Number(patient) + 2 * Number(day)) % 20)}`,
      ),
    );
    const { code, result } = await ask(
      'calibrate',
      { 'study.yaml': byDay('independent: day'), 'days.csv': more.join('\n') },
      { draws: 100 },
    );
    expect(code).toBe(0);
    expect(result).toMatchObject({ units: 20, independent: 'day', trajectories: 150, data: { units: 30 } });
  });
});
