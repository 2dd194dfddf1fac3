import { isMissing } from '../../dense/cell.ts';
import { openTable } from '../../dense/parse.ts';
import { emptyFile, type Refused, refused } from '../../tables/cell-problem.ts';
import type { CsvForm } from '../../tables/plain-csv.ts';
import { problemList } from '../../tables/problem-list.ts';
import { DAY_SECONDS } from '../../tables/timestamp.ts';
import { type ForeignCells, foreignCells, type StatesSaid } from './foreign-cells.ts';
import { type ForeignStates, type OneRecord, SAME, type Stretch, statesCsv, tidy } from './states-csv.ts';

// Tables of states as people have them: a row an epoch, a column an epoch, a column a night, stretches with a duration; times as
// numbers, clocks or dates. They become the one form that a study reads as it is: record, unit, from, to, state, in seconds.

/** Without a column of records, dates that lie further apart than this belong to two records of a unit. */
export const PAUSE = 4 * 3600;
/** Times of epochs may be off by this share of one, as rounded ones are. */
const JITTER = 0.01;

/** The stretches of a table of states, CSV, CSV.gz or Parquet. Bytes that are no table are thrown as UnreadableFile. */
export async function foreignStates(
  name: string,
  bytes: Uint8Array,
  said: StatesSaid,
  form?: CsvForm,
): Promise<ForeignStates | Refused> {
  const { columns, rows } = await openTable(name, bytes, form);
  if (!columns) return refused([emptyFile('a first line of names, and rows with states below')]);
  const problems = problemList();
  const table = (await rows(columns))(problems);
  const reader = foreignCells(columns, table, said, problems);
  const records = { wide, columns: byColumns }[said.shape as 'wide'] ?? inRows;
  const found = reader.lacking ? [] : records(reader, said);
  if (problems.count > 0) return problems.refused();
  if (found.length === 0) return refused([emptyFile('rows with states')]);
  return statesCsv(found, reader.empty());
}

/** Rows by unit and record, in the order of the file. */
function grouped(cells: ForeignCells): { unit: string; record: string; rows: number[] }[] {
  const groups = new Map<string, { unit: string; record: string; rows: number[] }>();
  for (let row = 0; row < cells.rows; row++) {
    const [unit, record] = [cells.of('unit', row), cells.of('record', row)];
    for (const [role, name] of [
      ['unit', unit],
      ['record', record],
    ] as const)
      if (name !== undefined && isMissing(name))
        cells.refuse(row, role, `this row names no ${role}`, `the name of a ${role}`);
    const whose = unit ?? record ?? 'record';
    const key = `${whose}\t${record ?? ''}`;
    const own = groups.get(key) ?? { unit: whose, record: recordName(whose, record), rows: [] };
    if (own.rows.length === 0) groups.set(key, own);
    own.rows.push(row);
  }
  return [...groups.values()];
}

/** Two units may both have a night 1. */
const recordName = (unit: string, record: string | undefined) =>
  record === undefined || record === unit ? unit : `${unit} ${record}`;

function inRows(cells: ForeignCells, said: StatesSaid): OneRecord[] {
  return grouped(cells).flatMap(({ unit, record, rows }) => {
    const stratum = cells.of('stratum', rows[0]!);
    const starts = startsOf(cells, said, rows);
    const parts = said.times === 'moments' && said.columns.record === undefined ? pauses(starts) : [starts];
    return parts.map((part, i) => ({
      record: parts.length === 1 ? record : `${record} ${i + 1}`,
      unit,
      stratum,
      stretches: stretchesOf(cells, said, part),
    }));
  });
}

type Starts = { row: number; at: number }[];

/** When each row begins, in the order of time; a clock that goes back has passed midnight. */
function startsOf(cells: ForeignCells, { shape, times, epoch }: StatesSaid, rows: readonly number[]): Starts {
  const role = shape === 'stretches' ? 'from' : 'time';
  let [days, before] = [0, Number.NEGATIVE_INFINITY];
  const starts = rows.map((row, i) => {
    if (times === 'none') return { row, at: i * epoch };
    const at = cells.seconds(row, role);
    if (times !== 'clocks') return { row, at };
    if (at < before) days++;
    before = at;
    return { row, at: at + days * DAY_SECONDS };
  });
  return starts.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at || a.row - b.row);
}

/** Parts of a unit's rows between long pauses. */
function pauses(starts: Starts): Starts[] {
  const parts: Starts[] = [];
  starts.forEach((one, i) => {
    if (i === 0 || one.at - starts[i - 1]!.at > PAUSE) parts.push([]);
    parts.at(-1)!.push(one);
  });
  return parts;
}

/** In seconds from the record's first row. */
function stretchesOf(cells: ForeignCells, said: StatesSaid, starts: Starts): Stretch[] {
  const { shape, epoch, times, columns } = said;
  const zero = starts[0]?.at ?? 0;
  const stretches = starts.flatMap(({ row, at }, i): Stretch[] => {
    const state = cells.state(row, columns.state!);
    const next = starts[i + 1]?.at;
    const to = endOf(cells, said, row, at, next, state);
    if (shape === 'epochs' && next !== undefined && next < at + epoch * (1 - JITTER))
      cells.refuse(
        starts[i + 1]!.row,
        times === 'none' ? 'state' : 'time',
        next === at
          ? 'this time stands twice in its record'
          : `this comes ${tidy(next - at)} s after the row before, and an epoch lasts ${epoch} s`,
        'one row for each epoch of a record',
      );
    return state === undefined || !(to > at) ? [] : [{ from: at - zero, to: to - zero, state, row }];
  });
  if (shape === 'stretches')
    stretches.forEach(({ from, row }, i) => {
      const before = stretches[i - 1];
      if (before && before.to > from + SAME)
        cells.refuse(
          row,
          'from',
          `the stretch overlaps with another of its record, from ${tidy(before.from)} to ${tidy(before.to)} s`,
          'stretches that do not overlap',
        );
    });
  return stretches;
}

function endOf(
  cells: ForeignCells,
  { shape, epoch, times, columns }: StatesSaid,
  row: number,
  at: number,
  next: number | undefined,
  state: string | undefined,
): number {
  if (shape === 'epochs')
    return next !== undefined && Math.abs(next - at - epoch) <= JITTER * epoch ? next : at + epoch;
  if (shape === 'changes') {
    if (next === undefined && state !== undefined)
      cells.refuse(
        row,
        'state',
        'nothing says how long the last state of this record lasts',
        'a last row with a time and no state; or one row an epoch',
      );
    return next ?? at;
  }
  if (columns.to === undefined) {
    const lasts = cells.number(row, 'duration', typeof times === 'number' ? times : 1);
    if (lasts < 0) cells.refuse(row, 'duration', 'a stretch cannot end before it begins', 'a length from 0');
    return at + lasts;
  }
  const to = cells.seconds(row, 'to');
  // Past midnight.
  const end = times === 'clocks' ? to + DAY_SECONDS * Math.ceil((at - to) / DAY_SECONDS) : to;
  if (end < at) cells.refuse(row, 'to', 'the stretch ends before it begins', 'an end after the beginning');
  return end;
}

/** One row a record: its cells follow each other. */
function wide(cells: ForeignCells, { columns, cells: names, epoch }: StatesSaid): OneRecord[] {
  const rowsOf = new Map<string, number>();
  return Array.from({ length: cells.rows }, (_, row) => {
    const unit = cells.of('unit', row) ?? cells.of('record', row) ?? `row ${row + 1}`;
    const record = recordName(unit, cells.of('record', row));
    const role = columns.record === undefined ? 'unit' : 'record';
    if (isMissing(unit)) cells.refuse(row, role, `this row names no ${role}`, `the name of a ${role}`);
    else if (rowsOf.has(record))
      cells.refuse(
        row,
        role,
        'this record has a row already',
        'one row for each record, or a column that tells the records of a unit apart',
      );
    rowsOf.set(record, row);
    const stretches = names.flatMap((column, k): Stretch[] => {
      const state = cells.state(row, column);
      return state === undefined ? [] : [{ from: k * epoch, to: (k + 1) * epoch, state, row }];
    });
    return { record, unit, stratum: cells.of('stratum', row), stretches };
  });
}

/** One column a record: its rows follow each other, or stand at their times. */
function byColumns(cells: ForeignCells, said: StatesSaid): OneRecord[] {
  const rows = Array.from({ length: cells.rows }, (_, row) => row);
  const timed = said.columns.time === undefined ? { ...said, times: 'none' as const } : said;
  const starts = startsOf(cells, { ...timed, shape: 'epochs' }, rows);
  return said.cells.map((column) => ({
    record: column,
    unit: column,
    stratum: undefined,
    stretches: stretchesOf(
      cells,
      { ...timed, shape: 'epochs', columns: { ...said.columns, state: column } },
      starts,
    ),
  }));
}
