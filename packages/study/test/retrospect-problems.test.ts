import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ask } from './ask.ts';
import { drawnCourse, drawnRecords, recordsCsv } from './record-fixtures.ts';
import { refused, retrospect, STUDY, TABLE, withRecords } from './retrospect-fixtures.ts';

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
    ['records from nowhere', { sightline: 1, records: {} }, 'records', 'neither a preset nor a table'],
    ['records from two places', withRecords({ preset: 'ltafdb' }), 'records', 'both a preset and a table'],
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
      (await refused(study, {}, { 'states.csv': table }))[0]!;
    expect((await first(STUDY, 'record,time,value\nr,0,1\n')).why).toContain('the table has values');
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
    const { code, result } = await ask('value', files);
    expect(code).toBe(3);
    const { problems } = result;
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
    // Rules of records are checked by who uses records.
    const asked = async (command: 'value' | 'run') =>
      (await ask(command, { 'study.yaml': stringify(wrong) })).result.problems;
    expect(await asked('value')).not.toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/^records\./) }),
    );
    expect(await asked('run')).toContainEqual(expect.objectContaining({ path: 'records.grid.points' }));
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
        const { code, result } = await retrospect(study);
        expect([0, 3]).toContain(code);
        if (code === 3) expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 250 },
    );
  });
});
