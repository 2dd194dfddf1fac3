import { describe, expect, it } from 'vitest';
import { drawnCourse, drawnRecords, recordsCsv, type TableRecord } from './record-fixtures.ts';
import { answered, refused, STUDY, TABLE, withRecords } from './retrospect-fixtures.ts';

describe('a table of states', () => {
  it('has the fields of the contract', async () => {
    const result = await answered(STUDY);
    expect(result).toMatchObject({
      sightline: 1,
      command: 'retrospect',
      study: 'study.yaml',
      seed: 0,
      repairs: [],
      records: 20,
      units: 16,
      skipped: [],
      weights: 'unit',
      grid: { points: 8, reading: 'anchor', seconds: 30, rounding: 'nearest', block: 1 },
      folds: { seed: 0, outer: 5, inner: 3 },
    });
    expect(result.warnings).toEqual([]);
    // 20 records of 40 epochs of 30 s.
    expect(result.hours).toBeCloseTo((20 * 40 * 30) / 3600, 12);
    const { templates, contrasts, supports, cohort } = result.targets.A;
    expect(cohort).toEqual({ kind: 'all', name: 'all', records: 20, units: 16 });
    expect(Object.keys(templates)).toEqual([
      'contiguous-2',
      'contiguous-4',
      'dispersed-2',
      'dispersed-4',
      'aware-2',
      'aware-4',
    ]);
    expect(supports['dispersed-4']).toEqual(new Array(5).fill([0, 2, 5, 7]));
    expect(contrasts.map(({ a, b }: Record<string, string>) => `${a} ${b}`)).toEqual([
      'dispersed-2 contiguous-2',
      'dispersed-4 contiguous-4',
      'aware-2 contiguous-2',
      'aware-4 contiguous-4',
    ]);
    for (const { a, b, difference, low, high } of contrasts) {
      expect(difference).toBeCloseTo(templates[a].r2 - templates[b].r2, 12);
      expect(low).toBeLessThanOrEqual(difference);
      expect(high).toBeGreaterThanOrEqual(difference);
    }
  });

  it('gives the same for the same seed, and other folds for another', async () => {
    const [a, again, b] = await Promise.all([answered(STUDY), answered(STUDY), answered(STUDY, { seed: 5 })]);
    expect(again).toEqual(a);
    expect(b.targets).not.toEqual(a.targets);
    expect(a.inputHash).toBe(b.inputHash);
    const changed = await answered(STUDY, {}, { 'states.csv': TABLE.replace(',a\n', ',b\n') });
    expect(changed.inputHash).not.toBe(a.inputHash);
  });

  it('sees the whole record with as many points as epochs, and its mean is that of the records', async () => {
    const records = drawnRecords(16, 8);
    const study = {
      ...withRecords({ grid: { points: 8 } }),
      templates: { layouts: ['dispersed'], budgets: [8] },
    };
    const { targets } = await answered(study, {}, { 'states.csv': recordsCsv(records) });
    // The target is the mean of what is read, so that only the penalty keeps R² from 1.
    expect(targets.A.templates['dispersed-8'].r2).toBeGreaterThan(0.999);
    const share = ({ course }: TableRecord) =>
      course.filter(([state]) => state === 'a').length / course.length;
    const units = new Map<string, number[]>();
    for (const record of records) units.set(record.unit, [...(units.get(record.unit) ?? []), share(record)]);
    const means = [...units.values()].map((own) => own.reduce((a, b) => a + b) / own.length);
    expect(targets.A.mean).toBeCloseTo(means.reduce((a, b) => a + b) / means.length, 12);
    const byRecord = await answered(
      { ...study, records: { ...study.records, weights: 'record' } },
      {},
      {
        'states.csv': recordsCsv(records),
      },
    );
    expect(byRecord.targets.A.mean).toBeCloseTo(
      records.map(share).reduce((a, b) => a + b) / records.length,
      12,
    );
  });

  it('takes invalid time out, and skips records that are too short for the grid', async () => {
    const records = drawnRecords(16);
    records.push({ record: 'short', unit: 'u99', stratum: 'odd', course: drawnCourse(1, 5) });
    const gaps = records.map((one) => ({ ...one, course: [...one.course, ['?', 600] as const] }));
    const result = await answered(withRecords({ invalid: ['?'] }), {}, { 'states.csv': recordsCsv(gaps) });
    expect(result.hours).toBeCloseTo((20 * 40 * 30) / 3600, 12);
    expect(result.skipped).toEqual([{ file: 'short', why: expect.stringContaining('5 valid epochs') }]);
    expect(result.records).toBe(20);
  });

  it('looks at strata and cohorts by themselves, and leaves out what is too small', async () => {
    const study = withRecords({
      strata: 'separately',
      baselines: ['stratum', 'hours'],
      cohorts: { 'A-some': { above: 0.2, below: 0.8 }, 'A-none': { above: 0.999 } },
    });
    const { targets, warnings } = await answered(study, {}, { 'states.csv': recordsCsv(drawnRecords(24)) });
    expect(Object.keys(targets)).toEqual(['A', 'A-even', 'A-odd', 'A-some']);
    expect(targets['A-odd'].cohort).toEqual({ kind: 'stratum', name: 'odd', records: 12, units: 12 });
    expect(targets['A-some'].cohort.records).toBeLessThan(targets.A.cohort.records);
    expect(warnings[0]).toEqual({
      kind: 'left-out',
      path: 'records.cohorts.A-none',
      what: expect.stringContaining('too few'),
    });
  });

  it('takes folds from a file, and says so', async () => {
    const folds = drawnRecords(16).map(({ record, unit }) => {
      const u = Number(unit.slice(1));
      const outer = u % 2;
      return [record, unit, outer, ...[0, 1].map((k) => (k === outer ? '' : u % 3))].join(',');
    });
    const text = `${['record,subject,outer,inner0,inner1', ...folds].join('\n')}\n`;
    const study = withRecords({ folds: 'folds.csv' });
    const result = await answered(study, {}, { 'folds.csv': text });
    expect(result.folds).toEqual({ file: 'folds.csv' });
    expect(result.targets.A.supports['aware-2']).toHaveLength(2);
    const split = text.replace('r4-1,u4,0,,1', 'r4-1,u4,1,1,');
    const [subject] = await refused(study, {}, { 'folds.csv': split });
    expect(subject!.why).toContain("this subject's record r4-0 is in other folds than its record r4-1");
    const [divided] = await refused(study, {}, { 'folds.csv': split.replace('r4-1,u4', 'r4-1,') });
    expect(divided!.why).toContain('folds.csv: the unit u4 stands in two outer folds');
    const [lacking] = await refused(study, {}, { 'folds.csv': text.replace('r7-0', 'other') });
    expect(lacking!.why).toContain('folds.csv has no folds for 1 of 20 records, such as r7-0');
    const [broken] = await refused(study, {}, { 'folds.csv': text.replace('r7-0,u7,1', 'r7-0,u7,one') });
    expect(broken).toMatchObject({ file: 'folds.csv', path: 'records.folds[9].outer' });
  });

  it('does it all again on subsamples and from fewer units', async () => {
    const { stability, sweep } = await answered(STUDY, { stability: 6, sweep: true, budget: 3 });
    expect(stability).toMatchObject({ target: 'A', budget: 3, subsamples: 6, share: 0.8 });
    expect(stability.differences.map(({ a, b }: Record<string, string>) => [a, b])).toEqual([
      ['aware-3', 'kernelQuadrature-3'],
      ['aware-3', 'dispersed-3'],
    ]);
    for (const { values, low, high, median } of stability.differences) {
      expect(values).toHaveLength(6);
      expect(low).toBeLessThanOrEqual(median);
      expect(high).toBeGreaterThanOrEqual(median);
    }
    expect(sweep.sizes.at(-1)).toMatchObject({ whole: true, units: 12 });
    expect((await refused(STUDY, { sweep: true, target: 'B' }))[0]).toMatchObject({ accepted: 'A' });
    expect((await answered(STUDY, { target: 'A' })).warnings).toMatchObject([{ kind: 'option-unused' }]);
  });

  it('answers where all that is read is the same, though the records differ', async () => {
    // State a comes once, at another epoch than any anchor.
    const records = Array.from({ length: 14 }, (_, u) => ({
      record: `r${u}`,
      unit: `u${u}`,
      course: [
        ['b', 30],
        ['a', 10 + u],
        ['b', 2400 - 40 - u],
      ] as const,
    }));
    const study = withRecords({ epoch: { seconds: 1 }, grid: { points: 8 } });
    const { targets, warnings } = await answered(study, {}, { 'states.csv': recordsCsv(records) });
    expect(targets.A.supports['aware-2']).toEqual(new Array(5).fill([]));
    expect(targets.A.templates['dispersed-2'].r2).toBeLessThan(0);
    expect(warnings).toMatchObject([{ kind: 'few-points' }]);
  });
});
