import type { ComparatorName } from '@sightline/engine';
import type { DesignResult, RunResult } from '@sightline/study';
import { digits } from '@sightline/study';
import { html, type Markup } from '../pages/html.ts';
import { frontierPicture } from '../pictures/frontier-picture.ts';
import { protocolsPicture } from '../pictures/protocols-picture.ts';
import { sensitivityPicture } from '../pictures/sensitivity-picture.ts';
import { COMPARATOR_NAMES } from '../terminal/design-tables.ts';
import { costText } from '../terminal/result-text.ts';
import { boundMark } from '../words/quantities.ts';
import { inTime } from '../words/study-words.ts';
import { dataTable } from './data-table.ts';
import { figure } from './figure.ts';

/** The choice, what others would have taken, what less money buys, and how exactly the times matter. */
export function bestEvidence({ steps: { design }, choice }: RunResult): Markup {
  return design
    ? html`${choiceEvidence(design)}${othersEvidence(design, choice)}${freedomEvidence(design, choice)}`
    : html``;
}

function choiceEvidence({ best, grid, places, objective }: DesignResult): Markup {
  const actions = best.at.map((at, i) => ({ at, width: best.widths[i]!, repeats: best.repeats[i]! }));
  return html`<h3>The choice</h3>
${figure(
  (width) =>
    protocolsPicture({
      width,
      horizon: grid.horizon,
      unit: grid.unit,
      protocols: [
        {
          name: 'this choice',
          actions,
          value: objective === 'value' ? best.value : null,
          lowerBound: best.lowerBound,
          cost: best.cost,
        },
        {
          name: 'catalogue',
          note: `${places.length} possible actions`,
          actions: places.map((place) => ({ ...place, repeats: 1 })),
          value: null,
          cost: null,
        },
      ],
    }),
  'What to measure, above what there is to choose from.',
)}${dataTable(
  'The chosen actions; they are numbered as in the catalogue',
  [
    { name: 'action' },
    { name: `at${grid.unit ? ` (${grid.unit})` : ''}`, number: true },
    { name: 'width', number: true },
    { name: 'readings', number: true },
    { name: 'noise variance', number: true },
    { name: 'cost', number: true },
  ],
  inTime(best.actions.map((action, i) => ({ action, i, at: best.at[i]!, width: best.widths[i]! }))).map(
    ({ action, i, at, width }) => [
      String(action),
      digits(at),
      digits(width),
      String(best.repeats[i]!),
      digits(best.noise[i]!),
      costText(best.costs[i]!),
    ],
  ),
)}`;
}

const MEASURE: Record<DesignResult['objective'], string> = {
  value: 'value (R²)',
  'weighted mean': 'weighted mean of the values',
  worst: 'least value',
  quantile: 'quantile of the value',
  regret: 'loss against the best',
};

function othersEvidence(
  { best, comparators, objective, random }: DesignResult,
  choice: RunResult['choice'],
): Markup {
  const measure = MEASURE[objective];
  // A loss is no lower bound where a value is one.
  const mark = objective === 'regret' ? () => '' : boundMark;
  const others = Object.entries(COMPARATOR_NAMES).map(([key, name]) => ({
    name,
    ...comparators[key as ComparatorName],
  }));
  return html`<h3>What it costs, and what others would have chosen</h3>
${figure(
  (width) =>
    frontierPicture({
      width,
      measure,
      best: { ...best, value: best.objective },
      frontier: choice?.frontier ?? [],
      comparators: others.map(({ name, cost, objective: value, lowerBound }) => ({
        name,
        cost,
        value,
        lowerBound,
      })),
    }),
  'Dots: the best choice for each cost, filled where nothing better is left. Crosses: what other rules would choose. ' +
    (best.certified ? '' : 'The red bar says how much better another choice could be at most.'),
)}${dataTable(
  'This choice and others; efficiency is the share of this choice’s worth that they reach',
  [
    { name: 'chosen by' },
    { name: measure, number: true },
    { name: 'efficiency', number: true },
    { name: 'cost', number: true },
    { name: 'actions' },
  ],
  [
    [
      'this choice',
      mark(best) + best.objective.toFixed(4),
      '1',
      costText(best.cost),
      best.actions.join(', '),
    ],
    ...others.map((one) => [
      one.name,
      mark(one) + one.objective.toFixed(4),
      one.efficiency.toFixed(3),
      costText(one.cost),
      one.actions.join(', '),
    ]),
    [
      'at random',
      mark(random) + random.median.toFixed(4),
      random.efficiency.toFixed(3),
      '',
      `the median of ${random.draws}`,
    ],
  ],
)}`;
}

function freedomEvidence({ grid }: DesignResult, choice: RunResult['choice']): Markup {
  const moved = choice?.sensitivity ?? [];
  if (moved.length === 0) return html``;
  return html`<h3>How exactly the times matter</h3>
${figure(
  (width) => sensitivityPicture({ width, horizon: grid.horizon, unit: grid.unit, moved }),
  'What would be lost if one action were moved and the others stayed; all rows have the same scale. Inside the shaded part ' +
    'the loss is at most a hundredth of the value, and the rules of the study are kept.',
)}`;
}
