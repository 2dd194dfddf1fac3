// Several protocols behind the benchmark, each run on other units.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const study = (realised: string, more = '') => `sightline: 1
time: { horizon: 8, points: 8, unit: h }
target: mean
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  clinic: { at: [0.5, 1.5], noise: 0.2 }
  home: { at: [6.5, 7.5], noise: 0.2 }
  spread: { at: [1.5, 6.5], noise: 0.2 }
  evening: { at: 6.5, noise: 0.2 }
realised: ${realised}
${more}`;
const identify = async (text: string) => {
  const { code, result } = await ask('identify', { 'study.yaml': text });
  return { code, ...result };
};
const CATALOGUE = 'catalogue: [{ at: { from: 0.5, to: 7.5, count: 8 }, noise: 0.2 }]\n';

describe('realised: [clinic, home]', () => {
  it('says of what neither determines alone what both leave open, and on whose units to measure', async () => {
    const both = await identify(study('[clinic, home]', CATALOGUE));
    expect(both).toMatchObject({ code: 0, realised: ['clinic', 'home'], invisibleDimension: 21 });
    expect(Object.keys(both.alternatives)).toEqual(['spread', 'evening']);
    const { spread, evening } = both.alternatives;
    expect(evening).toMatchObject({ verdict: 'identified', by: 'row-space' });
    expect(spread.verdict).toBe('not-identified');
    for (const name of ['clinic', 'home']) {
      const alone = (await identify(study(name))).alternatives.spread.range;
      expect(spread.range.low).toBeGreaterThan(alone.low + 0.01);
      expect(spread.range.high).toBeLessThan(alone.high - 0.01);
    }
    expect(spread.augmentation).toMatchObject({ actions: [6], with: ['clinic'], cost: 1, by: 'row-space' });
  });

  it('one name in a list is that name', async () => {
    const { realised, inputHash: _, ...listed } = await identify(study('[clinic]', CATALOGUE));
    const { realised: name, inputHash: __, ...named } = await identify(study('clinic', CATALOGUE));
    expect([realised, name]).toEqual([['clinic'], 'clinic']);
    expect(listed).toEqual(named);
  });

  it('the worlds that both leave open are those that a choice has to stand', async () => {
    const text = study('[clinic, home]', `${CATALOGUE}choose: { exactly: 2 }\n`);
    const { code, result } = await ask('design', { 'study.yaml': text }, { under: 'worlds' });
    expect(code).toBe(0);
    const { worlds } = result.under;
    expect(
      worlds.map(({ from, alternative, end }: Record<string, string>) => [from, alternative, end]),
    ).toEqual([
      ['own', null, null],
      ['world', 'spread', 'low'],
      ['world', 'spread', 'high'],
    ]);
    expect(result.best.objective).toBe(Math.min(...result.best.values));
    expect(result.best.objective).toBeLessThan(result.best.value);
  });

  it('two readings of three times with the target are as good as all: nothing is invisible', async () => {
    // Cov(Z_1, Θ), Cov(Z_2, Θ) and Var Θ are three equations for three correlations.
    const three = (realised: string) => `sightline: 1
time: { horizon: 3, points: 3 }
target: mean
latent: { kernel: { toeplitz: [1, 0.5, 0.1] } }
protocols: { one: { at: 0.5 }, two: { at: 1.5 }, both: { at: [0.5, 1.5] }, last: { at: 2.5 } }
realised: ${realised}
`;
    const both = await identify(three('[one, two]'));
    expect(both.invisibleDimension).toBe(0);
    expect(both.alternatives.both).toMatchObject({ verdict: 'identified', by: 'nothing-invisible' });
    for (const name of ['one', 'two']) {
      const alone = await identify(three(name));
      expect(alone.invisibleDimension).toBe(1);
      expect(alone.alternatives.both.verdict).toBe('not-identified');
    }
  });

  it('is told in run and its worlds: the value of each, the same in both', async () => {
    const { code, result } = await ask('run', { 'study.yaml': study('[clinic, home]') });
    expect(code).toBe(0);
    const { realisedValues, realisedValue } = result.worlds.spread;
    expect(realisedValue).toBeUndefined();
    for (const name of ['clinic', 'home']) {
      const [low, high] = realisedValues[name];
      expect(low).toBeCloseTo(high, 8);
      expect(low).toBeCloseTo(result.steps.value.protocols[name].value, 8);
    }
  });
});

describe('what is wrong with a list', () => {
  it.each([
    ['[clinic, hoem]', 'realised[1]', 'did you mean home'],
    ['[clinic, clinic]', 'realised[1]', 'in the list already'],
    ['[]', 'realised', 'at least one'],
    ['[clinic, 3]', 'realised[1]', 'does not fit here'],
    ['3', 'realised', 'the name of a protocol'],
    ['[clinic, home, spread, evening]', 'protocols', 'no protocol beside the realised ones'],
  ])('realised: %s', async (realised, path, said) => {
    const { code, problems } = await identify(study(realised));
    expect(code).toBe(3);
    expect(problems).toHaveLength(1);
    expect(problems[0].path).toBe(path);
    expect(JSON.stringify(problems[0])).toContain(said);
  });
});

describe('data of several protocols', () => {
  const folder = join(import.meta.dirname, '../../../examples/two-studies');
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');
  const tables = Object.fromEntries(
    ['ward.csv', 'home.csv', 'elsewhere.csv'].map((name) => [name, file(name)]),
  );
  const asked = async (data: string, realised = '[ward, home]', options = {}) => {
    const text = file('data.yaml')
      .replace(/^benchmark:.*$/m, `benchmark: { data: ${data} }`)
      .replace(/^realised:.*$/m, `realised: ${realised}`);
    const { code, result } = await ask(
      'identify',
      { 'study.yaml': text, ...tables },
      { resamples: 0, ...options },
    );
    return { code, ...result };
  };

  it('are read by name or in order, and each is tested alone and with the other', async () => {
    const { inputHash: _, ...named } = await asked('{ home: home.csv, ward: ward.csv }');
    const { inputHash: __, ...listed } = await asked('[ward.csv, home.csv]');
    expect(named).toEqual(listed);
    expect(named).toMatchObject({ code: 0, law: 'data', realised: ['ward', 'home'] });
    const { units, compatible, studies, agreement } = named.data;
    expect({ units, compatible }).toEqual({ units: 700, compatible: true });
    expect(studies).toMatchObject({
      ward: { units: 400, compatible: true },
      home: { units: 300, compatible: true },
    });
    expect(agreement.pValue).toBeGreaterThan(0.05);
    expect(agreement.shared.map(({ what }: { what: string }) => what)).toEqual([
      'variance of the target',
      'covariance of the target and the reading at 3.5 h',
      'variance of the reading at 3.5 h',
    ]);
    expect(named.alternatives['early and late']).toMatchObject({ verdict: 'not-identified' });
    // One protocol's data are tested as ever.
    const alone = await asked('ward.csv', 'ward');
    expect(alone.data.studies).toBeUndefined();
    expect({ ...alone.data, level: undefined, incompatibleBelow: undefined }).toMatchObject(studies.ward);
  });

  it('that no one law has leave no range, and it is said that each alone fits', async () => {
    const { code, data, alternatives } = await asked('[ward.csv, elsewhere.csv]');
    expect(code).toBe(0);
    expect(data.compatible).toBe(false);
    expect(data.studies).toMatchObject({ ward: { compatible: true }, home: { compatible: true } });
    expect(data.agreement.pValue).toBe(0.001);
    const { verdict, range, why } = alternatives['early and late'];
    expect({ verdict, range }).toEqual({ verdict: 'undecided', range: null });
    expect(why).toContain('do not agree with one law');
  });

  it.each([
    ['ward.csv', '[ward, home]', 'benchmark.data', '2 protocols were realised'],
    ['[ward.csv]', '[ward, home]', 'benchmark.data', 'there is one file'],
    ['[ward.csv, home.csv]', 'ward', 'benchmark.data', 'there are 2 files'],
    ['{ ward: ward.csv }', '[ward, home]', 'benchmark.data', 'no file for the realised protocol home'],
    [
      '{ ward: ward.csv, late: home.csv, home: home.csv }',
      '[ward, home]',
      'benchmark.data.late',
      'no realised protocol',
    ],
    ['[ward.csv, none.csv]', '[ward, home]', 'benchmark.data[1]', 'none.csv'],
    ['[ward.csv, ward.csv]', '[ward, home]', 'benchmark.data[1]', 'stands for ward already'],
    ['[]', '[ward, home]', 'benchmark.data', 'at least one'],
    ['3', '[ward, home]', 'benchmark.data', 'does not fit here'],
  ])('data: %s for %s', async (data, realised, path, said) => {
    const { code, problems } = await asked(data, realised);
    expect(code).toBe(3);
    expect(problems).toHaveLength(1);
    expect(problems[0].path).toBe(path);
    expect(JSON.stringify(problems[0])).toContain(said);
  });

  it('a problem in one of the tables has its file and line', async () => {
    const text = file('data.yaml');
    const broken = tables['home.csv']!.replace('y2,target', 'y2,mean');
    const { code, result } = await ask('identify', { 'study.yaml': text, ...tables, 'home.csv': broken });
    expect(code).toBe(3);
    expect(result.problems[0]).toMatchObject({ file: 'home.csv', line: 1 });
    expect(result.problems[0].path).toContain('benchmark.data.home');
  });
});
