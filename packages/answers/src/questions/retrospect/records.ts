import { clockText, secondsOfDay } from '@sightline/engine/internal';
import type { FoldsFrom, RetrospectResult } from '@sightline/study';
import { digits, list, percent } from '@sightline/study';
import type { Fact } from '../../document/document.ts';
import { facts } from '../../document/parts.ts';
import { quoted } from '../../words/quantities.ts';

type Grid = RetrospectResult['grid'];

/** Where the edge between two cells lies: by the clock, as a time of the horizon, or as a share of the record. */
function edgeText({ points, time, horizon = 1, unit = '', start }: Grid, edge: number): string {
  if (time === 'relative') return percent(Number((edge / points).toPrecision(3)));
  const at = (edge * horizon) / points;
  const seconds = start == null ? undefined : secondsOfDay(start);
  const shown =
    seconds === undefined
      ? undefined
      : clockText(at, { horizon, unit, start: seconds, spacing: horizon / points });
  return shown ?? `${digits(at)} ${unit}`;
}

/** What the ends of a grid by the clock are called. */
export function clockEnds(grid: Grid): [string, string] | undefined {
  return grid.time === 'clock' ? [edgeText(grid, 0), edgeText(grid, grid.points)] : undefined;
}

/** The cells that a protocol reads: 07:00 to 08:00, 12:00 to 13:00. */
export function cellsText({ grid, protocols }: RetrospectResult, name: string): string {
  return protocols[name]!.map(
    ({ first, last }) => `${edgeText(grid, first)} to ${edgeText(grid, last + 1)}`,
  ).join(', ');
}

/** What a comparison of layouts rests on. */
export function basisFacts(result: RetrospectResult): Fact[] {
  return facts(
    ['records', recordsText(result)],
    ['skipped', result.skipped.length === 0 ? 'no record' : `${result.skipped.length} records`],
    ['grid', gridText(result)],
    ...readingFacts(result),
    ['folds', foldsText(result.folds)],
    ['R²', r2Text(result)],
    ['interval', 'of R²: jackknife by unit, with the predictors fixed as fitted'],
    ...linearFacts(result),
    ['ranges', rangesText(result)],
  );
}

/** What readings of values are, where it is not plain. */
function readingFacts({ targets, noise, protocols, seed }: RetrospectResult): [string, string][] {
  const named = (reads: string) =>
    Object.entries(targets).flatMap(([name, own]) =>
      own.cohort.kind === 'all' && own.value !== null && own.reads === reads ? [quoted(name)] : [],
    );
  const [values, indicators] = [named('values'), named('indicators')];
  if (values.length + indicators.length === 0) return [];
  const noisy = noise > 0 || Object.values(protocols).some((own) => own.some((one) => one.noise > 0));
  return [
    [
      'reads',
      [
        ...(values.length > 0 ? [`values for ${list(values)}`] : []),
        ...(indicators.length > 0
          ? [`for ${list(indicators)} whether the value lies between the limits`]
          : []),
        ...(noisy && values.length > 0 ? [`noise is added to values, drawn with seed ${seed}`] : []),
      ].join('; '),
    ],
  ];
}

/** What differs from the best-linear value, which `calibrate` estimates from the same readings. */
function linearFacts({ targets, weights }: RetrospectResult): [string, string][] {
  const any = Object.values(targets).some(({ templates }) =>
    Object.values(templates).some(({ linearValue }) => linearValue !== null),
  );
  if (!any) return [];
  const units = weights === 'unit' ? ', and units have equal weight' : '';
  return [
    [
      'sample',
      'the best-linear value of the same readings, as `calibrate` with estimand: linear has it: least squares fitted to ' +
        `all records, each counting once. R² differs from it: units are held out, a penalty is chosen${units}`,
    ],
  ];
}

function recordsText({ records, units, hours, medianHours, strata, weights, baselines }: RetrospectResult) {
  const groups = strata.map((one) => `${one.name} ${one.records} of ${one.units}`);
  const each = weights === 'unit' ? 'units have equal weight' : 'records have equal weight';
  const known = baselines.length === 0 ? '' : `; adjusted for ${list(baselines)}`;
  return (
    `${records} of ${units} units${groups.length > 0 ? ` (${groups.join(', ')})` : ''}, ${hours.toFixed(1)} valid hours, ` +
    `median ${medianHours.toFixed(1)}; ${each}${known}`
  );
}

function gridText({ grid, invalid, missing, ignored }: RetrospectResult): string {
  const { points, reading, seconds, block } = grid;
  const unused = ignored.length === 0 ? '' : `; columns without use: ${ignored.join(', ')}`;
  const without = invalid.length === 0 ? '' : `; time in ${list(invalid.map(quoted))} counts as a gap`;
  if (grid.time === 'clock') {
    const from = grid.start === null ? '' : ` from ${grid.start} on`;
    const left = missing!.outside === 0 ? '' : `; ${missing!.outside} values lie outside the horizon`;
    return (
      `${points} cells of ${Number((grid.horizon! / points).toPrecision(6))} ${grid.unit}${from}, by the clock: each has the mean of its values, ` +
      `and a gap stays a gap${left}${without}${unused}`
    );
  }
  const long = block === 1 ? `${seconds} s` : `the mean of ${block} samples of ${seconds} s`;
  const reads = {
    anchor: `reads the epoch (${long}) in the middle of its bin`,
    mean: `reads the mean of the epochs (${long}) of its bin`,
    overlap: 'reads the exact share of its bin',
  }[reading as 'anchor' | 'mean' | 'overlap'];
  const out = invalid.length === 0 ? '' : `; time in ${list(invalid.map(quoted))} is taken out before`;
  return `${points} points from the beginning of a record to its end; each ${reads}${out}${unused}`;
}

export function foldsText(folds: FoldsFrom): string {
  return 'file' in folds
    ? `folds from ${folds.file}`
    : `${folds.outer} outer and ${folds.inner} inner folds of units, drawn with seed ${folds.seed}`;
}

function r2Text({ budgets }: RetrospectResult): string {
  return (
    'pooled over all held-out predictions: 1 minus their squared error over the squared deviation from the mean; ' +
    `below 0 is worse than the mean. N: observed grid points, ${budgets.join(', ')}`
  );
}

function rangesText({ level, draws, seed }: RetrospectResult): string {
  return `${percent(level)}, from ${draws} resamples of held-out units, seed ${seed}, predictors fixed as fitted; ▲ above zero, ▼ below`;
}
