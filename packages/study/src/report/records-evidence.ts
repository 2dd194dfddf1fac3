import { percent, signed } from '../calibrate-text.ts';
import { html, type Markup } from '../pages/html.ts';
import { r2Plot } from '../pictures/r2-plot.ts';
import { supportsPlot } from '../pictures/supports-plot.ts';
import type { RetrospectResult } from '../retrospect-result.ts';
import type { RunResult } from '../run-result.ts';
import { templateName } from '../template-name.ts';
import { dataTable } from './data-table.ts';
import { figures, wideFigure } from './figure.ts';
import { middleBudget } from './records-answer.ts';

/** R² by layout and budget, what was observed, and the contrasts. */
export function recordsEvidence({ steps }: RunResult): Markup {
  const { retrospect } = steps;
  if (!retrospect) return html``;
  const { targets, layouts, budgets, skipped } = retrospect;
  const budget = middleBudget(budgets);
  return html`<h3>Records that were watched throughout</h3>
${figures(
  Object.entries(targets).map(([name, target]) => r2Plot({ ...retrospect, targets: { [name]: target } })),
  'Held-out R² against the number of grid points that are observed, for each way to lay them out. 1 is perfect; below 0 is ' +
    'worse than predicting the mean.',
)}${wideFigure(
  supportsPlot(retrospect, budget),
  `Which parts of a record each layout looks at with ${budget} points, in each fold.`,
)}${Object.entries(targets).map(([name, { templates }]) =>
  dataTable(
    `${name}: held-out R²`,
    [{ name: 'layout' }, ...budgets.map((own) => ({ name: `N = ${own}`, number: true }))],
    layouts.map((layout) => [
      layout,
      ...budgets.map((own) => signed(templates[templateName(layout, own)]!.r2)),
    ]),
  ),
)}${contrastsTable(retrospect)}${
  skipped.length === 0
    ? null
    : dataTable(
        'Records that were left out',
        [{ name: 'file' }, { name: 'why' }],
        skipped.map(({ file, why }) => [file, why]),
      )
}`;
}

function contrastsTable({ targets, level }: RetrospectResult): Markup {
  const rows = Object.entries(targets).flatMap(([name, { contrasts }]) =>
    contrasts.map(({ a, b, difference, low, high }) => [
      name,
      a,
      b,
      signed(difference),
      signed(low),
      signed(high),
    ]),
  );
  if (rows.length === 0) return html``;
  return dataTable(
    `Differences of R², with ${percent(level)} ranges`,
    [
      { name: 'target' },
      { name: 'layout' },
      { name: 'less' },
      { name: 'difference', number: true },
      { name: 'from', number: true },
      { name: 'to', number: true },
    ],
    rows,
  );
}
