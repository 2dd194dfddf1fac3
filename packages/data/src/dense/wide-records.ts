import { type Matrix, zeros } from '@sightline/engine';
import type { ColumnTable } from '../tables/column-table.ts';
import { inRow, usable } from './cell.ts';
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
  const { values, gaps } = rowValues(table, body, names, reading);
  if (body.unused.length > 0 && table.rows > 0) {
    reading.unused += body.unused.length * table.rows;
    reading.unusedUnits += new Set(names.units).size;
    reading.firstUnused = { time: body.unused[0]! };
  }
  reading.largestShift = Math.max(reading.largestShift, body.largestShift);
  const rows = rowsOfRecords(table, names, reading);
  if (rows === undefined)
    return { units: names.units, values, targets, gaps: gaps || targets?.some(Number.isNaN) === true };
  return {
    units: rows.map(([i]) => names.units[i!]!),
    ...averages(values, rows, reading),
    targets: targets && Float64Array.from(rows, ([i]) => targets[i!]!),
    gaps: true,
  };
}

/** Rows that are written together: what they fill stays in the cache until all columns are through. */
const TILE = 32;

/** The hot loop of a large file: columns into rows, and one comparison for each cell. */
function rowValues(
  table: ColumnTable,
  { columnOf }: WideBody,
  { units }: RowNames,
  reading: Reading,
): { values: Matrix; gaps: boolean } {
  const { times } = reading.layout.grid;
  const p = times.length;
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
        const what = () => `unit ${JSON.stringify(units[i])} at time ${timeText(times[j]!)}`;
        if (columnOf[j]! >= 0) refuseCell(table, i, columnOf[j]!, what, reading);
      }
    }
  }
  return { values, gaps };
}

/** Whether all of it is usable. */
function copyColumn(
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
    const line = before ? table.at(before[0]!, layout.unit).line : begun?.get(key);
    if (key !== '' && line === undefined) {
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
        why: `${inRow(table, i)}${recordText(names, i)} stands in ${table.place} ${line} already`,
        accepted: names.replicates
          ? 'one row for each unit and replicate; or duplicates: average'
          : 'one row for each unit; or noise: { replicates: COLUMN } with a column that tells its rows apart, or duplicates: average',
      }));
  });
  if (begun) for (const [key, [i]] of records) begun.set(key, table.at(i!, layout.unit).line);
  return eachRow ? undefined : [...records.values()];
}

/** The mean of what is there. */
function averages(
  { cols: p, data }: Matrix,
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
        sum += value;
        n++;
      }
      means.data[r * p + j] = sum / n;
      readings.data[r * p + j] = n;
      reading.averaged += Math.max(0, n - 1);
    }
  });
  return { values: means, readings };
}
