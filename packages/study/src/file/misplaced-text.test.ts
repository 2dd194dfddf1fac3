import { type Expectation, reasonText } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { meantByText } from './misplaced-text.ts';

const TIME: Expectation = { type: 'forms', of: [{ type: 'number', unit: 'time' }, 'a list of times'] };
const AT: Expectation = { type: 'number', noun: 'time', unit: 'time' };
const CLOCK = { unit: 'h', horizon: 10, start: true };
const VARIANCE: Expectation = { type: 'number', noun: 'variance' };
const HOURS = { unit: 'h', horizon: 10, start: false };

it.each([
  [
    '30s',
    TIME,
    { unit: 'minutes', horizon: 60, start: false },
    'this is text: write 0.5, which is 30 s in minutes',
  ],
  [
    '30 min',
    TIME,
    { unit: undefined, horizon: 60, start: false },
    'this is text: write a number, in the unit of the horizon',
  ],
  ['20 min', TIME, HOURS, 'this is text: write 0.333333333333, which is 20 min in h'],
  ['20 min', VARIANCE, HOURS, 'this is text: write 20 without its unit'],
  ['00:30', TIME, HOURS, 'this is text: write 0.5, in h'],
  [
    '25:00',
    AT,
    HOURS,
    'there is no such time of day: hours run from 00 to 23, minutes and seconds from 00 to 59',
  ],
  [
    '13:30 pm',
    AT,
    HOURS,
    'there is no such time of day: hours run from 00 to 23, minutes and seconds from 00 to 59',
  ],
  ['7:30 pm', AT, HOURS, 'a time of day is written with a colon, by the 24 hours of the day: write "19:30"'],
  ['12:05 AM', AT, HOURS, 'a time of day is written with a colon, by the 24 hours of the day: write "00:05"'],
  ['7.30', AT, HOURS, 'this is text: the number stands in quotes'],
  ['7.30', AT, CLOCK, 'a time of day is written with a colon, by the 24 hours of the day: write "07:30"'],
  [
    '5.1.2026',
    TIME,
    { unit: 'd', horizon: 30, start: false },
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
  const nothing = { unit: undefined, horizon: undefined, start: false };
  const why = meantByText('10 h', { type: 'number', unit: 'time' }, ['time', 'horizon'], nothing);
  expect(reasonText(why)).toBe('this is text: write 10, and unit: h beside it');
});
