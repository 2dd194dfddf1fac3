import { zeros } from '@sightline/engine/internal';
import { byPosition, placeText } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import { looksLikeTimestamp } from '../tables/timestamp.ts';
import { badCell, inRow, isMissing, usable } from './cell.ts';
import type { LongBody } from './header.ts';
import { noteOdd } from './odd-times.ts';
import {
  type DenseRecords,
  MISSING_RULES,
  type Reading,
  type RowNames,
  recordText,
  refuseCell,
  rowNames,
  rowTargets,
} from './records.ts';
import { acceptedTimes, alignAdvice, isNearer, seeBound, someTimes, timeText } from './times.ts';

/** A record that is being put together from its rows. */
interface LongRecord {
  /** Its first row. */
  row: number;
  /** The time that each grid point takes; NaN where there is none, and where it takes the mean of several. */
  times: Float64Array;
  /** The first row at that time, −1 where there is none. */
  rows: Int32Array;
  sums: Float64Array;
  readings: Int32Array;
  /** Rows that are there and cannot be used, which is said of them: so many times it lacks for a reason already known. */
  lost: number;
}

/** Each row is a cell of a record; they may stand in any order. O(rows). */
export function longRecords(table: ColumnTable, body: LongBody, reading: Reading): DenseRecords {
  const clock = reading.days?.read(table, body.time);
  const names = rowNames(table, reading, clock?.dates);
  const targets = rowTargets(table, names, reading);
  const measured = clock?.times ?? numericTimes(table, body, names, reading);
  const { records, recordOf, pointOf } = placeRows(table, body, names, reading, measured);
  const sameTime =
    reading.layout.grid.align === 'mean'
      ? sameTimes(measured, recordOf, pointOf, reading.layout.grid.same)
      : undefined;
  addValues(table, body, names, reading, { measured, sameTime }, records, recordOf, pointOf);

  const p = reading.layout.grid.times.length;
  const values = zeros(records.length, p);
  const readings = zeros(records.length, p);
  if (sameTime) refuseBlank(table, body, records, names, reading, measured);
  // What day a row without a date would be of is not known: it may well be what a day lacks.
  const known = !reading.days || reading.days.problems().length === 0;
  records.forEach((record, r) => {
    for (let j = 0; j < p; j++) values.data[r * p + j] = record.sums[j]! / record.readings[j]!;
    readings.data.set(record.readings, r * p);
    if (known) refuseAbsent(table, record, names, reading);
  });
  return {
    units: records.map(({ row }) => names.units[row]!),
    trajectories: names.trajectories && records.map(({ row }) => names.trajectories![row]!),
    values,
    readings,
    targets: targets && Float64Array.from(records, ({ row }) => targets[row]!),
    gaps: true,
    at(r, j) {
      const row = records[r]!.rows[j]!;
      return { row, column: body.value, time: measured[row]! };
    },
  };
}

/** Times as numbers. A file of timestamps has no others: they are one problem. */
export function numericTimes(
  table: ColumnTable,
  { time: column }: LongBody,
  names: RowNames,
  { layout, unread }: Reading,
): Float64Array {
  const measured = table.numbers(column);
  for (let i = 0; i < table.rows; i++) {
    if (usable(measured[i]!)) continue;
    unread.rows++;
    const at = table.at(i, column);
    if (unread.first && byPosition(unread.first, at) <= 0) continue;
    const found = table.found(i, column);
    const what = `the time of ${recordText(names, i)}`;
    const bad = badCell(table, layout.columns[column]!, i, column, what);
    unread.first = {
      ...at,
      problem: {
        ...at,
        ...bad,
        ...(typeof found === 'string' && looksLikeTimestamp(found) && timestampProblem(what)),
      },
    };
  }
  return measured;
}

const timestampProblem = (what: string) => ({
  why: `${what} is a date with a clock`,
  accepted:
    "numbers in the study's unit of time, from the horizon's beginning; or split: day, which makes each day of a unit a trajectory",
});

/** The record and the grid point of each row, −1 where it has none; and the time that each grid point takes. */
function placeRows(
  table: ColumnTable,
  { time: column }: LongBody,
  names: RowNames,
  reading: Reading,
  measured: Float64Array,
) {
  const { layout, bounds, days } = reading;
  const { grid } = layout;
  const { align } = grid;
  const p = grid.times.length;
  const records: LongRecord[] = [];
  const numberOf = new Map<string, number>();
  const recordOf = new Int32Array(table.rows).fill(-1);
  const pointOf = new Int32Array(table.rows).fill(-1);
  /** An interval is closed where a reading at its end is not one of the next day. */
  const isOutside = (time: number) =>
    align === 'mean' || (days && (align === 'start' || align === 'exact'))
      ? grid.cell(time) < 0
      : grid.isOutside(time);
  for (let i = 0; i < table.rows; i++) {
    const key = names.keys[i]!;
    const time = measured[i]!;
    if (key === '') continue;
    const outside = isOutside(time);
    if (days && outside && usable(time)) {
      days.outside++;
      continue;
    }
    let r = i > 0 && key === names.keys[i - 1] && recordOf[i - 1]! >= 0 ? recordOf[i - 1] : numberOf.get(key);
    if (r === undefined) {
      r = records.length;
      numberOf.set(key, r);
      records.push({
        row: i,
        times: new Float64Array(p).fill(Number.NaN),
        rows: new Int32Array(p).fill(-1),
        sums: new Float64Array(p),
        readings: new Int32Array(p),
        lost: 0,
      });
    }
    recordOf[i] = r;
    const record = records[r]!;
    if (!usable(time)) {
      record.lost++;
      continue;
    }
    if (!bounds.others) seeBound(bounds, time, grid);
    const point = align === 'mean' ? grid.cell(time) : grid.nearest(time);
    const any = align === 'mean' || align === 'nearest';
    if (outside || !(any || grid.same(time, grid.times[point]!))) {
      record.lost++;
      noteOdd(outside ? reading.outside : reading.strange, table, i, column, time);
      continue;
    }
    pointOf[i] = point;
    if (align === 'mean') continue;
    const taken = record.times[point]!;
    if (Number.isNaN(taken) || isNearer(time, taken, point, grid)) record.times[point] = time;
  }
  const lost = new Map<string, number>();
  for (const name of table.lost?.(layout.unit) ?? []) lost.set(name, (lost.get(name) ?? 0) + 1);
  if (lost.size > 0) for (const record of records) record.lost += lost.get(names.units[record.row]!) ?? 0;
  return { records, recordOf, pointOf };
}

function addValues(
  table: ColumnTable,
  { value: column }: LongBody,
  names: RowNames,
  reading: Reading,
  { measured, sameTime }: { measured: Float64Array; sameTime: ReadonlyMap<number, number> | undefined },
  records: readonly LongRecord[],
  recordOf: Int32Array,
  pointOf: Int32Array,
): void {
  const { layout, request, sensor } = reading;
  const { grid } = layout;
  const values = table.numbers(column);
  const leftOut = new Set<string>();
  for (let i = 0; i < table.rows; i++) {
    const what = () => `${recordText(names, i)} at time ${grid.text(measured[i]!)}`;
    let value = values[i]!;
    let good = usable(value);
    // What lies outside the horizon has no cell to be missed in.
    if (!good && !(reading.days && recordOf[i]! < 0)) {
      const limit = sensor.value(table, i, column, what);
      // A cell that takes the mean of several lacks a value only if all of them do.
      const blank = sameTime !== undefined && isMissing(table.found(i, column));
      if (limit !== undefined) value = limit;
      else if (blank) reading.blank++;
      else refuseCell(table, i, column, what, reading);
      good = usable(value);
    }
    const point = pointOf[i]!;
    if (point < 0) continue;
    const record = records[recordOf[i]!]!;
    if (!sameTime && !grid.same(measured[i]!, record.times[point]!)) {
      leaveOut(i);
      continue;
    }
    reading.largestShift = Math.max(reading.largestShift, Math.abs(measured[i]! - request.times[point]!));
    const first = record.rows[point]!;
    if (first < 0) record.rows[point] = i;
    const before = sameTime ? (sameTime.get(i) ?? -1) : first;
    if (before >= 0 && request.duplicates !== 'average') refuseTwice(i, before);
    if (good && record.readings[point]! > 0) reading.averaged++;
    if (!good) continue;
    record.sums[point]! += value;
    record.readings[point]!++;
  }
  reading.unusedUnits += leftOut.size;

  function refuseTwice(i: number, before: number): void {
    const { problems, repeated, days } = reading;
    const at = table.at(i, layout.unit);
    const place = placeText(table.place, table.at(before, layout.unit));
    if (days)
      repeated.add({
        ...at,
        unit: names.units[i]!,
        date: names.trajectories![i]!,
        clock: Math.round(request.days!.start + measured[i]! * request.days!.unit),
        before: place,
      });
    else
      problems.add(at, () => ({
        cell: [table.rowOf(i), layout.columns[layout.unit]!.name],
        value: names.units[i],
        why: `${inRow(table, i)}${recordText(names, i)} has time ${grid.text(measured[i]!)} in ${place} already`,
        accepted: names.replicates
          ? 'one row for each unit, replicate and time; or duplicates: average'
          : 'one row for each unit and time; or columns: { trajectory: COLUMN } or noise: { replicates: COLUMN } with a column that tells its rows apart, or duplicates: average',
      }));
  }

  function leaveOut(i: number): void {
    reading.unused++;
    leftOut.add(names.units[i]!);
    const row = table.rowOf(i) + 1;
    if (row < (reading.firstUnused?.row ?? Number.POSITIVE_INFINITY))
      reading.firstUnused = { row, unit: names.units[i]!, time: measured[i]! };
  }
}

/** Rows at a time that their record has already, and where: rows in the order of time, as most files are, have none. */
function sameTimes(
  measured: Float64Array,
  recordOf: Int32Array,
  pointOf: Int32Array,
  same: (a: number, b: number) => boolean,
): Map<number, number> {
  const rowsOf = new Map<number, number[]>();
  for (let i = 0; i < measured.length; i++) {
    if (pointOf[i]! < 0) continue;
    const own = rowsOf.get(recordOf[i]!);
    if (own) own.push(i);
    else rowsOf.set(recordOf[i]!, [i]);
  }
  const twice = new Map<number, number>();
  for (const own of rowsOf.values()) {
    own.sort((a, b) => measured[a]! - measured[b]! || a - b);
    for (let k = 1; k < own.length; k++)
      if (same(measured[own[k - 1]!]!, measured[own[k]!]!)) {
        const [a, b] = [own[k - 1]!, own[k]!].sort((x, y) => x - y) as [number, number];
        twice.set(b, a);
      }
  }
  return twice;
}

/** Cells with readings of which none has a value. */
function refuseBlank(
  table: ColumnTable,
  { value: column }: LongBody,
  records: readonly LongRecord[],
  names: RowNames,
  reading: Reading,
  measured: Float64Array,
): void {
  const { text } = reading.layout.grid;
  for (const { rows, readings } of records)
    rows.forEach((row, j) => {
      if (row < 0 || readings[j]! > 0) return;
      const what = () => `${recordText(names, row)} at time ${text(measured[row]!)}`;
      if (isMissing(table.found(row, column))) refuseCell(table, row, column, what, reading);
    });
}

/** A record without a row for a grid point; not one whose cell is there and empty, which is said where it stands. */
function refuseAbsent(table: ColumnTable, record: LongRecord, names: RowNames, reading: Reading): void {
  const { layout, request, gaps } = reading;
  const { grid } = layout;
  if ((request.missing ?? 'refuse') !== 'refuse' || !record.rows.includes(-1)) return;
  const absent = [...grid.times].filter((_, j) => record.rows[j]! < 0);
  const { row, lost } = record;
  if (absent.length <= lost) return;
  const near = grid.align === 'nearest' ? `, none within ${timeText(grid.spacing / 2)}` : '';
  const other = lost > 0 ? `; ${lost} of its rows cannot be used, as is said there` : '';
  gaps.add(table.at(row, layout.unit), () => ({
    cell: [table.rowOf(row), layout.columns[layout.unit]!.name],
    value: names.units[row],
    why: `${inRow(table, row)}${recordText(names, row)} has no row for ${absent.length} of the grid's ${grid.times.length} times: ${someTimes(absent, grid.text)}${near}${other}`,
    accepted: `${acceptedTimes(grid, grid.align === 'nearest' ? alignAdvice(grid.times, reading.bounds, grid) : '')}${MISSING_RULES}`,
  }));
}
