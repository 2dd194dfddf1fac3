import { isMissing, usable } from '../dense/cell.ts';
import { newReading, tellCounted } from '../dense/file.ts';
import type { DenseLayout, LongBody } from '../dense/header.ts';
import { type NoLogarithm, takeLogarithms } from '../dense/logarithms.ts';
import { numericTimes } from '../dense/long-records.ts';
import { noteOdd } from '../dense/odd-times.ts';
import { readFile } from '../dense/parse.ts';
import { noRows, type Reading, type RowNames, recordText, refuseCell, rowNames } from '../dense/records.ts';
import type { DenseReport, DenseRequest } from '../dense/units.ts';
import type { Refused } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';

/** What a study asks of sparse readings: any number of them, at any times within the horizon. */
export interface SparseRequest
  extends Pick<DenseRequest, 'times' | 'columns' | 'days' | 'limits' | 'transform'> {
  /** The same unit twice at the same time: refuse the file, or keep each as a reading of its own. */
  duplicates?: 'refuse' | 'keep';
}

/** Readings by trajectory. */
export interface SparseTable {
  /** Whose each trajectory is, in the order in which units and their trajectories first appear. */
  units: string[];
  /** Which trajectory of its unit it is, where units may have several: a date, or what a column says. */
  trajectories?: string[];
  /** Trajectory i has the readings starts[i] to starts[i + 1] − 1, by time. */
  starts: Int32Array;
  times: Float64Array;
  /** With `transform: log` the logarithms. */
  values: Float64Array;
  report: SparseReport;
}

/** What was read. */
export interface SparseReport extends Pick<DenseReport, 'rows' | 'ignored' | 'limits' | 'days'> {
  /** Rows without a value: no reading was taken there. */
  blank: number;
  /** Trajectories, and units, of which no reading is left. */
  withoutReading: { trajectories: number; units: number };
  /** Readings at a time that their trajectory has already. */
  repeated: number;
}

export type SparseRead = { ok: true; data: SparseTable } | Refused;

/** Sparse readings from the bytes of a file, CSV, CSV.gz or Parquet; the same bytes are refused as for dense trajectories. */
export function parseSparse(name: string, bytes: Uint8Array, request: SparseRequest): Promise<SparseRead> {
  const { duplicates = 'refuse', ...rest } = request;
  // A row without a value is no reading, and nothing is missing.
  const dense: DenseRequest = { ...rest, anyTimes: true, missing: 'drop' };
  return readFile<SparseRead>(name, bytes, dense, (layout, table) => {
    const reading = newReading(layout, dense);
    return readingsOf(table(reading.problems), layout, reading, duplicates);
  });
}

/** Rows that are readings, by trajectory and time. O(rows · log rows). */
function readingsOf(
  table: ColumnTable,
  layout: DenseLayout,
  reading: Reading,
  duplicates: 'refuse' | 'keep',
): SparseRead {
  const body = layout.body as LongBody;
  const clock = reading.days?.read(table, body.time);
  const names = rowNames(table, reading, clock?.dates);
  const times = clock?.times ?? numericTimes(table, body, names, reading);
  const values = rowValues(table, body, names, times, reading);
  const noLogarithm: NoLogarithm = { values: 0, first: undefined };
  if (reading.request.transform === 'log')
    takeLogarithms(
      {
        units: names.units,
        trajectories: names.trajectories,
        values: { rows: table.rows, cols: 1, data: values },
        targets: undefined,
        gaps: true,
        at: (row) => ({ row, column: body.value, time: times[row]! }),
      },
      table,
      layout.columns,
      layout.grid,
      noLogarithm,
    );
  const found = byTrajectory(names, times, values);
  const repeated = repeatedRows(found.rows, times, layout.grid.same);
  if (duplicates === 'refuse' && repeated.length > 0) refuseRepeated(table, repeated, names, times, reading);
  tellCounted(reading, noLogarithm);
  const { problems, sensor, days } = reading;
  if (problems.count === 0 && table.rows === 0)
    problems.add(layout.columns[layout.unit]!, noRows('a row for each reading'));
  if (problems.count > 0) return problems.refused();
  const rows = found.rows.flat();
  const starts = new Int32Array(found.rows.length + 1);
  found.rows.forEach((own, i) => {
    starts[i + 1] = starts[i]! + own.length;
  });
  return {
    ok: true,
    data: {
      units: found.rows.map(([row]) => names.units[row!]!),
      ...(names.trajectories && { trajectories: found.rows.map(([row]) => names.trajectories![row!]!) }),
      starts,
      times: Float64Array.from(rows, (row) => times[row]!),
      values: Float64Array.from(rows, (row) => values[row]!),
      report: {
        rows: table.rows,
        blank: reading.blank,
        withoutReading: found.without,
        repeated: repeated.length,
        ...(layout.ignored && { ignored: layout.ignored }),
        ...(sensor.report() && { limits: sensor.report()! }),
        ...(days && { days: days.report() }),
      },
    },
  };
}

/** The value of each row that is a reading within the horizon; NaN where it is none. */
function rowValues(
  table: ColumnTable,
  { time: timeColumn, value: column }: LongBody,
  names: RowNames,
  times: Float64Array,
  reading: Reading,
): Float64Array {
  const { layout, sensor, days } = reading;
  const { grid } = layout;
  const values = table.numbers(column).slice();
  for (let i = 0; i < table.rows; i++) {
    const time = times[i]!;
    // The end of a day is the beginning of the next.
    const outside = usable(time) && (days ? grid.cell(time) < 0 : grid.isOutside(time));
    if (outside && days) {
      days.outside++;
      values[i] = Number.NaN;
      continue;
    }
    if (outside) noteOdd(reading.outside, table, i, timeColumn, time);
    if (usable(values[i]!)) continue;
    const what = () => `${recordText(names, i)} at time ${grid.text(time)}`;
    const limit = sensor.value(table, i, column, what);
    values[i] = limit ?? Number.NaN;
    if (limit !== undefined) continue;
    if (isMissing(table.found(i, column))) reading.blank++;
    else refuseCell(table, i, column, what, reading);
  }
  return values;
}

/** The rows with a value of each trajectory, by time; unit after unit, as they first appear. */
function byTrajectory({ units, keys }: RowNames, times: Float64Array, values: Float64Array) {
  const byUnit = new Map<string, Map<string, number[]>>();
  keys.forEach((key, i) => {
    const own = byUnit.get(units[i]!) ?? new Map<string, number[]>();
    if (own.size === 0) byUnit.set(units[i]!, own);
    const rows = own.get(key) ?? [];
    if (rows.length === 0) own.set(key, rows);
    if (!Number.isNaN(values[i]!)) rows.push(i);
  });
  const all = [...byUnit.values()];
  const rows = all.flatMap((own) => [...own.values()]).filter((own) => own.length > 0);
  for (const own of rows) own.sort((a, b) => times[a]! - times[b]! || a - b);
  return {
    rows,
    without: {
      trajectories: all.reduce((sum, own) => sum + own.size, 0) - rows.length,
      units: all.filter((own) => [...own.values()].every((one) => one.length === 0)).length,
    },
  };
}

/** Rows at a time that their trajectory has already, with the row before. */
function repeatedRows(
  trajectories: readonly (readonly number[])[],
  times: Float64Array,
  same: (a: number, b: number) => boolean,
): [row: number, before: number][] {
  return trajectories.flatMap((own) =>
    own.flatMap((row, k): [number, number][] =>
      k > 0 && same(times[own[k - 1]!]!, times[row]!) ? [[row, own[k - 1]!]] : [],
    ),
  );
}

function refuseRepeated(
  table: ColumnTable,
  repeated: readonly [number, number][],
  names: RowNames,
  times: Float64Array,
  { layout, problems }: Reading,
): void {
  const [row, before] = repeated.reduce((first, one) => (one[0] < first[0] ? one : first));
  const many =
    repeated.length > 1 ? `; ${repeated.length} rows stand at a time that their unit has already` : '';
  problems.add(table.at(row, layout.unit), () => ({
    cell: [table.rowOf(row), layout.columns[layout.unit]!.name],
    value: names.units[row],
    why:
      `${recordText(names, row)} has time ${layout.grid.text(times[row]!)} in ${table.place} ` +
      `${table.at(before, layout.unit).line} already${many}`,
    accepted:
      'one row for each unit and time; or duplicates: keep, where both are readings with an error of their own',
  }));
}
