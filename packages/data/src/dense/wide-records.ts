import { type Matrix, zeros } from '@sightline/engine/internal';
import { placeText } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import { inRow, isMissing, usable } from './cell.ts';
import type { WideBody } from './header.ts';
import {
  type DenseRecords,
  type Reading,
  type RowNames,
  recordText,
  refuseCell,
  rowNames,
  rowTargets,
} from './records.ts';
import { timeText } from './times.ts';

/** Each row is a record; with `duplicates: average`, rows of the same unit and replicate are one. O(rows · points). */
export function wideRecords(table: ColumnTable, body: WideBody, reading: Reading): DenseRecords {
  const names = rowNames(table, reading);
  const targets = rowTargets(table, names, reading);
  const shared = body.more.length > 0;
  const { values, gaps } = rowValues(table, body.columnOf, names, reading, shared);
  const readings = shared ? addColumns(values, table, body, names, reading) : undefined;
  if (body.unused.length > 0 && table.rows > 0) {
    reading.unused += body.unused.length * table.rows;
    reading.unusedUnits += new Set(names.units).size;
    reading.firstUnused = { time: body.unused[0]! };
  }
  reading.largestShift = Math.max(reading.largestShift, body.largestShift);
  const rows = rowsOfRecords(table, names, reading);
  const at = (row: number, j: number) => {
    const column = body.columnOf[j]!;
    return {
      row,
      column,
      time: column < 0 ? reading.request.times[j]! : Number(reading.layout.columns[column]!.name),
    };
  };
  if (rows === undefined)
    return {
      units: names.units,
      trajectories: names.trajectories,
      values,
      readings,
      targets,
      gaps: gaps || readings !== undefined || targets?.some(Number.isNaN) === true,
      at,
    };
  return {
    units: rows.map(([i]) => names.units[i!]!),
    trajectories: names.trajectories && rows.map(([i]) => names.trajectories![i!]!),
    ...averages(values, readings, rows, reading),
    targets: targets && Float64Array.from(rows, ([i]) => targets[i!]!),
    gaps: true,
    at: (r, j) => at(rows[r]![0]!, j),
  };
}

/** Further columns of the same grid points: values become the means of what is there. Returns of how many. */
function addColumns(
  values: Matrix,
  table: ColumnTable,
  { more, columnOf }: WideBody,
  names: RowNames,
  reading: Reading,
): Matrix {
  const p = values.cols;
  const readings = zeros(values.rows, p);
  for (let n = 0; n < values.data.length; n++) readings.data[n] = Number.isNaN(values.data[n]!) ? 0 : 1;
  for (let from = 0; from < more.length; from += p) {
    const some = more.slice(from, from + p);
    const own = rowValues(
      table,
      Int32Array.from(some, ({ column }) => column),
      names,
      reading,
      true,
    ).values;
    for (let i = 0; i < values.rows; i++)
      some.forEach(({ point }, k) => {
        const value = own.data[i * some.length + k]!;
        if (Number.isNaN(value)) return;
        const n = i * p + point;
        // A sum until all columns are through.
        values.data[n] = readings.data[n] === 0 ? value : values.data[n]! + value;
        if (readings.data[n]!++ > 0) reading.averaged++;
      });
  }
  for (let n = 0; n < values.data.length; n++)
    if (readings.data[n]! > 0) values.data[n]! /= readings.data[n]!;
    else {
      const [row, column] = [Math.floor(n / p), columnOf[n % p]!];
      if (column >= 0 && isMissing(table.found(row, column)))
        refuseCell(table, row, column, () => cellText(names, row, column, reading), reading);
    }
  return readings;
}

/** Rows of `copyColumn` that are written together: what they fill stays in the cache until all columns are through. */
export const TILE = 32;

/** The hot loop of a large file: columns into rows, and one comparison for each cell. */
function rowValues(
  table: ColumnTable,
  columnOf: Int32Array,
  names: RowNames,
  reading: Reading,
  /** Whether columns share grid points, so that one without a value does not matter by itself. */
  shared: boolean,
): { values: Matrix; gaps: boolean } {
  const { sensor } = reading;
  const p = columnOf.length;
  const nothing = columnOf.includes(-1) ? new Float64Array(table.rows).fill(Number.NaN) : undefined;
  const columns = Array.from(columnOf, (column) => (column < 0 ? nothing! : table.numbers(column)));
  const values = zeros(table.rows, p);
  let gaps = false;
  for (let start = 0; start < table.rows; start += TILE) {
    const end = Math.min(table.rows, start + TILE);
    for (let j = 0; j < p; j++) {
      if (copyColumn(columns[j]!, start, end, values, j)) continue;
      gaps = true;
      for (let i = start; i < end; i++) {
        if (usable(columns[j]![i]!)) continue;
        values.data[i * p + j] = Number.NaN;
        const column = columnOf[j]!;
        if (column < 0) continue;
        const what = () => cellText(names, i, column, reading);
        const limit = sensor.value(table, i, column, what);
        if (limit !== undefined) values.data[i * p + j] = limit;
        else if (shared && isMissing(table.found(i, column))) reading.blank++;
        else refuseCell(table, i, column, what, reading);
      }
    }
  }
  return { values, gaps };
}

function cellText(names: RowNames, row: number, column: number, { layout }: Reading): string {
  return `${recordText(names, row)} at time ${timeText(Number(layout.columns[column]!.name))}`;
}

/** Puts some rows of a column into those of a matrix; whether all of it is usable. */
export function copyColumn(
  cells: Float64Array,
  start: number,
  end: number,
  { cols, data }: Matrix,
  j: number,
): boolean {
  let good = true;
  for (let i = start, to = start * cols + j; i < end; i++, to += cols) {
    const value = cells[i]!;
    data[to] = value;
    good &&= usable(value);
  }
  return good;
}

/** The rows of each record; undefined where every row is a record. */
function rowsOfRecords(table: ColumnTable, names: RowNames, reading: Reading): number[][] | undefined {
  const { layout, request, problems, begun } = reading;
  const records = new Map<string, number[]>();
  let eachRow = true;
  names.keys.forEach((key, i) => {
    const before = key === '' ? undefined : records.get(key);
    const first = before ? table.at(before[0]!, layout.unit) : begun?.get(key);
    if (key !== '' && first === undefined) {
      records.set(key, [i]);
      return;
    }
    eachRow = false;
    if (key === '') return;
    if (before && request.duplicates === 'average') before.push(i);
    else
      problems.add(table.at(i, layout.unit), () => ({
        cell: [table.rowOf(i), layout.columns[layout.unit]!.name],
        value: names.units[i],
        why: `${inRow(table, i)}${recordText(names, i)} stands in ${placeText(table.place, first!)} already`,
        accepted: names.replicates
          ? 'one row for each unit and replicate; or duplicates: average'
          : 'one row for each unit; or columns: { trajectory: COLUMN } or noise: { replicates: COLUMN } with a column that tells its rows apart, or duplicates: average',
      }));
  });
  if (begun) for (const [key, [i]] of records) begun.set(key, table.at(i!, layout.unit));
  return eachRow ? undefined : [...records.values()];
}

/** The mean of what is there. */
function averages(
  { cols: p, data }: Matrix,
  weights: Matrix | undefined,
  rows: readonly number[][],
  reading: Reading,
): { values: Matrix; readings: Matrix } {
  const means = zeros(rows.length, p);
  const readings = zeros(rows.length, p);
  rows.forEach((same, r) => {
    for (let j = 0; j < p; j++) {
      let [sum, n] = [0, 0];
      for (const i of same) {
        const value = data[i * p + j]!;
        if (Number.isNaN(value)) continue;
        const own = weights?.data[i * p + j] ?? 1;
        sum += own * value;
        n += own;
        if (n > own) reading.averaged++;
      }
      means.data[r * p + j] = sum / n;
      readings.data[r * p + j] = n;
    }
  });
  return { values: means, readings };
}
