import { describe, expect, it } from 'vitest';
import { ask } from '../../test/ask.ts';

const LAW = { kernel: { ou: { tau: 3 } }, trait: 0.2, mean: 140, sd: 50 };
const FITTED = {
  units: 200,
  readings: 1180,
  noise: 90,
  parameters: ['tau', 'trait', 'mean', 'sd', 'noise'],
  covariance: [0.01, 0.05, 4, 0.002, 0.01].map((x, i) =>
    Array.from({ length: 5 }, (_, j) => (i === j ? x : 0)),
  ),
};

async function problems(law: object, fitted: object = {}) {
  const study = {
    sightline: 1,
    time: { horizon: 24, points: 4, unit: 'h' },
    target: 'mean',
    latent: { ...LAW, ...law, fitted: { ...FITTED, ...fitted } },
    protocols: { one: { at: 8, noise: 100 } },
  };
  const { code, result } = await ask('value', { 'study.yaml': JSON.stringify(study) }, { draws: 100 });
  expect(code === 0).toBe(result.problems === undefined);
  return (result.problems ?? []) as { path: string; why: string }[];
}

const row = (k: number, values: number[]) => FITTED.covariance.map((own, i) => (i === k ? values : own));

describe('latent.fitted', () => {
  it('may be what a fit wrote', async () => {
    expect(await problems({})).toEqual([]);
  });

  it('may have numbers on their bound, which have no error', async () => {
    const parameters = ['tau', 'trait', 'mean', 'sd', 'noise'];
    const covariance = FITTED.covariance.map((own, i) => (i === 1 || i === 4 ? Array(5).fill(0) : own));
    expect(await problems({ trait: 0 }, { parameters, covariance, noise: 0 })).toEqual([]);
  });

  it.each([
    [
      'an unknown parameter',
      {},
      { parameters: ['tau', 'slope', 'mean', 'sd', 'noise'] },
      'parameters[1]',
      'has this name',
    ],
    [
      'a parameter twice',
      {},
      { parameters: ['tau', 'tau', 'mean', 'sd', 'noise'] },
      'parameters[1]',
      'in the list before',
    ],
    ['a trait without a logit', { trait: 0 }, {}, 'parameters[1]', 'has no logit'],
    ['a noise that is missing', {}, { noise: 0 }, 'parameters[4]', 'has no logarithm'],
    ['too small a covariance', {}, { covariance: [[1]] }, 'covariance', 'a row and a column for each'],
    ['a variance below 0', {}, { covariance: row(2, [0, 0, -4, 0, 0]) }, 'covariance[2][2]', 'is below 0'],
    ['no symmetry', {}, { covariance: row(2, [0.001, 0, 4, 0, 0]) }, 'covariance[2][0]', 'not symmetric'],
    ['a scale for each time', { sd: [50, 50, 50, 50] }, {}, '', 'one standard deviation for all times'],
    [
      'another kernel than was fitted',
      {},
      { kernel: 'matern32' },
      'kernel',
      'is not the one that was fitted',
    ],
    [
      'a number that was changed',
      {},
      { estimates: [2.5, 0.2, 140, 50, 90] },
      'estimates[0]',
      'tau of the law beside it is 3',
    ],
    ['too few estimates', {}, { estimates: [3] }, 'estimates', 'one number for each'],
    ['knots without values', {}, { knots: [0, 24] }, 'knots', 'there are 2 knots'],
    ['an unknown name of what is open', {}, { undetermined: ['slope'] }, 'undetermined[0]', 'has this name'],
    [
      'a ridge of another size',
      {},
      { ridge: { parameter: 'tau', sets: [[1, 2]] } },
      'ridge',
      'one value for each',
    ],
  ])('%s is a problem', async (_what, law, fitted, path, why) => {
    const found = await problems(law, fitted);
    const at = path === '' ? 'latent.fitted' : `latent.fitted.${path}`;
    expect(found.map((one) => one.path)).toContain(at);
    expect(
      found
        .filter((one) => one.path === at)
        .map((one) => one.why)
        .join(),
    ).toContain(why);
  });

  it('has a smooth mean twice, which must be one', async () => {
    // With two knots the spline is a straight line.
    const parameters = ['tau', 'trait', 'mean1', 'mean2', 'sd', 'noise'];
    const covariance = [0.01, 0.05, 4, 4, 0.002, 0.01].map((x, i) =>
      Array.from({ length: 6 }, (_, j) => (i === j ? x : 0)),
    );
    const smooth = { parameters, covariance, knots: [3, 21], atKnots: [130, 148] };
    expect(await problems({ mean: [130, 136, 142, 148] }, smooth)).toEqual([]);
    const [problem] = await problems({ mean: [130, 136, 142, 149] }, smooth);
    expect(problem).toMatchObject({ path: 'latent.fitted.atKnots' });
    const [turned] = await problems({ mean: [130, 136, 142, 148] }, { ...smooth, knots: [21, 3] });
    expect(turned!.why).toContain('not in the order of time');
  });
});
