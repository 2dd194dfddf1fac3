import { describe, expect, it } from 'vitest';
import { DENSE_FILES, denseStudy } from '../../study/test/dense-fixtures.ts';
import { runInMemory } from '../src/memory-io.ts';

async function plan(study: string, ...options: string[]) {
  const argv = ['plan', 'study.yaml', '--json', '--draws', '100', ...options];
  const { code, out, err } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': study });
  return { code, err, result: JSON.parse(out) };
}

describe('sightline plan', () => {
  it('asks by default for the difference of the two best', async () => {
    const { code, err, result } = await plan(denseStudy());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(result).toMatchObject({ command: 'plan', units: 12, gapFrom: 'pair', slope: { theory: -0.5 } });
    const { pair, gap, epsilon, curve } = result;
    expect(pair).toMatchObject({ a: 'early', b: 'late', difference: gap, distinguishable: false });
    expect(curve.find(({ units }: { units: number }) => units === 12)).toEqual({
      units: 12,
      epsilon,
      resolves: 2 * epsilon,
      measured: true,
    });
    for (const { units, epsilon: error, measured } of curve)
      if (!measured) expect(error).toBeCloseTo(epsilon * Math.sqrt(12 / units), 12);
  });

  it('needs four times the units for half the gap, by both criteria', async () => {
    const [wide, narrow] = await Promise.all(
      ['0.2', '0.1'].map(async (gap) => (await plan(denseStudy(), '--gap', gap)).result),
    );
    expect(wide).toMatchObject({ gap: 0.2, gapFrom: 'option', pair: null });
    const { epsilon } = wide;
    expect(wide.unitsNeeded).toBe(Math.ceil(12 * (epsilon / 0.1) ** 2));
    expect(Math.abs(narrow.unitsNeeded - 4 * wide.unitsNeeded)).toBeLessThanOrEqual(4);
    expect(Math.abs(narrow.pairwise.unitsNeeded - 4 * wide.pairwise.unitsNeeded)).toBeLessThanOrEqual(4);
  });

  it.each(['gaussian', 'linear'])(
    'answers for a pair alone, of two protocols or of four (%s)',
    async (estimand) => {
      const asked = ['--pair', 'late,early'];
      const two = denseStudy(`{ estimand: ${estimand}, data: dense.csv, noise: 0.1 }`);
      const others =
        '  fully: { at: [0.5, 1.5, 2.5, 3.5], noise: 0.4 }\n  middle: { at: [1.5], noise: 0.4 }\n';
      const four = two.replace(/^protocols:\n/m, `protocols:\n${others}`);
      expect(four).toContain('fully');
      const [of2, of4] = await Promise.all([plan(two, ...asked), plan(four, ...asked)]);
      expect(of2.code).toBe(0);
      const { inputHash: _, elapsed: __, ...alone } = of2.result;
      expect(of4.result).toMatchObject(alone);
      expect(alone).toMatchObject({ criterion: 'pair', unitsNeeded: alone.pairwise.unitsNeeded });
      const argv = ['plan', 'study.yaml', '--draws', '100', ...asked];
      const { out } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': four });
      expect(out).toContain('this pair');
      expect(out).not.toMatch(/^(any|all) pair/m);
    },
  );

  it('finds a pair whose names hold commas', async () => {
    const study = denseStudy().replace('  late:', '  "late, and later":');
    const { code, result } = await plan(study, '--pair', 'late, and later, early');
    expect(code).toBe(0);
    expect(result.pair).toMatchObject({ a: 'early', b: 'late, and later' });
  });

  it('asks once for protocols where there are none', async () => {
    const none = denseStudy().replace(/^protocols:\n(?: {2}.*\n)+/m, '');
    const { code, result } = await plan(none);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'protocols', accepted: expect.stringContaining('--gap') },
    ]);
    const { result: asked } = await plan(none, '--gap', '0.1');
    expect(asked.problems).toMatchObject([
      { path: 'protocols', why: expect.stringContaining('at least one') },
    ]);
  });

  it('tells nothing apart where there is one protocol', async () => {
    const alone = denseStudy().replace(/^ {2}late:.*\n/m, '');
    const argv = ['plan', 'study.yaml', '--draws', '100', '--gap', '0.1'];
    const { code, out } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': alone });
    expect(code).toBe(0);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'one pair there is only one protocol: no pair to tell apart all',
    );
  });

  it('does not promise the rate of the theory where a recovered correlation reaches 1', async () => {
    const threshold = denseStudy().replace('target: mean', 'target: { above: 0 }');
    const exact = threshold.replaceAll('noise: 0.4', 'noise: 0');
    const assured = async (study: string) => (await plan(study)).result.slope.assured;
    expect(await Promise.all([denseStudy(), threshold, exact].map(assured))).toEqual([true, true, false]);
    const argv = ['plan', 'study.yaml', '--draws', '100'];
    const { out } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': exact });
    expect(out.replace(/\s+/g, ' ')).toContain('errors may fall more slowly than that');
  });

  it('says that no realistic number will do', async () => {
    const { result } = await plan(denseStudy(), '--gap', '1e-6');
    expect(result.realistic).toBe(false);
    expect(result.why).toContain('no realistic number');
    const argv = ['plan', 'study.yaml', '--draws', '100', '--gap', '1e-6'];
    const { out } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': denseStudy() });
    expect(out.replace(/\s+/g, ' ')).toContain('all pairs it would take more than 1 000 000 units');
  });

  it.each([
    [['--pair', 'early,lat'], '--pair', 'no protocol is called lat; did you mean late?'],
    [['--pair', 'early'], '--pair', 'not the names of two protocols'],
    [['--pair', 'early,early'], '--pair', 'not the names of two protocols'],
  ])('%j is refused in words', async (options, path, why) => {
    const { code, result } = await plan(denseStudy(), ...options);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { file: 'study.yaml', line: null, path, why: expect.stringContaining(why) },
    ]);
  });

  it('needs two protocols or a gap', async () => {
    const one = denseStudy().replace(/^ {2}late.*\n/m, '');
    const { code, result } = await plan(one);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'protocols', why: expect.stringContaining('fewer than two protocols') },
    ]);
    expect((await plan(one, '--gap', '0.05')).code).toBe(0);
  });

  it('prints text within 80 columns', async () => {
    for (const options of [[], ['--gap', '0.05'], ['--pair', 'late,early', '--gap', '0.1']]) {
      const argv = ['plan', 'study.yaml', '--draws', '100', ...options];
      const { code, out, err } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': denseStudy() });
      expect({ code, err }).toEqual({ code: 0, err: '' });
      for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
      const pair = options.includes('--pair');
      expect(out).toMatch(pair ? /^units +apart at 80 % +from$/m : /^units +error +twice +from$/m);
      expect(out).toMatch(
        pair ? /^ *12 +0\.\d{3} +these data/m : /^ *12 +0\.\d{3} +[01]\.\d{3} +these data/m,
      );
    }
  });
});

describe('what the draws can show', () => {
  it('refuses a level beyond them', async () => {
    const argv = ['plan', 'study.yaml', '--draws', '100', '--level', '0.9999'];
    const { code, err } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': denseStudy() });
    expect(code).toBe(2);
    expect(err).toContain('ask for at least 4000');
  });
  it('a tie stays a tie', async () => {
    const study = denseStudy().replace(
      /^protocols:[\s\S]*?(?=^\S)/m,
      'protocols: { one: { at: [0.5], noise: 0.1 }, two: { at: [0.5], noise: 0.1 } }\n',
    );
    const argv = ['plan', 'study.yaml', '--json', '--draws', '100'];
    const { code, out } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': study });
    expect(code).toBe(0);
    const { gap, unitsNeeded, range, why } = JSON.parse(out);
    expect([gap, unitsNeeded, range]).toEqual([0, null, { low: null, high: null }]);
    expect(why).toContain('tie');
  });
});

describe('sightline plan --trial', () => {
  const study = `sightline: 1
time: { horizon: 4, points: 8, unit: h }
target: mean
latent: { kernel: { ou: { tau: 2 } }, mean: 10, sd: 2 }
protocols: { early: { at: 0.5, noise: 1 }, late: { at: 3.5, noise: 1 } }
trial: { profile: { from: 0, to: 1 } }
words: { unit: patient }
`;
  const asked = (...options: string[]) =>
    runInMemory(['plan', '--trial', 'study.yaml', ...options], { 'study.yaml': study });

  it('answers in words and in numbers', async () => {
    const { code, out } = await asked();
    expect(code).toBe(0);
    const said = out.replace(/\s+/g, ' ');
    expect(said).toMatch(/needs \d+ patients \(\d+ in each arm\) where it is known/);
    expect(said).toContain('‘early’ needs more patients than 1/value would say');
    expect(said).toContain('by 0 at the beginning to 1 at the end of the horizon');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const { trial } = JSON.parse((await asked('--json', '--power', '0.9')).out);
    expect(trial).toMatchObject({ power: 0.9, level: 0.05, allocation: 1 });
    expect(trial.protocols.late.units.total).toBeLessThan(trial.protocols.early.units.total);
  });

  it.each([
    ['--gap', '0.1'],
    ['--draws', '500'],
    ['--level', '0.9'],
    ['--pair', 'early,late'],
  ])('refuses %s, which would have no effect', async (option, value) => {
    const { code, err } = await asked(option, value);
    expect(code).toBe(2);
    expect(err).toContain(`${option} has no effect with --trial`);
  });
});
