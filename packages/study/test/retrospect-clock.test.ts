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

  it('are compared at the usual budgets, and with middles, unless something else is said', async () => {
    const { layouts, budgets } = await answered({
      ...STUDY,
      templates: { layouts: ['middles', 'protocols'] },
    });
    expect([layouts, budgets]).toEqual([['middles'], [1, 2, 4, 8, 16]]);
    const { templates: _, ...plain } = STUDY;
    const usual = await answered({ ...plain, realised: 'fasting' });
    expect(usual.layouts).toEqual([
      'middles',
      'contiguous',
      'aware',
      'kernelQuadrature',
      'posteriorVariance',
    ]);
    expect(Object.keys(usual.protocols)).toEqual(['meals', 'fasting', 'night']);
    const pairs = usual.targets.mean.contrasts.map(({ a, b }: { a: string; b: string }) => `${a} ${b}`);
    expect(pairs).toEqual(
      expect.arrayContaining(['middles-4 contiguous-4', 'meals fasting', 'night fasting']),
    );
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

describe('beside calibrate', () => {
  it.each([
    ['mean', 'mean'],
    ['above', { above: 180 }],
  ] as const)(
    'the value in the sample is the best-linear value of the same days: %s',
    async (name, target) => {
      const { targets } = await answered(STUDY);
      const { records: _, templates: _templates, ...rest } = STUDY;
      const calibration = {
        data: 'glucose.csv',
        columns: STUDY.records.columns,
        split: 'day',
        align: 'mean',
        missing: 'drop',
        estimand: 'linear',
        noise: 0,
      };
      const study = stringify({ ...rest, target, calibration });
      const { code, result } = await ask(
        'calibrate',
        { 'study.yaml': study, 'glucose.csv': TABLE },
        { draws: 100 },
      );
      expect(code, JSON.stringify(result.problems)).toBe(0);
      expect([result.units, result.trajectories]).toEqual([NUMPY.units, NUMPY.records]);
      for (const protocol of Object.keys(STUDY.protocols)) {
        const { linearValue, r2 } = targets[name].templates[protocol];
        expect(Math.abs(result.protocols[protocol].value - linearValue)).toBeLessThan(1e-9);
        expect(Math.abs(r2 - linearValue)).toBeGreaterThan(1e-4);
      }
    },
  );
});

describe('states by the clock', () => {
  // Nights from 22:00 on, in hours: a unit sleeps lightly, deeply or dreams, and wakes at times.
  const STATES = ['wake', 'light', 'deep', 'dream'];
  const rows = Array.from({ length: 30 }, (_, u) =>
    Array.from({ length: 32 }, (_hour, k) => {
      const state =
        STATES[Math.floor(Math.abs(7 * Math.sin(12.9898 * (u + 1) + 78.233 * (k + 1) + 0.1 * u * k))) % 4];
      return `n${u},${k / 4},${(k + 1) / 4},${state}`;
    }),
  ).flat();
  const table = `night,begin,stop,stage\n${rows.join('\n')}\n`;
  const study = {
    sightline: 1,
    time: { horizon: 8, points: 8, unit: 'h', start: '22:00' },
    records: {
      table: 'nights.csv',
      columns: { unit: 'night', from: 'begin', to: 'stop', state: 'stage' },
      grid: { time: 'clock' },
      targets: { dream: ['dream'], ofSleep: { states: ['dream'], of: ['light', 'deep', 'dream'] } },
      other: ['wake'],
    },
    templates: { layouts: ['middles', 'first', 'aware'], budgets: [2, 8] },
  };

  it('have shares of cells, and ratios of them', async () => {
    const result = await answered(study, { 'nights.csv': table });
    const share = (u: number, states: readonly string[]) =>
      rows.filter((row) => row.startsWith(`n${u},`) && states.includes(row.split(',')[3]!)).length / 32;
    const mean = (of: (u: number) => number) =>
      Array.from({ length: 30 }, (_, u) => of(u)).reduce((a, b) => a + b, 0) / 30;
    const { dream, ofSleep } = result.targets;
    expect(dream.mean).toBeCloseTo(
      mean((u) => share(u, ['dream'])),
      12,
    );
    expect(ofSleep.mean).toBeCloseTo(
      mean((u) => share(u, ['dream']) / share(u, STATES.slice(1))),
      12,
    );
    expect(ofSleep).toMatchObject({ states: ['dream'], among: ['light', 'deep', 'dream'], reads: 'states' });
    // Every cell tells the share of time; that of sleep needs both of what a reading tells.
    expect(dream.templates['middles-8'].r2).toBeGreaterThan(0.999);
    expect(ofSleep.templates['middles-8'].r2).toBeGreaterThan(0.8);
    expect(result.supports).toBeUndefined();
    expect(dream.supports['first-2'][0]).toEqual([0, 1]);
    expect(result.agreement.map(({ layout }: { layout: string }) => layout)).toEqual(Array(4).fill('aware'));
    expect(result.agreement[1].halves).toEqual({ jaccard: 1, distance: 0 });
  });

  it('a share of other states needs to be among them', async () => {
    const targets = { odd: { states: ['wake'], of: ['light'] } };
    const problems = await refused(
      { ...study, records: { ...study.records, targets } },
      { 'nights.csv': table },
    );
    expect(problems.join()).toContain('wake is not among the states that it is a share of');
  });

  it('in relative time a night without sleep has no share of it', async () => {
    const awake = table.replace(/^(n3,.*),\w+$/gm, '$1,wake');
    const { grid: _, ...records } = study.records;
    const result = await answered(
      {
        ...study,
        records: { ...records, grid: { points: 8, reading: 'mean' }, epoch: { seconds: 0.25 } },
      },
      { 'nights.csv': awake },
    );
    expect(result.skipped).toEqual([
      { file: 'n3', why: expect.stringContaining('it has no time in light, deep, dream') },
    ]);
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
      'a low limit of the sensor above the high one',
      withRecords({ limits: { low: 250, high: 60 } }),
      {},
      'records.limits: the low limit is not below the high one',
    ],
    [
      'two limits of the sensor that are one',
      withRecords({ limits: { low: 60, high: 60 } }),
      {},
      'records.limits: the low limit is not below the high one',
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

it('words of a sensor are what the study says', async () => {
  const low = TABLE.replace(/,(\d\d)$/gm, ',LOW');
  const problems = await refused(STUDY, { 'glucose.csv': low });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('limits: { low: NUMBER }');
  const study = withRecords({ limits: { low: 40 } });
  const [words, numbers] = await Promise.all([
    answered(study, { 'glucose.csv': low }),
    answered(STUDY, { 'glucose.csv': TABLE.replace(/,(\d\d)$/gm, ',40') }),
  ]);
  expect(words.targets).toEqual(numbers.targets);
  expect(JSON.stringify(words.notes)).toContain('taken as 40');
});

describe('values that cannot be computed with', () => {
  const times = (factor: number) => TABLE.replace(/,([\d.]+)$/gm, (_, value) => `,${Number(value) * factor}`);
  const ofMean = withRecords({ targets: { mean: 'mean' } });

  it('are refused in their cell where one is too large, whoever else is not', async () => {
    for (const large of ['97e160', '-1e154', '1e308']) {
      const [problem, ...others] = await refused(ofMean, {
        'glucose.csv': TABLE.replace(/,[\d.]+$/m, `,${large}`),
      });
      expect(others).toEqual([]);
      expect(problem).toMatch(
        /^records\.table\[0\]\.glucose: .*so large that products of variances overflow/,
      );
      expect(problem).toContain('numbers from -1e+70 to 1e+70');
    }
    const all = await refused(ofMean, { 'glucose.csv': times(1e160) });
    expect(all.slice(0, -1).every((text) => text.includes('products of variances overflow'))).toBe(true);
  });

  it('are refused as a whole where regressions would take them for constant', async () => {
    for (const factor of [1e-20, 1e-200]) {
      const problems = await refused(ofMean, { 'glucose.csv': times(factor) });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^records\.targets\.mean: what is read of the records differs so little/);
      expect(problems[0]).toContain('a standard deviation of at least 1e-11: the same in a smaller unit');
    }
  });

  it('begin beyond what anybody measures: in units of 1e±10 and 1e60 the answers are the same', async () => {
    const { targets } = await answered(ofMean);
    for (const factor of [1e-10, 1e10, 1e60]) {
      const scaled = await answered(ofMean, { 'glucose.csv': times(factor) });
      for (const [name, { r2 }] of Object.entries<{ r2: number }>(targets.mean.templates))
        expect(scaled.targets.mean.templates[name].r2).toBeCloseTo(r2, 8);
    }
  });

  it('are limits of a sensor too', async () => {
    const [problem] = await refused(withRecords({ limits: { high: 1e80 } }));
    expect(problem).toMatch(/^records\.limits\.high: .*products of variances overflow; a number from/);
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
    ['a number too large', (p) => (p > 5 ? '1' : '-1e160'), 'so large that products of variances overflow'],
    [
      'a difference too small',
      (p) => `${p}e-200`,
      'arm differs so little between records that it counts as constant',
    ],
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
