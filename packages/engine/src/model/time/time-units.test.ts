import { expect, it } from 'vitest';
import { inUnit, sameUnit, smallerUnit } from './time-units.ts';

it.each([
  [30, 'min', 'h', 0.5],
  [30, 's', 'minutes', 0.5],
  [2, 'days', 'h', 48],
  [20, 'min', 'hours', 0.333333333333],
  [1, 'week', 'd', 7],
  [30, 'min', 'shift', undefined],
  [30, 'months', 'd', undefined],
  [30, 'constructor', 'h', undefined],
])('%d %s in %s', (value, from, to, expected) => {
  expect(inUnit(value, from, to)).toBe(expected);
});

it('knows the names of a unit', () => {
  expect(sameUnit('h', 'hours')).toBe(true);
  expect(sameUnit('beats', 'beats')).toBe(true);
  expect(sameUnit('h', 'min')).toBe(false);
  expect(sameUnit('beats', 'bars')).toBe(false);
});

it.each([
  [60, 10, 'h', '60 min would be 1 h'],
  [36, 7, 'd', '36 h would be 1.5 d'],
  [1e9, 1, 'h', undefined],
  [24.5, 24, 'h', '24.5 min would be 0.4083 h'],
  [24.000000000000004, 24, 'ms', undefined],
  [60, 10, 'shifts', undefined],
  [60, 10, '', undefined],
])('%d over a horizon of %d %s', (value, horizon, unit, expected) => {
  expect(smallerUnit(value, horizon, unit)).toBe(expected);
});
