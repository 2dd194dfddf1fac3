import { inRow, isMissing } from '../dense/cell.ts';
import { emptyFile, type Refused, refused } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import type { ProblemList } from '../tables/problem-list.ts';
import { ordered, type StateInterval, type StateRecord, type StateRecords } from './state-record.ts';
import type { StateLayout } from './table-layout.ts';

/** A recording as values at times, which increase. */
export interface ValueRecord extends Omit<StateRecord, 'intervals'> {
  /** Seconds from the record's own start. */
  times: Float64Array;
  values: Float64Array;
}

export type StateTable =
  | ({ ok: true; kind: 'states' } & StateRecords)
  | ({ ok: true; kind: 'values'; records: ValueRecord[] } & Pick<StateRecords, 'skipped' | 'notes'>)
  | Refused;

/** The records of a table in the order in which they begin; their rows may stand in any order. */
export function tableRecords(
  file: string,
  table: ColumnTable,
  layout: StateLayout,
  problems: ProblemList,
): StateTable {
  const cells = cellsOf(table, layout, problems);
  const rowsOf = new Map<string, number[]>();
  cells.labels('record')!.forEach((record, row) => {
    const own = rowsOf.get(record);
    if (record === '') cells.refuse(row, 'record', 'this row names no record', 'the name of a record');
    else if (own) own.push(row);
    else rowsOf.set(record, [row]);
  });
  const records = [...rowsOf].map(([record, rows]) => {
    const about = aboutRecord(record, rows, layout, cells);
    if (layout.form === 'values') return { ...about, ...valuesOf(rows, about.length, cells) };
    const { intervals, length } =
      layout.form === 'changes'
        ? changesOf(rows, about.length, cells)
        : intervalsOf(rows, about.length, cells);
    return { ...about, length, intervals };
  });
  if (problems.count > 0) return problems.refused();
  if (records.length === 0)
    return refused([{ ...emptyFile('rows below the line of names'), why: 'the file has no rows' }]);
  const notes = cells.notes().map((what) => ({ file, what }));
  return layout.form === 'values'
    ? { ok: true, kind: 'values', records: records as ValueRecord[], skipped: [], notes }
    : { ok: true, kind: 'states', records: records as StateRecord[], skipped: [], notes };
}

/** The cells of a table by the names of its columns, with a place for what is wrong with them. */
interface Cells {
  labels(name: string): readonly string[] | undefined;
  /** Seconds from 0; NaN for what is none of them, which is refused. */
  seconds(row: number, name: string): number;
  /** Any finite number. */
  number(row: number, name: string): number;
  /** The state of a row; nothing where the cell is empty. */
  state(row: number): string | undefined;
  /** The value of a row; nothing where there is none. */
  value(row: number): number | undefined;
  refuse(row: number, name: string, why: string, accepted: string): void;
  notes(): string[];
}

function cellsOf(table: ColumnTable, layout: StateLayout, problems: ProblemList): Cells {
  // A table makes a column anew whenever it is asked.
  const numbers = new Map<string, Float64Array>();
  const texts = new Map<string, readonly string[]>();
  const labels = (name: string) => {
    const k = layout.placeOf(name);
    if (k === undefined) return undefined;
    if (!texts.has(name)) texts.set(name, table.labels(k));
    return texts.get(name);
  };
  const numberIn = (row: number, name: string) => {
    if (!numbers.has(name)) numbers.set(name, table.numbers(layout.placeOf(name)!));
    return numbers.get(name)![row]!;
  };
  const refuse = (row: number, name: string, why: string, accepted: string) => {
    const k = layout.placeOf(name)!;
    problems.add(table.at(row, k), () => ({
      cell: [table.rowOf(row), name],
      value: labels(name)![row],
      why: `${inRow(table, row)}${why}`,
      accepted,
    }));
  };
  let [absentStates, absentValues] = [0, 0];
  return {
    labels,
    refuse,
    seconds(row, name) {
      const value = numberIn(row, name);
      if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
      refuse(row, name, 'this is no time', "seconds from the record's start, from 0, with a decimal point");
      return Number.NaN;
    },
    number(row, name) {
      const value = numberIn(row, name);
      if (Number.isFinite(value)) return value;
      refuse(row, name, `${name} is not a number`, 'a finite number, with a decimal point');
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
      if (Number.isFinite(value)) return value;
      const written = labels('value')![row]!;
      if (/inf/i.test(written))
        refuse(row, 'value', 'value is infinite', 'a finite number with a decimal point, or nothing');
      else if (isMissing(table.place === 'row' ? null : written)) absentValues++;
      else refuse(row, 'value', 'value is not a number', 'a finite number with a decimal point, or nothing');
      return undefined;
    },
    notes() {
      const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
      return [
        ...counted(absentStates, "states are 'NA', which is read as no state"),
        ...counted(absentValues, 'rows have no value and are left out'),
      ];
    },
  };
}

/** What all rows of a record must agree on. */
function aboutRecord(
  record: string,
  rows: readonly number[],
  layout: StateLayout,
  cells: Cells,
): Omit<StateRecord, 'intervals'> {
  const [first] = rows as [number];
  for (const name of ['unit', 'stratum', 'length', ...layout.covariates]) {
    const labels = cells.labels(name);
    const other = labels && rows.find((row) => labels[row] !== labels[first]);
    if (other !== undefined)
      cells.refuse(
        other,
        name,
        `the record ${JSON.stringify(record)} has another ${name} in its first row, ${JSON.stringify(labels![first])}`,
        `one ${name} for all rows of a record`,
      );
  }
  for (const name of ['unit', 'stratum']) {
    const labels = cells.labels(name);
    if (
      labels &&
      /^(|NA)$/.test(labels[first]!) &&
      (name === 'unit' || labels.some((one) => !/^(|NA)$/.test(one)))
    )
      cells.refuse(
        first,
        name,
        `the record ${JSON.stringify(record)} has no ${name}, though there is a column of them`,
        `the name of a ${name} in every row, or no such column`,
      );
  }
  const label = (name: string) => cells.labels(name)?.[first] || undefined;
  return {
    record,
    unit: label('unit') ?? record,
    stratum: label('stratum') ?? null,
    covariates: Object.fromEntries(layout.covariates.map((name) => [name, cells.number(first, name)])),
    length: label('length') === undefined ? null : cells.seconds(first, 'length'),
  };
}

interface Told {
  intervals: StateInterval[];
  length: number | null;
}

function intervalsOf(rows: readonly number[], length: number | null, cells: Cells): Told {
  const places: number[] = [];
  const intervals: StateInterval[] = [];
  for (const row of rows) {
    const [from, to, state] = [cells.seconds(row, 'from'), cells.seconds(row, 'to'), cells.state(row)];
    if (to <= from)
      cells.refuse(row, 'to', `the interval ends before it begins, at ${from}`, 'to after from');
    if (length !== null && to > length) cells.refuse(row, 'to', ...pastEnd(length));
    if (state === undefined || !(from < to)) continue;
    intervals.push({ from, to, state });
    places.push(row);
  }
  const sorted = ordered(intervals);
  if (sorted.ok) return { intervals: sorted.intervals, length };
  const { first, places: found } = sorted;
  cells.refuse(
    places[found[1]]!,
    'from',
    `the interval overlaps with another of its record, from ${first.from} to ${first.to}`,
    'intervals that do not overlap',
  );
  return { intervals: [], length };
}

function changesOf(rows: readonly number[], length: number | null, cells: Cells): Told {
  const { times, order } = inTime(rows, length, cells);
  const last = order.at(-1);
  if (last === undefined) return { intervals: [], length };
  const states = new Map(order.map((row) => [row, cells.state(row)]));
  // A last row without a state says when the record ends.
  const end = length ?? (states.get(last) === undefined ? times.get(last)! : undefined);
  if (end === undefined)
    cells.refuse(
      last,
      'state',
      'nothing says how long the last state of this record lasts',
      'a last row with a time and no state, or a column length',
    );
  const intervals = order.flatMap((row, i) => {
    const state = states.get(row);
    const [from, to] = [times.get(row)!, i + 1 < order.length ? times.get(order[i + 1]!)! : (end ?? 0)];
    return state === undefined || !(from < to) ? [] : [{ from, to, state }];
  });
  return { intervals, length: end ?? null };
}

function valuesOf(
  rows: readonly number[],
  length: number | null,
  cells: Cells,
): Pick<ValueRecord, 'times' | 'values'> {
  const { times, order } = inTime(rows, length, cells);
  const told = order.flatMap((row) => {
    const value = cells.value(row);
    return value === undefined ? [] : [[times.get(row)!, value] as const];
  });
  return {
    times: Float64Array.from(told, ([time]) => time),
    values: Float64Array.from(told, ([, value]) => value),
  };
}

/** Rows that have a time, in its order; no two may have the same. */
function inTime(rows: readonly number[], length: number | null, cells: Cells) {
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

function pastEnd(length: number): [why: string, accepted: string] {
  return [`this is after the end of the record, at ${length}`, 'times within the length of the record'];
}
