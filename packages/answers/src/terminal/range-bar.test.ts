import { expect, it } from 'vitest';
import { rangeBar } from './range-bar.ts';

it.each([
  [0, 1, null, '0 ━━━━━━━━━━ 1'],
  [0.25, 0.55, 0.4, '0 ··━━●━···· 1'],
  [0.5, 0.5, 0.5, '0 ·····●···· 1'],
  [0.999, 1, null, '0 ·········━ 1'],
])('from %d to %d with %s', (low, high, value, bar) => {
  expect(rangeBar(low, high, value, 10)).toBe(bar);
});
