import { targetKind } from '../transform/target-kind.ts';
import { stepTransform, THRESHOLD } from '../transform/threshold-transform.ts';

export const above = targetKind({
  name: 'above',
  rank: 2,
  parameter: { ...THRESHOLD, meaning: 'Share of time above this level' },
  title: 'time above',
  formula: '1 where z > c',
  aliases: ['threshold', 'exceeds', 'over', 'greater', 'timeabove', 'tar'],
  words: (c, level) => `the share of time above ${level(c)}`,
  g: (c) => (z) => (z > c ? 1 : 0),
  levels: (c) => [c],
  steps: (c) => [{ sign: 1, level: c }],
  prepare: (c) => stepTransform(c, 1),
});
