import type { TimeGrid } from './time-grid.ts';
import { secondsIn } from './time-units.ts';

/** What of a grid tells its clock. */
export type Clocked = Pick<TimeGrid, 'horizon' | 'unit' | 'start'> & Partial<Pick<TimeGrid, 'spacing'>>;

/** The seconds of a day. */
export const DAY = 86400;

/** How a time of day is written: 07:30, 7:30 or 07:30:15. */
export const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
/** The same, or the end of a day. */
export const CLOCK_OR_END = new RegExp(`${CLOCK.source}|^24:00(?::00)?$`);

/** Seconds since midnight; 24:00 is the end of the day. Nothing where the text is no time of day. */
export function secondsOfDay(text: string): number | undefined {
  if (!CLOCK_OR_END.test(text)) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return 3600 * hours + 60 * minutes + seconds;
}

/**
 * When the clock first shows so many seconds of the day, from the start of the horizon on, in its unit. The end of a day,
 * 24:00, comes after the start; nothing where the horizon has no clock.
 */
export function firstTime(seconds: number, { start, unit }: Clocked): number | undefined {
  const length = secondsIn(unit);
  if (start === undefined || length === undefined) return undefined;
  return (seconds >= start ? seconds - start : seconds - start + DAY) / length;
}

/** Whether a time of day comes more than once within the horizon. */
export const isLongerThanDay = ({ horizon, unit }: Clocked): boolean =>
  horizon * (secondsIn(unit) ?? 0) > DAY * (1 + 1e-9);

/**
 * What the clock shows at a time: 07:30, or 07:30:15 where it is not a whole minute; nothing where the horizon has none.
 * A horizon of more than a day counts its days: 'day 2, 07:30'. Midnight at the end of the horizon is 24:00.
 */
export function clockText(time: number, grid: Clocked): string | undefined {
  const length = secondsIn(grid.unit);
  if (grid.start === undefined || length === undefined) return undefined;
  // Grids finer than a second are shown to thousandths.
  const steps = (grid.spacing ?? Number.POSITIVE_INFINITY) * length < 1 ? 1000 : 1;
  const total = Math.round((grid.start + time * length) * steps);
  const end = Math.round((grid.start + grid.horizon * length) * steps);
  const midnight = total === end && total > 0 && total % (DAY * steps) === 0;
  const day = Math.floor(total / (DAY * steps)) - (midnight ? 1 : 0);
  const ofDay = total - day * DAY * steps;
  const [whole, parts] = [Math.floor(ofDay / steps), ofDay % steps];
  const two = (count: number) => String(count).padStart(2, '0');
  const seconds = `:${two(whole % 60)}${parts > 0 ? `.${String(parts).padStart(3, '0')}` : ''}`;
  const shown = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}${seconds === ':00' ? '' : seconds}`;
  return isLongerThanDay(grid) ? `day ${day + 1}, ${shown}` : shown;
}
