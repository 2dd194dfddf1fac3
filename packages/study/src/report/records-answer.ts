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
  const { records, units, targets } = retrospect;
  const whole = Object.entries(targets).filter(([, { cohort }]) => cohort.kind === 'all');
  return [
    `In ${records} records of ${units} units, held out unit by unit:`,
    ...whole.flatMap(([name, target]) => targetSentences(name, target, retrospect)),
  ];
}

export const middleBudget = (budgets: readonly number[]) => budgets[Math.floor((budgets.length - 1) / 2)]!;

function targetSentences(
  name: string,
  { templates, contrasts, states }: TargetResult,
  { layouts, budgets, level }: RetrospectResult,
): string[] {
  const budget = middleBudget(budgets);
  const ranked = layouts
    .map((layout) => ({ layout, r2: templates[templateName(layout, budget)]!.r2 }))
    .sort((a, b) => b.r2 - a.r2);
  const own = contrasts.filter(({ a }) => a.endsWith(`-${budget}`));
  const gains = own.map(
    ({ a, b, difference, low, high }) =>
      `${layoutOf(a)} over ${layoutOf(b)} ${signed(difference)} (${percent(level)} range ${signed(low)} to ${signed(high)}${
        sideOf({ low, high }) === 'across' ? ', not told apart' : ''
      })`,
  );
  return [
    `With ${budget} looks at a record, the share of time in ${list(states.map(quoted))} (${name}) would have been predicted ` +
      `with R² ${list(ranked.map(({ layout, r2 }) => `${share(r2)} by the ${layout} layout`))}.`,
    ...(gains.length > 0 ? [`Gain in R²: ${gains.join('; ')}.`] : []),
  ];
}

const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-'));
