import { type Clocked, firstTime, isLongerThanDay, secondsOfDay } from '@sightline/engine/internal';

/** What was typed into a field of a number: the number, nothing at all, or why it is not taken. */
export type TypedNumber = { number: number | undefined } | { problem: string };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads a number as a study file has it. A comma is refused and not guessed at: 0,9 and 1,000 mean different things to
 * different readers, and a wrong guess is ten or a thousand times off.
 */
export function typedNumber(typed: string): TypedNumber {
  // The minus sign of print is what the page itself shows.
  const text = typed.trim().replace(/^−/, '-');
  if (text === '') return { number: undefined };
  const number = Number(text);
  if (NUMBER.test(text))
    return Number.isFinite(number)
      ? { number }
      : { problem: `${text} is too large for a number of the study.` };
  const comma = /^([+-]?\d*),(\d+)$/.exec(text);
  if (!comma) return { problem: `${JSON.stringify(text)} is not a number: write one like 0.9 or 1e-3.` };
  const [, whole, rest] = comma as unknown as [string, string, string];
  const point = `${whole.replace(/^([+-]?)$/, '$10')}.${rest}`;
  const grouped = /^[+-]?[1-9]\d{0,2}$/.test(whole) && rest.length === 3;
  return {
    problem: `A comma is not read here: write ${point}${grouped ? `, or ${whole}${rest} if that was meant` : ''}.`,
  };
}

/** Reads a time of the horizon: by the clock, or as a number of its unit. */
export function typedTime(typed: string, grid: Clocked): TypedNumber {
  const text = typed.trim();
  if (!text.includes(':')) return typedNumber(text);
  const seconds = secondsOfDay(text);
  const time = seconds === undefined ? undefined : firstTime(seconds, grid);
  if (time === undefined)
    return {
      problem: `${JSON.stringify(text)} is no time of day: write one like 07:30, or a number of ${grid.unit}.`,
    };
  if (isLongerThanDay(grid))
    return {
      problem: `A horizon of more than a day may have several such times: write a number of ${grid.unit}.`,
    };
  return { number: time };
}
