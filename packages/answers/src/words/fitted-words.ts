import type { FittedSummary, Warning } from '@sightline/study';
import { list, percent } from '@sightline/study';
import { counted, digits, threeDigits, upper } from './quantities.ts';

// How answers word a law that was fitted to readings.

type Fitted = Pick<FittedSummary, 'units' | 'readings'>;

/** '1180 readings of 200 units'. */
export const readingsText = ({ readings, units }: Fitted): string =>
  `${counted(readings, 'reading')} of ${counted(units, 'unit')}`;

/** What was estimated, each with its standard error. */
export function fittedText(fitted: FittedSummary): string {
  const { parameters } = fitted;
  const told = parameters.map(
    ({ name, value, standardError }) =>
      `${name} ${digits(value)} (${standardError === null ? 'its bound' : threeDigits(standardError)})`,
  );
  return `fitted to ${readingsText(fitted)}: ${list(told)}; standard errors by unit in brackets`;
}

/** Where the intervals come from. */
export function drawnText({ level, draws, seed }: { level: number; draws: number; seed: number }): string {
  return `${percent(level)}, from ${draws} draws of the fitted parameters from their sampling distribution, the kernel held fixed, seed ${seed}`;
}

/** Behind a verdict whose interval is that of one law, where others fit nearly as well or the readings tell of none. */
export function openLawText({
  fitted,
  warnings,
}: {
  fitted?: FittedSummary;
  warnings: readonly Warning[];
}): string {
  if (!fitted) return '';
  const none = warnings.find(({ kind }) => kind === 'noise-alone');
  if (none) return ` ${upper(none.what)}.`;
  return fitted.undetermined.length > 0
    ? ' The times of the readings do not determine this law: others fit nearly as well and give other values (see the warning).'
    : '';
}
