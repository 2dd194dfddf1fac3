import { badCell, inRow, isMissing, usable } from '../dense/cell.ts';
import { sensorTexts } from '../dense/sensor-limits.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import type { ProblemList } from '../tables/problem-list.ts';
import { looksLikeTimestamp } from '../tables/timestamp.ts';

/** The cells of a table by the names of its columns, with a place for what is wrong with them. */
export interface TableCells {
  labels(name: string): readonly string[] | undefined;
  /** Seconds from 0; NaN for what is none of them, which is refused. */
  seconds(row: number, name: string): number;
  /** The state of a row; nothing where the cell is empty. */
  state(row: number): string | undefined;
  /** The value of a row; nothing where there is none. */
  value(row: number): number | undefined;
  refuse(row: number, name: string, why: string, accepted: string): void;
  /** What is wrong with a column as a whole. */
  tell(): void;
  notes(): string[];
}

/** How times stand in a table: numbers in a unit of so many seconds, or moments that were read from texts. */
interface TimesOf {
  unit: number;
  moments: ReadonlyMap<string, Float64Array> | undefined;
  /** What texts of a sensor stand for. */
  limits?: { low?: number; high?: number } | undefined;
}

export function tableCells(
  table: ColumnTable,
  { placeOf, columns }: { placeOf(name: string): number | undefined; columns: readonly HeaderColumn[] },
  problems: ProblemList,
  { unit, moments, limits }: TimesOf = { unit: 1, moments: undefined },
): TableCells {
  // A table makes a column anew whenever it is asked.
  const numbers = new Map<string, Float64Array>();
  const texts = new Map<string, readonly string[]>();
  const labels = (name: string) => {
    const k = placeOf(name);
    if (k === undefined) return undefined;
    if (!texts.has(name)) texts.set(name, table.labels(k));
    return texts.get(name);
  };
  const numberIn = (row: number, name: string) => {
    if (!numbers.has(name)) numbers.set(name, table.numbers(placeOf(name)!));
    return numbers.get(name)![row]!;
  };
  const refuse = (row: number, name: string, why: string, accepted: string) => {
    const k = placeOf(name)!;
    problems.add(table.at(row, k), () => ({
      cell: [table.rowOf(row), columns[k]!.name],
      value: labels(name)![row],
      why: `${inRow(table, row)}${why}`,
      accepted,
    }));
  };
  // A column of texts has one problem, not one for each row.
  const told = new Set<string>();
  const refuseTimes = (row: number, name: string) => {
    if (told.has(name)) return;
    const written = labels(name)!;
    const bad = written.filter((_, i) => !(numberIn(i, name) >= 0)).length;
    const seconds = unit === 1 ? "seconds from the record's start" : 'times in the unit of `time`';
    const accepted = `${seconds}, from 0, with a decimal point`;
    if (2 * bad <= table.rows || !looksLikeTimestamp(written[row]!)) {
      refuse(row, name, 'this is no time', accepted);
      return;
    }
    told.add(name);
    const why = `${bad} of ${table.rows} rows have a date here, and the study does not say how records are told apart by them`;
    refuse(row, name, why, `split: day, with which a record is one day of a unit; or ${accepted}`);
  };
  const sensor = sensorTexts(columns, limits);
  let [absentStates, absentValues] = [0, 0];
  return {
    labels,
    refuse,
    seconds(row, name) {
      const moment = moments?.get(name)?.[row];
      // What is wrong with such a column is told by who read it.
      if (moment !== undefined) return moment;
      const value = numberIn(row, name) * unit;
      if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
      refuseTimes(row, name);
      return Number.NaN;
    },
    state(row) {
      const state = labels('state')![row]!;
      // R writes NA where there is nothing.
      if (state === 'NA') absentStates++;
      return state === '' || state === 'NA' ? undefined : state;
    },
    value(row) {
      const value = numberIn(row, 'value');
      if (usable(value)) return value;
      const k = placeOf('value')!;
      const limit = sensor.value(table, row, k, () => `row ${table.rowOf(row) + 1}`);
      if (limit !== undefined) return Number.isNaN(limit) ? undefined : limit;
      if (isMissing(table.found(row, k))) absentValues++;
      else problems.add(table.at(row, k), () => badCell(table, columns[k]!, row, k, 'this time'));
      return undefined;
    },
    tell() {
      for (const { line, column, ...problem } of sensor.problems())
        problems.add({ line, column }, () => problem);
    },
    notes() {
      const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
      return [
        ...counted(absentStates, "states are 'NA', which is read as no state"),
        ...counted(absentValues, 'rows have no value and are left out'),
        ...(sensor.report() ?? []).map(
          ({ text, value, count }) => `${count} values are ${JSON.stringify(text)}, taken as ${value}`,
        ),
      ];
    },
  };
}

/** Rows that have a time, in its order; no two may have the same. */
export function inTime(rows: readonly number[], length: number | null, cells: TableCells) {
  const times = new Map(rows.map((row) => [row, cells.seconds(row, 'time')]));
  const order = rows
    .filter((row) => !Number.isNaN(times.get(row)!))
    .sort((a, b) => times.get(a)! - times.get(b)! || a - b);
  order.forEach((row, i) => {
    const time = times.get(row)!;
    if (i > 0 && times.get(order[i - 1]!) === time)
      cells.refuse(row, 'time', 'this time stands twice in its record', 'one row for each time');
    if (length !== null && time > length) cells.refuse(row, 'time', ...pastEnd(length));
  });
  return { times, order };
}

export function pastEnd(length: number): [why: string, accepted: string] {
  return [`this is after the end of the record, at ${length}`, 'times within the length of the record'];
}
