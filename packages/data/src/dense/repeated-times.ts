import { byPosition, type CellPosition, type CellProblem, positionOf } from '../tables/cell-problem.ts';
import { clockText, DAY_SECONDS, dateText, timestampOf } from '../tables/timestamp.ts';

// Readings of a unit at one clock on one day. When clocks go back, an hour happens twice.

export interface RepeatedTimes {
  add(reading: Repeated): void;
  problem(): (Pick<CellProblem, 'value' | 'why' | 'accepted'> & CellPosition) | undefined;
}

interface Repeated extends CellPosition {
  unit: string;
  /** On which the day began. */
  date: string;
  /** Seconds after the midnight of that date; a day that begins at 06:00 goes on to 30:00. */
  clock: number;
  /** Where the same stands before. */
  before: string;
}

const HOUR = 3600;
/** Clocks are changed at night: the hour that happens twice begins by then. */
const LATEST = 4;

export function repeatedTimes(): RepeatedTimes {
  let [rows, first]: [number, Repeated | undefined] = [0, undefined];
  const hours = new Map<string, Set<number>>();
  return {
    add(found) {
      const reading = asWritten(found);
      rows++;
      if (!first || byPosition(reading, first) < 0) first = reading;
      const own = hours.get(reading.date) ?? new Set();
      own.add(Math.floor(reading.clock / HOUR));
      hours.set(reading.date, own);
    },
    problem() {
      if (!first) return undefined;
      const { unit, date, clock, before } = first;
      const why = `unit ${JSON.stringify(unit)} has ${date} ${clockText(clock)} in ${before} already`;
      const many = rows > 1 ? `; ${rows} rows stand at a clock that their unit has already` : '';
      const twice = twiceText(hours);
      return {
        ...positionOf(first),
        value: `${date} ${clockText(clock)}`,
        why: `${why}${many}${twice}`,
        accepted: twice
          ? 'one reading for each unit and time; duplicates: average takes the mean of both'
          : 'one reading for each unit and time; or duplicates: average',
      };
    },
  };
}

/** Date and clock as the row has them: those of the next date after midnight. */
function asWritten(reading: Repeated): Repeated {
  const { date, clock } = reading;
  const began = clock < DAY_SECONDS ? date : timestampOf(date);
  if (typeof began === 'string') return reading;
  return { ...reading, date: dateText(began.day + 1), clock: clock - DAY_SECONDS };
}

/** Nothing unless all lie in one hour of one night a year. */
function twiceText(hours: ReadonlyMap<string, ReadonlySet<number>>): string {
  const dates = [...hours.keys()].sort();
  const years = new Set(dates.map((date) => date.slice(0, 4)));
  const own = [...hours.values()];
  if (years.size < dates.length || own.some((set) => set.size > 1 || [...set].some((hour) => hour > LATEST)))
    return '';
  const [date] = dates as [string];
  const [hour] = hours.get(date)!;
  const from = clockText(HOUR * hour!);
  const to = clockText(HOUR * (hour! + 1));
  const more = dates.length > 1 ? `, and on ${dates.length - 1} more nights` : '';
  return `; all of them lie between ${from} and ${to} on ${date}${more}: the hour that happens twice when clocks go back`;
}
