import {
  type Action,
  type KernelSpec,
  kernelLengths,
  type ProtocolValue,
  smallerUnit,
  type TimeGrid,
} from '@sightline/engine/internal';
import { type Warning, warned } from '../problems/warning.ts';
import type { Study } from '../schema/study.ts';
import { digits, list, moment, moments, pathText } from '../words/text.ts';
import { entriesOf, type Protocol } from './actions.ts';

/** A length of time over which something happens, and the share of it that the grid has to resolve. */
interface Length {
  path: string;
  value: number;
  /** Whether it is the width of a window rather than the field's own value. */
  window?: true;
  /** Below this many grid spacings the grid is too coarse; nothing where it does not matter. */
  spacings?: number;
}

/** The fewest grid spacings in a memory: with fewer, neighbouring points are all but unrelated. */
const FEWEST_SPACINGS = 2;
const MOST_NAMES = 8;

/** What to know about the lengths of time in a study before its values are used. `law`: whether `latent` is used. */
export function lengthWarnings(study: Study, grid: TimeGrid, law: boolean): Warning[] {
  const lengths = [
    ...(law && study.latent?.kernel ? lengthsOf(study.latent.kernel) : []),
    ...recency(study.weights),
  ];
  return [
    ...lengths.flatMap((length) => coarse(length, grid)),
    ...[...lengths, ...widest(study.protocols)].flatMap((length) => long(length, grid)),
    ...perfect(study.protocols),
  ];
}

/** Of several memories of one kernel the shortest is what the grid has to resolve; any may be longer than the horizon. */
function lengthsOf(kernel: KernelSpec): Length[] {
  const all = kernelLengths(kernel);
  return all.map(({ path, parameter: { resolve }, value }) => {
    const beside = all.filter(
      (one) => one.parameter.resolve?.memory && one.path.slice(0, -1).join() === path.slice(0, -1).join(),
    );
    const shortest = beside.reduce((least, one) => (one.value < least.value ? one : least), beside[0]!);
    const counts = resolve && (!resolve.memory || shortest.path.join() === path.join());
    return {
      path: pathText(['latent', 'kernel', ...path]),
      value,
      ...(counts && { spacings: resolve.parts * FEWEST_SPACINGS }),
    };
  });
}

function recency(weights: Study['weights']): Length[] {
  return typeof weights === 'object' && 'recency' in weights
    ? [{ path: 'weights.recency', value: weights.recency, spacings: FEWEST_SPACINGS }]
    : [];
}

/** The widest window of each protocol. */
function widest(protocols: Study['protocols']): Length[] {
  return Object.entries(protocols ?? {}).map(([name, given]) => ({
    path: pathText(['protocols', name]),
    window: true,
    value: entriesOf(given)
      .entries.flatMap(({ width = 0 }) => width)
      .reduce((most, width) => Math.max(most, width), 0),
  }));
}

function coarse({ path, value, spacings }: Length, { spacing, unit }: TimeGrid): Warning[] {
  if (spacings === undefined || value >= spacings * spacing * (1 - 1e-9)) return [];
  const time = (length: number) => `${digits(length)} ${unit}`.trim();
  return [
    {
      kind: 'coarse-grid',
      path,
      what:
        `${path} is ${time(value)}, less than ${spacings} grid spacings of ${time(spacing)}; the values are exact for ` +
        'this grid, but a finer one may give different values: double `points` and compare',
    },
  ];
}

function long({ path, value, window }: Length, { horizon, unit }: TimeGrid): Warning[] {
  if (value <= horizon) return [];
  const time = (length: number) => `${digits(length)} ${unit}`.trim();
  const hint = smallerUnit(value, horizon, unit);
  const what = window ? `${path} has a width of` : `${path} is`;
  return [
    {
      kind: 'long-memory',
      path,
      what:
        `${what} ${time(value)}, longer than the horizon of ${time(horizon)}` +
        (hint === undefined ? '' : `; every time is in ${unit} (${hint})`),
    },
  ];
}

/** Readings without noise are rare; a noise left out is not. */
function perfect(protocols: Study['protocols']): Warning[] {
  const names = Object.entries(protocols ?? {})
    .filter(([, given]) => entriesOf(given).entries.some(({ noise }) => noise === undefined))
    .map(([name]) => name);
  if (names.length === 0) return [];
  const left = names.length - MOST_NAMES;
  const told = left > 1 ? [...names.slice(0, MOST_NAMES), `${left} more`] : names;
  return warned(
    'no-noise',
    'protocols',
    `${list(told)}: no \`noise\` is given for some or all readings, so these count as noise-free; ` +
      'write `noise: 0` if that is meant',
  );
}

/** What makes a value of a lower bound. */
export const BOUND_REMEDY = 'A little noise, or readings further apart,';

/**
 * What to know about a protocol's actions before its value is used. Actions are numbered from 0. `rank`: how many of
 * them add information; `atLeast`: whether the others would add more, if the law had more digits.
 */
export function protocolWarnings(
  { name, actions }: Protocol,
  { rank, atLeast }: Pick<ProtocolValue, 'rank' | 'atLeast'>,
  grid: TimeGrid,
): Warning[] {
  const path = pathText(['protocols', name]);
  const warn = (kind: Warning['kind'], what: string): Warning => ({ kind, path, what });
  const overhang = actions.flatMap((action, i) =>
    action.overhangs ? [warn('overhang', `${name}, action ${i}: ${overhangText(action, grid)}`)] : [],
  );
  const repeated = groups(actions, ({ at, width, repeats, noise }) => [at, width, repeats, noise]).map(
    (same) =>
      warn(
        'repeated',
        `${name}: actions ${list(same)} are identical (at ${moment(actions[same[0]!]!.at, grid)}); ` +
          'each counts as a separate reading with independent noise',
      ),
  );
  const points = actions.map((action, i) => ({ action, i })).filter(({ action }) => action.width === 0);
  const samePoint = groups(points, ({ action }) => action.first)
    .map((same) => same.map((k) => points[k]!))
    .filter((same) => new Set(same.map(({ action }) => action.at)).size > 1)
    .map((same) =>
      warn(
        'same-point',
        `${name}: the times ${moments([...new Set(same.map(({ action }) => action.at))], grid)} (actions ` +
          `${list(same.map(({ i }) => i))}) fall on the same grid point, ${moment(grid.times[same[0]!.action.first]!, grid)}` +
          '; a finer grid would tell them apart',
      ),
    );
  const counted = `${rank} of ${actions.length} actions`;
  const leftOut =
    rank === actions.length
      ? []
      : atLeast
        ? [
            warn(
              'lower-bound',
              `${name}: the value is a lower bound, computed from ${counted}. The others would add information, but differ from ` +
                `these by less than the precision of the law. ${BOUND_REMEDY} would give a value`,
            ),
          ]
        : [
            warn(
              'nothing-new',
              `${name}: only ${counted} add information; the readings of the others are determined by these, without noise, ` +
                'to the precision of the law',
            ),
          ];
  return [...overhang, ...repeated, ...samePoint, ...leftOut];
}

/** What a window that is not wholly inside the horizon reads. */
export function overhangText({ at, width, first, last }: Action, grid: TimeGrid): string {
  const count = last - first + 1;
  const span = (from: number, to: number) =>
    grid.start === undefined
      ? `${digits(from)} to ${digits(to)} ${grid.unit}`.trim()
      : `${moment(from, grid)} to ${moment(to, grid)}`;
  const whole =
    grid.start === undefined ? `[0, ${grid.horizon}] ${grid.unit}`.trim() : `from ${span(0, grid.horizon)}`;
  return (
    `the window from ${span(at - width / 2, at + width / 2)} extends beyond the horizon ${whole}; it averages the ` +
    `${count} grid point${count === 1 ? '' : 's'} inside, from ${span(grid.times[first]!, grid.times[last]!)}`
  );
}

/** Positions of the items that share a key with another, by key. */
function groups<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): number[][] {
  const byKey = new Map<string, number[]>();
  items.forEach((item, i) => {
    const key = JSON.stringify(keyOf(item));
    byKey.set(key, [...(byKey.get(key) ?? []), i]);
  });
  return [...byKey.values()].filter((same) => same.length > 1);
}
