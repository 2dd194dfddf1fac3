import { parseStudy, stepsOf } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import {
  firstAlternative,
  firstCatalogue,
  firstChoice,
  firstLaw,
  firstRealised,
  firstRecords,
  recordsOfDays,
} from './first-steps.ts';
import { contentOf } from './study-edit.ts';

const BARE = `sightline: 1
time: { horizon: 8, points: 16, unit: h }
target: mean
protocols:
  today: { at: 1, noise: 0.3, cost: 2 }
`;
const LIKE = { noise: 0.3, cost: 2 };

describe('first steps', () => {
  it('make every question of a bare study one that can be asked, with nothing wrong in what they write', () => {
    let text = BARE;
    for (const step of [
      (now: string) => firstLaw(now, 8),
      (now: string) => firstRealised(now, 'today'),
      (now: string) => firstAlternative(now, 8, LIKE),
      (now: string) => firstCatalogue(now, 8, LIKE),
      (now: string) => firstChoice(now, 1),
    ]) {
      const { text: after, said } = step(text);
      expect(after.split('\n')).toEqual(expect.arrayContaining(text.split('\n')));
      expect(said).toMatch(/^Written to the study: /);
      text = after;
    }
    const parsed = parseStudy('study.yaml', text);
    expect(parsed.problems).toEqual([]);
    expect(stepsOf(parsed).runs).toEqual(['value', 'identify', 'design']);
    expect(contentOf(text)).toMatchObject({
      latent: { kernel: { ou: { tau: 0.8 } } },
      protocols: { spread: { at: [1, 3, 5, 7], noise: 0.3, cost: 2 } },
      catalogue: [{ at: { from: 0.4, to: 7.6, count: 12 }, noise: 0.3, cost: 2 }],
      choose: { exactly: 1 },
    });
  });

  it('take the days of dense data for records', () => {
    const dense = `${BARE}calibration: { data: g.csv, columns: { unit: p, time: when, value: g }, split: day, noise: 1 }\n`;
    const records = recordsOfDays(parseStudy('study.yaml', dense).parts)!;
    const { text } = firstRecords(dense, records);
    const parsed = parseStudy('study.yaml', text);
    expect(parsed.problems).toEqual([]);
    expect(stepsOf(parsed).runs).toContain('retrospect');
    expect(recordsOfDays(parseStudy('study.yaml', dense.replace(', split: day', '')).parts)).toBeUndefined();
  });

  it('write no noise where none is known', () => {
    const { text } = firstCatalogue(BARE, 8, { noise: undefined, cost: undefined });
    expect(contentOf(text)).toMatchObject({ catalogue: [{ at: { from: 0.4, to: 7.6, count: 12 } }] });
    expect(text).not.toMatch(/catalogue:.*noise/);
  });
});
