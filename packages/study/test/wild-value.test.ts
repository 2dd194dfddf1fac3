import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

/** 24 units at four times; one of them has 6.22 where the others have about e. */
const FILE = [
  'unit,1.25,3.75,6.25,8.75',
  ...Array.from({ length: 24 }, (_, i) =>
    [
      `u${i}`,
      ...[0, 1, 2, 3].map((j) =>
        i === 5 && j === 2 ? 6.22 : (2.7 + 0.05 * Math.sin(7 * i + 3 * j)).toFixed(4),
      ),
    ].join(','),
  ),
].join('\n');

const STUDY = `sightline: 1
words: { value: NTU }
time: { horizon: 10, points: 4, unit: h }
target: mean
protocols:
  early: [{ at: 1.25, noise: 0.1 }]
  late: [{ at: 8.75, noise: 0.1 }]
realised: early
catalogue:
  - { at: { from: 1.25, to: 8.75, every: 2.5 }, noise: 0.1 }
choose: { exactly: 1 }
trial: { profile: 0.1, power: 0.8 }
calibration:
  data: dense.csv
  scale: data
  transform: log
  noise: 0
`;

describe('a value that makes up most of the variance is named', () => {
  it.each([
    ['value', {}],
    ['calibrate', { draws: 100 }],
    ['plan', { trial: true }],
    ['design', {}],
    ['identify', {}],
    ['predict', { readings: 'new.csv', protocol: 'early' }],
  ] as const)('by %s, as it stands in the file', async (command, options) => {
    const files = { 'study.yaml': STUDY, 'dense.csv': FILE, 'new.csv': 'unit,1.25\nn,2.7\n' };
    const { result } = await ask(command, files, options);
    expect(result.problems).toBeUndefined();
    const told = result.warnings.find(({ kind }: { kind: string }) => kind === 'one-value');
    expect(told?.what).toMatch(/^unit "u5" has 6\.22 NTU at 6\.25 h: this one value makes up \d+ %/);
  });
});
