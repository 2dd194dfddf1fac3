import { expect, it } from 'vitest';
import { RESULTS } from './results.ts';

const { uniformErrors, heldOut, stabilities, resolutions } = RESULTS;

it('holds what the paper prints of the pictures, to what chance leaves of it', () => {
  expect(resolutions.units).toEqual(uniformErrors.units);
  const finest = resolutions.classes.at(-1)!.error;
  expect(finest[0]!.value).toBeCloseTo(0.2255, 1);
  expect(finest.at(-1)!.value).toBeCloseTo(0.0371, 2);
  for (const { tailSlope } of uniformErrors.targets) expect(Math.abs(tailSlope + 0.5)).toBeLessThan(0.05);
});

it('holds the recordings as the published splits give them', () => {
  const r2 = (name: string, layout: string, budget: number) => {
    const { budgets, layouts } = heldOut.panels.find((panel) => panel.name === name)!;
    return layouts.find((one) => one.name === layout)!.r2[budgets.indexOf(budget)];
  };
  const expected: [string, string, number, number][] = [
    ['REM', 'contiguous', 4, 0.6477],
    ['REM', 'dispersed', 16, 0.7377],
    ['N3', 'aware', 16, 0.8445],
    ['AF', 'contiguous', 4, 0.6964],
    ['AF', 'dispersed', 16, 0.9982],
  ];
  for (const [name, layout, budget, value] of expected)
    expect(r2(name, layout, budget)).toBeCloseTo(value, 4);
  expect(stabilities.target).toBe('REM');
});

it('is small, and rounded', () => {
  const text = JSON.stringify(RESULTS);
  expect(text.length).toBeLessThan(60_000);
  expect(text).not.toMatch(/\.\d{7}/);
});
