import { zeros } from '@sightline/engine';
import { badCell, inRow, usable } from './dense-cell.ts';
import { acceptedTimes, type LongBody } from './dense-header.ts';
import {
  type DenseRecords,
  MISSING_RULES,
  type Reading,
  type RowNames,
  recordText,
  refuseCell,
  rowNames,
  rowTargets,
} from './dense-records.ts';
import type { DenseTable } from './dense-table.ts';
import { someTimes, timeText } from './dense-times.ts';

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
  /** Whether it has times that are not the grid's: then it need not be said that it lacks others. */
  strange: boolean;
}

/** Each row is a cell of a record; they may stand in any order. O(rows). */
export function longRecords(table: DenseTable, body: LongBody, reading: Reading): DenseRecords {
  const names = rowNames(table, reading);
  const targets = rowTargets(table, names, reading);
  const { records, recordOf, pointOf } = placeRows(table, body, names, reading);
  addValues(table, body, names, reading, records, recordOf, pointOf);

  const p = reading.layout.grid.times.length;
  const values = zeros(records.length, p);
  records.forEach((record, r) => {
    for (let j = 0; j < p; j++) values.data[r * p + j] = record.sums[j]! / record.readings[j]!;
    refuseAbsent(table, record, names, reading);
  });
  return {
    units: records.map(({ row }) => names.units[row]!),
    values,
    targets: targets && Float64Array.from(records, ({ row }) => targets[row]!),
    gaps: true,
  };
}

/** The record and the grid point of each row, −1 where it has none; and the time that each grid point takes. */
function placeRows(table: DenseTable, { time: column }: LongBody, names: RowNames, reading: Reading) {
  const { layout, request, problems } = reading;
  const { grid } = layout;
  const exact = (request.align ?? 'exact') === 'exact';
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
      continue;
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
        strange: false,
      });
    }
    recordOf[i] = r;
    const record = records[r]!;
    const point = grid.nearest(time);
    const gridTime = grid.times[point]!;
    if (exact && !grid.same(time, gridTime)) {
      record.strange = true;
      noteStrange(table, i, column, time, reading);
    } else if (!exact && !grid.within(time, point)) reading.unused++;
    else {
      pointOf[i] = point;
      // Of several times around a grid point the nearest counts, the earlier of two.
      const taken = record.times[point]!;
      const [now, before] = [Math.abs(time - gridTime), Math.abs(taken - gridTime)];
      if (!(before < now) && !(before === now && taken < time)) record.times[point] = time;
    }
  }
  return { records, recordOf, pointOf };
}

function addValues(
  table: DenseTable,
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
      reading.unused++;
      continue;
    }
    reading.largestShift = Math.max(reading.largestShift, Math.abs(measured[i]! - grid.times[point]!));
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
}

/** Beyond this many different times only their least number is known. */
const MOST_TIMES = 5000;

function noteStrange(table: DenseTable, row: number, column: number, time: number, { strange }: Reading) {
  strange.rows++;
  if (strange.times.size < MOST_TIMES) strange.times.add(time);
  const at = table.at(row, column);
  if (!strange.first || at.line < strange.first.line) strange.first = { ...at, time };
}

/** A record without a row for a grid point; not one whose cell is there and empty, which is said where it stands. */
function refuseAbsent(table: DenseTable, record: LongRecord, names: RowNames, reading: Reading): void {
  const { layout, request, problems } = reading;
  const { grid } = layout;
  const { align = 'exact', missing = 'refuse' } = request;
  if (missing !== 'refuse' || record.strange || !record.rows.includes(-1)) return;
  const absent = [...grid.times].filter((_, j) => record.rows[j]! < 0);
  const { row } = record;
  problems.add(table.at(row, layout.unit), () => ({
    cell: [table.rowOf(row), layout.columns[layout.unit]!.name],
    value: names.units[row],
    why: `${inRow(table, row)}${recordText(names, row)} has no row for ${absent.length} of the grid's ${grid.times.length} times: ${someTimes(absent)}`,
    accepted: `${acceptedTimes(grid, align)}${MISSING_RULES}`,
  }));
}
