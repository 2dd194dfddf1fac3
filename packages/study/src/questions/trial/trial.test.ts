import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ask } from '../../../test/ask.ts';

const STUDY = {
  sightline: 1,
  time: { horizon: 4, points: 4, unit: 'h' },
  target: 'mean' as unknown,
  latent: { kernel: { ou: { tau: 2 } }, mean: 10, sd: 2 } as object,
  protocols: { first: { at: 0.5, noise: 1 }, middle: { at: [1.5, 2.5], noise: 1 } } as object,
  trial: { profile: 1 } as object | undefined,
};
const trial = (more: Partial<typeof STUDY> & Record<string, unknown> = {}, options: object = {}) =>
  ask('trial', { 'study.yaml': stringify({ ...STUDY, ...more }) }, { ...options });

describe('sightline plan --trial', () => {
  it('has the units of both arms, with the target known and predicted', async () => {
    const { code, result } = await trial();
    expect(code).toBe(0);
    expect(result.command).toBe('plan');
    const { complete, protocols, level, power, allocation, unit } = result.trial;
    expect({ level, power, allocation, unit }).toEqual({
      level: 0.05,
      power: 0.8,
      allocation: 1,
      unit: 'data',
    });
    expect(complete.shift).toBeCloseTo(1, 12);
    expect(complete.sd.control ** 2).toBeCloseTo(result.target.variance, 10);
    // One reading of variance 4 and noise 1, in the middle of an effect of 1: κ = ω'Σe/5, value = (ω'Σe)²/5/V.
    const { first } = protocols;
    const covariance = [0, 1, 2, 3].reduce((sum, lag) => sum + Math.exp(-lag / 2), 0);
    expect(first.recovered).toBeCloseTo(covariance / 5, 10);
    expect(first.ratio).toBeCloseTo(first.value / first.recovered ** 2, 10);
    expect(first.units.total / complete.units.total).toBeCloseTo(first.ratio, 0.5);
    // A single reading is its own best combination.
    expect(first.best.units).toEqual(first.units);
    expect(protocols.middle.best.units.total).toBeLessThanOrEqual(protocols.middle.units.total);
  });

  it('takes a profile in three forms, and power from the command line', async () => {
    const of = async (own: object, options = {}) => (await trial({ trial: own }, options)).result.trial;
    const [list, linear] = [
      await of({ profile: [1, 2, 3, 4] }),
      await of({ profile: { from: 0.5, to: 4.5 } }),
    ];
    expect(linear.protocols.first).toEqual(list.protocols.first);
    expect(list.protocols.first.shift).toBeLessThan((await of({ profile: 2 })).protocols.first.shift);
    expect((await of({ profile: 1, power: 0.6 }, { power: 0.9 })).complete.units).toEqual(
      (await of({ profile: 1, power: 0.9 })).complete.units,
    );
    const { complete } = await of({ profile: 1, allocation: 3, level: 0.01 });
    expect(complete.units.treated).toBe(3 * complete.units.control);
  });

  it('says where no number of units is enough', async () => {
    const { result } = await trial({ trial: { profile: [0, 1, 1, 1] } });
    expect(result.trial.protocols.first).toMatchObject({ shift: 0, recovered: 0, units: null, ratio: null });
    expect(result.trial.protocols.first.best.units).toBeNull();
    expect(result.warnings).toMatchObject([{ kind: 'shift-unseen', path: 'protocols.first' }]);
    const against = (await trial({ trial: { profile: [-1, 1, 1, 1] } })).result;
    expect(against.trial.protocols.first.why).toContain('against');
    expect(against.warnings).toMatchObject([{ kind: 'shift-opposite' }]);
    const still = (await trial({ trial: { profile: [1, -1, 1, -1] } })).result;
    expect(still.trial.complete).toMatchObject({
      units: null,
      why: expect.stringContaining('does not move'),
    });
    expect(still.trial.protocols.first).toMatchObject({ units: null, recovered: null });
  });

  it('takes readings that may be missing for what they are', async () => {
    const protocols = { sure: { at: 0.5, noise: 1 }, often: { at: 0.5, noise: 1, missed: 0.4 } };
    const { sure, often } = (await trial({ protocols })).result.trial.protocols;
    expect(often.recovered).toBeCloseTo(0.6 * sure.recovered, 12);
    expect(often.value).toBeCloseTo(0.6 * sure.value, 12);
    expect(often.units.total).toBeGreaterThan(sure.units.total);
  });

  it('knows thresholds, the logarithm and standardised laws', async () => {
    const own = (await trial({ target: { above: 12 } })).result.trial;
    const twice = (await trial({ target: { above: 12 }, trial: { profile: 2 } })).result.trial;
    expect(twice.complete.shift).toBeGreaterThan(2.1 * own.complete.shift);
    expect(own.complete.sd.treated).not.toBeCloseTo(own.complete.sd.control, 3);
    const log = { kernel: { ou: { tau: 2 } }, mean: 2, sd: 0.3, transform: 'log' };
    const logged = (await trial({ latent: log, trial: { profile: Math.log(1.1) } })).result;
    expect(logged.trial.unit).toBe('log');
    // A factor of 1.1 for all times multiplies mean and standard deviation.
    expect(logged.trial.complete.shift).toBeCloseTo(0.1 * logged.target.mean, 10);
    expect(logged.trial.complete.sd.treated).toBeCloseTo(1.1 * logged.trial.complete.sd.control, 10);
    const plain = (await trial({ latent: { kernel: { ou: { tau: 2 } } }, target: { above: 0.5 } })).result;
    expect(plain.trial.unit).toBe('sd');
    expect(plain.trial.complete.units.total).toBeGreaterThan(4);
  });

  it.each([
    ['no treatment', { trial: undefined }, 'trial', 'trial` is missing'],
    ['a profile of 0', { trial: { profile: 0 } }, 'trial.profile', 'no effect'],
    ['a profile of another length', { trial: { profile: [1, 2] } }, 'trial.profile', '4 points'],
    ['a profile that is none', { trial: { profile: 'much' } }, 'trial.profile', ''],
    ['no power at all', { trial: { profile: 1, power: 0.04 } }, 'trial.power', 'without any effect'],
    ['a power of 1', { trial: { profile: 1, power: 1 } }, 'trial.power', 'too large'],
    ['a level of 0', { trial: { profile: 1, level: 0 } }, 'trial.level', 'too small'],
    ['no treated units', { trial: { profile: 1, allocation: 0 } }, 'trial.allocation', 'too small'],
    ['an unknown field', { trial: { profile: 1, effect: 2 } }, 'trial.effect', ''],
    [
      'a shift that leaves nothing',
      { target: { above: 12 }, trial: { profile: 900 } },
      'trial.profile',
      'hardly varies',
    ],
    [
      'a target that is another one at each time',
      { latent: { kernel: { ou: { tau: 2 } } }, target: { logistic: 2 } },
      'target.logistic',
      'another target at each time',
    ],
  ])('refuses %s', async (_, more, path, why) => {
    const { code, result } = await trial(more);
    expect(code).toBe(3);
    expect(result.problems).toHaveLength(1);
    expect(result.problems[0].path).toBe(path);
    expect(result.problems[0].why).toContain(why);
  });

  it('is checked whichever question is asked, and part of a run where the study has it', async () => {
    const text = (own: object) => ({ 'study.yaml': stringify({ ...STUDY, ...own }) });
    expect((await ask('value', text({ trial: { profile: 1, power: 2 } }))).code).toBe(3);
    const { result } = await ask('run', text({}));
    expect(result.steps.trial.trial.complete.units.total).toBeGreaterThan(4);
    const without = (await ask('run', text({ trial: undefined }))).result;
    expect(without.steps.trial).toBeUndefined();
    expect(without.skipped.map(({ step }: { step: string }) => step)).not.toContain('trial');
  });
});
