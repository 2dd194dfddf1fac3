import { type Expectation, reasonText } from '@sightline/engine';
import { expect, it } from 'vitest';
import { meantByText } from './misplaced-text.ts';

const TIME: Expectation = { type: 'forms', of: [{ type: 'number', unit: 'time' }, 'a list of times'] };
const VARIANCE: Expectation = { type: 'number', noun: 'variance' };
const HOURS = { unit: 'h', horizon: 10 };

it.each([
  ['30s', TIME, { unit: 'minutes', horizon: 60 }, 'this is text: write 0.5, which is 30 s in minutes'],
  [
    '30 min',
    TIME,
    { unit: undefined, horizon: 60 },
    'this is text: write a number, in the unit of the horizon',
  ],
  ['20 min', TIME, HOURS, 'this is text: write 0.333333333333, which is 20 min in h'],
  ['20 min', VARIANCE, HOURS, 'this is text: write 20 without its unit'],
  [
    '8:30',
    TIME,
    { unit: 'h', horizon: 4 },
    'this is a time of day: write a number of h since the start, such as 2',
  ],
  [
    '5.1.2026',
    TIME,
    { unit: 'd', horizon: 30 },
    'this is a date: write a number of d since the start, such as 8.5',
  ],
  ['NA', VARIANCE, HOURS, 'this is text'],
  ['varience', VARIANCE, HOURS, 'this is text'],
  [
    'variences',
    { type: 'word', words: ['average', 'variance'] },
    HOURS,
    'this is text; did you mean variance?',
  ],
] as const)('%s', (text, expected, clock, why) => {
  expect(reasonText(meantByText(text, expected, ['protocols', 'a'], clock))).toBe(why);
});

it('a horizon with its unit, which is named beside it', () => {
  const nothing = { unit: undefined, horizon: undefined };
  const why = meantByText('10 h', { type: 'number', unit: 'time' }, ['time', 'horizon'], nothing);
  expect(reasonText(why)).toBe('this is text: write 10, and unit: h beside it');
});
