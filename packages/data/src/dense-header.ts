import { type CellProblem, isNumber } from './csv-cells.ts';
import type { HeaderColumn } from './dense-table.ts';
import { type GridTimes, gridTimes, someTimes, timesGuess, timeText } from './dense-times.ts';
import type { DenseRequest } from './dense-units.ts';

/** Which column is what. */
export interface DenseLayout {
  columns: readonly HeaderColumn[];
  grid: GridTimes;
  unit: number;
  replicate: number | undefined;
  target: number | undefined;
  body: WideBody | LongBody;
}

export interface WideBody {
  format: 'wide';
  /** The column of each grid point; −1 where it has none and is to be interpolated. */
  columnOf: Int32Array;
  outOfOrder: number;
  largestShift: number;
  /** Time columns that no grid point takes. */
  unused: number;
}

export interface LongBody {
  format: 'long';
  time: number;
  value: number;
}

export type LayoutFound = { ok: true; layout: DenseLayout } | { ok: false; problems: CellProblem[] };

/** Recognises wide and long tables by their header, or says everything that keeps it from being either. */
export function denseLayout(columns: readonly HeaderColumn[], request: DenseRequest): LayoutFound {
  const grid = gridTimes(request.times);
  const accepted = acceptedColumns(request);
  const problem = (column: HeaderColumn, value: unknown, why: string, instead = accepted): CellProblem => ({
    line: column.line,
    column: column.column,
    cell: [],
    value,
    why,
    accepted: instead,
  });
  const foreign = foreignHeader(columns);
  if (foreign) return { ok: false, problems: [problem(columns[0]!, ...foreign)] };

  const named = [request.replicates, request.target].filter((name) => name !== undefined);
  const isLong = columns.some(({ name }) => ['time', 'value'].includes(name) && !named.includes(name));
  const wanted = ['unit', ...(isLong ? ['time', 'value'] : []), ...named];
  const problems: CellProblem[] = [];
  const placeOf = new Map<string, number>();
  const timeColumns: number[] = [];
  const unknown: HeaderColumn[] = [];
  columns.forEach((column, k) => {
    const { name } = column;
    if (name === '') problems.push(problem(column, '', `this column has no name${ROW_NAMES}`));
    else if (placeOf.has(name)) problems.push(problem(column, name, 'this column stands twice'));
    else if (wanted.includes(name)) placeOf.set(name, k);
    else if (!isLong && isNumber(name)) timeColumns.push(k);
    else unknown.push(column);
  });
  const missing = wanted.filter((name) => !placeOf.has(name));
  const [lone, ...others] = unknown;
  if (lone && others.length === 0 && missing.length === 1)
    problems.push(
      problem(
        lone,
        lone.name,
        `the column ${missing[0]} is missing, and there is no use for this one: is it ${missing[0]} under another name, or data without a header?`,
      ),
    );
  else {
    const hasTimes = isLong || timeColumns.length > 0;
    problems.push(...unknownColumns(unknown, hasTimes, missing).map((args) => problem(...args)));
    if (missing.length > 0)
      problems.push(
        problem(
          columns[0]!,
          columns.length > 4 ? `${columns.length} columns` : columns.map(({ name }) => name).join(', '),
          `${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
        ),
      );
  }
  // Columns of a kind that nothing can be made of: a file that knows the kinds of its columns says so here.
  for (const [name, k] of placeOf) {
    const label = name === 'unit' || name === request.replicates;
    problems.push(
      ...wrongKind(columns[k]!, label).map(([why, instead]) => problem(columns[k]!, name, why, instead)),
    );
  }
  for (const k of timeColumns)
    problems.push(
      ...wrongKind(columns[k]!, false).map(([why, instead]) =>
        problem(columns[k]!, columns[k]!.name, why, instead),
      ),
    );

  const body: WideBody | LongBody = isLong
    ? { format: 'long', time: placeOf.get('time')!, value: placeOf.get('value')! }
    : wideBody(columns, timeColumns, grid, request, (...args) => problems.push(problem(...args)));
  if (problems.length > 0) return { ok: false, problems: problems.sort((a, b) => a.column - b.column) };
  const optional = (name: string | undefined) => (name === undefined ? undefined : placeOf.get(name)!);
  return {
    ok: true,
    layout: {
      columns,
      grid,
      unit: placeOf.get('unit')!,
      replicate: optional(request.replicates),
      target: optional(request.target),
      body,
    },
  };
}

const ROW_NAMES = ' (R writes one with row.names = TRUE, pandas with index = True)';

export function acceptedColumns({ times, replicates, target }: DenseRequest): string {
  const more = [replicates, target].filter((name) => name !== undefined).map((name) => `, ${name}`);
  return `a first line of names separated by commas: unit${more.join('')} and the grid's times ${someTimes(times)}; or unit${more.join('')}, time, value`;
}

type Complaint = [value: unknown, why: string];

/** A header as another program writes it, or none at all. */
function foreignHeader(columns: readonly HeaderColumn[]): Complaint | undefined {
  const names = columns.map(({ name }) => name);
  const whole = names.join(',');
  const other = [';', '\t', ' '].find((separator) => whole.includes(separator));
  if (other !== undefined && !names.includes('unit') && unquoted(whole.split(other)[0]!) === 'unit')
    return [
      shortened(whole),
      other === ';'
        ? 'the names are separated by semicolons, as write.csv2 and some spreadsheets write them'
        : `the names are separated by ${other === ' ' ? 'spaces' : 'tabs'}`,
    ];
  // Numbers are data, or times without the units that they belong to: either way the names are missing.
  if (names.flatMap((name) => name.split(/[;\t ]+/)).every(isNumber))
    return [shortened(whole), 'the file begins with numbers, not with the names of its columns'];
  return undefined;
}

function unknownColumns(
  unknown: readonly HeaderColumn[],
  hasTimes: boolean,
  missing: string[],
): [HeaderColumn, ...Complaint][] {
  const bare = (name: string) => name.replace(/^[\p{L}_]+/u, '');
  const prefixed = hasTimes ? [] : unknown.filter(({ name }) => isNumber(bare(name)));
  const [time, ...others] = prefixed;
  if (time && others.length > 0)
    return [
      ...unknownColumns(
        unknown.filter((column) => !prefixed.includes(column)),
        hasTimes,
        missing,
      ),
      [
        time,
        time.name,
        `the times of ${prefixed.length} columns are not numbers: something stands before them (R puts an X there unless check.names = FALSE)`,
      ],
    ];
  return unknown.map((column) => {
    const small = column.name.toLowerCase();
    const hint = missing.includes(small)
      ? `; should it be ${small}?`
      : /^rep/i.test(column.name)
        ? `; noise: { replicates: ${column.name} } would use it`
        : '';
    return [column, column.name, `there is no use for a column of this name${hint}`];
  });
}

function wrongKind({ name, kind }: HeaderColumn, label: boolean): [why: string, accepted: string][] {
  if (kind === 'cells' || kind === 'numbers' || kind === 'integers' || (label && kind === 'text')) return [];
  const holds = kind === 'text' ? 'text' : kind.other;
  return [
    [`the column ${name} holds ${holds}`, label ? 'a column of names or numbers' : 'a column of numbers'],
  ];
}

function wideBody(
  columns: readonly HeaderColumn[],
  timeColumns: readonly number[],
  grid: GridTimes,
  { align = 'exact', missing = 'refuse' }: DenseRequest,
  refuse: (column: HeaderColumn, value: unknown, why: string, accepted: string) => void,
): WideBody {
  const { times } = grid;
  const p = times.length;
  const timeOf = (k: number) => Number(columns[k]!.name);
  const columnOf = new Int32Array(p).fill(-1);
  const off: number[] = [];
  let [outOfOrder, latest] = [0, Number.NEGATIVE_INFINITY];
  for (const k of timeColumns) {
    const time = timeOf(k);
    if (time < latest) outOfOrder++;
    latest = Math.max(latest, time);
    const point = grid.nearest(time);
    const before = columnOf[point]!;
    const distance = (column: number) => Math.abs(timeOf(column) - times[point]!);
    if (align === 'exact' ? !grid.same(time, times[point]!) : !grid.within(time, point)) off.push(k);
    else if (before < 0) columnOf[point] = k;
    else if (grid.same(timeOf(before), time))
      refuse(
        columns[k]!,
        columns[k]!.name,
        `the time ${timeText(time)} stands in the header twice`,
        'one column for each time',
      );
    else if (distance(k) < distance(before) || (distance(k) === distance(before) && time < timeOf(before)))
      columnOf[point] = k;
  }
  const taken = [...columnOf].filter((k) => k >= 0);
  const shifts = taken.map((k) => Math.abs(timeOf(k) - times[columnOf.indexOf(k)]!));
  const absent = [...times].filter((_, j) => columnOf[j]! < 0);
  const inner = columnOf[0]! >= 0 && columnOf[p - 1]! >= 0;
  const strange = align === 'exact' ? off : [];
  if (
    timeColumns.length > 0 &&
    (strange.length > 0 || (absent.length > 0 && !(missing === 'interpolate' && inner)))
  ) {
    const found = timeColumns.map(timeOf);
    const not = strange.length > 0 ? `; not the grid's: ${someTimes(strange.map(timeOf))}` : '';
    const without =
      absent.length > 0
        ? `; without a column${align === 'nearest' ? ` within ${timeText(grid.spacing / 2)}` : ''}: ${someTimes(absent)}`
        : '';
    refuse(
      columns[strange[0] ?? timeColumns[0]!]!,
      `${found.length} ${found.length === 1 ? 'time' : 'times'}, ${someTimes(found)}`,
      `the header's times are not those of the study's grid, ${p} from ${timeText(times[0]!)} to ${timeText(times[p - 1]!)}${not}${without}${timesGuess(found, grid)}`,
      acceptedTimes(grid, align),
    );
  }
  if (columns.every(({ name }) => name === 'unit'))
    refuse(
      columns[0]!,
      `${columns.length} columns`,
      'no column is headed by a time',
      acceptedTimes(grid, align),
    );
  return {
    format: 'wide',
    columnOf,
    outOfOrder,
    largestShift: shifts.reduce((most, shift) => Math.max(most, shift), 0),
    unused: timeColumns.length - taken.length,
  };
}

/** Times that would do. */
export function acceptedTimes({ times }: GridTimes, align: 'exact' | 'nearest'): string {
  return `the times ${someTimes(times)}, as numbers${align === 'exact' ? '; align: nearest takes the nearest within half a spacing' : ''}`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, '');
}
