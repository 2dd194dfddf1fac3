import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText, dateOrders, dateText, looksLikeTimestamp, offsetText, timestampOf } from './timestamp.ts';

/** The calendar of the language, asked for numbers and never for texts. */
const dayOf = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / 86_400_000;
const at = (hour: number, minute = 0, second = 0) => 3600 * hour + 60 * minute + second;
const MARCH = dayOf(2013, 3, 1);

it.each<[string, number, number?]>([
  ['2013-03-01 00:00', 0],
  ['2013-03-01T13:05', at(13, 5)],
  ['2013-03-01T13:05:09', at(13, 5, 9)],
  ['2013-03-01T13:05:09.25', at(13, 5, 9.25)],
  ['2013-03-01 13:05:09,5', at(13, 5, 9.5)],
  ['2013-03-01T13:05:00Z', at(13, 5), 0],
  ['2013-03-01 13:05:00 UTC', at(13, 5), 0],
  ['2013-03-01T13:05+08:00', at(13, 5), 480],
  ['2013-03-01T13:05-0330', at(13, 5), -210],
  ['2013-03-01T13:05+08', at(13, 5), 480],
  ['20130301T130509Z', at(13, 5, 9), 0],
  ['20130301T1305', at(13, 5)],
  ['2013/3/1 9:05', at(9, 5)],
  ['01.03.2013 13:05', at(13, 5)],
  ['1-Mar-2013 13:05', at(13, 5)],
  ['01MAR2013:13:05:00', at(13, 5)],
  ['1 March 2013, 1:05 PM', at(13, 5)],
  ['2013-03-01 12:00 AM', 0],
  ['2013-03-01 12:30 pm', at(12, 30)],
  ['2013-03-01 7 p.m.', at(19)],
  ['2013-02-28 24:00', 0],
])('reads %s', (text, seconds, offset) => {
  expect(timestampOf(text)).toEqual({ day: MARCH, seconds, ...(offset !== undefined && { offset }) });
});

it('takes a date alone for midnight, and says so', () => {
  expect(timestampOf('2013-03-01')).toEqual({ day: MARCH, seconds: 0, dateOnly: true });
});

it.each<[string, string]>([
  ['2015-02-29 12:00', 'is a date that does not exist: February 2015 has 28 days'],
  ['2100-02-29 12:00', 'is a date that does not exist: February 2100 has 28 days'],
  ['2013-04-31 12:00', 'is a date that does not exist: April 2013 has 30 days'],
  ['2013-13-01 12:00', 'has the month 13, which does not exist'],
  ['2013-03-00 12:00', 'is a date that does not exist'],
  ['2013-03-01 24:01', 'has a clock that does not exist'],
  ['2013-03-01 12:60', 'has a clock that does not exist'],
  ['2013-03-01 12:00:60', 'has a clock that does not exist'],
  ['2013-03-01 13:05 PM', 'has a clock that does not exist'],
  ['2013-03-01 0:05 AM', 'has a clock that does not exist'],
  ['2013-03-01 13', 'has a clock without minutes'],
  ['2013-03-01T13:05+25:00', 'has the offset +25:00, which does not exist'],
  ['01.03.13 12:00', 'has a year of two digits'],
  ['2013-03-01 13:05 CET', 'is not a date with a clock'],
  ['13:05', 'is a clock without a date'],
  ['0.5', 'is a number, not a date with a clock'],
  ['', 'is not a date with a clock'],
  ['41334.5', 'is a number, not a date with a clock'],
  ['1-Mrz-2013 13:05', 'is not a date with a clock'],
])('refuses %j', (text, why) => {
  expect(timestampOf(text)).toContain(why);
});

describe('day and month', () => {
  const decided = (...texts: string[]) => {
    const orders = dateOrders();
    for (const text of texts) orders.see(text);
    return orders.decided();
  };

  it('are told by the column', () => {
    expect(decided('01/03/2013 13:05', '13/03/2013 13:05')).toEqual({ order: 'day-first' });
    expect(decided('3/1/2013 1:05 PM', '3/13/2013 1:05 PM')).toEqual({ order: 'month-first' });
    expect(timestampOf('01/03/2013 13:05', 'day-first')).toEqual({ day: MARCH, seconds: at(13, 5) });
    expect(timestampOf('3/1/2013 1:05 PM', 'month-first')).toEqual({ day: MARCH, seconds: at(13, 5) });
  });
  it('need no telling where they are equal, or the year comes first', () => {
    expect(decided('03/03/2013 13:05', '2013-03-01 00:00', '01.03.2013 00:00')).toEqual({ order: undefined });
    expect(timestampOf('03/03/2013 13:05')).toEqual({ day: MARCH + 2, seconds: at(13, 5) });
  });
  it('are refused where no date tells, or two tell otherwise', () => {
    expect(decided('01/03/2013 13:05', '02/03/2013 13:05')).toHaveProperty('why');
    expect(decided('13/03/2013 13:05', '03/13/2013 13:05')).toHaveProperty('why');
    expect(timestampOf('01/03/2013 13:05')).toContain('an order that its column does not tell');
    expect(timestampOf('03/13/2013 13:05', 'day-first')).toContain('the month 13');
  });
});

describe('the civil calendar', () => {
  const days = fc.integer({ min: dayOf(1800, 1, 1), max: dayOf(2400, 1, 1) });

  it('is the language’s', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399 }), (day, seconds) => {
        const text = new Date(1000 * (86_400 * day + seconds)).toISOString();
        expect(timestampOf(text)).toEqual({ day, seconds, offset: 0 });
        expect(text.slice(0, 10)).toBe(dateText(day));
      }),
    );
  });
  it('comes back from what it writes', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399 }), (day, seconds) => {
        expect(timestampOf(`${dateText(day)} ${clockText(seconds)}`)).toEqual({ day, seconds });
      }),
    );
  });
  it('has offsets that read as written', () => {
    for (const offset of [-210, 0, 60, 345, 840])
      expect(timestampOf(`2013-03-01T00:00${offsetText(offset)}`)).toHaveProperty('offset', offset);
  });
});

it('knows what was meant for a date', () => {
  for (const text of ['2015-02-29', '13/13/2013 00:00', '20130301T00:00'])
    expect(looksLikeTimestamp(text)).toBe(true);
  for (const text of ['12.5', '2013', '07:30', 'night 1', '1e5'])
    expect(looksLikeTimestamp(text)).toBe(false);
});
