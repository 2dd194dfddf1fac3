// Readings that may be missing, from the study file to the results.
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const study = (protocols: string, more = '') => `sightline: 1
time: { horizon: 10, points: 40, unit: h }
target: { above: 0.5 }
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  whole: { at: [2, 5, 8], noise: 0.4 }
  one: { at: 5, noise: 0.4 }
${protocols}
${more}`;
const valued = async (text: string, options = {}) => {
  const { code, result } = await ask('value', { 'study.yaml': text }, options);
  expect(code, JSON.stringify(result.problems)).toBe(0);
  return result;
};

describe('value', () => {
  it('of one action that is missed is (1 − q) times its own; rmse comes from the mean', async () => {
    const { protocols, target } = await valued(study('  half: { at: 5, noise: 0.4, missed: 0.5 }'));
    const { one, half } = protocols;
    expect(half.value).toBeCloseTo(0.5 * one.value, 14);
    expect(half).toMatchObject({
      completeValue: one.value,
      worst: { value: 0, missing: [0], probability: 0.5 },
      nothingRead: 0.5,
      lowerTail: { level: 0.1, value: 0 },
      patterns: 2,
    });
    expect(half.explained).toBeCloseTo(0.5 * one.explained, 14);
    expect(half.rmse).toBeCloseTo(Math.sqrt(target.variance * (1 - half.value)), 14);
    expect('completeValue' in one || 'worst' in one || 'standardError' in half).toBe(false);
  });

  it('takes dropout in every form of a protocol alike', async () => {
    const { protocols } = await valued(
      study(`  a: { at: [2, 5, 8], noise: 0.4, dropout: 0.1 }
  b: { dropout: 0.1, actions: { at: [2, 5, 8], noise: 0.4 } }
  c: { dropout: 0.1, actions: [{ at: [2, 5], noise: 0.4 }, { at: 8, noise: 0.4 }] }
  d: { actions: [{ at: [2, 5], noise: 0.4 }, { at: 8, noise: 0.4 }] }`),
    );
    const { whole, a, b, c, d } = protocols;
    expect(b).toEqual(a);
    expect(c).toEqual(a);
    expect(d).toEqual(whole);
    expect(a.completeValue).toBe(whole.value);
    expect(a.nothingRead).toBeCloseTo(1 - Math.exp(-0.2), 14);
    expect(a.value).toBeLessThan(whole.value);
  });

  it('of a sensor that fails is the value of all its readings, or nothing', async () => {
    const { protocols } = await valued(
      study('  sensor: { at: [2, 5, 8], noise: 0.4, sensor: arm, fails: 0.25 }'),
    );
    expect(protocols.sensor.value).toBeCloseTo(0.75 * protocols.whole.value, 14);
    expect(protocols.sensor.patterns).toBe(2);
  });

  it('beyond 4096 patterns is a mean over draws of the seed, and says so', async () => {
    const many = study('  many: { at: { from: 0.2, to: 9.8, count: 20 }, noise: 0.4, missed: 0.3 }');
    const result = await valued(many, { seed: 2 });
    const { draws, standardError, value, completeValue } = result.protocols.many;
    expect(draws).toBe(4096);
    expect(standardError).toBeGreaterThan(0);
    expect(value).toBeLessThan(completeValue);
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['drawn-patterns']);
    const again = await valued(many, { seed: 3 });
    expect(again.protocols.many.value).not.toBe(value);
    expect(Math.abs(again.protocols.many.value - value)).toBeLessThan(6 * standardError);
  });
});

it('identify takes protocols as read completely, and says so', async () => {
  const text = study('  half: { at: 5, noise: 0.4, missed: 0.5 }', 'realised: half').replace(
    '{ above: 0.5 }',
    'mean',
  );
  const { result } = await ask('identify', { 'study.yaml': text });
  expect(result.alternatives.one).toMatchObject({ verdict: 'identified' });
  expect(result.warnings).toMatchObject([{ kind: 'missed-unused', path: 'protocols.half' }]);
  const whole = await ask('identify', { 'study.yaml': text.replace(', missed: 0.5', '') });
  expect(result.alternatives).toEqual(whole.result.alternatives);
});
