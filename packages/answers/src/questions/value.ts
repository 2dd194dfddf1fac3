import type { ValueResult } from '@sightline/study';
import { percent } from '@sightline/study';
import type { AnswerDocument, Section } from '../document/document.ts';
import { completeText, missedFact, missedTable } from '../document/missed.ts';
import {
  between,
  cost,
  count,
  documentOf,
  error,
  errorColumn,
  facts,
  fixed,
  gridText,
  number,
  section,
  sentences,
  table,
  targetText,
  text,
} from '../document/parts.ts';
import { drawnText, fittedText, openLawText, readingsText } from '../words/fitted-words.ts';
import {
  boundMark,
  errorText,
  interval,
  listed,
  placesOf,
  quoted,
  share,
  worth,
} from '../words/quantities.ts';
import { formulasSection, formulaText } from './formulas.ts';

/** What each protocol is worth under a law. */
export function valueDocument(result: ValueResult): AnswerDocument {
  const { target, words, fitted } = result;
  const linear = result.estimand === 'linear';
  const places = fitted ? placesOf(Object.values(result.protocols).map(({ value }) => value)) : 6;
  return documentOf(result, {
    verdict: [verdict(result)],
    sections: section('values', `Values${fitted ? `, with ${percent(fitted.level)} intervals` : ''}`, [
      table(
        'values',
        '',
        [
          text('protocol'),
          number('value'),
          ...(fitted ? [number('interval')] : []),
          errorColumn(target, words),
          ...(linear ? [] : [number('linear')]),
          number('cost'),
          number('actions'),
        ],
        Object.entries(result.protocols).map(([name, one]) => [
          name,
          fixed(one.value, places, one),
          ...(fitted ? [between(one.low!, one.high!, places)] : []),
          error(one.rmse, one),
          ...(linear ? [] : [fixed(one.linearValue, places, one)]),
          cost(one.cost),
          count(one.actions),
        ]),
      ),
      missedTable(result.protocols, 4),
    ]).concat(predictorsSection(result)),
    basis: facts(
      [
        'value',
        `share of the target’s variance that the best ${linear ? 'linear predictor explains (R²), under any law' : 'predictor explains (R²)'}`,
      ],
      linear ? null : ['linear', 'the same for the best linear predictor'],
      [
        'RMSE',
        `root mean squared error of the best ${linear ? 'linear ' : ''}predictor, √(variance·(1−value))`,
      ],
      missedFact(result.protocols),
      ['target', targetText(target, words)],
      fitted ? ['law', fittedText(fitted)] : null,
      fitted ? ['intervals', drawnText({ ...fitted, seed: result.seed })] : null,
      ['grid', gridText(result.grid)],
    ),
  });
}

/** What predicts the target, where it was asked for. */
function predictorsSection({ protocols, grid }: ValueResult): Section[] {
  const asked = Object.entries(protocols).flatMap(([name, { predictor }]) =>
    predictor ? [{ name, predictor }] : [],
  );
  const linear = asked.flatMap(({ name, predictor }) =>
    'coefficients' in predictor ? [{ name, text: formulaText(predictor) }] : [],
  );
  if (linear.length > 0 || asked.length === 0) return formulasSection(linear);
  return section('predictors', 'Predictors', [
    sentences(
      'The predictor is no linear function of the readings y: Θ̂ = Σ ω(t)·E{g(X(t)) | y}, with X(t) Gaussian given y.',
      `With \`--json\`, \`expected\`, \`gain\` and \`open\` of each protocol have E(Z | y) = gainᵀ(y − expected) at the ${grid.points} grid points, and the variances that are left.`,
    ),
  ]);
}

const LAWS: Record<ValueResult['law'], string> = {
  latent: 'law given in the study',
  calibration: 'law estimated from dense data',
  fit: 'law fitted to sparse readings',
};

function verdict(result: ValueResult): string {
  const { protocols, law, estimand, target, words, fitted } = result;
  const ranked = Object.entries(protocols).sort(([, a], [, b]) => b.value - a.value);
  const [[best, first], ...others] = ranked as [(typeof ranked)[number], ...typeof ranked];
  const under =
    estimand === 'linear'
      ? 'By the second moments of dense data'
      : `Under the ${fitted ? `law fitted to ${readingsText(fitted)}` : LAWS[law]}${target.transform === 'log' ? ', of the logarithm of the quantity' : ''}`;
  const range = fitted ? `${interval(fitted.level, [first.low!, first.high!])}; ` : '';
  const rest = others.map(([name, one]) => `${quoted(name)} ${boundMark(one)}${share(one.value)}`);
  return (
    `${under}, protocol ${quoted(best)} predicts the target with ${worth(first.value, first)} (${range}RMSE ${errorText(first.rmse, target, words, first)}${completeText(first)})` +
    `${rest.length > 0 ? `; ${listed(rest, 4)}` : ''}.${openLawText(result)}`
  );
}
