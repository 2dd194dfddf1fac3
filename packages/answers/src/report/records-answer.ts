import type { RetrospectResult, RunResult, TargetResult } from '@sightline/study';
import { list, percent, signed, templateName } from '@sightline/study';
import { sideOf } from '../terminal/r2-table.ts';
import { quoted, share } from '../words/study-words.ts';
import { openSentences } from './open-sentences.ts';
import { layoutOf, layoutWords } from './records-words.ts';

/** How well layouts would have predicted each target, at the budget in the middle. */
export function recordsAnswer(run: RunResult): string[] {
  const { retrospect } = run.steps;
  if (!retrospect) return openSentences(run, ['retrospect']);
  const { records, units, targets, budgets } = retrospect;
  const whole = Object.entries(targets).filter(([, { cohort }]) => cohort.kind === 'all');
  return [
    `${records} records of ${units} units were watched throughout. Had there been only ${looks(middleBudget(budgets))} at each, ` +
      'units that the prediction was not fitted to would have been predicted as follows.',
    ...whole.map(([name, target]) => targetSentence(name, target, retrospect)),
    ...(whole.some(([, { contrasts }]) => contrasts.length > 0) ? [oneAtATime(retrospect)] : []),
  ];
}

export const middleBudget = (budgets: readonly number[]) => budgets[Math.floor((budgets.length - 1) / 2)]!;

const looks = (count: number) => `${count} look${count === 1 ? '' : 's'}`;

/** Unlike the intervals of calibration, these ranges are not simultaneous. */
const oneAtATime = ({ level }: RetrospectResult) =>
  `Each range holds at ${percent(level)} by itself, not all of them together: among many, some leave out 0 by chance.`;

function targetSentence(
  name: string,
  { templates, contrasts }: TargetResult,
  { layouts, budgets, level }: RetrospectResult,
): string {
  const budget = middleBudget(budgets);
  const ranked = layouts
    .map((layout) => ({ layout, r2: templates[templateName(layout, budget)]!.r2 }))
    .sort((a, b) => b.r2 - a.r2);
  const r2 = ranked.map(
    (one, i) =>
      `${share(one.r2).replace('-', '−')}${i === 0 ? ' from looks' : ''} ${layoutWords(one.layout)}`,
  );
  const own = contrasts.filter(({ a }) => a === templateName(layoutOf(a), budget));
  const clear = own.filter((one) => sideOf(one) !== 'across');
  const open = own.filter((one) => sideOf(one) === 'across');
  const words = (template: string) => quoted(layoutWords(layoutOf(template)));
  const gains = clear.map(
    ({ a, b, difference, low, high }) =>
      `${words(a)} ${difference > 0 ? 'above' : 'below'} ${words(b)} by ${Math.abs(difference).toFixed(3)} ` +
      `(${percent(level)} range of the difference ${signed(low)} to ${signed(high)})`,
  );
  const ties = open.map(({ a, b }) => `${words(a)} and ${words(b)}`);
  return [
    `${quoted(name)}: R² ${list(r2)}.`,
    ...(gains.length > 0 ? [`Told apart, each pair by itself: ${gains.join('; ')}.`] : []),
    ...(ties.length > 0 ? [`Not told apart: ${ties.join('; ')}.`] : []),
  ].join(' ');
}
