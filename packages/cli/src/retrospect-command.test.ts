import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { runInMemory } from './memory-io.ts';
import { drawnCourse, drawnRecords, recordsCsv, rhythmFiles, type TableRecord } from './record-fixtures.ts';

const STUDY = {
  sightline: 1,
  records: {
    table: 'states.csv',
    grid: { points: 8, reading: 'anchor' },
    epoch: { seconds: 30 },
    targets: { A: ['a'] },
  },
  templates: { layouts: ['contiguous', 'dispersed', 'aware'], budgets: [2, 4] },
};
const TABLE = recordsCsv(drawnRecords(16));

type Files = Record<string, string | Uint8Array>;
const withRecords = (change: object) => ({ ...STUDY, records: { ...STUDY.records, ...change } });
const run = (study: object, argv: string[] = [], files: Files = {}, env = {}) =>
  runInMemory(
    ['retrospect', 'study.yaml', '--draws', '100', ...argv],
    { 'study.yaml': stringify(study), 'states.csv': TABLE, ...files },
    env,
  );

async function answered(study: object, argv: string[] = [], files: Files = {}) {
  const { code, out, err } = await run(study, ['--json', ...argv], files);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

async function refused(study: object, argv: string[] = [], files: Files = {}) {
  const { code, out } = await run(study, ['--json', ...argv], files);
  expect(code).toBe(3);
  return JSON.parse(out).problems as {
    file: string;
    line: number;
    path: string;
    why: string;
    accepted: string;
  }[];
}

describe('a table of states', () => {
  it('has the fields of the contract', async () => {
    const result = await answered(STUDY);
    expect(result).toMatchObject({
      sightline: 1,
      command: 'retrospect',
      study: 'study.yaml',
      seed: 0,
      warnings: [],
      repairs: [],
      records: 20,
      units: 16,
      skipped: [],
      weights: 'unit',
      grid: { points: 8, reading: 'anchor', seconds: 30, rounding: 'nearest', block: 1 },
      folds: { seed: 0, outer: 5, inner: 3 },
    });
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

  it('gives the same bytes for the same seed, and other folds for another', async () => {
    const [one, two, other] = await Promise.all([run(STUDY), run(STUDY), run(STUDY, ['--seed', '5'])]);
    expect(one.out).toBe(two.out);
    expect(other.out).not.toBe(one.out);
    const [a, b] = await Promise.all([answered(STUDY), answered(STUDY, ['--seed', '5'])]);
    expect(a.inputHash).toBe(b.inputHash);
    const changed = await answered(STUDY, [], { 'states.csv': TABLE.replace(',a\n', ',b\n') });
    expect(changed.inputHash).not.toBe(a.inputHash);
  });

  it('sees the whole record with as many points as epochs, and its mean is that of the records', async () => {
    const records = drawnRecords(16, 8);
    const study = {
      ...withRecords({ grid: { points: 8 } }),
      templates: { layouts: ['dispersed'], budgets: [8] },
    };
    const { targets } = await answered(study, [], { 'states.csv': recordsCsv(records) });
    // The target is the mean of what is read, so that only the penalty keeps R² from 1.
    expect(targets.A.templates['dispersed-8'].r2).toBeGreaterThan(0.999);
    const share = ({ course }: TableRecord) =>
      course.filter(([state]) => state === 'a').length / course.length;
    const units = new Map<string, number[]>();
    for (const record of records) units.set(record.unit, [...(units.get(record.unit) ?? []), share(record)]);
    const means = [...units.values()].map((own) => own.reduce((a, b) => a + b) / own.length);
    expect(targets.A.mean).toBeCloseTo(means.reduce((a, b) => a + b) / means.length, 12);
    const byRecord = await answered({ ...study, records: { ...study.records, weights: 'record' } }, [], {
      'states.csv': recordsCsv(records),
    });
    expect(byRecord.targets.A.mean).toBeCloseTo(
      records.map(share).reduce((a, b) => a + b) / records.length,
      12,
    );
  });

  it('takes invalid time out, and skips records that are too short for the grid', async () => {
    const records = drawnRecords(16);
    records.push({ record: 'short', unit: 'u99', stratum: 'odd', course: drawnCourse(1, 5) });
    const gaps = records.map((one) => ({ ...one, course: [...one.course, ['?', 600] as const] }));
    const result = await answered(withRecords({ invalid: ['?'] }), [], { 'states.csv': recordsCsv(gaps) });
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
    const { targets, warnings } = await answered(study, [], { 'states.csv': recordsCsv(drawnRecords(24)) });
    expect(Object.keys(targets)).toEqual(['A', 'A-even', 'A-odd', 'A-some']);
    expect(targets['A-odd'].cohort).toEqual({ kind: 'stratum', name: 'odd', records: 12, units: 12 });
    expect(targets['A-some'].cohort.records).toBeLessThan(targets.A.cohort.records);
    expect(warnings).toEqual([
      { kind: 'left-out', path: 'records.cohorts.A-none', what: expect.stringContaining('too few') },
    ]);
  });

  it('takes folds from a file, and says so', async () => {
    const folds = drawnRecords(16).map(({ record, unit }) => {
      const u = Number(unit.slice(1));
      const outer = u % 2;
      return [record, unit, outer, ...[0, 1].map((k) => (k === outer ? '' : u % 3))].join(',');
    });
    const text = `${['record,subject,outer,inner0,inner1', ...folds].join('\n')}\n`;
    const study = withRecords({ folds: 'folds.csv' });
    const result = await answered(study, [], { 'folds.csv': text });
    expect(result.folds).toEqual({ file: 'folds.csv' });
    expect(result.targets.A.supports['aware-2']).toHaveLength(2);
    const split = text.replace('r4-1,u4,0,,1', 'r4-1,u4,1,1,');
    const [subject] = await refused(study, [], { 'folds.csv': split });
    expect(subject!.why).toContain("this subject's record r4-0 is in other folds than its record r4-1");
    const [divided] = await refused(study, [], { 'folds.csv': split.replace('r4-1,u4', 'r4-1,') });
    expect(divided!.why).toContain('folds.csv: the unit u4 stands in two outer folds');
    const [lacking] = await refused(study, [], { 'folds.csv': text.replace('r7-0', 'other') });
    expect(lacking!.why).toContain('folds.csv has no folds for 1 of 20 records, such as r7-0');
    const [broken] = await refused(study, [], { 'folds.csv': text.replace('r7-0,u7,1', 'r7-0,u7,one') });
    expect(broken).toMatchObject({ file: 'folds.csv', path: 'records.folds[9].outer' });
  });

  it('does it all again on subsamples and from fewer units, and draws pictures', async () => {
    const study = { ...STUDY, templates: { layouts: ['contiguous', 'dispersed', 'aware'], budgets: [2, 4] } };
    const { code, out, err, saved } = await run(study, [
      ...['--json', '--stability', '6', '--sweep', '--budget', '3', '--plots', 'plots'],
    ]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('5 pictures in plots') });
    const { stability, sweep } = JSON.parse(out);
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
    expect(Object.keys(saved).sort()).toEqual(
      ['r2', 'stability', 'supports-2', 'supports-4', 'sweep'].map((name) => `plots/${name}.svg`),
    );
    for (const svg of Object.values(saved)) expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect((await refused(study, ['--sweep', '--target', 'B']))[0]).toMatchObject({ accepted: 'A' });
    expect((await answered(study, ['--target', 'A'])).warnings).toMatchObject([{ kind: 'option-unused' }]);
  });

  it('has text within 80 columns, which counts where ranges lie', async () => {
    const study = withRecords({
      strata: 'separately',
      targets: { A: ['a'], 'b, the other state of a record': ['b'] },
    });
    const { code, out } = await run(study, ['--stability', '3', '--sweep'], {
      'states.csv': recordsCsv(drawnRecords(30)),
    });
    expect(code).toBe(0);
    for (const line of out.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    // Many sizes of the sweep go into several blocks.
    const many = recordsCsv(drawnRecords(132));
    const wide = await run(STUDY, ['--sweep', '--budget', '2'], { 'states.csv': many });
    expect(wide.out).toContain('less dispersed-2');
    for (const line of wide.out.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(out).toMatch(
      /dispersed over contiguous: the 95 % range of the gain in R² is\s+above\s+zero in \d of 4/,
    );
    expect(out).toContain('fold 4      0 │');
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
    const { targets, warnings } = await answered(study, [], { 'states.csv': recordsCsv(records) });
    expect(targets.A.supports['aware-2']).toEqual(new Array(5).fill([]));
    expect(targets.A.templates['dispersed-2'].r2).toBeLessThan(0);
    expect(warnings).toMatchObject([{ kind: 'few-points' }]);
  });
});

describe('the presets', () => {
  const rhythm = (number: number) =>
    drawnCourse(number, 120).map(([state, seconds]) => [state === 'a' ? 'AFIB' : 'N', seconds * 10] as const);
  const folder: Files = Object.assign(
    {},
    ...Array.from({ length: 24 }, (_, i) => rhythmFiles(`data/ltafdb/${i + 10}`, rhythm(i))),
  );
  // A header names its record without the folder.
  for (const [name, content] of Object.entries(folder))
    if (typeof content === 'string') folder[name] = content.replace('data/ltafdb/', '');
  const study = { sightline: 1, records: { preset: 'ltafdb' } };

  it('are read from the folder that --data or SIGHTLINE_DATA names', async () => {
    const result = await answered(study, ['--data', 'data'], folder);
    expect(result).toMatchObject({ records: 24, units: 24, skipped: [], notes: [] });
    expect(result.hours).toBeCloseTo(24 * 10, 9);
    expect(Object.keys(result.targets)).toEqual(['AF', 'AF-strict', 'AF-mixed']);
    expect(Object.keys(result.targets.AF.templates)).toHaveLength(12);
    expect(result.folds).toEqual({ seed: 0, outer: 5, inner: 3 });
    const { out } = await run(study, ['--json'], folder, { SIGHTLINE_DATA: 'data' });
    expect(JSON.parse(out)).toEqual(result);
    const changed = await answered(study, ['--data', 'data'], {
      ...folder,
      ...{},
      'data/ltafdb/10.hea': `${folder['data/ltafdb/10.hea']}# \n`,
    });
    expect(changed.inputHash).not.toBe(result.inputHash);
  });

  it('use the folds beside the data, where they fit', async () => {
    const rows = Array.from(
      { length: 24 },
      (_, i) => `${i + 10},${i + 10},${i % 2},${i % 2 === 0 ? ',1' : '0,'}`,
    );
    const splits = (some: string[]) => `record,subject,outer,inner0,inner1\n${some.join('\n')}\n`;
    const inner = rows.map((row, i) => row.replace(/1$/, String(i % 3)).replace(/0,$/, `${i % 3},`));
    const result = await answered(study, ['--data', 'data'], {
      ...folder,
      'data/splits/ltafdb-all.csv': splits(inner),
    });
    expect(result.targets.AF.folds).toEqual({ file: 'splits/ltafdb-all.csv' });
    expect(result.targets['AF-mixed'].folds).toEqual({ seed: 0, outer: 5, inner: 3 });
    const lacking = await answered(study, ['--data', 'data'], {
      ...folder,
      'data/splits/ltafdb-all.csv': splits(inner.slice(1)),
    });
    expect(lacking.targets.AF.folds).toEqual({ seed: 0, outer: 5, inner: 3 });
    expect(lacking.warnings).toMatchObject([
      { kind: 'folds-drawn', what: expect.stringContaining('such as 10') },
    ]);
  });

  it('say what is missing, and how to get it', async () => {
    const [none] = await refused(study);
    expect(none).toMatchObject({
      path: 'records.preset',
      why: 'the records are not part of a study, and no folder with them is named',
      accepted: expect.stringContaining('`sightline data fetch ltafdb --to DIR`'),
    });
    const [empty] = await refused(study, ['--data', 'elsewhere'], folder);
    expect(empty!.why).toContain('elsewhere/ltafdb: there is no such folder');
    const [useless] = await refused(study, ['--data', 'data'], { 'data/ltafdb/10.atr': 'x' });
    expect(useless!.why).toContain('10.atr: its header is missing');
  });
});

describe('problems', () => {
  it('come all at once, with their places', async () => {
    const problems = await refused({
      sightline: 1,
      records: {
        table: 'states.csv',
        grid: { points: 1 },
        epoch: { seconds: -30, block: 1.5 },
        invalid: ['a'],
        targets: { A: ['a'] },
        cohorts: { A: { above: 2 }, some: { of: 'B' } },
        folds: { outer: 1, inner: 3 },
      },
      templates: {
        layouts: ['aware', 'aware'],
        budgets: [0.5],
        contrasts: [['aware', 'dispersed']],
        floor: 0,
      },
    });
    expect(problems.map(({ path }) => path).sort()).toEqual([
      'records.cohorts.A',
      'records.cohorts.A.above',
      'records.cohorts.some',
      'records.cohorts.some.of',
      'records.epoch.block',
      'records.epoch.seconds',
      'records.folds.outer',
      'records.grid.points',
      'records.targets.A[0]',
      'templates.budgets[0]',
      'templates.contrasts[0][1]',
      'templates.floor',
      'templates.layouts[1]',
    ]);
    for (const { file, line } of problems) expect([file, line > 1]).toEqual(['study.yaml', true]);
  });

  it.each<[what: string, study: object, path: string, why: string]>([
    ['no records', { sightline: 1 }, 'records', '`records` is missing'],
    ['records from nowhere', { sightline: 1, records: {} }, 'records', 'nothing says where'],
    ['records from two places', withRecords({ preset: 'ltafdb' }), 'records', 'named twice'],
    ['no budgets', { ...STUDY, templates: {} }, 'templates.budgets', 'no preset to fill it in'],
    [
      'a misspelt preset',
      { sightline: 1, records: { preset: 'sleep-edf' } },
      'records.preset',
      'did you mean sleep-edfx?',
    ],
    [
      'a state that no record has',
      withRecords({ targets: { A: ['A'] } }),
      'records.targets.A',
      'any of these states',
    ],
    [
      'strata that are not there',
      withRecords({ strata: 'separatly' }),
      'records.strata',
      'did you mean separately?',
    ],
    [
      'a file that is not there',
      withRecords({ table: 'other.csv' }),
      'records.table',
      'there is no such file',
    ],
    [
      'folds that are not there',
      withRecords({ folds: 'other.csv' }),
      'records.folds',
      'there is no such file',
    ],
    ['too many folds', withRecords({ folds: { outer: 17, inner: 3 } }), 'records.folds', 'cannot be divided'],
    [
      'a grid too fine',
      withRecords({ grid: { points: 64 } }),
      'records.grid.points',
      'no record is long enough',
    ],
    [
      'a covariate that is not there',
      withRecords({ baselines: ['age'] }),
      'records.table',
      'the column age is missing',
    ],
    [
      'a time grid that is none',
      { ...STUDY, time: { horizon: -1, points: 4 }, target: 'mean' },
      'time.horizon',
      'horizon',
    ],
  ])('%s', async (_, study, path, why) => {
    const problems = await refused(study);
    expect(problems.map((one) => one.path)).toContain(path);
    expect(problems.map((one) => one.why).join('\n')).toContain(why);
  });

  it('of a table: values, a unit in two strata, no strata, a constant target, few units', async () => {
    const first = async (study: object, table: string) =>
      (await refused(study, [], { 'states.csv': table }))[0]!;
    expect((await first(STUDY, 'record,time,value\nr,0,1\n')).why).toContain('the table holds values');
    const divided = recordsCsv(
      drawnRecords(16).map((one, i) => (i === 1 ? { ...one, stratum: 'odd' } : one)),
    );
    expect((await first(STUDY, divided)).why).toContain('two strata, even and odd');
    const alike = recordsCsv(drawnRecords(16).map(({ stratum: _, ...one }) => one));
    expect((await first(withRecords({ baselines: ['stratum'] }), alike)).path).toBe('records.baselines[0]');
    const course = drawnCourse(3);
    const same = recordsCsv(drawnRecords(16).map((one) => ({ ...one, course })));
    expect((await first(STUDY, same)).why).toBe('the target is the same in every record');
    expect((await first(STUDY, recordsCsv(drawnRecords(8)))).why).toContain('with 8 units there are too few');
    expect((await first(STUDY, 'record,from,to,state\nr,0,x,a\n')).file).toBe('states.csv');
  });

  it('other commands ask for what records cannot give them', async () => {
    const files = { 'study.yaml': stringify(STUDY), 'states.csv': TABLE };
    const { code, out } = await runInMemory(['value', 'study.yaml', '--json'], files);
    expect(code).toBe(3);
    const { problems } = JSON.parse(out);
    expect(problems.map(({ path }: { path: string }) => path)).toEqual([
      'time',
      'target',
      'latent',
      'protocols',
    ]);
    expect(problems[0].why).toContain('records alone are for `sightline retrospect`');
    const wrong = {
      ...withRecords({ grid: { points: 1 } }),
      time: { horizon: 1, points: 4 },
      target: 'mean',
    };
    const checked = await runInMemory(['value', 'study.yaml', '--json'], { 'study.yaml': stringify(wrong) });
    expect(checked.out).toContain('"path": "records.grid.points"');
    expect((await refused(wrong)).map(({ path }) => path)).toEqual(['records.grid.points']);
  });

  it('whatever stands in the study, there is an answer', () => {
    const odd = fc.constantFrom<unknown>(
      0,
      1,
      -1,
      0.5,
      3,
      1e300,
      null,
      true,
      '',
      'x',
      'a',
      '?',
      [],
      [1],
      ['a'],
      {},
      { a: ['a'] },
      [['aware', 'aware']],
      { outer: 3, inner: 2 },
    );
    const paths = [
      ...[
        'table',
        'preset',
        'grid',
        'epoch',
        'invalid',
        'targets',
        'baselines',
        'weights',
        'cohorts',
        'strata',
        'folds',
      ].map((name) => ['records', name]),
      ...['layouts', 'budgets', 'contrasts', 'rounding', 'swaps', 'floor', 'moments'].map((name) => [
        'templates',
        name,
      ]),
      ['records', 'grid', 'points'],
      ['records', 'grid', 'reading'],
      ['records', 'epoch', 'seconds'],
      ['records', 'epoch', 'block'],
      ['records', 'targets', 'A'],
      ['records'],
      ['templates'],
    ];
    const change = fc.tuple(fc.constantFrom(...paths), odd);
    return fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
        const study = structuredClone(STUDY) as Record<string, unknown>;
        for (const [path, value] of changes) {
          const parent = path
            .slice(0, -1)
            .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], study);
          if (parent !== null && typeof parent === 'object')
            (parent as Record<string, unknown>)[path.at(-1)!] = value;
        }
        const { code, out, err } = await run(study, ['--json']);
        expect([0, 3], err).toContain(code);
        if (code === 3) expect(JSON.parse(out).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 250 },
    );
  });
});
