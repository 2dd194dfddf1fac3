import { thisThread } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { atUnits, logSlope, runReplications } from './calibration-replications.ts';
import { figure2cdRows } from './calibration-rows.ts';
import { figure2aSetting as figure2a } from './figure-2a.ts';
import { figure2bSettings as figure2b } from './figure-2b.ts';
import { figure2cdSetting as figure2cd } from './figure-2cd.ts';

it('Figure 2a: 495 protocols; the uniform error at 25 and 1000 units', async () => {
  expect(figure2a.family.starts.length - 1).toBe(495);
  const setting = { ...figure2a, units: [25, 1000], replications: 40, seed: 2, targets: ['mean'] as const };
  const found = await runReplications(setting, thisThread);
  // An independent run of 200 replications gave 0.2465 ± 0.0036 and 0.0530 ± 0.0007.
  for (const [m, published] of [
    [25, 0.2465],
    [1000, 0.053],
  ] as const) {
    const { mean, standardError } = atUnits(found, m, ({ error }) => error[0]!);
    expect(Math.abs(mean - published)).toBeLessThan(3.5 * standardError);
    expect(standardError).toBeLessThan(0.05 * mean);
  }
});

it('Figure 2b: 1001 protocols on each law', () => {
  expect(figure2b.map(({ family }) => family.starts.length - 1)).toEqual([1001, 1001]);
});

it('Figure 2c,d: class sizes, regrets and errors', async () => {
  expect(figure2cd.classes!.map(({ length }) => length)).toEqual([2, 5, 75, 568]);
  const found = await runReplications({ ...figure2cd, units: [25, 1000] }, thisThread);
  const coarsest = found.filter(({ units }) => units === 1000).map(({ regret }) => regret[0]!);
  for (const regret of coarsest) expect(regret.toFixed(5)).toBe('0.03706');
  for (const { what, verdict } of figure2cdRows(figure2cd, found)) expect(verdict, what).toBe('agrees');
});

it('the slope of a power law with scatter, within its standard error', () => {
  const found = [25, 100, 400].flatMap((units) =>
    Array.from({ length: 50 }, (_, i) => ({
      units,
      error: Float64Array.of(units ** -0.45 * Math.exp(0.1 * Math.sin(i * units + i * i))),
      regret: new Float64Array(1),
    })),
  );
  const { slope, standardError } = logSlope(found, [25, 100, 400], ({ error }) => error[0]!);
  expect(Math.abs(slope + 0.45)).toBeLessThan(3 * standardError);
  expect(standardError).toBeLessThan(0.01);
});
