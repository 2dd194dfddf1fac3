import { expect, it } from 'vitest';
import { logarithmic, logTicks } from './log-scale.ts';

it('puts equal ratios at equal distances', () => {
  const x = logarithmic([0.01, 100], [0, 400]);
  expect([0.01, 0.1, 1, 10, 100].map(x).map(Math.round)).toEqual([0, 100, 200, 300, 400]);
  expect(x(2) - x(1)).toBeCloseTo(x(60) - x(30), 10);
});

it('has round ticks within the ends, fewer on a long axis', () => {
  expect(logTicks(0.04, 0.31)).toEqual([0.05, 0.1, 0.2]);
  expect(logTicks(0.1, 10)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10]);
  expect(logTicks(3e-5, 0.9)).toEqual([1e-4, 1e-3, 0.01, 0.1]);
});

it('refuses an axis that would need a logarithm of 0', () => {
  expect(() => logarithmic([0, 1], [0, 100])).toThrow(/from 0 to 1.*above 0/);
});
