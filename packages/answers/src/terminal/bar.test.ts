import { expect, it } from 'vitest';
import { bar } from './bar.ts';

it.each([
  [0, 1, null, '━━━━━━━━━━'],
  [0.25, 0.55, 0.4, '··━━●━····'],
  [0.5, 0.5, 0.5, '·····●····'],
  [0.999, 1, null, '·········━'],
])('from %d to %d with %s', (low, high, value, drawn) => {
  expect(bar(low, high, value, 10)).toBe(drawn);
});
