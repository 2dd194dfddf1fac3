import type { RetrospectResult, RunResult } from '@sightline/study';
import { percent, signed, templateName } from '@sightline/study';
import { html, type Markup } from '../pages/html.ts';
import { r2Plot } from '../pictures/r2-plot.ts';
import { supportsPlot } from '../pictures/supports-plot.ts';
import { sideOf } from '../terminal/r2-table.ts';
import { dataTable } from './data-table.ts';
import { figures, wideFigure } from './figure.ts';
import { middleBudget } from './records-answer.ts';
import { budgetOf, LAYOUTS, layoutOf, layoutWords } from './records-words.ts';

/** R² by layout and budget, what was observed, and the contrasts. */
export function recordsEvidence({ steps }: RunResult): Markup {
  const { retrospect } = steps;
  if (!retrospect) return html``;
  const { targets, layouts, budgets, skipped } = retrospect;
  const budget = middleBudget(budgets);
  return html`<h3>Records that were watched throughout</h3>
${layoutsTable(retrospect)}${figures(
  Object.entries(targets).map(([name, target]) =>
    r2Plot({ ...retrospect, targets: { [name]: target } }, layoutWords),
  ),
  'R² for units that were held out, against the number of looks, N, for each way to lay them out. 1 is perfect, 0 is no better ' +
    'than predicting the mean of all, below 0 is worse.',
)}${wideFigure(
  supportsPlot(retrospect, budget, layoutWords),
  `Where in a record the looks fall, with ${budget} of them. Units are held out in turns, the folds; a layout that is set ` +
    'from the records of the others may be another one in each.',
)}${Object.entries(targets).map(([name, { templates }]) =>
  dataTable(
    `${name}: R² for units that were held out, with N looks`,
    [{ name: 'layout' }, ...budgets.map((own) => ({ name: `N = ${own}`, number: true }))],
    layouts.map((layout) => [
      layoutWords(layout),
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

/** What the words mean; the names are those of the study file and of result.json. */
function layoutsTable({ layouts }: RetrospectResult): Markup {
  return dataTable(
    'How the looks are laid out',
    [{ name: 'looks' }, { name: 'where they fall' }, { name: 'name in the study file' }],
    layouts.map((layout) => [LAYOUTS[layout].words, LAYOUTS[layout].where, layout]),
  );
}

function contrastsTable({ targets, level }: RetrospectResult): Markup {
  const rows = Object.entries(targets).flatMap(([name, { contrasts }]) =>
    contrasts.map((one) => [
      name,
      budgetOf(one.a),
      layoutWords(layoutOf(one.a)),
      layoutWords(layoutOf(one.b)),
      signed(one.difference),
      signed(one.low),
      signed(one.high),
      sideOf(one) === 'across' ? 'no' : 'yes',
    ]),
  );
  if (rows.length === 0) return html``;
  return dataTable(
    `Differences of R²; each ${percent(level)} range holds by itself`,
    [
      { name: 'target' },
      { name: 'N', number: true },
      { name: 'looks' },
      { name: 'less looks' },
      { name: 'difference', number: true },
      { name: 'from', number: true },
      { name: 'to', number: true },
      { name: 'told apart' },
    ],
    rows,
  );
}
