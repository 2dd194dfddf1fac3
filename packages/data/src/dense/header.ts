import type { Reason } from '@sightline/engine/internal';
import { type CellProblem, fileProblem, type Refused, refused, shortened } from '../tables/cell-problem.ts';
import { areMissing } from '../tables/column-names.ts';
import { type HeaderColumn, heldText, momentsOf } from '../tables/column-table.ts';
import { DECIMAL_COMMA, isNumber, unquoted } from '../tables/csv.ts';
import { nearestName } from '../tables/nearest-name.ts';
import { ACCEPTED_TIMESTAMPS } from '../tables/timestamp.ts';
import { clockAt } from './day-times.ts';
import { headerTimes } from './odd-times.ts';
import { acceptedTimes, type GridTimes, gridTimes, isNearer, someTimes, timeText } from './times.ts';
import type { DenseRequest } from './units.ts';

/** Which column is what. */
export interface DenseLayout {
  columns: readonly HeaderColumn[];
  grid: GridTimes;
  unit: number;
  trajectory: number | undefined;
  replicate: number | undefined;
  target: number | undefined;
  body: WideBody | LongBody;
  /** Columns that hold names; timestamps and values that may be texts are read as texts too. */
  labels: ReadonlySet<number>;
  texts: ReadonlySet<number>;
  /** The names of columns that nothing asked for, where it was said which are to be read. */
  ignored: string[] | undefined;
  /** Which columns are read. */
  used: ReadonlySet<number>;
}

export interface WideBody {
  format: 'wide';
  /** The column of each grid point; −1 where it has none and is to be interpolated. */
  columnOf: Int32Array;
  /** With `align: mean`, further columns of grid points. */
  more: { point: number; column: number }[];
  outOfOrder: number;
  largestShift: number;
  /** Times of the columns that no grid point takes. */
  unused: number[];
}

export interface LongBody {
  format: 'long';
  time: number;
  value: number;
}

export type LayoutFound = { ok: true; layout: DenseLayout } | Refused;

/** Recognises wide and long tables by their header, or says everything that keeps it from being either. */
export function denseLayout(columns: readonly HeaderColumn[], request: DenseRequest): LayoutFound {
  const align = request.anyTimes ? 'any' : request.align;
  const grid = gridTimes(request.times, align, request.days && clockAt(request.days));
  const accepted = acceptedColumns(request);
  const own = ownNames(request);
  // Who says which columns to read, or has timestamps, has a table that was not made for this.
  const lenient = request.columns !== undefined || request.days !== undefined;
  const problem = (column: HeaderColumn, value: unknown, why: Reason, instead = accepted) =>
    fileProblem(column, value, why, instead);
  const foreign = foreignHeader(columns, own.unit, accepted);
  if (foreign) return { ok: false, problems: [problem(columns[0]!, ...foreign)] };

  const named = [own.trajectory, request.replicates, request.target].filter((name) => name !== undefined);
  const isLongName = (name: string) =>
    [own.time, own.value].some((one) => one.toLowerCase() === name.toLowerCase());
  const isLong =
    request.anyTimes ||
    request.days !== undefined ||
    (request.columns?.time ?? request.columns?.value) !== undefined ||
    columns.some(({ name }) => isLongName(name) && !named.includes(name));
  const wanted = [own.unit, ...(isLong ? [own.time, own.value] : []), ...named];
  const capitals = otherCapitals(columns, wanted);
  const problems: CellProblem[] = [];
  const placeOf = new Map<string, number>();
  const timeColumns: number[] = [];
  const unknown: HeaderColumn[] = [];
  columns.forEach((column, k) => {
    const { name: written } = column;
    const name = capitals.get(written) ?? written;
    if (placeOf.has(name)) problems.push(problem(column, name, { is: 'twice', what: 'column' }));
    else if (wanted.includes(name)) placeOf.set(name, k);
    else if (!isLong && isNumber(name)) timeColumns.push(k);
    else if (name === '' && !lenient)
      problems.push(problem(column, '', `this column has no name${ROW_NAMES}`));
    else unknown.push(column);
  });
  if (capitals.size > 0) {
    const [slips, meant] = [[...capitals.keys()], [...capitals.values()]];
    const first = columns.find(({ name }) => capitals.has(name))!;
    problems.push(
      problem(
        first,
        slips.join(', '),
        `capitals tell names apart: should ${slips.length === 1 ? 'this' : 'these'} be ${meant.join(', ')}?`,
      ),
    );
  }
  const missing = wanted.filter((name) => !placeOf.has(name));
  const [lone, ...others] = unknown;
  if (lenient) {
    const free = columns.filter((_, k) => ![...placeOf.values()].includes(k)).map(({ name }) => name);
    const all = columns.map(({ name }) => name).filter((name) => name !== '');
    for (const name of missing)
      problems.push(
        problem(
          columns[0]!,
          name,
          { is: 'unknown', what: 'column', name, meant: nearestName(name, free) ?? containing(name, free) },
          `the name of a column of the file: ${all.slice(0, MOST_LISTED).join(', ')}${all.length > MOST_LISTED ? ` … (${all.length} in all)` : ''}`,
        ),
      );
  } else if (lone && others.length === 0 && missing.length === 1)
    problems.push(
      problem(
        lone,
        lone.name,
        `the column ${missing[0]} is missing, and there is no use for this one: is it ${missing[0]} under another name, or data without a header?`,
      ),
    );
  else {
    const hasTimes = isLong || timeColumns.length > 0;
    for (const args of unknownColumns(unknown, hasTimes, grid)) problems.push(problem(...args));
    if (missing.length > 0)
      problems.push(
        problem(
          columns[0]!,
          columns.length > 4 ? `${columns.length} columns` : columns.map(({ name }) => name).join(', '),
          areMissing(missing),
        ),
      );
  }
  // Columns of a kind that nothing can be made of: a file that knows the kinds of its columns says so here.
  const names = [own.unit, own.trajectory, request.replicates];
  const value = request.limits ? 'value' : 'number';
  const holds = (name: string) =>
    names.includes(name)
      ? 'label'
      : !isLong || name === request.target
        ? 'number'
        : name === own.value
          ? value
          : request.days
            ? 'timestamp'
            : 'time';
  const expected = [
    ...[...placeOf].map(([name, k]) => [k, holds(name)] as const),
    ...timeColumns.map((k) => [k, value] as const),
  ];
  for (const [k, what] of expected)
    problems.push(
      ...wrongKind(columns[k]!, what).map(([why, instead]) =>
        problem(columns[k]!, columns[k]!.name, why, instead),
      ),
    );

  const body: WideBody | LongBody = isLong
    ? { format: 'long', time: placeOf.get(own.time)!, value: placeOf.get(own.value)! }
    : wideBody(columns, timeColumns, grid, request, (...args) => problems.push(problem(...args)));
  if (problems.length > 0) return refused(problems.sort((a, b) => a.column - b.column));
  const optional = (name: string | undefined) => (name === undefined ? undefined : placeOf.get(name)!);
  const ofKind = (...kinds: string[]) =>
    new Set(expected.flatMap(([k, what]) => (kinds.includes(what) ? [k] : [])));
  return {
    ok: true,
    layout: {
      columns,
      grid,
      unit: placeOf.get(own.unit)!,
      trajectory: optional(own.trajectory),
      replicate: optional(request.replicates),
      target: optional(request.target),
      body,
      labels: ofKind('label'),
      texts: ofKind('label', 'timestamp', 'value'),
      used: new Set(expected.map(([k]) => k)),
      ignored: lenient ? unknown.map(({ name }) => name) : undefined,
    },
  };
}

/** What the file calls the columns that have a meaning of their own. */
function ownNames({ columns = {} }: DenseRequest) {
  const { unit = 'unit', time = 'time', value = 'value', trajectory } = columns;
  return { unit, time, value, trajectory };
}

/** A name that is part of another, or has it as a part: patient for patient_id. */
function containing(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  return names.find((other) => {
    const found = other.toLowerCase();
    return found !== '' && (found.includes(wanted) || wanted.includes(found));
  });
}

/** Whether a line holds all names that were said, so that it is the header. */
export function namesAll(names: readonly string[], request: DenseRequest): boolean {
  const wanted = Object.values(request.columns ?? {});
  return wanted.length > 0 && wanted.every((name) => names.includes(name));
}

/** More names of columns than this are counted. */
const MOST_LISTED = 12;

/** Columns whose names are those wanted but for capitals, and what they should be. */
function otherCapitals(columns: readonly HeaderColumn[], wanted: readonly string[]): Map<string, string> {
  const names = columns.map(({ name }) => name);
  const slips = new Map<string, string>();
  for (const name of wanted) {
    const slip = names.filter((other) => other.toLowerCase() === name.toLowerCase());
    if (slip.length === 1 && slip[0] !== name) slips.set(slip[0]!, name);
  }
  return slips;
}

export const ROW_NAMES = ' (R writes one with row.names = TRUE, pandas with index = True)';

export function acceptedColumns(request: DenseRequest): string {
  const { times, replicates, target, days, anyTimes } = request;
  const { unit, time, value, trajectory } = ownNames(request);
  const more = [trajectory, replicates, target]
    .filter((name) => name !== undefined)
    .map((name) => `, ${name}`);
  const long = `${unit}${more.join('')}, ${time}, ${value}`;
  const own =
    anyTimes && !request.columns
      ? '; or columns: { unit: NAME, time: NAME, value: NAME } with the names of the file'
      : '';
  return `a first line of names separated by commas: ${days || anyTimes ? '' : `${unit}${more.join('')} and the grid's times ${someTimes(times)}; or `}${long}${own}`;
}

type Complaint = [value: unknown, why: string, accepted?: string];

/** A header as another program writes it, or none at all. */
export function foreignHeader(
  columns: readonly HeaderColumn[],
  unit: string,
  accepted: string,
): Complaint | undefined {
  const names = columns.map(({ name }) => name);
  const whole = names.join(',');
  const other = [';', '\t', ' '].find((separator) => whole.includes(separator));
  if (
    other !== undefined &&
    !names.includes(unit) &&
    whole.split(other).some((name) => unquoted(name).toLowerCase() === unit.toLowerCase())
  ) {
    const commas = whole.split(other).some((name) => DECIMAL_COMMA.test(unquoted(name)));
    const separator = other === ';' ? 'semicolons' : other === ' ' ? 'spaces' : 'tabs';
    return [
      shortened(whole),
      `the names are separated by ${separator}${commas ? ', and numbers have decimal commas' : ''}${other === ';' ? ', as write.csv2 and some spreadsheets write them' : ''}`,
      `${accepted}; numbers with decimal points. R: write.csv${other === ';' ? ' in place of write.csv2' : ''}; pandas: to_csv(sep=",", decimal=".")`,
    ];
  }
  // Numbers are data, or times without the units that they belong to: either way the names are missing.
  if (names.flatMap((name) => name.split(/[;\t ]+/)).every(isNumber))
    return [shortened(whole), 'the file begins with numbers, not with the names of its columns'];
  return undefined;
}

/** Names that were meant for times, and what keeps them from being numbers. */
const TIME_NAMES: { is(name: string): boolean; why: string }[] = [
  {
    is: (name) => isNumber(name.replace(/^[\p{L}_]+/u, '')),
    why: 'something stands before them (R puts an X there unless check.names = FALSE)',
  },
  {
    is: (name) => isNumber(name.replace(/\s*[\p{L}%]+$/u, '')),
    why: 'something stands after them',
  },
  { is: (name) => /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(name), why: 'they are times of day' },
  {
    is: (name) => /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./])\d{1,2}\1\d{2,4})(?:[T ].*)?$/.test(name),
    why: 'they are dates',
  },
  { is: (name) => DECIMAL_COMMA.test(name), why: 'they have decimal commas' },
];

/** More columns than this that nothing is known of are one problem. */
const MOST_UNKNOWN = 3;

function unknownColumns(
  unknown: readonly HeaderColumn[],
  hasTimes: boolean,
  grid: GridTimes,
): [HeaderColumn, ...Complaint][] {
  // Beside columns that are headed by times, others with a number in their names may be anything.
  for (const { is, why } of hasTimes ? [] : TIME_NAMES) {
    const [first, ...others] = unknown.filter(({ name }) => is(name));
    if (!first || others.length === 0) continue;
    const rest = unknown.filter(({ name }) => !is(name));
    return [
      ...unknownColumns(rest, hasTimes, grid),
      [
        first,
        first.name,
        `the times of ${others.length + 1} columns are not numbers: ${why}`,
        `${acceptedTimes(grid)}, in the study's unit of time from the horizon's beginning`,
      ],
    ];
  }
  const replicates = unknown.filter(({ name }) => /^rep/i.test(name));
  const others = unknown.filter((column) => !replicates.includes(column));
  const use = 'there is no use for a column of this name';
  return [
    ...replicates.map((column): [HeaderColumn, ...Complaint] => [
      column,
      column.name,
      `${use}; noise: { replicates: ${column.name} } would use it`,
    ]),
    ...(others.length > MOST_UNKNOWN
      ? [someUnknown(others)]
      : others.map((column): [HeaderColumn, ...Complaint] => [column, column.name, use])),
  ];
}

function someUnknown(columns: readonly HeaderColumn[]): [HeaderColumn, ...Complaint] {
  const names = columns.slice(0, MOST_UNKNOWN).map(({ name }) => name);
  const found = shortened(`${names.join(', ')} …`);
  return [columns[0]!, found, `there is no use for ${columns.length} columns of such names`];
}

/** What a column has to hold: names, numbers, numbers or a sensor's texts, times as numbers, timestamps. */
type Held = 'label' | 'number' | 'value' | 'time' | 'timestamp';

const HOLDS: Record<Held, { text: boolean; numbers: boolean; accepted: string }> = {
  label: { text: true, numbers: true, accepted: 'a column of names or numbers' },
  number: { text: false, numbers: true, accepted: 'a column of numbers' },
  value: { text: true, numbers: true, accepted: 'a column of numbers' },
  time: { text: false, numbers: true, accepted: 'a column of numbers; or split: day for timestamps' },
  timestamp: { text: true, numbers: false, accepted: `a column of timestamps, or ${ACCEPTED_TIMESTAMPS}` },
};

function wrongKind({ name, kind }: HeaderColumn, what: Held): [why: string, accepted: string][] {
  if (kind === 'cells') return [];
  const { text, numbers, accepted } = HOLDS[what];
  const fits = momentsOf(kind)
    ? what === 'timestamp'
    : kind === 'text'
      ? text
      : typeof kind === 'string' && numbers;
  return fits ? [] : [[`the column ${name} holds ${heldText(kind)}`, accepted]];
}

function wideBody(
  columns: readonly HeaderColumn[],
  timeColumns: readonly number[],
  grid: GridTimes,
  request: DenseRequest,
  refuse: (column: HeaderColumn, value: unknown, why: string, accepted: string) => void,
): WideBody {
  const { times: midpoints, missing = 'refuse' } = request;
  const { times, align } = grid;
  const p = times.length;
  const timeOf = (k: number) => Number(columns[k]!.name);
  const columnOf = new Int32Array(p).fill(-1);
  const more: WideBody['more'] = [];
  const seen: number[] = [];
  const off: number[] = [];
  let [outOfOrder, latest] = [0, Number.NEGATIVE_INFINITY];
  for (const k of timeColumns) {
    const time = timeOf(k);
    if (time < latest) outOfOrder++;
    latest = Math.max(latest, time);
    const point = align === 'mean' ? grid.cell(time) : grid.nearest(time);
    const before = columnOf[point] ?? -1;
    if (
      align === 'mean'
        ? point < 0
        : align === 'nearest'
          ? grid.isOutside(time)
          : !grid.same(time, times[point]!)
    ) {
      off.push(k);
      continue;
    }
    const twice = seen.some((other) => grid.same(other, time));
    seen.push(time);
    if (twice)
      refuse(
        columns[k]!,
        columns[k]!.name,
        `the time ${timeText(time)} stands in the header twice`,
        'one column for each time',
      );
    else if (before < 0) columnOf[point] = k;
    else if (align === 'mean') more.push({ point, column: k });
    else if (isNearer(time, timeOf(before), point, grid)) columnOf[point] = k;
  }
  const taken = new Set([...columnOf, ...more.map(({ column }) => column)]);
  const absent = [...times].filter((_, j) => columnOf[j]! < 0);
  const inner = columnOf[0]! >= 0 && columnOf[p - 1]! >= 0;
  if (
    timeColumns.length > 0 &&
    (off.length > 0 || (absent.length > 0 && !(missing === 'interpolate' && inner)))
  ) {
    const { value, why, accepted } = headerTimes(timeColumns.map(timeOf), off.map(timeOf), absent, grid);
    refuse(columns[off[0] ?? timeColumns[0]!]!, value, why, accepted);
  }
  if (timeColumns.length === 0 && (request.columns ?? columns.every(({ name }) => name === 'unit')))
    refuse(columns[0]!, `${columns.length} columns`, 'no column is headed by a time', acceptedTimes(grid));
  return {
    format: 'wide',
    columnOf,
    more,
    outOfOrder,
    largestShift: [
      ...columnOf.entries(),
      ...more.map(({ point, column }) => [point, column] as const),
    ].reduce((most, [j, k]) => (k < 0 ? most : Math.max(most, Math.abs(timeOf(k) - midpoints[j]!))), 0),
    unused: timeColumns.filter((k) => !taken.has(k)).map(timeOf),
  };
}
