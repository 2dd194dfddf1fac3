// Days of units on a grid by the clock. The numbers beside ours are numpy's, of the example's table:
// python3 bench/numpy_records.py examples/records-clock/glucose.csv 4x3 patient when glucose 180 meals=7,12,18 fasting=6 night=0-5
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ask, type Files } from './ask.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const TABLE = read('../../../examples/records-clock/glucose.csv');
const NUMPY: {
  records: number;
  units: number;
  targets: Record<string, Record<string, Record<string, number>>>;
} = JSON.parse(read('records-clock.json'));

/** Units in the order of their names, dealt out to four outer folds, and of each those to three inner ones. */
function foldsCsv(): string {
  const records = [
    ...new Set(
      TABLE.trim()
        .split('\n')
        .slice(1)
        .map((row) => {
          const [, patient, when] = row.split(',');
          return `${patient} ${when!.slice(0, 10)}`;
        }),
    ),
  ];
  const units = [...new Set(records.map((record) => record.slice(0, 3)))].sort();
  const rows = records.map((record) => {
    const unit = units.indexOf(record.slice(0, 3));
    const inner = [0, 1, 2, 3].map((k) => (unit % 4 === k ? '' : Math.floor(unit / 4) % 3));
    return [record, unit % 4, ...inner].join(',');
  });
  return `record,outer,inner0,inner1,inner2,inner3\n${rows.join('\n')}\n`;
}

const STUDY = {
  sightline: 1,
  time: { horizon: 24, points: 24, unit: 'h', start: '00:00' },
  records: {
    table: 'glucose.csv',
    columns: { unit: 'patient', time: 'when', value: 'glucose' },
    split: 'day',
    missing: 'drop',
    grid: { points: 24, time: 'clock' },
    targets: { mean: 'mean', above: { above: 180 } },
    folds: 'folds.csv',
  },
  protocols: {
    meals: { at: ['07:30', '12:30', '18:30'] },
    fasting: { at: '06:30' },
    night: [{ at: '03:00', width: 6 }],
  },
  templates: { layouts: ['middles', 'dispersed', 'protocols'], budgets: [1, 2, 4, 6] },
};
const withRecords = (change: object, more: object = {}) => ({
  ...STUDY,
  records: { ...STUDY.records, ...change },
  ...more,
});
const retrospect = (study: object, files: Files = {}) =>
  ask(
    'retrospect',
    { 'study.yaml': stringify(study), 'glucose.csv': TABLE, 'folds.csv': foldsCsv(), ...files },
    { draws: 50 },
  );
async function answered(study: object, files: Files = {}) {
  const { code, result } = await retrospect(study, files);
  expect(code, JSON.stringify(result.problems)).toBe(0);
  return result;
}
async function refused(study: object, files: Files = {}) {
  const { code, result } = await retrospect(study, files);
  expect(code).toBe(3);
  return (result.problems as { path: string; why: string; accepted: string; line: number }[]).map(
    ({ path, why, accepted }) => `${path}: ${why}; ${accepted}`,
  );
}

describe('days by the clock', () => {
  it('have the R², errors and values in the sample that numpy has', async () => {
    const result = await answered(STUDY);
    expect([result.records, result.units]).toEqual([NUMPY.records, NUMPY.units]);
    for (const [target, templates] of Object.entries(NUMPY.targets))
      for (const [name, { low, high, ...exact }] of Object.entries(templates)) {
        const own = result.targets[target].templates[name];
        for (const [field, value] of Object.entries(exact))
          expect(Math.abs(own[field] / value - 1), `${target} ${name} ${field}`).toBeLessThan(1e-9);
        // Student's quantile is expanded to its first term.
        expect(Math.abs(own.low - low!)).toBeLessThan(0.02 * (high! - low!));
        expect(Math.abs(own.high - high!)).toBeLessThan(0.02 * (high! - low!));
      }
    expect(result.protocols.night).toEqual([{ at: 3, width: 6, first: 0, last: 5, noise: 0 }]);
    expect(result.grid).toMatchObject({ time: 'clock', horizon: 24, unit: 'h', start: '00:00' });
    expect(result.ignored).toEqual(['serial']);
    expect(result.missing).toMatchObject({ rule: 'drop', dropped: 8, filled: 0 });
    expect(result.skipped).toHaveLength(8);
    expect(result.targets.above).toMatchObject({ reads: 'values', value: { above: 180 } });
  });

  it('are the same from a packed file, in another order, in minutes and with offsets', async () => {
    const [head, ...rows] = TABLE.trim().split('\n');
    const { targets } = await answered(STUDY);
    const same = async (study: object, table: string | Uint8Array) =>
      expect((await answered(study, { 'glucose.csv': table })).targets).toEqual(targets);
    await same(STUDY, new Uint8Array(gzipSync(TABLE)));
    await same(STUDY, `${[head, ...rows.reverse()].join('\n')}\n`);
    await same(
      {
        ...STUDY,
        time: { horizon: 1440, points: 24, unit: 'min', start: '00:00' },
        protocols: {
          ...STUDY.protocols,
          night: [{ at: '03:00', width: 360 }],
        },
      },
      TABLE,
    );
    await same(STUDY, TABLE.replace(/(T\d\d:\d\d)/g, '$1:00+02:00'));
  });

  it('begin where the horizon begins', async () => {
    const { records, folds: _, ...rest } = { ...STUDY, folds: 0 };
    const { folds: _folds, ...without } = records;
    const night = {
      ...rest,
      time: { horizon: 12, points: 12, unit: 'h', start: '18:00' },
      records: { ...without, grid: { time: 'clock' } },
      protocols: { late: { at: '23:30' } },
      templates: { layouts: ['protocols'] },
    };
    const result = await answered(night);
    expect(result.grid).toMatchObject({ points: 12, start: '18:00' });
    expect(result.protocols.late).toMatchObject([{ first: 5, last: 5 }]);
    // Of each patient's days a half night before the first, and one after the last, have empty hours.
    expect(result.missing.dropped).toBeGreaterThanOrEqual(24);
    expect(result.missing.outside).toBeGreaterThan(0);
    const rows = TABLE.split('\n').filter((row) => /p01,2024-05-0(1T(1[89]|2)|2T0[0-5])/.test(row));
    const mean = rows.reduce((sum, row) => sum + Number(row.split(',')[3]), 0) / rows.length;
    expect(rows).toHaveLength(24);
    expect(mean).toBeGreaterThan(50);
  });

  it('with gaps are filled between cells, and dropped where an end is empty', async () => {
    const { missing, records } = await answered(withRecords({ missing: 'interpolate' }));
    expect(missing).toMatchObject({ rule: 'interpolate' });
    expect(missing.dropped + missing.records).toBe(8);
    expect(records).toBe(NUMPY.records + missing.records);
    expect(missing.filled).toBeGreaterThanOrEqual(3 * missing.records);
  });

  it('may have indicators for readings, and limits that are included', async () => {
    const indicators = await answered({
      ...withRecords({ targets: { above: { above: 180 }, range: { between: [70, 180] } } }),
      templates: { ...STUDY.templates, reads: 'indicators' },
    });
    const { above, range } = indicators.targets;
    expect(above.reads).toBe('indicators');
    expect(above.templates['middles-4'].r2).not.toBeCloseTo(NUMPY.targets.above!['middles-4']!.r2!, 3);
    const cells = await answered(
      withRecords({ targets: { low: { below: 70 }, range: { between: [70, 180] }, above: { above: 180 } } }),
    );
    expect(cells.targets.low.mean + cells.targets.range.mean + cells.targets.above.mean).toBeCloseTo(1, 12);
    expect(range.mean).toBe(cells.targets.range.mean);
  });

  it('read with noise, where readings are values', async () => {
    const noisy = await answered({
      ...STUDY,
      protocols: { meals: { at: ['07:30', '12:30', '18:30'], noise: 2500 }, exact: STUDY.protocols.meals },
      templates: { ...STUDY.templates, noise: 2500 },
    });
    const { templates } = noisy.targets.mean;
    expect(templates.exact.r2).toBeCloseTo(NUMPY.targets.mean!.meals!.r2!, 9);
    expect(templates.meals.r2).toBeLessThan(templates.exact.r2 - 0.1);
    expect(templates['middles-2'].r2).toBeLessThan(NUMPY.targets.mean!['middles-2']!.r2! - 0.1);
    expect(noisy.warnings.map(({ kind }: { kind: string }) => kind)).not.toContain('noise-unused');
    const states = await answered({
      ...STUDY,
      templates: { ...STUDY.templates, noise: 2500, reads: 'indicators' },
    });
    expect(states.warnings).toContainEqual(expect.objectContaining({ kind: 'noise-unused' }));
    expect(states.targets.above.templates.meals.r2).not.toBe(0);
  });
});

describe('what keeps days from being read', () => {
  it.each<[string, object, Files, string]>([
    [
      'no such column',
      withRecords({ columns: { unit: 'patient', time: 'when', value: 'sugar' } }),
      {},
      'the column sugar is missing',
    ],
    [
      'no horizon',
      { ...STUDY, time: undefined, protocols: undefined, templates: { layouts: ['middles'], budgets: [2] } },
      {},
      'a grid by the clock needs a horizon',
    ],
    [
      'two days',
      { ...STUDY, time: { horizon: 48, points: 48, unit: 'h' }, protocols: { a: { at: 3 } } },
      {},
      'time.horizon: a day is not as long as this',
    ],
    [
      'a unit of no length',
      { ...STUDY, time: { horizon: 24, points: 24, unit: 'visits' }, protocols: { a: { at: 3 } } },
      {},
      'time.unit: the length of this unit is not known',
    ],
    [
      'epochs',
      withRecords({ epoch: { seconds: 60 } }),
      {},
      'records.epoch: by the clock a grid point has the mean of its cell',
    ],
    [
      'gaps in relative time',
      withRecords({ grid: { points: 8 }, epoch: { seconds: 1800 } }),
      {},
      'records.missing: in relative time there are no empty cells',
    ],
    ['dates without a rule', withRecords({ split: undefined }), {}, 'rows have a date here'],
    ['mixed zones', STUDY, { 'glucose.csv': TABLE.replace('T00:00', 'T00:00Z') }, 'zones are mixed'],
    [
      'a date that does not exist',
      STUDY,
      { 'glucose.csv': TABLE.replace('2024-05-01T00:00', '2024-02-30T00:00') },
      'February 2024 has 29 days',
    ],
    [
      'an hour twice',
      STUDY,
      { 'glucose.csv': TABLE.replace('2024-05-01T00:30', '2024-05-01T00:00') },
      'this time stands twice in its record',
    ],
    [
      'limits the wrong way round',
      withRecords({ targets: { range: { between: [180, 70] } } }),
      {},
      'no value lies between these limits',
    ],
    [
      'a protocol called as a layout',
      { ...STUDY, protocols: { 'middles-2': { at: 3 } } },
      {},
      'layouts have names of this form',
    ],
    ['no protocols', { ...STUDY, protocols: undefined }, {}, 'the study has no protocols'],
    ['a negative noise', { ...STUDY, templates: { ...STUDY.templates, noise: -1 } }, {}, 'templates.noise'],
    [
      'a contrast of nothing',
      { ...STUDY, templates: { ...STUDY.templates, contrasts: [['meals', 'lunch']] } },
      {},
      'this is none of the layouts and protocols',
    ],
    [
      'only gaps',
      STUDY,
      { 'glucose.csv': TABLE.replace(/(T03:[03]0),\d+/g, '$1,NA') },
      'all 72 records are left out',
    ],
  ])('%s', async (_, study, files, expected) => {
    const problems = await refused(JSON.parse(JSON.stringify(study)), files);
    expect(problems.join('\n')).toContain(expected);
  });
});

describe('covariates', () => {
  const withColumn = (of: (patient: number) => string) =>
    TABLE.trim()
      .split('\n')
      .map((row, i) => `${row},${i === 0 ? 'arm' : of(Number(/p(\d\d)/.exec(row)![1]))}`)
      .join('\n');

  it('of names are indicators', async () => {
    const study = withRecords({ baselines: ['arm'] });
    const names = await answered(study, {
      'glucose.csv': withColumn((p) => (p % 2 === 0 ? 'insulin' : 'tablets')),
    });
    const numbers = await answered(study, { 'glucose.csv': withColumn((p) => String(p % 2)) });
    expect(names.targets.mean.baselineR2).toBeCloseTo(numbers.targets.mean.baselineR2, 12);
    expect(names.targets.mean.templates.meals.linearValue).toBeNull();
  });

  it.each<[string, (patient: number) => string, string]>([
    [
      'names and numbers',
      (p) => (p > 5 ? String(p) : 'none'),
      'has no finite number in arm, and others have; so it is with',
    ],
    ['a name for each unit', (p) => `x${p}`, 'this column has 24 names for 24 units'],
    ['nothing', (p) => (p > 5 ? 'a' : ''), 'has nothing in arm'],
  ])('have one problem for a column: %s', async (_, of, expected) => {
    const problems = await refused(withRecords({ baselines: ['arm'] }), { 'glucose.csv': withColumn(of) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  it('do not change within a record', async () => {
    const changing = TABLE.trim()
      .split('\n')
      .map((row, i) => `${row},${i === 0 ? 'arm' : i}`)
      .join('\n');
    const problems = await refused(withRecords({ baselines: ['arm'] }), { 'glucose.csv': changing });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('what changes in time is no baseline');
  });
});
