import type { LayoutName } from '@sightline/engine';
import { percent, signed } from '../calibrate-text.ts';
import { list } from '../protocol-warnings.ts';
import { sideOf } from '../r2-table.ts';
import type { RetrospectResult, TargetResult } from '../retrospect-result.ts';
import type { RunResult } from '../run-result.ts';
import { templateName } from '../template-name.ts';
import { openSentences } from './open-sentences.ts';
import { quoted, share } from './study-words.ts';

/** How well layouts would have predicted each target, at the budget in the middle. */
export function recordsAnswer(run: RunResult): string[] {
  const { retrospect } = run.steps;
  if (!retrospect) return openSentences(run, ['retrospect']);
  const { records, units, targets, budgets } = retrospect;
  const whole = Object.entries(targets).filter(([, { cohort }]) => cohort.kind === 'all');
  return [
    `From ${records} records of ${units} units, held out unit by unit, with ${middleBudget(budgets)} looks at each record:`,
    ...whole.map(([name, target]) => targetSentence(name, target, retrospect)),
  ];
}

export const middleBudget = (budgets: readonly number[]) => budgets[Math.floor((budgets.length - 1) / 2)]!;

function targetSentence(
  name: string,
  { templates, contrasts }: TargetResult,
  { layouts, budgets, level }: RetrospectResult,
): string {
  const budget = middleBudget(budgets);
  const ranked = layouts
    .map((layout) => ({ layout, r2: templates[templateName(layout, budget)]!.r2 }))
    .sort((a, b) => b.r2 - a.r2);
  const r2 = ranked.map((one) => `${share(one.r2).replace('-', '−')} (${one.layout})`);
  const own = contrasts.filter(({ a }) => a === templateName(layoutOf(a), budget));
  const clear = own.filter((one) => sideOf(one) !== 'across');
  const open = own.filter((one) => sideOf(one) === 'across');
  const gains = clear.map(
    ({ a, b, difference, low, high }) =>
      `${layoutOf(a)} ${difference > 0 ? 'above' : 'below'} ${layoutOf(b)} by ${Math.abs(difference).toFixed(3)} ` +
      `(${percent(level)} range of the difference ${signed(low)} to ${signed(high)})`,
  );
  const ties = open.map(({ a, b }) => `${layoutOf(a)} and ${layoutOf(b)}`);
  return [
    `${quoted(name)} would have been predicted with R² ${list(r2)}.`,
    ...(gains.length > 0 ? [`Told apart: ${gains.join('; ')}.`] : []),
    ...(ties.length > 0 ? [`Not told apart: ${ties.join('; ')}.`] : []),
  ].join(' ');
}

const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-')) as LayoutName;
