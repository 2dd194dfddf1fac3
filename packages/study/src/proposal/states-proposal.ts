import type { ForeignStates, LookedColumn, StatesRole, StatesSaid, TableLook } from '@sightline/data';
import { columnRoles } from './column-roles.ts';
import { timeUnitOf } from './header-times.ts';

/** What is said of a table of states before its states are known: how it is read. */
export interface StatesForm extends Omit<StatesSaid, 'times'> {
  /** How it counts time. */
  times: TimesIn;
}
export type TimesIn = 'epochs' | 's' | 'min' | 'h' | 'd' | 'moments' | 'clocks' | 'none';

/** What a state counts for: a target of some name, valid time outside of all targets, or no annotation. */
export type StateRole = { as: 'target'; target: string } | { as: 'other' } | { as: 'invalid' };

export type GivenForm = Partial<StatesForm>;

/** More different texts in a column are no states. */
const MOST_STATES = 24;
/** What scorers of sleep call an epoch; shown in its field, where it can be changed. */
const USUAL_EPOCH = 30;

const STATE = /state|stage|phase|hypno|rhythm|sleep|annot|label|descr|event|activity|posture|behavio/i;
/** Numbers under one of these names are codes. */
const CODED = /state|stage|hypno|rhythm/i;
const NAMES: Partial<Record<StatesRole, RegExp>> = {
  unit: /^(unit|patient|subject|person|participant|worker|child|animal|site|station|id|pid|sid|name)|_?id$/i,
  record: /^(record|night|session|file|visit|study)/i,
  stratum: /^(stratum|group|arm|cohort|site)$/i,
  from: /^(from|start|onset|begin)/i,
  to: /^(to|end|stop|offset|until)/i,
  duration: /^(dur|length|lasts)/i,
  time: /(time|when|stamp|hour|minute|second|clock|date|epoch)|^(t|h|min|s)$/i,
};
const SECONDS: Partial<Record<TimesIn, number>> = { s: 1, min: 60, h: 3600, d: 86_400 };

/** Names of columns in one table that are a beginning and a number: e1, e2, e3; t0.5, t1. */
const numbered = (name: string) =>
  /^[^\d]{0,12}[+-]?(\d+\.?\d*|\.\d+)\s*(h|min|s|d)?$|^\d{1,2}:\d{2}$/.test(name);

/** Whether a table seems to hold states and not values. */
export const holdsStates = (look: TableLook): boolean => statesForm(look) !== undefined;

/** How a table of states seems to be read, beside what is said already; undefined where it seems to be none. */
export function statesForm(look: TableLook, given: GivenForm = {}): StatesForm | undefined {
  const cells = stateColumns(look);
  const shape = given.shape ?? shapeOf(look, cells);
  if (shape === undefined) return undefined;
  const inCells = shape === 'wide' || shape === 'columns';
  const chosen = given.cells ?? (inCells ? cells.map(({ name }) => name) : []);
  const free = look.columns.filter(({ name }) => !chosen.includes(name));
  const columns = rolesOf(free, shape, given.columns ?? {});
  const time = look.columns.find(
    ({ name }) => name === (shape === 'stretches' ? columns.from : columns.time),
  );
  const times = given.times ?? timesOf(time, shape);
  return {
    shape,
    columns,
    cells: chosen,
    times,
    epoch: given.epoch ?? epochOf(times, shape, time ? stepsOf(look, time, columns) : []),
  };
}

/** What the reader is told: a time of the table is so many seconds. */
export const saidOf = ({ times, ...rest }: StatesForm): StatesSaid => ({
  ...rest,
  times:
    times === 'epochs'
      ? rest.epoch
      : times === 'moments' || times === 'clocks' || times === 'none'
        ? times
        : SECONDS[times]!,
});

const distinct = (cells: readonly string[]) => new Set(cells.filter((text) => text !== ''));
const areFew = ({ cells }: LookedColumn) => {
  const { size } = distinct(cells);
  return size > 0 && size <= MOST_STATES;
};
const areCodes = ({ cells }: LookedColumn) => [...distinct(cells)].every((text) => /^-?\d{1,2}$/.test(text));

/** Columns of a wide table that share a few states between them. */
function stateColumns({ columns, lines }: TableLook): LookedColumn[] {
  const some = columns.filter((one) => one.name !== '' && one.holds === 'names' && areFew(one));
  const shared = new Set(some.flatMap(({ cells }) => [...distinct(cells)]));
  const isWide = some.length >= 3 && some.filter(({ name }) => numbered(name)).length >= 0.8 * some.length;
  const own = isWide ? some.filter(({ name }) => numbered(name)) : some;
  // Units, sites and strata are names too, and not shared between columns.
  const alike = own.filter(({ cells }) =>
    [...distinct(cells)].some((text) => own.filter((one) => one.cells.includes(text)).length > 1),
  );
  return alike.length >= 3 && shared.size <= 2 * MOST_STATES && lines.length > 0 ? alike : [];
}

function shapeOf(look: TableLook, cells: readonly LookedColumn[]): StatesForm['shape'] | undefined {
  const { columns } = look;
  if (cells.length >= 3 && 2 * cells.length > columns.length) {
    // Rows have names of their own, or they are epochs.
    const others = columns.filter((one) => !cells.includes(one));
    const isNamed = others.some((one) => NAMES.unit!.test(one.name) || one.holds === 'names');
    return isNamed || (others.length === 0 && look.lines.length < cells.length) ? 'wide' : 'columns';
  }
  const state = stateColumn(columns);
  if (!state) return undefined;
  const named = (role: StatesRole) => columns.some((one) => one !== state && NAMES[role]!.test(one.name));
  if (named('from') && (named('to') || named('duration'))) return 'stretches';
  // A table of changes has another state in every row of a record.
  const again = state.cells.filter((text, i) => i > 0 && text !== '' && text === state.cells[i - 1]).length;
  return again >= 0.05 * state.cells.length ? 'epochs' : 'changes';
}

/** A column that says by its name that it holds states; or the only one with a few names that no other column explains. */
function stateColumn(columns: readonly LookedColumn[]): LookedColumn | undefined {
  const few = columns.filter((one) => areFew(one));
  const byName = few.find(({ name, holds }) => holds === 'names' && STATE.test(name));
  const coded = few.find((one) => one.holds === 'numbers' && CODED.test(one.name) && areCodes(one));
  if (byName ?? coded) return byName ?? coded;
  const values = columns.filter(
    ({ name, holds }) => holds === 'numbers' && !Object.values(NAMES).some((pattern) => pattern!.test(name)),
  );
  const named = columns.filter(({ name }) => NAMES.unit!.test(name) || NAMES.record!.test(name));
  const others = few.filter(
    ({ name, holds, cells }) =>
      holds === 'names' &&
      !NAMES.unit!.test(name) &&
      !NAMES.record!.test(name) &&
      !NAMES.stratum!.test(name) &&
      5 * distinct(cells).size < cells.length &&
      // A ward or a sex is the same in all rows of a unit.
      (named.length === 0 || named.every((by) => variesWithin(cells, by))),
  );
  return values.length === 0 && others.length === 1 ? others[0] : undefined;
}

/** Whether some rows of one name have different texts. */
function variesWithin(cells: readonly string[], { cells: names }: LookedColumn): boolean {
  const first = new Map<string, string>();
  return cells.some((text, i) => {
    const known = first.get(names[i]!);
    if (known === undefined) first.set(names[i]!, text);
    return text !== '' && known !== undefined && known !== '' && known !== text;
  });
}

function rolesOf(
  columns: readonly LookedColumn[],
  shape: StatesForm['shape'],
  given: StatesForm['columns'],
): StatesForm['columns'] {
  const { roles, take, taken } = columnRoles<StatesRole>(columns, given);
  const named =
    (role: StatesRole) =>
    ({ name }: LookedColumn) =>
      NAMES[role]!.test(name);
  const inRows = shape === 'epochs' || shape === 'changes' || shape === 'stretches';
  if (inRows) {
    const state = stateColumn(columns);
    take('state', (one) => one === state);
  }
  if (shape === 'stretches') {
    take('from', named('from'));
    take('to', named('to'));
    if (roles.to === undefined) take('duration', named('duration'));
  }
  if (shape === 'epochs' || shape === 'changes' || shape === 'columns')
    take(
      'time',
      ({ holds }) => holds === 'timestamps',
      isClock,
      (one) => one.holds === 'numbers' && one.name.toLowerCase() === 'time',
      (one) => one.holds === 'numbers' && named('time')(one),
      // What begins at a time lasts until the next.
      (one) => one.holds === 'numbers' && named('from')(one),
    );
  if (shape !== 'columns') {
    take('unit', ({ name }) => /^(unit|patient|subject)$/i.test(name), named('unit'));
    take('record', named('record'));
    take('stratum', named('stratum'));
    if (roles.unit === undefined && roles.record === undefined)
      take('unit', (one) => one.holds === 'names' && !named('time')(one));
  }
  return taken();
}

const CLOCK = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?$/;
const isClock = ({ cells }: LookedColumn) => {
  const there = cells.filter((text) => text !== '');
  return there.length > 0 && there.filter((text) => CLOCK.test(text)).length >= 0.8 * there.length;
};

function timesOf(time: LookedColumn | undefined, shape: StatesForm['shape']): TimesIn {
  if (!time || shape === 'wide') return 'none';
  if (time.holds === 'timestamps') return 'moments';
  if (isClock(time)) return 'clocks';
  if (/epoch/i.test(time.name)) return 'epochs';
  const unit = timeUnitOf(time.name);
  return unit === 'h' || unit === 'min' ? unit : 's';
}

/** How long after the one before each row of a record is, in the table's own unit. */
function stepsOf(look: TableLook, time: LookedColumn, roles: StatesForm['columns']): number[] {
  const keys = [roles.unit, roles.record].map((name) => look.columns.find((one) => one.name === name)?.cells);
  return time.cells.flatMap((text, i) => {
    if (i === 0 || keys.some((cells) => cells && cells[i] !== cells[i - 1])) return [];
    const step = Number((secondsIn(text) - secondsIn(time.cells[i - 1]!)).toPrecision(9));
    return step > 0 ? [step] : [];
  });
}

/** A number as it stands; of a text that ends with a clock, the seconds of it. */
function secondsIn(text: string): number {
  if (text !== '' && Number.isFinite(Number(text))) return Number(text);
  const [, hour, minute, second = '0'] = /(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?/.exec(text) ?? [];
  return hour === undefined
    ? Number.NaN
    : 3600 * Number(hour) + 60 * Number(minute) + Number(second.replace(',', '.'));
}

function epochOf(times: TimesIn, shape: StatesForm['shape'], steps: readonly number[]): number {
  if (times === 'epochs' || times === 'none' || steps.length === 0) return USUAL_EPOCH;
  const inSeconds = steps.map((step) => Number((step * (SECONDS[times] ?? 1)).toPrecision(9)));
  return shape === 'changes' ? epochOfStays(inSeconds) : mostCommon(inSeconds);
}

function mostCommon(steps: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** One state in twenty is shorter than so many epochs, at most. */
const [SHORT_STAYS, EPOCHS_IN_SHORT] = [0.05, 2];
/** More epochs of all records take long, whatever their states last. */
const MOST_EPOCHS = 1e8;
const ROUND_SECONDS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600,
];
const PER_SECOND = 1e6;

/**
 * Changes come whenever they come: the step that is most common among them says nothing. An epoch shows states that last a short
 * while, unless the times themselves stand on coarser ones.
 */
function epochOfStays(stays: readonly number[]): number {
  const sorted = [...stays].sort((a, b) => a - b);
  const short = sorted[Math.floor(SHORT_STAYS * sorted.length)]! / EPOCHS_IN_SHORT;
  const least = stays.reduce((sum, stay) => sum + stay, 0) / MOST_EPOCHS;
  const round = ROUND_SECONDS.findLast((epoch) => epoch <= short) ?? ROUND_SECONDS[0]!;
  const common =
    stays.reduce((own, stay) => commonDivisor(own, Math.round(stay * PER_SECOND)), 0) / PER_SECOND;
  return Math.max(common, ROUND_SECONDS.find((epoch) => epoch >= least) ?? round, round);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

const INVALID = /\?|unknown|unscored|not scored|movement|artefact|artifact|^(mt|ns|m|x|-1|9|inv\w*)$/i;
/** States that people ask about, and what they are called. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [/^(w|wake|awake|(sleep )?stage w)$/i, 'Wake'],
  [/^(r|rem|(sleep )?stage r)$/i, 'REM'],
  [/^(n3|n4|s3|s4|sws|deep|(sleep )?stage (3|4|n3))$/i, 'N3'],
  [/^\(?a(f|fib)$/i, 'AF'],
];
const MOST_TARGETS = 3;

/** What each state seems to count for: those that people ask about are targets, or else the three most common. */
export function proposedRoles(
  { states }: Pick<ForeignStates, 'states'>,
  given: ReadonlyMap<string, StateRole> = new Map(),
): ReadonlyMap<string, StateRole> {
  const place = (state: string) => ASKED.findIndex(([pattern]) => pattern.test(state));
  const asked = (state: string) => ASKED[place(state)]?.[1];
  const known = states.some(({ state }) => asked(state) !== undefined);
  const common = states
    .filter(({ state }) => !INVALID.test(state))
    .slice(0, MOST_TARGETS)
    .map(({ state }) => state);
  const role = (state: string): StateRole => {
    if (INVALID.test(state)) return { as: 'invalid' };
    const target = known ? asked(state) : common.includes(state) ? state : undefined;
    return target === undefined ? { as: 'other' } : { as: 'target', target };
  };
  const rank = (state: string) => (place(state) < 0 ? ASKED.length : place(state));
  return new Map(
    states
      .map(({ state }) => [state, given.get(state) ?? role(state)] as const)
      .sort(([a], [b]) => rank(a) - rank(b)),
  );
}

const MOST_POINTS = 48;

/** So many grid points that hardly any record is too short for them. */
export function proposedPoints({ lengths }: Pick<ForeignStates, 'lengths'>, epoch: number): number {
  const short = lengths[Math.floor(lengths.length / 10)] ?? 0;
  return Math.max(2, Math.min(MOST_POINTS, Math.floor(short / epoch)));
}
