import { type Clocked, clockText, kernelWords, targetKindOf } from '@sightline/engine/internal';
import type { StudyFile, StudyWords } from '@sightline/study';
import { list, moment, moments } from '@sightline/study';
import { digits, minus, time } from './quantities.ts';

// A study's parts as a reader who never saw its file would want them named.

type Target = NonNullable<StudyFile['target']>;
type Latent = NonNullable<StudyFile['latent']>;

/** What is predicted, without how the times count. `inData`: bounds are in the unit of the data. */
export function targetWords(target: Target, inData = false, words: StudyWords = {}): string {
  const { kind, value } = targetKindOf(target);
  return kind.words(value, (...levels) => {
    const unit = inData
      ? ` ${words.value ?? '(in the unit of the data)'}`
      : ` standard deviation${levels.length === 1 && levels[0] === 1 ? '' : 's'}`;
    return `${minus(levels.join(' and '))}${unit}`;
  });
}

export function weightsWords(weights: StudyFile['weights'], unit: string): string {
  if (weights === undefined || weights === 'uniform') return 'all times weighted equally';
  return 'recency' in weights
    ? `late times weighted more (by a factor e every ${time(weights.recency, unit)})`
    : 'times weighted as given';
}

/** How the latent quantity is taken to behave. */
export function lawWords({ kernel, trait = 0, covariance }: Latent, unit: string): string {
  if (!kernel) return `a Gaussian trajectory with the covariance in ${covariance}`;
  const rest = `a Gaussian trajectory with ${kernelWords(kernel, (length) => time(length, unit))}`;
  return trait > 0
    ? `${rest} and a trait, constant over the horizon, with a share of ${trait} of the variance`
    : rest;
}

/** From the first to the last: a catalogue may have them in any order. */
export const inTime = <Action extends { at: number; width: number }>(actions: readonly Action[]): Action[] =>
  [...actions].sort((a, b) => a.at - b.at || a.width - b.width);

/** Readings and windows in the order given: 'at 2 h, at 5 h (a window of 3 h), at 8 h (3 readings)'. */
export function actionsWords(
  actions: readonly { at: number; width: number; repeats?: number }[],
  grid: Clocked,
): string {
  const plain = actions.every(({ width, repeats = 1 }) => width === 0 && repeats === 1);
  if (plain)
    return `at ${moments(
      actions.map(({ at }) => at),
      grid,
    )}`;
  return list(
    actions.map(({ at, width, repeats = 1 }) => {
      const how = [
        ...(width > 0 ? [`a window of ${time(width, grid.unit)}`] : []),
        ...(repeats > 1 ? [`${repeats} readings`] : []),
      ];
      return `at ${moment(at, grid)}${how.length > 0 ? ` (${how.join(', ')})` : ''}`;
    }),
  );
}

/** The same for a table's cell: '07:30 12:00', '2, 5 (width 3)'; their unit stands in the column's name. */
export const placesWords = (actions: readonly { at: number; width: number }[], grid: Clocked): string =>
  actions
    .map(
      ({ at, width }) =>
        `${clockText(at, grid) ?? digits(at)}${width === 0 ? '' : ` (width ${digits(width)})`}`,
    )
    // Times of day are short and tell themselves apart.
    .join(grid.start !== undefined && actions.every(({ width }) => width === 0) ? ' ' : ', ');

/** A column of times: 'at', or 'at (h)' where there is no clock. */
export const timesColumn = (name: string, { unit, start }: Clocked): string =>
  unit && start === undefined ? `${name} (${unit})` : name;
