import { emptyFile, type Refused, refused } from '../../tables/cell-problem.ts';
import type { ColumnTable } from '../../tables/column-table.ts';
import type { ProblemList } from '../../tables/problem-list.ts';
import type { StateRecord, StateRecords } from '../state-record.ts';
import { type TableCells, tableCells } from '../table-cells.ts';
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
  const cells = tableCells(table, layout.placeOf, problems);
  const rowsOf = new Map<string, number[]>();
  cells.labels('record')!.forEach((record, row) => {
    const own = rowsOf.get(record);
    if (record === '') cells.refuse(row, 'record', 'this row names no record', 'the name of a record');
    else if (own) own.push(row);
    else rowsOf.set(record, [row]);
  });
  const records = [...rowsOf].map(([record, rows]) => {
    const about = aboutRecord(record, rows, layout, cells);
    return { ...about, ...layout.form.read(rows, about.length, cells) };
  });
  if (problems.count > 0) return problems.refused();
  if (records.length === 0)
    return refused([{ ...emptyFile('rows below the line of names'), why: 'the file has no rows' }]);
  const notes = cells.notes().map((what) => ({ file, what }));
  return layout.form.tells === 'values'
    ? { ok: true, kind: 'values', records: records as ValueRecord[], skipped: [], notes }
    : { ok: true, kind: 'states', records: records as StateRecord[], skipped: [], notes };
}

/** What all rows of a record must agree on. */
function aboutRecord(
  record: string,
  rows: readonly number[],
  layout: StateLayout,
  cells: TableCells,
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
