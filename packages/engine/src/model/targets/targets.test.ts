// What holds for every kind of target, whatever it is: the list is the engine's own.
import { describe, expect, it } from 'vitest';
import { exampleTarget, isLinear, type TargetSpec, target, targetFunction, targetLevels } from '../target.ts';
import { TARGETS } from './index.ts';

/** E f(Z) for a standard normal Z, by many equal steps that end where f jumps. */
function expectation(f: (z: number) => number, levels: readonly number[]): number {
  const edges = [-9, ...levels, 9];
  let sum = 0;
  for (let i = 0; i + 1 < edges.length; i++) {
    const count = Math.ceil((edges[i + 1]! - edges[i]!) * 2000);
    const step = (edges[i + 1]! - edges[i]!) / count;
    for (let k = 0; k < count; k++) {
      const z = edges[i]! + (k + 0.5) * step;
      sum += step * f(z) * Math.exp(-(z * z) / 2);
    }
  }
  return sum / Math.sqrt(2 * Math.PI);
}

const specs = TARGETS.flatMap((kind): TargetSpec[] => {
  const { name, parameter } = kind;
  const of = (value: unknown) => ({ [name]: value }) as TargetSpec;
  if (parameter.type === 'number') return [exampleTarget(kind), ...parameter.typical.map(of)];
  if (parameter.type === 'numbers') return [exampleTarget(kind), of([0.3]), of([1, 0.5, -0.3, 0.2])];
  return [exampleTarget(kind)];
});

/** What g still changes by in the half of [a, b] where it changes more, and so on: a jump stays, a slope vanishes. */
function jump(g: (z: number) => number, a: number, b: number): number {
  const change = Math.abs(g(b) - g(a));
  if (b - a < 1e-9) return change;
  const middle = (a + b) / 2;
  return Math.abs(g(middle) - g(a)) > Math.abs(g(b) - g(middle)) ? jump(g, a, middle) : jump(g, middle, b);
}

describe.each(specs)('%j', (spec) => {
  const prepared = target(spec);
  const g = targetFunction(spec);
  const levels = targetLevels(spec);

  it('has the mean, the variance and the first coefficient of its own function', () => {
    const mean = expectation(g, levels);
    expect(mean).toBeCloseTo(prepared.mean, 6);
    expect(expectation((z) => (g(z) - mean) ** 2, levels)).toBeCloseTo(prepared.variance, 6);
    expect(expectation((z) => z * g(z), levels)).toBeCloseTo(prepared.firstCoefficient, 6);
  });

  it('jumps where it says so and nowhere else', () => {
    for (const level of levels) expect(Math.abs(g(level + 1e-9) - g(level - 1e-9))).toBe(1);
    for (let z = -6; z < 6; z += 0.01)
      if (!levels.some((level) => Math.abs(z - level) < 0.011))
        expect(jump(g, z, z + 0.01)).toBeLessThan(1e-5);
  });

  it('is linear exactly where a linear predictor of the trajectory explains all of it', () => {
    const explained = prepared.firstCoefficient ** 2 / prepared.variance;
    if (isLinear(prepared)) expect(explained).toBeCloseTo(1, 12);
    else expect(explained).toBeLessThan(1 - 1e-5);
  });
});
