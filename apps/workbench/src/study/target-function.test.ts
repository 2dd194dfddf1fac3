import { type TargetSpec, target } from '@sightline/engine';
import { describe, expect, it } from 'vitest';
import { targetFunction, thresholds } from './target-function.ts';

const TARGETS: TargetSpec[] = [
  'mean',
  { above: 1.5 },
  { above: -0.3 },
  { outside: 1.2 },
  { logistic: 2 },
  { square: true },
  { hermite: [1, 0.5, -0.3, 0.2] },
];

/** E f(Z) for a standard normal Z, by many equal steps. */
function expectation(f: (z: number) => number): number {
  const step = 1e-4;
  let sum = 0;
  for (let z = -9 + step / 2; z < 9; z += step) sum += f(z) * Math.exp(-(z * z) / 2);
  return (sum * step) / Math.sqrt(2 * Math.PI);
}

describe('the function of a target', () => {
  it('has the mean, the variance and the first coefficient that the engine has for it', () => {
    for (const spec of TARGETS) {
      const g = targetFunction(spec as Parameters<typeof targetFunction>[0]);
      const { mean, variance, firstCoefficient } = target(spec);
      const drawn = expectation(g);
      expect(drawn).toBeCloseTo(mean, 4);
      expect(expectation((z) => (g(z) - drawn) ** 2)).toBeCloseTo(variance, 4);
      expect(expectation((z) => z * g(z))).toBeCloseTo(firstCoefficient, 4);
    }
  });

  it('changes at its thresholds', () => {
    expect(thresholds({ above: 1.5 })).toEqual([1.5]);
    expect(thresholds({ outside: 2 })).toEqual([-2, 2]);
    expect(thresholds('mean')).toEqual([]);
  });
});
