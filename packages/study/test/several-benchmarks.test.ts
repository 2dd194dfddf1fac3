// Several protocols behind the benchmark, each run on other units.
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
