import type { RunResult, UnitsPlanResult } from '@sightline/study';
import { type CalibrateResult, estimateOf, large, percent, signed } from '@sightline/study';
import { html, type Markup } from '../pages/html.ts';
import { intervalsPicture } from '../pictures/intervals-picture.ts';
import { unitsPicture } from '../pictures/units-picture.ts';
import { dataTable } from './data-table.ts';
import { figure } from './figure.ts';

/** What the units at hand say, and how many would say more. */
export function toldApartEvidence({ steps }: RunResult): Markup {
  const { calibrate, plan } = steps;
  return html`${calibrate ? valuesEvidence(calibrate) : null}${plan ? unitsEvidence(plan) : null}`;
}

function valuesEvidence(result: CalibrateResult): Markup {
  const { protocols, bestSet, level, units, epsilon, comparisons, resolution, estimand } = result;
  const named = Object.entries(protocols).sort(([, a], [, b]) => estimateOf(b) - estimateOf(a));
  return html`<h3>What ${units} units say</h3>
${
  named.length === 0
    ? null
    : figure(
        (width) =>
          intervalsPicture({
            width,
            level,
            intervals: named.map(([name, one]) => ({
              name,
              ...one,
              value: estimateOf(one),
              best: bestSet.includes(name),
            })),
          }),
        `Estimated values${estimand === 'linear' ? ', corrected for what fitting to the same units adds,' : ''} with ${percent(level)} intervals. Filled dots and bold names may be the best; open ones are ` +
          `distinguishably worse than one of these. No ${estimand === 'linear' ? 'value before that correction' : 'value'} is off by more than ${epsilon.toFixed(3)}, at ${percent(level)}.`,
      )
}${
  comparisons.length === 0
    ? null
    : dataTable(
        `Differences in value; the ranges hold together at ${percent(level)}`,
        [
          { name: 'larger' },
          { name: 'smaller' },
          { name: 'difference', number: true },
          { name: 'from', number: true },
          { name: 'to', number: true },
          { name: 'told apart' },
        ],
        comparisons.map(({ a, b, difference, low, high, distinguishable }) => [
          a,
          b,
          signed(difference),
          signed(low),
          signed(high),
          distinguishable ? 'yes' : 'no',
        ]),
      )
}${resolution === null ? null : classesTable(resolution)}`;
}

function classesTable({ classes, guaranteed }: NonNullable<CalibrateResult['resolution']>): Markup {
  return html`${dataTable(
    'How fine a choice these units support: classes of protocols from coarse to fine',
    [
      { name: 'class' },
      { name: 'protocols', number: true },
      { name: 'best estimate', number: true },
      { name: 'error', number: true },
      { name: 'guaranteed loss', number: true },
    ],
    classes.map(({ name, size, value, epsilon, guarantee }) => [
      name,
      String(size),
      value.toFixed(3),
      epsilon.toFixed(3),
      guarantee.toFixed(3),
    ]),
  )}<p>The least loss is guaranteed by choosing from ‘${guaranteed}’.</p>
`;
}

function unitsEvidence(plan: UnitsPlanResult): Markup {
  const { curve, gap, units, unitsNeeded, realistic } = plan;
  return html`<h3>How many units</h3>
${figure(
  (width) => unitsPicture({ width, curve, gap, units, unitsNeeded: realistic ? unitsNeeded : null }),
  'How twice the error of the values falls with the number of units. Filled dots were measured on these data and parts of ' +
    'them; open ones follow the root-m rate. Where the curve meets the line, every two protocols that differ by the gap ' +
    `are put in the right order${realistic && unitsNeeded !== null ? `: at about ${large(unitsNeeded)} units` : ''}.`,
)}`;
}
