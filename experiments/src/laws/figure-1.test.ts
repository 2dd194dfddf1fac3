import { expect, it } from 'vitest';
import { benchmarkOf, figure1Rows } from './figure-1.ts';

it('Figure 1 comes out as printed', () => {
  for (const { what, verdict } of figure1Rows()) expect(verdict, what).toBe('agrees');
});

it('the benchmark does not see the step', () => {
  const [one, two] = [benchmarkOf(0.1), benchmarkOf(-0.1)];
  expect(one.cross).toBeCloseTo(two.cross, 15);
  expect(one.variance).toBeCloseTo(two.variance, 15);
});
