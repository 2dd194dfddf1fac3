import { nearestName } from '@sightline/data';
import {
  CLOCK_OR_END,
  type Expectation,
  formsOf,
  inUnit,
  type Reason,
  sameUnit,
  secondsOfDay,
} from '@sightline/engine/internal';
import type { Path } from '../words/text.ts';
import { formOf } from './other-names.ts';

// Text that stands where a number, a list or a mapping is due: what was meant, and how it is written.

/** How the study tells time, as far as the file says so. */
export interface Clock {
  unit: string | undefined;
  horizon: number | undefined;
  /** Whether it says at which time of day the horizon begins. */
  start: boolean;
}

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?';
const ALONE = new RegExp(`^${NUMBER}$`);
const WITH_UNIT = new RegExp(`^(${NUMBER})\\s*([\\p{L}µ°%/²]+)\\.?$`, 'u');
const DATE = /^\d{4}-\d{1,2}-\d{1,2}([T ].*)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}( .*)?$/;
const TIME_OF_DAY = /^\s*(\d{1,2})[:.h](\d{2})(?::(\d{2}(?:\.\d+)?))?\s*([ap]\.?m\.?)?$/i;

export function meantByText(value: string, expected: Expectation, path: Path, clock: Clock): Reason {
  const trimmed = value.trim();
  const forms = formsOf(expected);
  const isLength = forms.some((form) => form.type === 'number' && form.unit === 'time');
  const isClock = forms.some(({ type }) => type === 'clock');
  const isTime = isClock || forms.some((form) => form.type === 'number' && form.noun === 'time');
  if (isClock && CLOCK_OR_END.test(trimmed))
    return 'this is the end of a day: the beginning of a day is "00:00"';
  const day = isTime ? timeOfDay(trimmed, isClock || clock.start) : undefined;
  if (day !== undefined) return day;
  if (ALONE.test(trimmed)) return 'this is text: the number stands in quotes';
  if (/^[+-]?\d+,\d+$/.test(trimmed)) return `this is text: write ${trimmed.replace(',', '.')}, with a point`;
  if (isLength) {
    if (CLOCK_OR_END.test(trimmed)) return `this is text: ${asLength(trimmed, clock)}`;
    if (DATE.test(trimmed)) return `this is a date: write ${sinceStart(clock)}`;
  }
  const [, number, unit] = WITH_UNIT.exec(trimmed) ?? [];
  if (number !== undefined && unit !== undefined)
    return isLength
      ? `this is text: ${withoutUnit(number, unit, path, clock)}`
      : `this is text: write ${number} without its unit`;
  const [, name, rest] = /^([\p{L}_]\w*):([^\s/\\].*)$/u.exec(trimmed) ?? [];
  if (name !== undefined) return `a space is missing after the colon: write ${name}: ${rest}`;
  const form = formOf(trimmed, expected);
  if (form !== undefined) return `this is a word alone: write ${form}`;
  const choices = forms.flatMap((one) => (one.type === 'word' ? one.words : []));
  const meant = trimmed.length > 2 ? nearestName(trimmed, choices) : undefined;
  return { is: 'found', what: 'text', meant };
}

/** '30 min' becomes 0.5 where the study is in hours. Never the bare number of another unit: that is another time. */
function withoutUnit(number: string, unit: string, path: Path, clock: Clock): string {
  if (clock.unit === undefined)
    return path.at(-1) === 'horizon'
      ? `write ${number}, and unit: ${unit} beside it`
      : 'write a number, in the unit of the horizon';
  if (sameUnit(unit, clock.unit)) return `write ${number}, without its unit`;
  const converted = inUnit(Number(number), unit, clock.unit);
  return converted === undefined
    ? `write it in ${clock.unit}, as a number without a unit`
    : `write ${converted}, which is ${number} ${unit} in ${clock.unit}`;
}

function sinceStart({ unit, horizon }: Clock): string {
  const example = horizon === undefined || horizon >= 8.5 || !(horizon > 0) ? 8.5 : horizon / 2;
  const start = unit === undefined ? 'a number, in the unit of the horizon,' : `a number of ${unit}`;
  return `${start} since the start, such as ${Number(example.toPrecision(4))}`;
}

/** What a text that is nearly a time of day was meant to be. */
function timeOfDay(text: string, wanted: boolean): string | undefined {
  const [, hours, minutes, seconds, half] = TIME_OF_DAY.exec(text) ?? [];
  if (hours === undefined || (!wanted && !text.includes(':'))) return undefined;
  const afternoon = half?.toLowerCase().startsWith('p');
  const hour = half ? (Number(hours) % 12) + (afternoon ? 12 : 0) : Number(hours);
  const meant = `${String(hour).padStart(2, '0')}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`;
  if (half ? !(Number(hours) >= 1 && Number(hours) <= 12) : !CLOCK_OR_END.test(meant))
    return 'there is no such time of day: hours run from 00 to 23, minutes and seconds from 00 to 59';
  return `a time of day is written with a colon, by the 24 hours of the day: write "${meant}"`;
}

/** '00:30' becomes 0.5 where the study is in hours. */
function asLength(text: string, { unit }: Clock): string {
  const length = unit === undefined ? undefined : inUnit(secondsOfDay(text)!, 's', unit);
  return length === undefined ? 'write a number, in the unit of the horizon' : `write ${length}, in ${unit}`;
}
