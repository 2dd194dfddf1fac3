import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../input/invalid-input.ts';
import { clockText, firstTime, secondsOfDay } from './clock.ts';
import { timeGrid } from './time-grid.ts';

const at = (text: string) => secondsOfDay(text)!;

it.each([
  ['00:00', 0],
  ['07:30', 27000],
  ['7:30', 27000],
  ['21:30:15', 77415],
  ['24:00', 86400],
  ['24:00:01', undefined],
  ['24:30', undefined],
  ['25:00', undefined],
  ['07:60', undefined],
  ['7.30', undefined],
  [' 07:30', undefined],
  ['', undefined],
])('%s is so many seconds of the day', (text, seconds) => {
  expect(secondsOfDay(text)).toBe(seconds);
});

describe('a time of day', () => {
  it.each([
    ['07:30', '00:00', 'h', 7.5],
    ['07:30', '00:00', 'min', 450],
    ['00:00', '00:00', 'h', 0],
    ['24:00', '00:00', 'h', 24],
    ['07:30', '21:30', 'h', 10],
    ['21:29', '21:30', 'min', 1439],
    ['00:00', '21:30', 'h', 2.5],
    ['24:00', '21:30', 'h', 2.5],
    ['06:00', '00:00', 'd', 0.25],
  ])('%s after %s, in %s, is its first occurrence', (text, start, unit, time) => {
    expect(firstTime(at(text), timeGrid(1, 2, unit, at(start)))).toBe(time);
  });

  it('is none where the horizon has no clock', () => {
    expect(firstTime(0, timeGrid(24, 96, 'h'))).toBeUndefined();
    expect(clockText(0, timeGrid(24, 96, 'h'))).toBeUndefined();
  });
});

it.each([
  [7.5, '00:00', 24, 'h', '07:30'],
  [0, '00:00', 24, 'h', '00:00'],
  [24, '00:00', 24, 'h', '24:00'],
  [10, '21:30', 24, 'h', '07:30'],
  [2.5, '21:30', 24, 'h', '00:00'],
  [2.5, '21:30', 2.5, 'h', '24:00'],
  [24, '21:30', 24, 'h', '21:30'],
  [0.125, '00:00', 24, 'h', '00:07:30'],
  // Rounding to seconds goes over the minute and the hour.
  [7.99999, '00:00', 24, 'h', '08:00'],
  [1 / 3, '00:00', 24, 'h', '00:20'],
  [31.5, '00:00', 48, 'h', 'day 2, 07:30'],
  [48, '00:00', 48, 'h', 'day 2, 24:00'],
  [0.25, '12:00', 1, 's', '12:00:00.250'],
])('%d after %s, of a horizon of %d %s, the clock shows %s', (time, start, horizon, unit, shown) => {
  expect(clockText(time, timeGrid(horizon, 96, unit, at(start)))).toBe(shown);
});

it('needs a unit whose length is known', () => {
  expect(() => timeGrid(10, 8, 'shifts', 0)).toThrow(InvalidInput);
  expect(() => timeGrid(10, 8, '', 0)).toThrow(InvalidInput);
  expect('start' in timeGrid(10, 8, 'shifts')).toBe(false);
});
