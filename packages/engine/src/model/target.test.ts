import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { evaluateTable } from '../../test/plain-kernels/evaluate-table.ts';
import { InvalidInput } from './input/invalid-input.ts';
import type { TargetSpec } from './target.ts';
import { functionTarget, target, type UniformTarget } from './target.ts';
import { normalDensity } from './transform/normal-tail.ts';

const near = comparedWith('covariance transforms of targets, and their tables', 'mpmath, 40 digits');

interface Fixture {
  target: TargetSpec;
  mean: number;
  values: [number, number][];
  slopes: [number, number][];
}
const fixtures: Fixture[] = JSON.parse(
  readFileSync(new URL('../../fixtures/target_transforms.json', import.meta.url), 'utf8'),
);
const isSeries = (spec: TargetSpec) => typeof spec === 'object' && 'logistic' in spec;

const tabulated = (prepared: UniformTarget, r: number) => evaluateTable(prepared.table!, r);

describe.each(fixtures)('$target', ({ target: spec, mean, values, slopes }) => {
  const prepared = target(spec);
  const tolerance = isSeries(spec) ? 1e-10 : 1e-12;

  it('has C_g within 1e-12 (1e-10 for series) of the high-precision values, in closed form and in the table', () => {
    for (const [r, expected] of values) {
      near(Math.abs(prepared.transform(r) - expected), tolerance, `C(${r})`);
      near(Math.abs(tabulated(prepared, r) - expected), tolerance, `table at ${r}`);
    }
  });

  it('keeps the accuracy relative to its variance, however rare the event', () => {
    if (isSeries(spec)) return;
    for (const [r, expected] of values)
      expect(Math.abs(tabulated(prepared, r) - expected), `table at ${r}`).toBeLessThanOrEqual(
        // A correlation of 1 − 1e-8 is itself known to 1e-16 only, which the steep end of C magnifies.
        Math.abs(r) > 0.999 && Math.abs(r) < 1
          ? Math.max(1e-12 * prepared.variance, 1.2e-16 * Math.abs(prepared.derivative(r)))
          : 4e-15 * prepared.variance,
      );
  });

  it('has the mean, the variance and the slopes', () => {
    expect(Math.abs(prepared.mean - mean)).toBeLessThanOrEqual(1e-14);
    expect(Math.abs(prepared.variance - values.at(-1)![1])).toBeLessThanOrEqual(tolerance);
    for (const [r, expected] of slopes)
      expect(Math.abs(prepared.derivative(r) - expected)).toBeLessThanOrEqual(1e-10);
  });

  it('has a modulus that holds for pairs of correlations, and nearly fails when made smaller', () => {
    const pairs: [number, number][] = [];
    for (let i = 0; i <= 60; i++) for (let j = 0; j < i; j++) pairs.push([-1 + i / 30, -1 + j / 30]);
    for (const end of [1e-3, 1e-6, 1e-9]) pairs.push([1, 1 - end], [-1, -1 + end]);
    let tightest = 0;
    const { L, beta } = prepared.modulus();
    for (const [a, b] of pairs) {
      const ratio = Math.abs(prepared.transform(a) - prepared.transform(b)) / (L * Math.abs(a - b) ** beta);
      // The difference over 1e-9 has seven digits.
      if (ratio > 1 + 1e-6) expect.fail(`${a}, ${b}: ${ratio}`);
      tightest = Math.max(tightest, ratio);
    }
    expect(tightest).toBeGreaterThan(0.5);
    const local = prepared.modulus(0.5);
    expect(local.beta).toBe(1);
    const steepest = Math.abs(prepared.transform(0.5) - prepared.transform(0.5 - 1e-5)) / 1e-5;
    expect(steepest).toBeLessThanOrEqual(local.L * (1 + 1e-7));
    expect(steepest).toBeGreaterThan(0.999 * local.L);
  });

  it('agrees between closed form and table on a fine grid, across every range of the table', () => {
    let worst = 0;
    for (let i = -4000; i <= 4000; i++) {
      const r = Math.sin((Math.PI / 2) * (i / 4000)) * 10 ** -(i % 7 === 0 ? Math.abs(i % 5) : 0);
      worst = Math.max(worst, Math.abs(tabulated(prepared, r) - prepared.transform(r)));
    }
    expect(worst).toBeLessThanOrEqual(8e-15 * prepared.variance);
  });
});

describe('any function', () => {
  it('is the mean target for z, the square target for z²', () => {
    const z = functionTarget((x) => x, { terms: 16 });
    const zz = functionTarget((x) => x * x, { terms: 16 });
    for (const r of [-1, -0.3, 0.2, 1]) {
      expect(z.transform(r)).toBeCloseTo(r, 13);
      expect(zz.transform(r)).toBeCloseTo(2 * r * r, 12);
    }
    expect(zz.mean).toBeCloseTo(1, 13);
    expect(z.truncation).toBeLessThan(1e-13);
  });

  it('states a truncation error that is the true one for a threshold', () => {
    const jump = functionTarget((x) => (x > 0.5 ? 1 : 0), { terms: 200, breaks: [0.5] });
    const exact = target({ above: 0.5 });
    const error = exact.transform(1) - jump.transform(1);
    expect(error).toBeGreaterThan(1e-3);
    expect(Math.abs(jump.truncation - error)).toBeLessThan(1e-13);
    expect(Math.abs(jump.transform(0.6) - exact.transform(0.6))).toBeLessThan(1e-13);
  });

  it('has the closed form e^r − 1 of the exponential function', () => {
    const exponential = functionTarget(Math.exp, { terms: 40 });
    for (const r of [-1, -0.75, 0.1, 0.72, 1])
      expect(Math.abs(exponential.transform(r) - Math.E * (Math.exp(r) - 1))).toBeLessThan(1e-12);
    expect(exponential.modulus().L).toBeCloseTo(Math.E ** 2, 10);
  });

  it('refuses a constant and a function that is no number somewhere', () => {
    expect(() => functionTarget(() => 3)).toThrow(InvalidInput);
    expect(() => functionTarget(Math.log)).toThrow(/is NaN at -/);
  });
});

it.each<TargetSpec>([
  { above: 8 },
  { above: -10 },
  { above: 1e-3 },
  { above: 1e-6 },
  { above: 1e-9 },
  { outside: 10 },
  { outside: 0.001 },
  { below: -10 },
  { between: [-10, 10] },
  { between: [-10, 1] },
  { between: [9, 10] },
  { between: [-1e-6, 1] },
  { between: [-1, 1 + 1e-9] },
  { between: [0, 0.001] },
  { between: [3, 3.01] },
])('%j can be prepared, and its table agrees with its closed form', (spec) => {
  const prepared = target(spec);
  for (let i = 0; i <= 200; i++) {
    const r = i / 100 - 1;
    const error = Math.abs(tabulated(prepared, r) - prepared.transform(r)) / prepared.variance;
    if (!(error < 1e-12)) expect.fail(`${r}: ${error}`);
  }
  expect(prepared.transform(1) / prepared.variance).toBeCloseTo(1, 12);
});

it('meets its tolerance at the steepest logistic slope, and is then near the threshold at 0', () => {
  const steep = target({ logistic: -20 });
  expect(steep.truncation).toBeLessThanOrEqual(1e-11);
  expect(Math.abs(steep.transform(0.5) - target({ above: 0 }).transform(0.5))).toBeLessThan(2e-3);
});

describe('a range', () => {
  it('is what is above its lower end and not above its upper one, and the complement of what is outside', () => {
    const inside = target({ between: [-1.2, 1.2] });
    const outside = target({ outside: 1.2 });
    for (const r of [-1, -0.95, -0.4, 0.3, 0.8, 0.9999, 1])
      expect(Math.abs(inside.transform(r) - outside.transform(r))).toBeLessThan(2e-16);
    const open = target({ between: [-10, 0.7] });
    for (const r of [-1, -0.9, 0.5, 0.99, 1])
      expect(Math.abs(open.transform(r) - target({ below: 0.7 }).transform(r))).toBeLessThan(2e-16);
  });

  it('has slopes at ±1: infinite where an end is 0 or the ends are opposite, 0 where the exponential wins', () => {
    expect(target({ between: [-0.5, 2] }).derivative(1)).toBe(Number.POSITIVE_INFINITY);
    expect(target({ between: [-0.5, 2] }).derivative(-1)).toBe(0);
    expect(target({ between: [-1, 1] }).derivative(-1)).toBe(Number.NEGATIVE_INFINITY);
    expect(target({ between: [0, 1] }).derivative(-1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('below is the complement of above, with the same transform', () => {
    const [low, high] = [target({ below: 0.4 }), target({ above: 0.4 })];
    expect(low.mean + high.mean).toBeCloseTo(1, 15);
    expect(low.firstCoefficient).toBe(-high.firstCoefficient);
    for (const r of [-1, 0.2, 0.9]) expect(low.transform(r)).toBe(high.transform(r));
  });

  it.each([
    [3, 3.001],
    [-10, -9.999],
  ])('a range as narrow as is accepted is accepted, however its ends are rounded: %j to %j', (a, b) => {
    expect(b - a).toBeLessThan(0.001);
    expect(target({ between: [a, b] }).mean / (0.001 * normalDensity((a + b) / 2))).toBeCloseTo(1, 4);
  });
});

describe('refusals', () => {
  it.each<[TargetSpec, string]>([
    [{ above: Number.NaN }, 'standard deviations'],
    [{ above: 300 }, 'from -10 to 10'],
    [{ outside: 0 }, 'hardly varies'],
    [{ outside: 1e-4 }, 'from 0.001'],
    [{ outside: -1 }, 'from 0.001'],
    [{ hermite: [1e200] }, 'do'],
    [{ hermite: [1e-150] }, 'nearer to 1'],
    [{ below: 11 }, 'from -10 to 10'],
    [{ between: [1, 1] }, 'the range is empty'],
    [{ between: [2, 1] }, 'the second above the first'],
    [{ between: [0, 1e-4] }, 'hardly varies'],
    [{ between: [-11, 0] }, 'from -10 to 10'],
    [{ between: [0, Number.NaN] }, 'standard deviations'],
    [{ logistic: 0 }, 'other than 0'],
    [{ logistic: 500 }, 'above: 0'],
    [{ hermite: [] }, 'does not vary'],
    [{ hermite: [0, 0] }, 'does not vary'],
    [{ hermite: [1, Number.POSITIVE_INFINITY] }, 'not a number'],
  ])('%j', (spec, words) => {
    expect(() => target(spec)).toThrow(InvalidInput);
    expect(() => target(spec)).toThrow(words);
  });
});

describe('a steep logistic target', () => {
  it('is the mirror image of the one with the other sign', () => {
    for (const slope of [1, 2, 7, 20]) {
      const [up, down] = [target({ logistic: slope }), target({ logistic: -slope })];
      expect(down.firstCoefficient).toBe(-up.firstCoefficient);
      for (const r of [-1, -0.9, 0.3, 0.95, 1]) expect(down.transform(r)).toBe(up.transform(r));
    }
  });

  it('goes over into the general series without a step', () => {
    const [flat, steep] = [target({ logistic: 2 - 1e-9 }), target({ logistic: 2 })];
    for (const r of [-0.99, 0.4, 0.9, 1])
      expect(Math.abs(flat.transform(r) - steep.transform(r))).toBeLessThan(1e-10);
  });

  it('takes little longer to prepare than a slope of 6', () => {
    const cost = (slope: number) =>
      Math.min(
        ...Array.from({ length: 3 }, () => {
          const before = process.cpuUsage().user;
          target({ logistic: slope });
          return process.cpuUsage().user - before;
        }),
      );
    expect(cost(20)).toBeLessThan(15 * cost(6) + 2e4);
  });
});
