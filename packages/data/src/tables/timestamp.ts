// Dates and clocks as texts have them. The clock is as written: no zone is applied, and no locale is asked.

import { isNumber } from './csv.ts';

/** A moment in the civil calendar. */
export interface Timestamp {
  /** Days since 1970-01-01. */
  day: number;
  /** Since midnight, from 0 to below 86,400. */
  seconds: number;
  /** Minutes east of Greenwich, where they are written. */
  offset?: number;
  /** A date alone, which is midnight: as spreadsheets and R write it among others. */
  dateOnly?: true;
}

/** Which of the first two numbers of 01/03/2013 is the day; a single text does not tell. */
export type DateOrder = 'day-first' | 'month-first';

export const DAY_SECONDS = 86_400;

const DATE = String.raw`(?:(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}|\d{2})|(\d{1,2})[- ]?([A-Za-z]{3,9})[- ,]*(\d{4}))`;
const CLOCK = String.raw`(\d{1,2})(?::(\d{2})(?::(\d{2}(?:[.,]\d+)?))?|(\d{2})(\d{2}(?:[.,]\d+)?)?)?\s*([AaPp]\.?[Mm]\.?)?`;
const ZONE = String.raw`\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)`;
const TEXT = new RegExp(`^${DATE}(?:(?:[T_]|,?\\s+|:)${CLOCK}(?:${ZONE})?)?$`);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What was written, before it is known whether there is such a date. */
interface Written {
  year: number;
  /** Two numbers whose order the column decides, or month and day. */
  first: number;
  second: number;
  /** 'column' where only the whole column tells which of the two is the day. */
  order: DateOrder | 'column';
  shortYear: boolean;
  match: RegExpExecArray;
}

function written(text: string): Written | undefined {
  const match = TEXT.exec(text);
  if (!match) return undefined;
  const [, year, separator, month, day, a, mark, b, late, named, name, nameYear] = match;
  if (year !== undefined) {
    // 2013-3-1 is a date and 201331 is none.
    if (separator === '' && (month!.length < 2 || day!.length < 2)) return undefined;
    return {
      year: Number(year),
      first: Number(month),
      second: Number(day),
      order: 'month-first',
      shortYear: false,
      match,
    };
  }
  if (name !== undefined) {
    const number = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    if (number === 0) return undefined;
    return {
      year: Number(nameYear),
      first: number,
      second: Number(named),
      order: 'month-first',
      shortYear: false,
      match,
    };
  }
  return {
    year: Number(late),
    first: Number(a),
    second: Number(b),
    // With points the day comes first wherever dates are written so.
    order: mark === '.' ? 'day-first' : 'column',
    shortYear: late!.length === 2,
    match,
  };
}

/** A text as a moment; where it is none, a clause that says why. `order` is that of its column. */
export function timestampOf(text: string, order?: DateOrder): Timestamp | string {
  const found = written(text);
  if (!found) return whyNone(text);
  const { year, match, shortYear } = found;
  if (shortYear) return 'has a year of two digits';
  const own = found.order === 'column' ? order : found.order;
  const [month, date] = own === 'day-first' ? [found.second, found.first] : [found.first, found.second];
  if (!own && found.first !== found.second)
    return 'has day and month in an order that its column does not tell';
  if (month < 1 || month > 12) return `has the month ${month}, which does not exist`;
  if (date < 1 || date > daysIn(year, month))
    return `is a date that does not exist: ${monthText(year, month)} has ${daysIn(year, month)} days`;
  const day = civilDay(year, month, date);
  const hourText = match[12];
  if (hourText === undefined) return { day, seconds: 0, dateOnly: true };
  const half = match[17]?.slice(0, 1).toLowerCase();
  const minutes = match[13] ?? match[15];
  // '2013-03-01 7' may be anything.
  if (minutes === undefined && half === undefined) return 'has a clock without minutes';
  const hour = Number(hourText);
  const [minute, second] = [Number(minutes ?? 0), Number((match[14] ?? match[16] ?? '0').replace(',', '.'))];
  const clock = clockSeconds(hour, minute, second, half);
  if (clock === undefined) return 'has a clock that does not exist';
  const zone = match[18];
  const offset = zone === undefined ? undefined : offsetOf(zone);
  if (Number.isNaN(offset)) return `has the offset ${zone}, which does not exist`;
  return {
    day: clock === DAY_SECONDS ? day + 1 : day,
    seconds: clock === DAY_SECONDS ? 0 : clock,
    ...(offset !== undefined && { offset }),
  };
}

function whyNone(text: string): string {
  if (isNumber(text)) return 'is a number, not a date with a clock';
  return /^\d{1,2}:\d{2}/.test(text) ? 'is a clock without a date' : 'is not a date with a clock';
}

/** 24:00 is the end of a day. */
function clockSeconds(hour: number, minute: number, second: number, half?: string): number | undefined {
  if (minute > 59 || second >= 60 || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  const seconds = hours * 3600 + minute * 60 + second;
  return seconds <= DAY_SECONDS ? seconds : undefined;
}

const LARGEST_OFFSET = 14 * 60;

function offsetOf(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0;
  const minutes = 60 * Number(zone.slice(1, 3)) + Number(zone.slice(3).replace(':', '') || 0);
  return minutes > LARGEST_OFFSET || minutes % 15 !== 0
    ? Number.NaN
    : zone[0] === '-'
      ? 0 - minutes
      : minutes;
}

/** '+01:00'. */
export function offsetText(offset: number): string {
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const two = (number: number) => String(number).padStart(2, '0');

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function monthText(year: number, month: number): string {
  const names = 'January February March April May June July August September October November December';
  return `${names.split(' ')[month - 1]} ${year}`;
}

/** Years that begin in March have their leap day last: then months follow a pattern, and 400 years have 146,097 days. */
function civilDay(year: number, month: number, date: number): number {
  const from = month > 2 ? year : year - 1;
  const era = Math.floor(from / 400);
  const inEra = from - 400 * era;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  return 146_097 * era + 365 * inEra + Math.floor(inEra / 4) - Math.floor(inEra / 100) + ofYear - 719_468;
}

/** '2013-03-01'. */
export function dateText(day: number): string {
  const since = day + 719_468;
  const era = Math.floor(since / 146_097);
  const ofEra = since - 146_097 * era;
  const inEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * inEra + Math.floor(inEra / 4) - Math.floor(inEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = 400 * era + inEra + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
}

/** A moment in milliseconds since 1970, as a text that reads as the same. */
export function momentText(milliseconds: number, zone: 'local' | 'utc'): string {
  const day = Math.floor(milliseconds / (1000 * DAY_SECONDS));
  const seconds = (milliseconds - 1000 * DAY_SECONDS * day) / 1000;
  return `${dateText(day)} ${clockText(seconds)}${zone === 'utc' ? 'Z' : ''}`;
}

/** '13:05', with seconds where there are some. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds / 60);
  const rest = seconds - 60 * whole;
  const clock = `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
  return rest === 0 ? clock : `${clock}:${rest < 10 ? '0' : ''}${Number(rest.toFixed(3))}`;
}

/** What the texts of a column say about the order of day and month: some in numbers above 12. */
export interface DateOrders {
  see(text: string): void;
  /** The order; nothing where no text needs one. A clause where it cannot be told, or differs within the column. */
  decided(): { order: DateOrder | undefined } | { why: string; example: string };
}

export function dateOrders(): DateOrders {
  let [dayFirst, monthFirst, either]: (string | undefined)[] = [];
  return {
    see(text) {
      if (dayFirst !== undefined && monthFirst !== undefined) return;
      const found = written(text);
      if (found?.order !== 'column') return;
      const { first, second } = found;
      if (first > 12 && second <= 12) dayFirst ??= text;
      else if (second > 12 && first <= 12) monthFirst ??= text;
      else if (first !== second) either ??= text;
    },
    decided() {
      if (dayFirst !== undefined && monthFirst !== undefined)
        return {
          why: `the day comes first in ${JSON.stringify(dayFirst)} and the month in ${JSON.stringify(monthFirst)}`,
          example: monthFirst,
        };
      if (dayFirst !== undefined) return { order: 'day-first' };
      if (monthFirst !== undefined) return { order: 'month-first' };
      if (either === undefined) return { order: undefined };
      return {
        why: `dates such as ${JSON.stringify(either)} do not tell which number is the day: none of them is above 12`,
        example: either,
      };
    },
  };
}

/** Whether a text was meant for a date, with a clock or without. */
export function looksLikeTimestamp(text: string): boolean {
  return written(text) !== undefined;
}

/** What would be read, after 'accepted:'. */
export const ACCEPTED_TIMESTAMPS =
  'dates with a clock, such as 2013-03-01 13:05 or 2013-03-01T13:05:00+08:00';
