import { emptyFile, type Refused, refused } from '../../tables/cell-problem.ts';
import type { ColumnTable } from '../../tables/column-table.ts';
import type { ProblemList } from '../../tables/problem-list.ts';
import type { StateRecord, StateRecords, ValueRecord } from '../state-record.ts';
import { type TableCells, tableCells } from '../table-cells.ts';
import { covariateColumns } from './covariate-columns.ts';
import { dayColumns, dayText, splitDays } from './day-records.ts';
import type { StateLayout } from './table-layout.ts';
import type { StateTableRequest } from './table-request.ts';

export type StateTable =
  | ({ ok: true; kind: 'states'; ignored: string[] } & StateRecords)
  | ({ ok: true; kind: 'values'; ignored: string[]; records: ValueRecord[] } & Pick<
      StateRecords,
      'skipped' | 'notes'
    >)
  | Refused;

/** The records of a table in the order in which they begin; their rows may stand in any order. */
export function tableRecords(
  file: string,
  table: ColumnTable,
  layout: StateLayout,
  problems: ProblemList,
  request: StateTableRequest,
): StateTable {
  const { split, start = 0, unit = 1, limits } = request;
  const days = split ? dayColumns(table, layout, start) : undefined;
  const cells = tableCells(table, layout, problems, { unit, moments: days?.moments, limits });
  // Whose a row is: its record, or its unit where records have no names.
  const role = layout.placeOf('record') === undefined ? 'unit' : 'record';
  const rowsOf = new Map<string, number[]>();
  cells.labels(role)!.forEach((record, row) => {
    const own = rowsOf.get(record);
    if (record === '') cells.refuse(row, role, `this row names no ${role}`, `the name of a ${role}`);
    else if (own) own.push(row);
    else rowsOf.set(record, [row]);
  });
  const covariates = covariateColumns(table, layout, problems);
  const records = [...rowsOf].flatMap(([record, rows]): (StateRecord | ValueRecord)[] => {
    const about = aboutRecord(record, rows, cells);
    const read = { ...about, covariates: {}, ...layout.form.read(rows, about.length, cells) };
    if (!days) return [{ ...read, covariates: covariates.of(record, rows) }];
    const rowsOn = days.rowsOn(rows);
    return splitDays(read as StateRecord | ValueRecord, rowsOn.keys()).map(({ day, ...own }) => ({
      ...own,
      record: `${record} ${dayText(day)}`,
      covariates: covariates.of(`${record} ${dayText(day)}`, rowsOn.get(day) ?? rows),
    }));
  });
  days?.tell(problems);
  cells.tell();
  covariates.tell();
  if (problems.count > 0) return problems.refused();
  if (records.length === 0)
    return refused([{ ...emptyFile('rows below the line of names'), why: 'the file has no rows' }]);
  const notes = [...cells.notes(), ...(days?.notes() ?? [])].map((what) => ({ file, what }));
  const { ignored } = layout;
  return layout.form.tells === 'values'
    ? { ok: true, kind: 'values', records: records as ValueRecord[], skipped: [], notes, ignored }
    : { ok: true, kind: 'states', records: records as StateRecord[], skipped: [], notes, ignored };
}

/** What all rows of a record must agree on. */
function aboutRecord(
  record: string,
  rows: readonly number[],
  cells: TableCells,
): Omit<StateRecord, 'intervals' | 'covariates'> {
  const [first] = rows as [number];
  for (const name of ['unit', 'stratum', 'length']) {
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
    length: label('length') === undefined ? null : cells.seconds(first, 'length'),
  };
}
