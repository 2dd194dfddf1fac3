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

describe('design', () => {
  const choosing = study(
    '  pricks: { at: [2, 5, 8], noise: 0.4, missed: 0.2 }',
    `catalogue:
  - { at: { from: 0.5, to: 9.5, count: 7 }, noise: 0.4, missed: 0.3 }
  - { at: [2.2, 6.6], noise: 0.9 }
choose: { exactly: 3, dropout: 0.05 }`,
  ).replace('{ above: 0.5 }', 'mean');
  const designed = async (text: string, options = {}) => {
    const { code, result } = await ask('design', { 'study.yaml': text }, options);
    expect(code, JSON.stringify(result.problems)).toBe(0);
    return result;
  };
  /** The value of a choice as the command gives it for a protocol. */
  const asProtocol = async (at: readonly number[]) => {
    const entries = at.map((time) =>
      [2.2, 6.6].includes(time) ? `{ at: ${time}, noise: 0.9 }` : `{ at: ${time}, noise: 0.4, missed: 0.3 }`,
    );
    const { protocols } = await valued(
      choosing.replace('protocols:', `protocols:\n  chosen: { dropout: 0.05, actions: [${entries.join()}] }`),
    );
    return protocols.chosen;
  };

  it('maximises the mean, and says what the choice is worth with every reading', async () => {
    const { best, missed, objective, proposed, choose, comparators } = await designed(choosing);
    expect([missed, objective, choose.dropout]).toEqual([{ by: 'mean', quantile: null }, 'value', 0.05]);
    const own = await asProtocol(best.at);
    expect(best.value).toBeCloseTo(own.value, 12);
    expect(best.completeValue).toBeCloseTo(own.completeValue, 12);
    expect(best.lowerTail.value).toBeCloseTo(own.lowerTail.value, 12);
    expect(best).toMatchObject({ certified: true, method: 'exhaustive' });
    expect(proposed.pricks.completeValue).toBe(proposed.whole.value);
    for (const one of Object.values(comparators) as { value: number }[])
      expect(one.value).toBeLessThanOrEqual(best.value);
  });

  it('maximises a lower quantile where that is asked for', async () => {
    const mean = await designed(choosing);
    const { best, missed, objective, warnings } = await designed(choosing, {
      missed: 'quantile',
      quantile: 0.1,
    });
    expect([missed, objective, warnings]).toEqual([{ by: 'quantile', quantile: 0.1 }, 'quantile', []]);
    expect(best.objective).toBeCloseTo((await asProtocol(best.at)).lowerTail.value, 12);
    expect(best.objective).toBeGreaterThanOrEqual(mean.best.lowerTail.value - 1e-12);
    expect(best.value).toBeLessThanOrEqual(mean.best.value);
  });

  it('has no share of a choice that is worth nothing, as where every reading of it is missed', async () => {
    const never = study('', 'catalogue: [{ at: [2, 5], noise: 0.4, missed: 1 }]\nchoose: { exactly: 1 }\n');
    const { best, proposed, comparators } = await designed(never);
    expect(best.value).toBe(0);
    expect(comparators.greedy.efficiency).toBe(1);
    expect(proposed.one.value).toBeGreaterThan(0);
    expect(proposed.one.efficiency).toBeNull();
  });

  it('says that --missed has no effect where nothing can be missing', async () => {
    const plain = choosing.replaceAll(/, missed: [.\d]+|, dropout: [.\d]+/g, '');
    const { warnings, missed, best } = await designed(plain, { missed: 'quantile' });
    expect(missed).toBeUndefined();
    expect(warnings).toMatchObject([{ kind: 'option-unused', path: '--missed' }]);
    expect(best.completeValue).toBeUndefined();
  });
});

describe('calibrate', () => {
  // What units show is the same law for all: a protocol that is always read beside itself with a half of it.
  const units = Array.from({ length: 40 }, (_, u) =>
    [
      u,
      ...Array.from({ length: 10 }, (_, j) =>
        (Math.sin(7 * u + 1) + Math.sin(3 * u * (1 + (j % 3)) + j)).toFixed(4),
      ),
    ].join(),
  );
  const dense = `unit,${Array.from({ length: 10 }, (_, j) => j + 0.5).join()}\n${units.join('\n')}\n`;
  const estimated = (target: string, calibration: string) => `sightline: 1
time: { horizon: 10, points: 10, unit: h }
target: ${target}
protocols:
  one: { at: 5.5, noise: 0.1 }
  half: { at: 5.5, noise: 0.1, missed: 0.5 }
  three: { at: [1.5, 5.5, 8.5], noise: 0.1, missed: 0.3, dropout: 0.02 }
calibration: { data: dense.csv, noise: 0, ${calibration} }
`;
  it.each([
    ['{ above: 0.5 }', 'scale: data'],
    ['mean', 'estimand: linear'],
  ])('gives means with intervals, as value does: %s %s', async (target, calibration) => {
    const files = { 'study.yaml': estimated(target, calibration), 'dense.csv': dense };
    const { result, code } = await ask('calibrate', files, { draws: 200 });
    expect(code, JSON.stringify(result.problems)).toBe(0);
    const value = await ask('value', files);
    const { one, half, three } = result.protocols;
    for (const name of ['one', 'half', 'three']) {
      expect(result.protocols[name].value).toBeCloseTo(value.result.protocols[name].value, 9);
      expect('completeValue' in result.protocols[name]).toBe(name !== 'one');
    }
    expect(half.value).toBeCloseTo(0.5 * one.value, 12);
    expect(half.completeValue).toBeCloseTo(one.value, 12);
    expect(three.value).toBeLessThan(three.completeValue);
    // All that is uncertain of half is uncertain of one, twice as much.
    expect(half.standardError).toBeCloseTo(0.5 * one.standardError, target === 'mean' ? 3 : 9);
    for (const { low, high, value: own, corrected = own } of [half, three]) {
      expect(low).toBeLessThanOrEqual(corrected);
      expect(high).toBeGreaterThanOrEqual(corrected);
    }
  });
});
