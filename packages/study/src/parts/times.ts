import {
  type Expectation,
  firstTime,
  isLongerThanDay,
  numberFrom,
  type Reason,
  secondsOfDay,
  type TimeGrid,
} from '@sightline/engine';
import type { Time } from '../schema/fields.ts';

/** A time of the study as a number in its unit, or why it is none. */
export type ReadTime = { time: number } | { why: Reason; accepted: Expectation };

/** Reads a time as it is written: a number is itself, a time of day is its first occurrence from the start on. */
export function readTime(given: Time, grid: TimeGrid): ReadTime {
  if (typeof given === 'number') return { time: given };
  const accepted: Expectation = {
    ...numberFrom(0, grid.horizon),
    noun: 'time',
    unit: 'time',
    unitOfTime: grid.unit,
  };
  const seconds = secondsOfDay(given);
  const time = seconds === undefined ? undefined : firstTime(seconds, grid);
  if (time === undefined)
    return {
      why: 'this is a time of day, and the study does not say at which one its horizon begins',
      accepted: { ...accepted, instead: 'the clock at the beginning under `time`, such as start: "00:00"' },
    };
  return isLongerThanDay(grid)
    ? { why: 'a horizon of more than a day may have several such times of day', accepted }
    : { time };
}
