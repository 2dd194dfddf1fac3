import { expect, it } from 'vitest';
import { meantByText } from './misplaced-text.ts';

const AT = ['protocols', 'a', 'at'];
const HOURS = { unit: 'h', horizon: 10 };

it.each([
  ['30s', AT, { unit: 'minutes', horizon: 60 }, 'this is text: write 0.5, which is 30 s in minutes'],
  [
    '30 min',
    AT,
    { unit: undefined, horizon: 60 },
    'this is text: write a number, in the unit of the horizon',
  ],
  [
    '10 h',
    ['time', 'horizon'],
    { unit: undefined, horizon: undefined },
    'this is text: write 10, and unit: h beside it',
  ],
  [
    '20 min',
    ['latent', 'kernel', 'varyingOu', 'from'],
    HOURS,
    'this is text: write 0.333333333333, which is 20 min in h',
  ],
  ['20 min', ['protocols', 'a', 'noise', 'from'], HOURS, 'this is text: write 20 without its unit'],
  [
    '8:30',
    AT,
    { unit: 'h', horizon: 4 },
    'this is a time of day: write a number of h since the start, such as 2',
  ],
  [
    '5.1.2026',
    AT,
    { unit: 'd', horizon: 30 },
    'this is a date: write a number of d since the start, such as 8.5',
  ],
  ['NA', ['protocols', 'a', 'noise'], HOURS, 'this is text'],
  ['varience', ['protocols', 'a', 'noise'], HOURS, 'this is text'],
])('%s', (text, path, clock, why) => {
  expect(meantByText(text, 'a variance, or { from, to }', path, clock)).toBe(why);
});
