import { dayTimes } from '../../dense/day-times.ts';
import { gridTimes } from '../../dense/times.ts';
import type { ColumnTable } from '../../tables/column-table.ts';
import type { ProblemList } from '../../tables/problem-list.ts';
import { DAY_SECONDS, dateText, timestampOf } from '../../tables/timestamp.ts';
import type { StateRecord, ValueRecord } from '../state-record.ts';
import type { StateLayout } from './table-layout.ts';

// A record of one day of a unit: its timestamps are first read as seconds since some day began, by the clock as it is
// written, and then cut where days begin.

export interface DayColumns {
  /** Of each column of times: seconds since day 0 began; NaN where the text is no time. */
  moments: ReadonlyMap<string, Float64Array>;
  /** Rows of a unit by the day that they begin on. */
  rowsOn(rows: readonly number[]): Map<number, number[]>;
  tell(problems: ProblemList): void;
  notes(): string[];
}

/** The columns of times of a table; a day begins `start` seconds after midnight. */
export function dayColumns(table: ColumnTable, layout: StateLayout, start: number): DayColumns {
  const names = layout.form.columns.filter((name) => ['time', 'from', 'to'].includes(name));
  const grid = gridTimes(Float64Array.of(DAY_SECONDS / 4, (3 * DAY_SECONDS) / 4), 'mean');
  const readers = names.map((name) => ({ name, days: dayTimes({ start, unit: 1 }, grid) }));
  const numbers = new Map<string, number>();
  const dayOf = (date: string) => {
    const known = numbers.get(date);
    if (known !== undefined) return known;
    const { day } = timestampOf(date) as { day: number };
    numbers.set(date, day);
    return day;
  };
  const moments = new Map(
    readers.map(({ name, days }) => {
      const { times, dates } = days.read(table, layout.placeOf(name)!);
      return [
        name,
        times.map((time, i) => (Number.isNaN(time) ? time : time + DAY_SECONDS * dayOf(dates[i]!))),
      ];
    }),
  );
  const first = moments.get(names[0]!)!;
  return {
    moments,
    rowsOn(rows) {
      const on = new Map<number, number[]>();
      for (const row of rows) {
        const day = Math.floor(first[row]! / DAY_SECONDS);
        const own = on.get(day);
        if (own) own.push(row);
        else if (!Number.isNaN(day)) on.set(day, [row]);
      }
      return on;
    },
    tell(problems) {
      for (const { days } of readers)
        for (const { line, column, ...problem } of days.problems())
          problems.add({ line, column }, () => ({ cell: [], ...problem }));
    },
    notes() {
      const dates = readers.reduce((sum, { days }) => sum + days.report().dateOnly, 0);
      return [...(dates > 0 ? [`${dates} times are dates without a clock, read as midnight`] : [])];
    },
  };
}

export const dayText = dateText;

type AnyRecord = StateRecord | ValueRecord;

/**
 * The days of a record, each with its times from the day's beginning. An interval that passes it is cut there; a day that
 * has rows and no value is a day without values.
 */
export function splitDays(record: AnyRecord, withRows: Iterable<number>): (AnyRecord & { day: number })[] {
  const { length: _, ...about } = record;
  const days = new Map<number, { times: number[]; values: number[]; intervals: StateRecord['intervals'] }>();
  const dayOf = (day: number) => {
    const known = days.get(day) ?? { times: [], values: [], intervals: [] };
    days.set(day, known);
    return known;
  };
  if ('values' in record) {
    for (const day of withRows) dayOf(day);
    record.times.forEach((time, i) => {
      const day = Math.floor(time / DAY_SECONDS);
      const own = dayOf(day);
      own.times.push(time - DAY_SECONDS * day);
      own.values.push(record.values[i]!);
    });
  } else
    for (const { from, to, state } of record.intervals)
      for (let day = Math.floor(from / DAY_SECONDS); DAY_SECONDS * day < to; day++)
        dayOf(day).intervals.push({
          from: Math.max(0, from - DAY_SECONDS * day),
          to: Math.min(DAY_SECONDS, to - DAY_SECONDS * day),
          state,
        });
  return [...days]
    .sort(([a], [b]) => a - b)
    .map(([day, { times, values, intervals }]) =>
      'values' in record
        ? {
            ...about,
            day,
            length: null,
            times: Float64Array.from(times),
            values: Float64Array.from(values),
          }
        : { ...about, day, length: null, intervals },
    ) as (AnyRecord & { day: number })[];
}
