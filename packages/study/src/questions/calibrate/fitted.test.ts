import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/ask.ts';
import { FITTED, fittedStudy } from '../../../test/fitted-fixtures.ts';

const REQUEST = { draws: 400 };
const calibrated = async (study: string, request: object = REQUEST) =>
  (await ask('calibrate', { 'study.yaml': study }, { ...request })).result;

describe('calibrate under a fitted law', () => {
  it('has the intervals of value, and says which protocols the fit tells apart', async () => {
    const result = await calibrated(fittedStudy());
    const { result: value } = await ask('value', { 'study.yaml': fittedStudy() }, REQUEST);
    for (const [name, own] of Object.entries<Record<string, number>>(result.protocols)) {
      const { low, high, value: worth, rmse, rmseInterval } = value.protocols[name];
      expect(own).toMatchObject({ value: worth, low, high, rmse, rmseInterval });
    }
    expect(result).toMatchObject({
      units: 200,
      trajectories: 200,
      resampled: { parameters: 5 },
      fitted: { readings: 1180 },
      data: null,
      repair: null,
      theory: null,
      fit: null,
    });
    // Mirror images have the same value under every stationary law, and four in a row are worse under all of them.
    const of = (a: string, b: string) =>
      result.comparisons.find(
        (one: { a: string; b: string }) => [one.a, one.b].sort().join() === [a, b].sort().join(),
      );
    expect(of('spread', 'mirrored').distinguishable).toBe(false);
    expect(of('spread', 'mirrored').high - of('spread', 'mirrored').low).toBeLessThan(1e-6);
    expect(of('spread', 'morning').distinguishable).toBe(true);
    expect([...result.bestSet].sort()).toEqual(['mirrored', 'spread']);
    expect(result.epsilon).toBeGreaterThan(0);
  });

  it('gives classes their resolution', async () => {
    const more = 'classes: { nested: { exactly: 2, noise: 100, bins: [4, 6] } }\n';
    const { resolution } = await calibrated(fittedStudy({ more }));
    expect(resolution.classes.map(({ size }: { size: number }) => size)).toEqual([2, 5, 11, 25]);
    // Errors of a larger class are at least as large.
    const errors = resolution.classes.map(({ epsilon }: { epsilon: number }) => epsilon);
    expect(errors).toEqual(errors.toSorted((a: number, b: number) => a - b));
  });

  it('says how far values move along a ridge of laws that are nearly as likely', async () => {
    const ridge = `${FITTED}    undetermined: [tau]
    ridge:
      parameter: tau
      sets: [[0.1, 0.2, 140, 50, 95], [3, 0.2, 140, 50, 95], [30, 0.2, 140, 50, 95]]
`;
    const result = await calibrated(fittedStudy({ fitted: ridge }));
    const [warning] = result.warnings;
    expect(warning.kind).toBe('undetermined');
    expect(warning.what).toContain('do not determine tau: laws with tau from 0.1 to 30 are nearly as likely');
    const ends = await Promise.all(
      [0.1, 30].map(async (tau) => {
        const study = fittedStudy({ fitted: '' }).replace('tau: 3', `tau: ${tau}`);
        return (await ask('value', { 'study.yaml': study })).result.protocols.noon.value.toFixed(3);
      }),
    );
    expect(warning.what).toContain(`the value of 'noon' goes from ${ends[0]} to ${ends[1]}`);
  });

  it('counts the estimate among those laws, also where it lies beyond them', async () => {
    const ridge = `${FITTED}    undetermined: [tau]
    ridge: { parameter: tau, sets: [[0.1, 0.2, 140, 50, 95], [0.5, 0.2, 140, 50, 95]] }
`;
    const { warnings, protocols } = await calibrated(fittedStudy({ fitted: ridge }));
    expect(warnings[0].what).toContain('laws with tau from 0.1 to 3 are');
    expect(warnings[0].what).toMatch(
      new RegExp(`'noon' (?:goes )?from [0-9.]+ to ${protocols.noon.value.toFixed(3)}`),
    );
  });

  it('takes dense data where the study names some', async () => {
    const more = 'calibration: { data: dense.csv, noise: 100 }\n';
    const { result } = await ask('calibrate', { 'study.yaml': fittedStudy({ more }) });
    expect(result.problems).toMatchObject([{ path: 'calibration.data' }]);
  });
});

it('holds the others against what was run, as from dense data', async () => {
  const pairs = async (more: string): Promise<boolean[]> => {
    const { code, result } = await ask('calibrate', { 'study.yaml': fittedStudy({ more }) }, { draws: 100 });
    expect(code).toBe(0);
    return result.comparisons.map(({ a, b }: { a: string; b: string }) => [a, b].includes('morning'));
  };
  const inOrder = [true, true, true, false, false, false];
  expect(await pairs('')).not.toEqual(inOrder);
  expect(await pairs('realised: morning')).toEqual(inOrder);
});
