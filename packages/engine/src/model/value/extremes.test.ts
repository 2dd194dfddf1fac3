import { describe, expect, it } from 'vitest';
import { latentCovariance } from '../latent-covariance.ts';
import type { KernelSpec } from '../latent-kernel.ts';
import { type TargetSpec, target } from '../target.ts';
import { timeGrid } from '../time/time-grid.ts';
import { protocolValues } from './value.ts';

// Parameters at the ends of the range of numbers: the answer that the limit has, or a refusal with its reason.

const grid = timeGrid(10, 16, 'h');
const weights = new Float64Array(16).fill(1 / 16);
const point = (j: number) => ({ first: j, last: j, noise: 0 });

function valueUnder(kernel: KernelSpec): number {
  const { covariance } = latentCovariance({ kernel }, grid);
  return protocolValues({ covariance, weights }, target('mean'), [[point(8)]]).protocols[0]!.value;
}

const kernelsOf = (tau: number): [string, KernelSpec][] => [
  ['ou', { ou: { tau } }],
  ['matern32', { matern32: { tau } }],
  ['matern52', { matern52: { tau } }],
  ['squaredExponential', { squaredExponential: { tau } }],
  ['varyingOu', { varyingOu: { from: tau, to: tau } }],
  ['dampedCosine', { dampedCosine: { decay: tau, period: Math.max(3, tau) } }],
];

describe.each([5e-324, 1e-300, 1e-160, 1e-10])('a memory of %d h', (tau) => {
  it.each(kernelsOf(tau))('%s: every time is a world of its own', (_, kernel) => {
    // Var Θ = 1/16, and one of sixteen independent values is 1/16 of it.
    expect(valueUnder(kernel)).toBe(1 / 16);
  });
});

describe.each([1e20, 1e160, 1e300, 1.7e308])('a memory of %d h', (tau) => {
  it.each(kernelsOf(tau))('%s: one reading tells all', (_, kernel) => {
    expect(valueUnder(kernel)).toBeCloseTo(1, 14);
  });
});

it('keeps a varying memory finite over all of its range', () => {
  expect(valueUnder({ varyingOu: { from: 1.7e308, to: 1.6e308 } })).toBeCloseTo(1, 14);
});

it.each([5e-324, 1e-101, 1.1e100, 1e308])('refuses a horizon of %d', (horizon) => {
  expect(() => timeGrid(horizon, 16)).toThrow('in another unit of time');
});

it.each([1e-12, 5e-324])('refuses a period of %d h, whose phase rounding would decide', (period) => {
  expect(() => latentCovariance({ kernel: { dampedCosine: { decay: 5, period } } }, grid)).toThrow(
    'kernel.dampedCosine.period: the period is so short',
  );
});

it('keeps the phase of a short period', () => {
  // 10 h are 16 000 periods: a step of the grid is a thousand of them, less nothing.
  const { covariance } = latentCovariance(
    { kernel: { dampedCosine: { decay: 1e9, period: 0.000625 } } },
    grid,
  );
  expect(covariance.data[15]).toBeCloseTo(Math.exp(-9.375e-9), 9);
});

it.each([5e-324, 1e-300, 1e-17, 1e-9])(
  'a level %d away is at once what the level is, to its own size',
  (c) => {
    const started = process.cpuUsage().user;
    const pairs: [TargetSpec, TargetSpec][] = [
      [{ above: c }, { above: 0 }],
      [{ between: [c, 0.33] }, { between: [0, 0.33] }],
      [{ between: [-0.96, -c] }, { between: [-0.96, 0] }],
      [{ between: [-0.5 + c, 0.5] }, { between: [-0.5, 0.5] }],
    ];
    for (const [moved, own] of pairs) {
      const [near, at] = [target(moved), target(own)];
      for (const r of [-1, -1 + 1e-6, -0.9, -0.3, 0.2, 0.8, 0.999, 1])
        expect(Math.abs(near.transform(r) - at.transform(r))).toBeLessThan(c + 1e-15);
    }
    expect(process.cpuUsage().user - started).toBeLessThan(20e6);
  },
);
