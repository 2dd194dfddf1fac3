import { zeros } from '@sightline/engine';
import type { ColumnTable } from '../tables/column-table.ts';
import { badCell, inRow, usable } from './cell.ts';
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
import { acceptedTimes, isNearer, seeBound, someTimes, timeText } from './times.ts';

/** A record that is being put together from its rows. */
interface LongRecord {
  /** Its first row. */
  row: number;
  /** The time that each grid point takes; NaN where there is none. */
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
  const names = rowNames(table, reading);
  const targets = rowTargets(table, names, reading);
  const { records, recordOf, pointOf } = placeRows(table, body, names, reading);
  addValues(table, body, names, reading, records, recordOf, pointOf);

  const p = reading.layout.grid.times.length;
  const values = zeros(records.length, p);
  const readings = zeros(records.length, p);
  records.forEach((record, r) => {
    for (let j = 0; j < p; j++) values.data[r * p + j] = record.sums[j]! / record.readings[j]!;
    readings.data.set(record.readings, r * p);
    refuseAbsent(table, record, names, reading);
  });
  return {
    units: records.map(({ row }) => names.units[row]!),
    values,
    readings,
    targets: targets && Float64Array.from(records, ({ row }) => targets[row]!),
    gaps: true,
  };
}

/** The record and the grid point of each row, −1 where it has none; and the time that each grid point takes. */
function placeRows(table: ColumnTable, { time: column }: LongBody, names: RowNames, reading: Reading) {
  const { layout, problems, bounds } = reading;
  const { grid } = layout;
  const exact = grid.align !== 'nearest';
  const p = grid.times.length;
  const measured = table.numbers(column);
  const records: LongRecord[] = [];
  const numberOf = new Map<string, number>();
  const recordOf = new Int32Array(table.rows).fill(-1);
  const pointOf = new Int32Array(table.rows).fill(-1);
  for (let i = 0; i < table.rows; i++) {
    const key = names.keys[i]!;
    const time = measured[i]!;
    if (!usable(time)) {
      const what = `the time of ${recordText(names, i)}`;
      problems.add(table.at(i, column), () => badCell(table, layout.columns[column]!, i, column, what));
    }
    if (key === '') continue;
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
    const point = grid.nearest(time);
    const gridTime = grid.times[point]!;
    const outside = grid.isOutside(time);
    if (outside || (exact ? !grid.same(time, gridTime) : grid.isHalfway(time))) {
      record.lost++;
      noteOdd(outside ? reading.outside : reading.strange, table, i, column, time);
      continue;
    }
    pointOf[i] = point;
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
  records: readonly LongRecord[],
  recordOf: Int32Array,
  pointOf: Int32Array,
): void {
  const { layout, request, problems } = reading;
  const { grid } = layout;
  const values = table.numbers(column);
  const measured = table.numbers((layout.body as LongBody).time);
  const leftOut = new Set<string>();
  for (let i = 0; i < table.rows; i++) {
    const value = values[i]!;
    const good = usable(value);
    if (!good) {
      const what = () => `${recordText(names, i)} at time ${timeText(measured[i]!)}`;
      refuseCell(table, i, column, what, reading);
    }
    const point = pointOf[i]!;
    if (point < 0) continue;
    const record = records[recordOf[i]!]!;
    const time = record.times[point]!;
    if (!grid.same(measured[i]!, time)) {
      leaveOut(i);
      continue;
    }
    reading.largestShift = Math.max(reading.largestShift, Math.abs(measured[i]! - request.times[point]!));
    const before = record.rows[point]!;
    if (before < 0) record.rows[point] = i;
    else if (request.duplicates === 'average')
      reading.averaged += good && record.readings[point]! > 0 ? 1 : 0;
    else
      problems.add(table.at(i, layout.unit), () => ({
        cell: [table.rowOf(i), layout.columns[layout.unit]!.name],
        value: names.units[i],
        why: `${inRow(table, i)}${recordText(names, i)} has time ${timeText(time)} in ${table.place} ${table.at(before, layout.unit).line} already`,
        accepted: names.replicates
          ? 'one row for each unit, replicate and time; or duplicates: average'
          : 'one row for each unit and time; or noise: { replicates: COLUMN } with a column that tells its rows apart, or duplicates: average',
      }));
    if (!good) continue;
    record.sums[point]! += value;
    record.readings[point]!++;
  }
  reading.unusedUnits += leftOut.size;

  function leaveOut(i: number): void {
    reading.unused++;
    leftOut.add(names.units[i]!);
    const row = table.rowOf(i) + 1;
    if (row < (reading.firstUnused?.row ?? Number.POSITIVE_INFINITY))
      reading.firstUnused = { row, unit: names.units[i]!, time: measured[i]! };
  }
}

/** A record without a row for a grid point; not one whose cell is there and empty, which is said where it stands. */
function refuseAbsent(table: ColumnTable, record: LongRecord, names: RowNames, reading: Reading): void {
  const { layout, request, problems } = reading;
  const { grid } = layout;
  if ((request.missing ?? 'refuse') !== 'refuse' || !record.rows.includes(-1)) return;
  const absent = [...grid.times].filter((_, j) => record.rows[j]! < 0);
  const { row, lost } = record;
  if (absent.length <= lost) return;
  const near = grid.align === 'nearest' ? `, none within ${timeText(grid.spacing / 2)}` : '';
  const other = lost > 0 ? `; ${lost} of its rows cannot be used, as is said there` : '';
  problems.add(table.at(row, layout.unit), () => ({
    cell: [table.rowOf(row), layout.columns[layout.unit]!.name],
    value: names.units[row],
    why: `${inRow(table, row)}${recordText(names, row)} has no row for ${absent.length} of the grid's ${grid.times.length} times: ${someTimes(absent)}${near}${other}`,
    accepted: `${acceptedTimes(grid)}${MISSING_RULES}`,
  }));
}
