import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

interface Case {
  law: { mean: number[]; sd: number[]; transform: 'none' | 'log' };
  target: string | Record<string, number | number[]>;
  weights: 'uniform' | 'recency';
  variance: number;
  values: Record<string, number>;
}

// By numpy and scipy: see data_units.py.
const CASES: Case[] = JSON.parse(readFileSync(new URL('data_units.json', import.meta.url), 'utf8'));

/** The studies of the fixtures. */
const study = (law: object, target: unknown, { weights = 'uniform', noise = 120, more = {} } = {}) =>
  JSON.stringify({
    sightline: 1,
    time: { horizon: 24, points: 12, unit: 'h' },
    target,
    weights: weights === 'recency' ? { recency: 9 } : 'uniform',
    latent: { kernel: { ou: { tau: 5 } }, trait: 0.25, ...law },
    protocols: {
      pricks: { at: [7, 13, 19], noise },
      window: { at: 12, width: 8, noise },
      both: [
        { at: 3, noise },
        { at: 17, width: 6, noise },
      ],
    },
    ...more,
  });

const asked = (text: string, command: Parameters<typeof ask>[0] = 'value', files = {}) =>
  ask(command, { 'study.yaml': text, ...files });

/** One number for all times where they are the same. */
const short = (list: readonly number[]) => (list.every((one) => one === list[0]) ? list[0]! : list);

describe('a law in the unit of the data', () => {
  it.each(CASES.map((one) => [JSON.stringify(one.target), one.law.transform, one.weights, one] as const))(
    'the values of %s, transform %s, weights %s, are those of scipy',
    async (_target, transform, weights, { law, target, variance, values }) => {
      const noise = transform === 'log' ? 0.012 : 120;
      const text = study({ ...law, mean: short(law.mean), sd: short(law.sd) }, target, { weights, noise });
      const { code, result } = await asked(text);
      expect(code).toBe(0);
      expect(Math.abs(result.target.variance / variance - 1)).toBeLessThan(1e-8);
      for (const [name, value] of Object.entries(values))
        expect(Math.abs(result.protocols[name].value - value)).toBeLessThan(1e-8);
    },
  );

  it('with mean 0 and standard deviation 1 has the numbers of the standardised one', async () => {
    for (const target of ['mean', { above: 1.2 }, { between: [-1, 0.5] }]) {
      const plain = await asked(study({}, target, { noise: 0.2 }));
      const inData = await asked(study({ mean: 0, sd: 1 }, target, { noise: 0.2 }));
      expect(inData.result.protocols).toEqual(plain.result.protocols);
    }
  });

  it('is the same in other units', async () => {
    const mgdl = await asked(study({ mean: 140, sd: 50 }, { above: 180 }));
    const mmol = await asked(
      study({ mean: 140 / 18, sd: 50 / 18 }, { above: 10 }, { noise: 120 / (18 * 18) }),
    );
    for (const [name, { value }] of Object.entries<{ value: number }>(mgdl.result.protocols))
      expect(mmol.result.protocols[name].value).toBeCloseTo(value, 12);
  });

  it('a covariance with a mean has the variances on its diagonal', async () => {
    const { law, values } = CASES.find(
      (one) => one.target !== 'mean' && one.law.sd[0] !== one.law.sd[1] && one.law.transform === 'none',
    )!;
    const lag = (j: number, k: number) => 2 * Math.abs(j - k);
    const rows = law.sd.map((s, j) =>
      law.sd.map((t, k) => s * t * (j === k ? 1 : 0.25 + 0.75 * Math.exp(-lag(j, k) / 5))).join(','),
    );
    const files = { 'cov.csv': `${rows.join('\n')}\n` };
    const latent = { covariance: 'cov.csv', mean: law.mean };
    const given = (more: object) =>
      study({ kernel: undefined, trait: undefined, ...latent, ...more }, { above: 180 });
    const { code, result } = await asked(given({}), 'value', files);
    expect(code).toBe(0);
    expect(result.repairs).toEqual([]);
    for (const [name, value] of Object.entries(values))
      expect(Math.abs(result.protocols[name].value - value)).toBeLessThan(1e-8);
    expect((await asked(given({ sd: law.sd }), 'value', files)).code).toBe(0);
    const other = await asked(given({ sd: law.sd.map((s) => s + 1) }), 'value', files);
    expect(other.result.problems).toMatchObject([
      { path: 'latent.sd[0]', why: expect.stringContaining('another variance') },
    ]);
  });

  it.each([
    ['a mean alone', { mean: 140 }, { above: 180 }, ['latent.mean']],
    ['a standard deviation alone', { sd: 50 }, { above: 180 }, ['latent.sd']],
    ['a logarithm of nothing', { transform: 'log' }, { above: 1 }, ['latent.transform']],
    ['a standard deviation of 0', { mean: 140, sd: 0 }, 'mean', ['latent.sd']],
    ['lists of another length', { mean: [1, 2], sd: [1, 2, 3] }, 'mean', ['latent.mean', 'latent.sd']],
    ['a level never reached', { mean: 140, sd: 50 }, { above: 1800 }, ['target.above']],
    ['a range the wrong way round', { mean: 140, sd: 50 }, { between: [180, 70] }, ['target.between']],
    ['a standardised kind', { mean: 140, sd: 50 }, { outside: 1 }, ['target.outside']],
    ['another', { mean: 140, sd: 50 }, { logistic: 1 }, ['target.logistic']],
    ['and another', { mean: 140, sd: 50 }, { square: true }, ['target.square']],
    ['and a series', { mean: 140, sd: 50 }, { hermite: [1, 1] }, ['target.hermite']],
    ['a level in the unit of the data, and no such law', {}, { above: 180 }, ['target.above']],
  ])('%s is refused', async (_, law, target, paths) => {
    const { code, result } = await asked(study(law, target));
    expect(code).toBe(3);
    expect(result.problems.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it.each([0, 1.5, 'many', undefined])(
    'with a list of means on a grid of %j points names the points alone',
    async (points) => {
      const lists = { mean: [130, 140, 150], sd: 20 };
      const text = study(lists, { below: 120 }, { more: { time: { horizon: 24, points, unit: 'h' } } });
      for (const command of ['value', 'run'] as const) {
        const { code, result } = await asked(text, command);
        expect(code).toBe(3);
        expect(result.problems.map(({ path }: { path: string }) => path)).toEqual(['time.points']);
      }
    },
  );

  it('says how a level is put in the unit of the data', async () => {
    const { result } = await asked(study({}, { above: 180 }));
    expect(result.problems[0].accepted).toContain('`mean` and `sd` under `latent`');
  });

  it('serves a design and a benchmark', async () => {
    const more = {
      catalogue: [{ at: { from: 1, to: 23, count: 12 }, noise: 120 }],
      choose: { exactly: 2 },
      realised: 'pricks',
    };
    const { law } = CASES.find(({ law: one }) => one.sd[0] !== one.sd[1])!;
    for (const target of ['mean', { between: [70, 180] }]) {
      const text = study(law, target, { more });
      const { best } = (await asked(text, 'design')).result;
      expect(best.certified).toBe(true);
      const [a, b] = best.at;
      const pair = study(law, target, { more: { protocols: { pair: { at: [a, b], noise: 120 } } } });
      expect((await asked(pair)).result.protocols.pair.value).toBeCloseTo(best.value, 12);
      const identified = await asked(text, 'identify');
      expect(identified.code).toBe(0);
      const { value } = (await asked(text)).result.protocols.window;
      expect(identified.result.alternatives.window.value).toBeCloseTo(value, 12);
    }
  });
});

describe('a law whose products of variances vanish', () => {
  const commands = ['value', 'identify', 'design', 'trial', 'run'] as const;
  const more = {
    realised: 'pricks',
    catalogue: [{ at: { from: 1, to: 23, count: 4 }, noise: 1 }],
    choose: { exactly: 2 },
    trial: { profile: 1 },
  };
  const rows = (variance: number) =>
    Array.from({ length: 12 }, (_, j) =>
      Array.from({ length: 12 }, (_, k) => variance * 0.6 ** Math.abs(j - k)).join(','),
    ).join('\n');

  it.each(commands)('is refused, and one near to it is answered: %s', async (command) => {
    for (const sd of [1e-81, 1e-150, 5e-324]) {
      const { code, result } = await asked(study({ mean: 0, sd }, 'mean', { more }), command);
      expect(code).toBe(3);
      expect(result.problems).toMatchObject([
        { path: 'latent.sd', accepted: expect.stringContaining('1e-70 or more') },
      ]);
    }
    const covariance = study({ kernel: undefined, trait: undefined, mean: 0, covariance: 'c.csv' }, 'mean', {
      more,
    });
    const table = (variance: number) => asked(covariance, command, { 'c.csv': `${rows(variance)}\n` });
    const { code, result } = await table(1e-200);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([{ path: 'latent.covariance' }]);
    expect((await table(1e-138)).code).toBe(0);
    expect((await asked(study({ mean: 0, sd: 1e-69 }, 'mean', { more }), command)).code).toBe(0);
  });
});
