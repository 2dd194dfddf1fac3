import { log } from '@sightline/engine/internal';
import { badCell, inRow, isMissing, usable } from '../dense/cell.ts';
import { foreignHeader, ROW_NAMES } from '../dense/header.ts';
import { openText } from '../dense/parse.ts';
import { namesIn, noRows } from '../dense/records.ts';
import { sensorTexts } from '../dense/sensor-limits.ts';
import type { DenseReport, DenseRequest } from '../dense/units.ts';
import { type CellProblem, emptyFile, fileProblem, type Refused, refused } from '../tables/cell-problem.ts';
import { areMissing } from '../tables/column-names.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import { nearestName } from '../tables/nearest-name.ts';
import { problemList } from '../tables/problem-list.ts';

/** What is asked of a table with one row a unit and one column a reading of a protocol. */
export interface ProtocolReadingsRequest extends Pick<DenseRequest, 'limits' | 'transform'> {
  /** The readings in the protocol's order: their times, and as people read them. */
  readings: readonly { at: number; text: string }[];
  /** What the column of units may be called, and those of times and values in a table with one row a reading. */
  unit: readonly string[];
  long: readonly [time: string, value: string];
  /** The time that a column's name is; undefined where it is none. */
  timeOf(name: string): number | undefined;
  /** Columns by their names, in the protocol's order; as they stand in the file unless given. */
  columns?: readonly string[];
}

export interface ProtocolReadings {
  /** Whose each row is. */
  units: readonly string[];
  /** Rows × readings, in the protocol's order; NaN where there is none. With `transform: log` the logarithms. */
  values: Float64Array;
  /** The line, or row, of a unit in the file. */
  lineOf(row: number): number;
  report: ProtocolReadingsReport;
}

export interface ProtocolReadingsReport extends Pick<DenseReport, 'limits'> {
  unit: string;
  /** Whether its name says so: the first column is taken where none does. */
  named: boolean;
  /** The columns of the readings, in the protocol's order. */
  columns: string[];
  /** How it was found which column is which reading. */
  by: 'order' | 'time' | 'name';
  /** Whether they stand in another order in the file. */
  reordered: boolean;
  ignored: string[];
}

/** The readings of units by a protocol, from the bytes of a file: CSV, CSV.gz or Parquet. Empty cells are readings that were missed. */
export async function parseProtocolReadings(
  name: string,
  bytes: Uint8Array,
  request: ProtocolReadingsRequest,
): Promise<{ ok: true; data: ProtocolReadings } | Refused> {
  const file = await openText(name, bytes);
  if ('problems' in file) return file;
  const { columns } = file;
  if (columns === undefined) return refused([emptyFile(acceptedNames(request))]);
  const layout = layoutOf(columns, request);
  if ('problems' in layout) return refused(layout.problems);
  const problems = problemList();
  const table = (await file.rows(columns))(problems);
  const units = namesIn(table, columns[layout.unit]!, layout.unit, 'unit', problems);
  const sensor = sensorTexts(columns, request.limits);
  const d = request.readings.length;
  const values = new Float64Array(table.rows * d).fill(Number.NaN);
  const noLogarithm: CellProblem[] = [];
  layout.readings.forEach((column, a) => {
    const numbers = table.numbers(column);
    for (let row = 0; row < table.rows; row++) {
      const what = () => `unit ${JSON.stringify(units[row])}, reading ${request.readings[a]!.text}`;
      let value: number | undefined = numbers[row]!;
      if (!usable(value)) {
        value = sensor.value(table, row, column, what);
        if (value === undefined && !isMissing(table.found(row, column)))
          problems.add(table.at(row, column), () =>
            badCell(
              table,
              columns[column]!,
              row,
              column,
              what(),
              '; an empty cell where there is no reading',
            ),
          );
      }
      if (value === undefined) continue;
      if (request.transform === 'log' && value <= 0)
        noLogarithm.push({
          ...table.at(row, column),
          cell: [table.rowOf(row), columns[column]!.name],
          value,
          why: `${inRow(table, row)}the value for ${what()} has no logarithm, and the law is one of logarithms`,
          accepted: 'a value above 0; an empty cell where there is none',
        });
      values[row * d + a] = request.transform === 'log' && value > 0 ? log(value) : value;
    }
  });
  const beyond = sensor.problems().map((problem) => ({
    ...problem,
    accepted:
      '--limits low,high with what such texts stand for, or limits: { low: NUMBER, high: NUMBER } under calibration; an empty cell where there is no reading',
  }));
  for (const problem of [...noLogarithm, ...beyond]) problems.add(problem, () => problem);
  if (problems.count === 0 && table.rows === 0)
    problems.add(columns[layout.unit]!, noRows('a row for each unit'));
  if (problems.count > 0) return problems.refused();
  const limits = sensor.report();
  return {
    ok: true,
    data: {
      units,
      values,
      lineOf: (row) => lineIn(table, row, layout.unit),
      report: {
        unit: columns[layout.unit]!.name,
        named: request.unit.includes(columns[layout.unit]!.name),
        columns: layout.readings.map((k) => columns[k]!.name),
        by: layout.by,
        reordered: layout.readings.some((k, a) => a > 0 && k < layout.readings[a - 1]!),
        ignored: columns.flatMap(({ name: own }, k) =>
          k === layout.unit || layout.readings.includes(k) ? [] : [own],
        ),
        ...(limits && { limits }),
      },
    },
  };
}

const lineIn = (table: ColumnTable, row: number, column: number) =>
  table.place === 'line' ? table.at(row, column).line : table.rowOf(row) + 1;

interface Layout {
  unit: number;
  readings: number[];
  by: ProtocolReadingsReport['by'];
}

/** Which column is what: by their names where these say it, else in the protocol's order. */
function layoutOf(
  columns: readonly HeaderColumn[],
  request: ProtocolReadingsRequest,
): Layout | { problems: CellProblem[] } {
  const accepted = acceptedNames(request);
  const refuse = (column: HeaderColumn, value: unknown, why: CellProblem['why'], instead = accepted) =>
    fileProblem(column, value, why, instead);
  const foreign = foreignHeader(columns, request.unit[0]!, accepted);
  if (foreign) return { problems: [refuse(columns[0]!, ...foreign)] };
  const { readings, columns: asked } = request;
  const d = readings.length;
  const names = columns.map(({ name }) => name);
  const place = request.unit.map((name) => names.indexOf(name)).find((k) => k >= 0);
  const reads = `the protocol has ${d} ${d === 1 ? 'reading' : 'readings'}: ${readings.map(({ text }) => text).join(', ')}`;
  if (asked) {
    const problems: CellProblem[] = [];
    const chosen = asked.map((name) => {
      const found = names.flatMap((own, k) => (own === name ? [k] : []));
      if (found.length === 0)
        problems.push(
          refuse(
            columns[0]!,
            name,
            { is: 'unknown', what: 'column', name, meant: nearestName(name, names) },
            `columns of the file: ${names.join(', ')}`,
          ),
        );
      if (found.length > 1) problems.push(refuse(columns[found[1]!]!, name, { is: 'twice', what: 'column' }));
      return found[0] ?? -1;
    });
    if (asked.length !== d)
      problems.push(
        refuse(columns[0]!, `${asked.length} columns`, reads, '--columns with as many names, in this order'),
      );
    const twice = asked.find((name, a) => asked.indexOf(name) !== a);
    if (twice !== undefined)
      problems.push(refuse(columns[0]!, twice, 'one column stands for two readings', reads));
    const unit = place ?? (chosen.includes(0) ? -1 : 0);
    if (unit < 0) problems.push(refuse(columns[0]!, names.join(', '), areMissing([request.unit[0]!])));
    return problems.length > 0 ? { problems } : { unit, readings: chosen, by: 'name' };
  }
  if (request.long.every((name) => names.includes(name)))
    return {
      problems: [
        refuse(
          columns[names.indexOf(request.long[0])]!,
          names.join(', '),
          'the table has one row a reading, with its time and its value',
          `one row a unit and one column a reading (${readings.map(({ text }) => text).join(', ')}): \`reshape(…, direction = "wide")\` in R, \`pivot\` in pandas`,
        ),
      ],
    };
  // The first column names the units where none is called so, and readings are as many as the others.
  const unit = place ?? (columns.length === d + 1 ? 0 : -1);
  if (unit < 0) return { problems: [refuse(columns[0]!, names.join(', '), areMissing([request.unit[0]!]))] };
  const others = names.map((_, k) => k).filter((k) => k !== unit);
  const times = others.map((k) => request.timeOf(names[k]!));
  const byTime = readings.map(({ at }) => others.filter((_, i) => isSame(times[i], at)));
  if (byTime.every((own) => own.length === 1) && new Set(byTime.flat()).size === d)
    return { unit, readings: byTime.flat(), by: 'time' };
  if (others.length === d) return { unit, readings: others, by: 'order' };
  const unnamed = others.some((k) => names[k] === '') ? `; one has no name${ROW_NAMES}` : '';
  return {
    problems: [
      refuse(
        columns[others[0] ?? 0]!,
        others.map((k) => names[k]).join(', '),
        others.length > d
          ? `${reads}; the file has ${others.length} columns beside ${names[unit]}, and which of them these are is not said${unnamed}`
          : `${reads}; the file has ${others.length} columns beside ${names[unit]}`,
        others.length > d
          ? `--columns with their names in the protocol's order, such as --columns ${JSON.stringify(
              others
                .slice(0, d)
                .map((k) => names[k])
                .join(','),
            )}; or columns that are headed by the times`
          : `${accepted}; a reading that no unit has is an empty column`,
      ),
    ],
  };
}

const isSame = (time: number | undefined, at: number) =>
  time !== undefined && Math.abs(time - at) <= 1e-9 * Math.max(1, Math.abs(at));

function acceptedNames({ unit, readings }: ProtocolReadingsRequest): string {
  return `a first line of names separated by commas: ${unit[0]}, then one column for each reading in the protocol's order (${readings.map(({ text }) => text).join(', ')})`;
}
