import { targetKind } from '../transform/target-kind.ts';
import { stepTransform, THRESHOLD } from '../transform/threshold-transform.ts';

/** 1{z < c} = 1 − 1{z ≥ c}: C_g is that of `above`, and the value is the same. */
export const below = targetKind({
  name: 'below',
  rank: 3,
  parameter: { ...THRESHOLD, meaning: 'Share of time below this level', example: -1.5 },
  title: 'time below',
  formula: '1 where z < c',
  aliases: ['under', 'less', 'timebelow', 'tbr'],
  words: (c, level) => `the share of time below ${level(c)}`,
  g: (c) => (z) => (z < c ? 1 : 0),
  levels: (c) => [c],
  steps: (c) => [{ sign: -1, level: c }],
  prepare: (c) => stepTransform(c, -1),
});
