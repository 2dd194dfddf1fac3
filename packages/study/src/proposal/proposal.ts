import { clockText, dateOrders, type LookedColumn, type TableLook, timestampOf } from '@sightline/data';
import { columnRoles } from './column-roles.ts';
import { fileGrid, type TimedReading, tidy } from './file-grid.ts';
import { type HeaderTimes, headerTimes, timeUnitOf } from './header-times.ts';

/** What a column can be for. */
export type Role = 'unit' | 'trajectory' | 'time' | 'value' | 'replicate';

/** What is said of a table: all that a study about it needs beyond the table itself. */
export interface Said {
  shape: 'wide' | 'long';
  columns: Partial<Record<Role, string>>;
  /** Whether times are dates with a clock, so that each day is a trajectory. */
  days: boolean;
  horizon: number;
  points: number;
  unitOfTime: string;
  /** The clock at the beginning, of days and of columns headed by clocks; or ''. */
  start: string;
  align: 'exact' | 'start' | 'end' | 'mean';
  /** Taken off every time. */
  shift: number;
  missing: 'refuse' | 'drop' | 'interpolate' | 'pairwise';
  /** Of one value. Nothing is assumed about it. */
  noise: number | undefined;
  target:
    | { kind: 'mean' }
    | { kind: 'above' | 'below'; level: number | undefined }
    | { kind: 'between'; level: number | undefined; upper: number | undefined };
  valueUnit: string;
}

export type Given = Partial<Said>;

export interface Proposal {
  said: Said;
  /** The share of trajectories that have a value in every cell; undefined where no grid was found. */
  complete: number | undefined;
  /** Trajectories in the rows that were looked at. */
  trajectories: number;
  /** Half the mean square of steps from a value to the next: noise above it is not possible. */
  noiseBound: number | undefined;
}

const NAMES: Record<Role, RegExp> = {
  unit: /^(unit|patient|subject|person|participant|worker|child|animal|site|station|id|pid|sid|record|name)|_?id$/i,
  trajectory: /^(trajectory|day|night|visit|session|period|shift|record|date)/i,
  time: /(time|when|stamp|hour|minute|second|clock|date)|^(t|h|min|s)$/i,
  value: /(value|glucose|result|reading|level|score|^y$|measure)/i,
  replicate: /^rep/i,
};
/** Times where no column has a finer one; beside one they tell trajectories apart. */
const CALENDAR =
  /(^|[_. -]|study|since|after)(day|night|week|month|quarter|year|visit|wave|session|cycle)s?($|[_. -])/i;
const DAY = 86_400;

/** What a table proposes, beside what is said already. */
export function proposal(look: TableLook, given: Given = {}): Proposal {
  const { columns } = look;
  const heads = headsOf(look);
  const shape = given.shape ?? (heads.times.size >= 3 ? 'wide' : 'long');
  const roles = proposedRoles(columns, shape, given.columns ?? {}, heads);
  const of = (role: Role) => columns.find(({ name }) => name === roles[role]);
  const days = given.days ?? (shape === 'long' && of('time')?.holds === 'timestamps');
  const clock = days ? daysOf(of('time')) : undefined;
  const readings = readingsOf(look, shape, roles, clock, heads);
  const horizon = given.horizon ?? clock?.horizon;
  const grid = fileGrid(look.whole ? readings : withoutLast(readings), horizon);
  const { complete } = grid ?? {};
  const trajectories = new Set(readings.map(({ trajectory }) => trajectory)).size;
  const said: Said = {
    shape,
    days,
    horizon: horizon ?? grid?.horizon ?? 1,
    points: grid?.points ?? 12,
    unitOfTime: days ? 'h' : shape === 'long' ? timeUnitOf(roles.time ?? '') : heads.unit,
    start: clock ? clockText(clock.start) : shape === 'wide' ? heads.start : '',
    align: grid?.align ?? 'exact',
    shift: grid?.shift ?? 0,
    missing:
      complete === undefined || complete === 1
        ? hasGaps(look, shape, roles, heads)
          ? 'drop'
          : 'refuse'
        : complete >= 0.5
          ? 'drop'
          : 'pairwise',
    noise: undefined,
    target: { kind: 'mean' },
    valueUnit: shape === 'long' ? measuredIn(roles.value ?? '') : '',
    ...given,
    columns: roles,
  };
  return {
    said,
    complete,
    trajectories,
    noiseBound: noiseBound(readings),
  };
}

const headsOf = ({ columns }: TableLook): HeaderTimes => headerTimes(columns.map(({ name }) => name));

/** The columns of a wide table that are headed by times. */
export const timeColumns = (look: TableLook): string[] => [...headsOf(look).times.keys()];

/** The unit that the name of a column has behind it: glucose (mg/dl), glucose [mmol/L], glucose_mg_dl. */
function measuredIn(name: string): string {
  const [, bracketed] = /[([]\s*([^)\]]{1,20}?)\s*[)\]]\s*$/.exec(name) ?? [];
  if (bracketed !== undefined) return bracketed;
  const [, above, below] =
    /[_. -](mg|g|µg|ug|ng|mmol|umol|µmol|nmol)[_. -]?(?:per[_. -])?(dl|l|ml|m3|kg)$/i.exec(name) ?? [];
  return above === undefined ? '' : `${above}/${below}`;
}

function proposedRoles(
  columns: readonly LookedColumn[],
  shape: Said['shape'],
  given: Partial<Record<Role, string>>,
  heads: HeaderTimes,
): Partial<Record<Role, string>> {
  const { roles, take, taken } = columnRoles(
    columns.filter(({ name }) => !(shape === 'wide' && heads.times.has(name))),
    given,
  );
  const named = (role: Role) => (column: LookedColumn) => NAMES[role].test(column.name);
  if (shape === 'long')
    take(
      'time',
      (column) => column.holds === 'timestamps',
      (column) => column.holds === 'numbers' && column.name.toLowerCase() === 'time',
      (column) => column.holds === 'numbers' && named('time')(column),
      (column) => column.holds === 'numbers' && CALENDAR.test(column.name),
    );
  take(
    'unit',
    ({ name }) => /^(unit|patient|subject)$/i.test(name),
    named('unit'),
    ({ holds }) => holds === 'names',
    () => true,
  );
  const unit = columns.find(({ name }) => name === roles.unit);
  if (shape === 'long') {
    const isElse = (column: LookedColumn) =>
      CALENDAR.test(column.name) || OTHERS.some((role) => named(role)(column));
    const isNumber = ({ holds }: LookedColumn) => holds === 'numbers';
    take(
      'value',
      (column) => isNumber(column) && named('value')(column) && !isIndex(column, unit),
      (column) => isNumber(column) && !isElse(column) && !isIndex(column, unit),
      (column) => isNumber(column) && !isIndex(column, unit),
      isNumber,
    );
  }
  // Rows that nothing tells apart yet are those of several trajectories, or replicates of one.
  const time = columns.find(({ name }) => name === roles.time);
  const known = shape === 'long' ? [unit, time] : [unit];
  const isClock = shape === 'long' && time?.holds !== 'numbers';
  const rows = (more?: LookedColumn) =>
    new Set(unit?.cells.map((_, i) => [...known, more].map((one) => one?.cells[i]).join('\t'))).size;
  if (unit && !isClock && rows() < unit.cells.length) {
    take('replicate', named('replicate'));
    // Of a long table, not a second quantity that happens to differ in every row.
    const isLabel = ({ cells }: LookedColumn) => shape === 'wide' || 2 * new Set(cells).size <= cells.length;
    const tells = (column: LookedColumn) => isLabel(column) && rows(column) === unit.cells.length;
    if (roles.replicate === undefined)
      take('trajectory', (column) => named('trajectory')(column) && tells(column), tells);
  }
  return taken();
}

const OTHERS = ['unit', 'trajectory', 'time', 'replicate'] as const;

/** A column of whole numbers that count rows, or are the same in all rows of each unit: nothing that was read in time. */
function isIndex({ cells }: LookedColumn, unit: LookedColumn | undefined): boolean {
  const numbers = cells.map(Number);
  if (new Set(cells).size === 1) return true;
  if (!numbers.every(Number.isInteger)) return false;
  const again = cells.map((_, i) => i > 0 && unit?.cells[i] === unit?.cells[i - 1]);
  if (!unit || !again.includes(true)) return false;
  return (
    again.every((same, i) => !same || numbers[i] === numbers[i - 1]) ||
    again.every((same, i) => !same || numbers[i] === numbers[i - 1]! + 1)
  );
}

interface Days {
  /** Seconds after midnight at which a day begins. */
  start: number;
  /** Hours. */
  horizon: number;
  /** The day and the hour of each row; undefined where its text is no moment. */
  moments: ({ day: number; hour: number } | undefined)[];
}

/** How days are cut: at midnight, or in the hours of the day in which there never is a reading. */
function daysOf(column: LookedColumn | undefined): Days {
  const orders = dateOrders();
  for (const text of column?.cells ?? []) orders.see(text);
  const decided = orders.decided();
  const order = 'order' in decided ? decided.order : undefined;
  const parsed = (column?.cells ?? []).map((text) => timestampOf(text, order));
  const hours = new Set(
    parsed.flatMap((one) => (typeof one === 'string' ? [] : [Math.floor(one.seconds / 3600)])),
  );
  let [from, longest] = [0, 0];
  for (let hour = 0; hour < 24; hour++) {
    let quiet = 0;
    while (quiet < 24 && !hours.has((hour + quiet) % 24)) quiet++;
    if (quiet > longest && quiet < 24) [from, longest] = [hour, quiet];
  }
  const rests = longest >= 4;
  const start = rests ? ((from + longest) % 24) * 3600 : 0;
  return {
    start,
    horizon: rests ? 24 - longest : 24,
    moments: parsed.map((one) => {
      if (typeof one === 'string') return undefined;
      const seconds = one.day * DAY + one.seconds - start;
      const day = Math.floor(seconds / DAY);
      return { day, hour: tidy((seconds - day * DAY) / 3600) };
    }),
  };
}

type Reading = TimedReading & { value: number };

/** Where rows were left unread, the last trajectory ends where reading did: that is no gap of the table. */
function withoutLast(readings: readonly Reading[]): readonly Reading[] {
  const last = readings.at(-1)?.trajectory;
  const others = readings.filter(({ trajectory }) => trajectory !== last);
  return others.length === 0 ? readings : others;
}

function readingsOf(
  look: TableLook,
  shape: Said['shape'],
  roles: Partial<Record<Role, string>>,
  days: Days | undefined,
  heads: HeaderTimes,
): Reading[] {
  const of = (role: Role) => look.columns.find(({ name }) => name === roles[role])?.cells;
  const [unit, trajectory, replicate, time, value] = [
    of('unit'),
    of('trajectory'),
    of('replicate'),
    of('time'),
    of('value'),
  ];
  const key = (i: number) => [unit?.[i], trajectory?.[i], replicate?.[i]].join('\t');
  if (shape === 'wide')
    return look.lines.flatMap((_, i) =>
      look.columns.flatMap(({ name, cells }) =>
        heads.times.has(name) && cells[i] !== ''
          ? [{ trajectory: key(i), time: heads.times.get(name)!, value: Number(cells[i]) }]
          : [],
      ),
    );
  return look.lines.flatMap((_, i): Reading[] => {
    if (value?.[i] === '') return [];
    const read = Number(value?.[i]);
    if (days) {
      const moment = days.moments[i];
      return moment ? [{ trajectory: `${key(i)}\t${moment.day}`, time: moment.hour, value: read }] : [];
    }
    const at = time?.[i] === undefined || time[i] === '' ? Number.NaN : Number(time[i]);
    return Number.isFinite(at) ? [{ trajectory: key(i), time: at, value: read }] : [];
  });
}

function hasGaps(
  look: TableLook,
  shape: Said['shape'],
  roles: Partial<Record<Role, string>>,
  heads: HeaderTimes,
): boolean {
  return look.columns.some(
    ({ name, missing }) => missing > 0 && (shape === 'wide' ? heads.times.has(name) : name === roles.value),
  );
}

/** A step between neighbours has the variance of two readings' noise, and that of the quantity's own change. */
function noiseBound(readings: readonly Reading[]): number | undefined {
  let [sum, steps] = [0, 0];
  readings.forEach(({ trajectory, value }, i) => {
    const before = readings[i - 1];
    if (before?.trajectory !== trajectory || !Number.isFinite(value - before.value)) return;
    sum += (value - before.value) * (value - before.value);
    steps++;
  });
  return steps < 10 ? undefined : sum / (2 * steps);
}
