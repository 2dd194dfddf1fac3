import {
  byPosition,
  type CellPosition,
  type CellProblem,
  placeText,
  positionOf,
} from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import {
  ACCEPTED_TIMESTAMPS,
  clockText,
  DAY_SECONDS,
  type DateOrders,
  dateOrders,
  dateText,
  timestampOf,
} from '../tables/timestamp.ts';
import { isMissing } from './cell.ts';
import type { GridTimes } from './times.ts';
import type { DayRule, DaysReport } from './units.ts';
import { zones } from './zones.ts';

/** Timestamps of a file as days, and times on them. */
export interface DayTimes {
  /** Of each row: the date on which its day began, and the time since; NaN and '' where the text is none. */
  read(table: ColumnTable, column: number): { times: Float64Array; dates: string[] };
  outside: number;
  problems(): (Pick<CellProblem, 'value' | 'why' | 'accepted'> & CellPosition)[];
  report(): DaysReport;
}

interface Fault extends CellPosition {
  rows: number;
  value: string;
}

/** `orders` has seen the whole column already, where tables are parts of a file. */
export function dayTimes({ start, unit }: DayRule, grid: GridTimes, orders?: DateOrders): DayTimes {
  const known = orders ?? dateOrders();
  const clocks = zones();
  const faults = new Map<string, Fault>();
  const dates = new Map<number, string>();
  let [rows, dateOnly, place] = [0, 0, 'line'];
  let first: CellPosition | undefined;
  const dateOf = (day: number) => {
    const date = dates.get(day) ?? dateText(day);
    dates.set(day, date);
    return date;
  };
  // The last interval of a day ends at the clock at which the next day begins.
  const isBefore = (since: number) => (grid.align === 'end' ? since <= 0 : since < 0);
  return {
    outside: 0,
    read(table, column) {
      const texts = table.labels(column);
      place = table.place;
      const times = new Float64Array(table.rows).fill(Number.NaN);
      const own = new Array<string>(table.rows).fill('');
      if (table.rows > 0) first ??= table.at(0, column);
      if (!orders) for (const text of texts) known.see(text);
      const decided = known.decided();
      if ('why' in decided) return { times, dates: own };
      for (let i = 0; i < table.rows; i++) {
        const text = texts[i]!;
        const moment = timestampOf(text, decided.order);
        if (typeof moment === 'string') {
          const what = isMissing(text) ? 'is missing' : moment;
          const [fault, at] = [faults.get(what), table.at(i, column)];
          const before = fault && byPosition(fault, at) <= 0 ? fault : { value: text, ...at };
          faults.set(what, { ...before, rows: (fault?.rows ?? 0) + 1 });
          continue;
        }
        rows++;
        if (moment.dateOnly) dateOnly++;
        clocks.see(moment, () => table.at(i, column));
        const since = moment.seconds - start;
        const early = isBefore(since);
        times[i] = (early ? since + DAY_SECONDS : since) / unit;
        own[i] = dateOf(early ? moment.day - 1 : moment.day);
      }
      return { times, dates: own };
    },
    problems() {
      const decided = known.decided();
      if ('why' in decided)
        return [
          {
            ...(first ?? { line: 1, column: 1 }),
            value: decided.example,
            why: decided.why,
            accepted: ACCEPTED_TIMESTAMPS,
          },
        ];
      const told = [...faults].map(([what, { rows: n, value, ...at }]) => ({
        ...positionOf(at),
        value,
        why:
          n === 1
            ? `this time ${what}`
            : `${n} rows have such a time, first in ${placeText(place, at)}: it ${what}`,
        accepted: ACCEPTED_TIMESTAMPS,
      }));
      if (rows > 0 && dateOnly === rows)
        told.push({
          ...first!,
          value: `${rows} dates`,
          why: 'no time has a clock, so that all readings of a day would be at midnight',
          accepted: ACCEPTED_TIMESTAMPS,
        });
      const mixed = clocks.problem(place);
      if (mixed) told.push({ ...mixed.at, value: mixed.value, why: mixed.why, accepted: mixed.accepted });
      return told;
    },
    report() {
      const decided = known.decided();
      return {
        outside: this.outside,
        offsets: clocks.offsets(),
        dateOnly,
        ...('order' in decided && decided.order && { order: decided.order }),
      };
    },
  };
}

/** A time of a day as its clock. */
export function clockAt({ start, unit }: DayRule): (time: number) => string {
  return (time) => {
    const seconds = Math.round(1000 * (start + time * unit)) / 1000;
    // A day that begins at midnight ends at 24:00.
    const isNext = seconds > DAY_SECONDS || (seconds === DAY_SECONDS && start > 0);
    return clockText(isNext ? seconds - DAY_SECONDS : seconds);
  };
}
