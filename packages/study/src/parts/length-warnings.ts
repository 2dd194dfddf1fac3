import { type KernelSpec, kernelLengths, smallerUnit, type TimeGrid } from '@sightline/engine';
import { pathText } from '../problems/located-problem.ts';
import type { Warning } from '../problems/warning.ts';
import type { Study } from '../schema/study.ts';
import { list } from '../words/name-text.ts';
import { digits } from '../words/number-text.ts';

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
    value: [given]
      .flat()
      .flatMap(({ width = 0 }) => width)
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
        'this grid, and a finer one may give others: double `points` and compare',
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
    .filter(([, given]) => [given].flat().some(({ noise }) => noise === undefined))
    .map(([name]) => name);
  if (names.length === 0) return [];
  const left = names.length - MOST_NAMES;
  const told = left > 1 ? [...names.slice(0, MOST_NAMES), `${left} more`] : names;
  return [
    {
      kind: 'no-noise',
      path: 'protocols',
      what:
        `${list(told)}: no \`noise\` is given for some or all readings, so these count as perfect; ` +
        '`noise: 0` says so on purpose',
    },
  ];
}
