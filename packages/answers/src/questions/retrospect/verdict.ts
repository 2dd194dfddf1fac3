import { thousands } from '@sightline/engine/internal';
import type { RetrospectResult, TargetResult } from '@sightline/study';
import { list, percent } from '@sightline/study';
import { counted, quoted, share } from '../../words/quantities.ts';
import { isProtocol, middleOf, shownTemplates, wordsOf } from './templates.ts';

// The first sentences: how well held-out units are predicted, and which layouts are told apart.

/** On which side of zero a range lies. */
export const sideOf = ({ low, high }: { low: number; high: number }) =>
  low > 0 ? 'above' : high < 0 ? 'below' : 'across';

/** How well layouts would have predicted each target, at the budget in the middle. */
export function verdict(result: RetrospectResult): string[] {
  const { records, units, level } = result;
  const budget = middleOf(result);
  const own = Object.keys(result.protocols).length > 0 ? ', or those of a protocol' : '';
  const read = budget === undefined ? '' : `; with N = ${budget} readings of each${own}`;
  const whole = Object.entries(result.targets).filter(([, { cohort }]) => cohort.kind === 'all');
  const any = whole.some(([, { contrasts }]) => contrasts.length > 0);
  return [
    `${thousands(records)} records of ${counted(units, 'unit')} were observed throughout${droppedText(result)}${read}, held-out units are predicted as follows.`,
    ...whole.map(([name, target]) => targetSentence(name, target, result)),
    ...(any
      ? [
          `Each ${percent(level)} range is for a single contrast; they are not simultaneous, and among many some exclude 0 by chance.`,
        ]
      : []),
  ];
}

/** What is not among the records that were observed throughout, with its share. */
function droppedText({ records, missing }: RetrospectResult): string {
  if (!missing) return '';
  const { dropped, filled, records: some } = missing;
  const share = (part: number, all: number) => percent(Number((part / all).toPrecision(2)));
  const parts = [
    ...(dropped > 0
      ? [
          `${thousands(dropped)} more, ${share(dropped, dropped + records)} of all, have empty cells and were dropped`,
        ]
      : []),
    ...(filled > 0
      ? [`${counted(filled, 'empty cell')} of ${thousands(some)} of them were interpolated`]
      : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

function targetSentence(
  name: string,
  { templates, contrasts }: TargetResult,
  result: RetrospectResult,
): string {
  const { level } = result;
  const shown = shownTemplates(result);
  const ranked = shown
    .map((template) => ({ template, r2: templates[template]!.r2 }))
    .sort((a, b) => b.r2 - a.r2)
    .map(({ template, r2 }) => `${share(r2)} ${wordsOf(template, result)}${ownReadings(template, result)}`);
  const own = contrasts.filter(({ a, b }) => shown.includes(a) && shown.includes(b));
  const gains = own
    .filter((one) => sideOf(one) !== 'across')
    .map(
      ({ a, b, difference, low, high }) =>
        `${wordsOf(a, result)} ${difference > 0 ? 'above' : 'below'} ${wordsOf(b, result)} by ${share(Math.abs(difference))} ` +
        `(${percent(level)} range ${share(low)} to ${share(high)})`,
    );
  const ties = own
    .filter((one) => sideOf(one) === 'across')
    .map(({ a, b }) => `${wordsOf(a, result)} and ${wordsOf(b, result)}`);
  return [
    `${quoted(name)}: R² ${list(ranked)}.`,
    ...(gains.length > 0 ? [`Told apart: ${gains.join('; ')}.`] : []),
    ...(ties.length > 0 ? [`Not told apart: ${ties.join('; ')}.`] : []),
  ].join(' ');
}

/** A protocol has as many readings as the study gives it, whatever the budget. */
const ownReadings = (template: string, { protocols }: RetrospectResult) =>
  isProtocol(template, { protocols }) ? ` (${counted(protocols[template]!.length, 'reading')})` : '';
