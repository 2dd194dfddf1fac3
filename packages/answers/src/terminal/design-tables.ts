import type { ComparatorName } from '@sightline/engine';
import type { BestResult, DesignResult, FrontierResult } from '@sightline/study';
import { digits } from '@sightline/study';
import { boundMark } from '../words/quantities.ts';
import { costText } from './result-text.ts';
import { COLUMNS, length } from './wrap-text.ts';

/** What others would have chosen, in the order of the table. */
export const COMPARATOR_NAMES: Record<ComparatorName, string> = {
  swap: 'with exchanges',
  greedy: 'one after the other',
  linearTarget: 'for the mean',
  mutualInformation: 'mutual information',
  posteriorVariance: 'posterior variance',
  kernelQuadrature: 'kernel quadrature',
  uniform: 'first to last',
  dispersed: 'middles of parts',
  contiguous: 'in a row',
};

/** Rows under a head, numbers to the right; the last column is text and is cut where it would leave the page. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const last = head.length - 1;
  const widths = head.map((title, k) =>
    rows.reduce((most, cells) => Math.max(most, length(cells[k]!)), title.length),
  );
  const line = (cells: readonly string[]) => {
    const left = cells
      .slice(0, last)
      .map((cell, k) => (k === 0 ? cell.padEnd(widths[0]!) : `  ${cell.padStart(widths[k]!)}`))
      .join('');
    const text = `${left}  ${cells[last]!}`;
    return length(text) <= COLUMNS ? text.trimEnd() : `${[...text].slice(0, COLUMNS - 1).join('')}…`;
  };
  return [line(head), ...rows.map(line)];
}

export function comparatorTable({ best, comparators, random, objective }: DesignResult): string[] {
  const regret = objective === 'regret';
  // A regret of nearly 0 is no share of anything: it stands for itself.
  const row = (
    name: string,
    value: number,
    efficiency: number,
    actions: string,
    bound: { lowerBound?: true },
  ) => [
    name,
    (regret ? '' : boundMark(bound)) + (regret ? Math.abs(value) : value).toFixed(4),
    ...(regret ? [] : [efficiency.toFixed(4)]),
    actions,
  ];
  return table(
    ['choice', COLUMN_NAMES[objective], ...(regret ? [] : ['efficiency']), 'actions'],
    [
      row('this one', best.objective, 1, best.actions.join(', '), best),
      ...Object.entries(COMPARATOR_NAMES).map(([key, name]) => {
        const one = comparators[key as ComparatorName];
        return row(name, one.objective, one.efficiency, one.actions.join(', '), one);
      }),
      row('at random', random.median, random.efficiency, `the median of ${random.draws}`, random),
    ],
  );
}

const COLUMN_NAMES: Record<DesignResult['objective'], string> = {
  value: 'value',
  'weighted mean': 'mean',
  worst: 'least',
  quantile: 'quantile',
  regret: 'regret',
};

/** The chosen actions one by one, where they are not all of one kind. */
export function actionTable({ actions, at, widths, repeats, noise, costs }: BestResult): string[] {
  const alike =
    [widths, repeats, costs].every((list) => new Set(list).size <= 1) && widths[0] === 0 && repeats[0] === 1;
  if (alike) return [];
  return table(
    ['action', 'at', 'width', 'repeats', 'noise', 'cost', ''],
    actions.map((a, i) => [
      String(a),
      digits(at[i]!),
      digits(widths[i]!),
      String(repeats[i]!),
      digits(noise[i]!),
      costText(costs[i]!),
      '',
    ]),
  );
}

const BAR = 24;
/** More points than this are thinned out for people; the result has them all. */
const MOST_POINTS = 16;

/** The best for each cost, and what the last step brought. */
export function frontierTable(points: readonly FrontierResult[]): string[] {
  const every = Math.ceil(points.length / MOST_POINTS);
  const shown = points.filter((_, i) => i % every === 0 || i === points.length - 1);
  const most = shown.reduce((largest, { value }) => Math.max(largest, value), 0);
  const bar = (value: number) => '━'.repeat(most > 0 ? Math.max(0, Math.round((BAR * value) / most)) : 0);
  return table(
    ['cost', 'value', 'more', 'proved', ''.padStart(BAR), 'actions'],
    shown.map(({ cost, value, lowerBound, certified, actions }, i) => [
      costText(cost),
      boundMark({ lowerBound }) + value.toFixed(4),
      i === 0 ? '' : (value - shown[i - 1]!.value).toFixed(4),
      certified ? 'yes' : 'no',
      bar(value).padEnd(BAR),
      actions.join(', '),
    ]),
  );
}
