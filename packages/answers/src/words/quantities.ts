import type { PredictedTarget, StudyWords } from '@sightline/study';
import { list, percent, digits as plainDigits } from '@sightline/study';

// Numbers and names as every answer writes them.

/** A hyphen before a number as the sign of a minus: for people to read, not to write in a study. */
export const minus = (text: string) => text.replace(/(?<![\p{L}\p{N}_.])-(?=[\d.])/gu, '−');

/** Four significant digits. */
export const digits = (value: number) => minus(plainDigits(value));

/** Before a number that is a lower bound, on the same line. */
export const boundMark = ({ lowerBound }: { lowerBound?: true | undefined }) => (lowerBound ? '≥\u00a0' : '');

/** A name that the study gives. */
export const quoted = (name: string) => `‘${name}’`;

/** A value in a sentence: R² 0.639. */
export const worth = (value: number, bound: { lowerBound?: true | undefined } = {}) =>
  `R² ${boundMark(bound)}${share(value)}`;

/** An error in the unit of what is predicted, as far as that has a name; of a lower bound of the value an upper one. */
export function errorText(
  rmse: number,
  target: Pick<PredictedTarget, 'unit' | 'quantity'>,
  words: StudyWords | undefined,
  { lowerBound }: { lowerBound?: true | undefined } = {},
): string {
  const unit = errorUnit(target, words);
  return `${lowerBound ? '≤\u00a0' : ''}${threeDigits(rmse)}${unit && ` ${unit}`}`;
}

/** The unit of what is predicted: a share has none, and values that were not standardised that of the data. */
export function errorUnit(
  { unit, quantity }: Pick<PredictedTarget, 'unit' | 'quantity'>,
  words: StudyWords | undefined,
): string {
  if (quantity !== 'value') return '';
  return unit === 'sd' ? 'SD' : (words?.value ?? '');
}

export const threeDigits = (value: number) => minus(String(Number(value.toPrecision(3))));

/** Three places unless said otherwise, with the sign of a minus. */
export function share(value: number, places = 3): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 ? `−${text}` : text;
}

/** Small values by their digits, others by their places. */
export const small = (value: number, places = 3) =>
  value > 0 && value < 0.001 ? value.toExponential(3) : share(value, places);

/** So many places that no two values of a list read alike, as far as four show it. */
export function placesOf(values: readonly number[]): number {
  const alike = (places: number) =>
    new Set(values.map((own) => share(own, places))).size < new Set(values).size;
  return alike(3) ? 4 : 3;
}

/**
 * The ends of an axis for values between 0 and 1, as round numbers: from 0 where that takes no more than half of it, otherwise so that
 * .97 is told from .98.
 */
export function valueEnds(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const start = least > most / 2 ? least : Math.min(0, least);
  const span = Math.max(most - start, 1e-3);
  const step =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((own) => own * 5 >= span) ?? 0.2;
  const round = (value: number) => Number((value * step).toPrecision(9));
  const low = round(Math.floor(start / step + 1e-9));
  const high = round(Math.ceil(most / step - 1e-9));
  return [low, high > low ? Math.min(Math.max(1, most), high) : low + step];
}

/** Two numbers with as many places as it takes to tell them apart; a low one reads 0.000 where the high one is seen in three. */
export function shares(low: number, high: number): [string, string] {
  const text = high < 0.001 ? small : share;
  for (let places = 3; places < 12; places++) {
    const [from, to] = [text(low, places), text(high, places)];
    if (from !== to || low === high) return [from, to];
  }
  return [text(low, 12), text(high, 12)];
}

export const interval = (level: number, [low, high]: readonly [number, number]) =>
  `${percent(level)} interval ${share(low)} to ${share(high)}`;

/** A sum of costs in full: people add these up. Twelve digits leave out what adding in binary brings. */
export const costText = (cost: number) => String(Number(cost.toPrecision(12)));

/** A length of time. */
export const time = (value: number, unit: string) => `${digits(value)}${unit ? ` ${unit}` : ''}`;

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** More than this are counted, not listed. */
const MOST_LISTED = 8;

/** As a list, what goes beyond some items as a number. */
export function listed(items: readonly string[], most = MOST_LISTED): string {
  const more = items.length - most;
  return list(more > 1 ? [...items.slice(0, most), `${more} more`] : items);
}

export const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
