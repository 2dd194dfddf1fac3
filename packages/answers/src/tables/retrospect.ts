import type { RetrospectResult } from '@sightline/study';
import { tidyTable } from './tidy-table.ts';

const LEARNED = /^(.*)-(\d+)$/;

/** A layout and its budget, or a protocol under its own name. */
function templateOf({ layouts }: RetrospectResult, template: string) {
  const [, layout, budget] = LEARNED.exec(template) ?? [];
  return layouts.some((name) => name === layout)
    ? { layout, budget: Number(budget) }
    : { layout: 'protocols', budget: null };
}

export const retrospectTables = [
  tidyTable(
    'templates',
    'a template for a target: a layout at a budget, or a protocol',
    {
      target: 'the target, and its cohort',
      template: 'its name, such as dispersed-16',
      layout: 'the layout; protocols for one of the study’s own',
      budget: 'how many readings; empty for a protocol',
      r2: 'held-out R²',
      low: 'lower end of its interval, by unit',
      high: 'upper end',
      rmse: 'root of the mean squared error of held-out predictions, in the unit of the target',
      linearValue: 'R² of least squares in the sample',
    },
    (result: RetrospectResult) =>
      Object.entries(result.targets).flatMap(([target, { templates }]) =>
        Object.entries(templates).map(([template, one]) => ({
          ...one,
          ...templateOf(result, template),
          target,
          template,
        })),
      ),
  ),
  tidyTable(
    'contrasts',
    'a pair of templates for a target',
    {
      target: 'the target, and its cohort',
      a: 'a template',
      b: 'another one',
      difference: 'R²(a) − R²(b)',
      low: 'lower end of its interval',
      high: 'upper end',
    },
    ({ targets }: RetrospectResult) =>
      Object.entries(targets).flatMap(([target, { contrasts }]) =>
        contrasts.map((contrast) => ({ target, ...contrast })),
      ),
  ),
  tidyTable(
    'cells',
    'a grid point that a template reads in an outer fold',
    {
      target: 'the target, and its cohort',
      template: 'the template',
      fold: 'number of the outer fold, from 1',
      point: 'the grid point, from 0',
    },
    ({ targets }: RetrospectResult) =>
      Object.entries(targets).flatMap(([target, { supports }]) =>
        Object.entries(supports).flatMap(([template, folds]) =>
          folds.flatMap((points, i) => points.map((point) => ({ target, template, fold: i + 1, point }))),
        ),
      ),
  ),
  tidyTable(
    'stability',
    'a pair of templates in a subsample of units, with --stability',
    {
      target: 'the target',
      a: 'a template',
      b: 'another one',
      subsample: 'its number, from 1',
      difference: 'R²(a) − R²(b) there',
    },
    ({ stability }: RetrospectResult) =>
      (stability?.differences ?? []).flatMap(({ a, b, values }) =>
        values.map((difference, i) => ({ target: stability!.target, a, b, subsample: i + 1, difference })),
      ),
  ),
  tidyTable(
    'sweep',
    'a pair of templates at a number of units that supports are learned from, with --sweep',
    {
      target: 'the target',
      units: 'how many units; of the whole training side, the most',
      whole: 'whether that is the whole training side',
      a: 'a template',
      b: 'another one',
      median: 'of R²(a) − R²(b) over draws of units',
      low: 'lower end of what the draws show',
      high: 'upper end',
    },
    ({ sweep }: RetrospectResult) =>
      (sweep?.sizes ?? []).flatMap(({ units, whole, differences }) =>
        differences.map((one) => ({ ...one, target: sweep!.target, units, whole })),
      ),
  ),
];
