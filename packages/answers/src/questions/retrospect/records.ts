import type { FoldsFrom, RetrospectResult } from '@sightline/study';
import { list, percent } from '@sightline/study';
import type { Fact } from '../../document/document.ts';
import { facts } from '../../document/parts.ts';
import { quoted } from '../../words/quantities.ts';

/** What a comparison of layouts rests on. */
export function basisFacts(result: RetrospectResult): Fact[] {
  return facts(
    ['records', recordsText(result)],
    ['skipped', result.skipped.length === 0 ? 'no record' : `${result.skipped.length} records`],
    ['grid', gridText(result)],
    ['folds', foldsText(result.folds)],
    ['R²', r2Text(result)],
    ['ranges', rangesText(result)],
  );
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

function gridText({ grid, invalid }: RetrospectResult): string {
  const { points, reading, seconds, block } = grid;
  const long = block === 1 ? `${seconds} s` : `the mean of ${block} samples of ${seconds} s`;
  const reads = {
    anchor: `reads the epoch (${long}) in the middle of its bin`,
    mean: `reads the mean of the epochs (${long}) of its bin`,
    overlap: 'reads the exact share of its bin',
  }[reading as 'anchor' | 'mean' | 'overlap'];
  const out = invalid.length === 0 ? '' : `; time in ${list(invalid.map(quoted))} is taken out before`;
  return `${points} points from the beginning of a record to its end; each ${reads}${out}`;
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
