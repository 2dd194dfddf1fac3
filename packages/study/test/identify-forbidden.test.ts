import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const study = (catalogue: string, choose = '') => `sightline: 1
time: { horizon: 24, points: 8, unit: h, start: "00:00" }
target: mean
latent: { kernel: { ou: { tau: 4 } } }
protocols:
  one: [{ at: "10:30" }]
  night: [{ at: "01:30" }, { at: "10:30" }]
  day: [{ at: "13:30" }, { at: "10:30" }]
realised: one
catalogue:
${catalogue}
${choose}`;
const ALL = '  - { at: { from: "01:30", to: "22:30", every: 3 } }';
/** The same without what the rules below forbid: 01:30, 04:30 and 22:30 … 06:00, and the last but one. */
const LEFT = '  - { at: { from: "07:30", to: "16:30", every: 3 } }';
const FORBIDDEN = 'choose: { exactly: 2, forbidden: [{ from: "22:00", to: "06:00" }, 6] }';

const asked = async (text: string) => (await ask('identify', { 'study.yaml': text })).result;

describe('measurements that are forbidden', () => {
  it('are not proposed: the answer is that of the catalogue without them', async () => {
    const [free, rules, left] = [
      await asked(study(ALL)),
      await asked(study(ALL, FORBIDDEN)),
      await asked(study(LEFT)),
    ];
    expect(free.alternatives.night.augmentation.clock).toContain('01:30');
    expect(free.forbidden).toBeUndefined();
    expect(rules.forbidden).toBe(4);
    expect(rules.catalogue).toBe(8);
    for (const name of ['night', 'day']) {
      const [own, other] = [rules, left].map((one) => one.alternatives[name].augmentation);
      expect(own?.clock).toEqual(other?.clock);
      expect(own?.cost).toEqual(other?.cost);
    }
    const { augmentation } = rules.alternatives.day;
    // Numbered as in the whole catalogue.
    expect(augmentation).toMatchObject({ actions: [4], clock: ['13:30'] });
    expect(augmentation.why).toMatch(/; 4 actions that choose\.forbidden rules out were not considered$/);
    expect(free.alternatives.day.augmentation.why).not.toContain('forbidden');
  });
});
