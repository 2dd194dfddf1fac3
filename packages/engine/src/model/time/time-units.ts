import { shortNumber } from '../input/short-number.ts';

/** Common units of time, in seconds. Months and years have no fixed length. */
const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  millisecond: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: 86400,
  day: 86400,
  week: 604800,
};

/** The units as they are usually written. */
export const UNITS = ['ms', 's', 'min', 'h', 'd', 'week'];

/** A length of time in another unit, free of rounding noise; nothing where one of the units is not a common one. */
export function inUnit(value: number, from: string, to: string): number | undefined {
  const [given, wanted] = [secondsIn(from), secondsIn(to)];
  if (given === undefined || wanted === undefined) return undefined;
  return Number(((value * given) / wanted).toPrecision(12));
}

export function sameUnit(a: string, b: string): boolean {
  const seconds = secondsIn(a);
  return a === b || (seconds !== undefined && seconds === secondsIn(b));
}

/** '60 min would be 1 h', where a smaller common unit would bring a length within the horizon. */
export function smallerUnit(value: number, horizon: number, unit: string): string | undefined {
  for (const smaller of ['d', 'h', 'min', 's', 'ms']) {
    if (sameUnit(smaller, unit)) continue;
    const converted = inUnit(value, smaller, unit);
    if (converted !== undefined && converted < value && converted <= horizon)
      return `${value} ${smaller} would be ${shortNumber(converted)} ${unit}`;
  }
  return undefined;
}

/** The length of a unit in seconds; nothing where it is not a common one. */
export function secondsIn(unit: string): number | undefined {
  const name = [unit, unit.toLowerCase(), unit.toLowerCase().replace(/s$/, '')].find((one) =>
    Object.hasOwn(SECONDS, one),
  );
  return name === undefined ? undefined : SECONDS[name];
}
