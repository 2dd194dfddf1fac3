import type { ValueResult } from '@sightline/study';
import type { AnswerDocument } from '../document/document.ts';
import {
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
  table,
  targetText,
  text,
} from '../document/parts.ts';
import { boundMark, errorText, listed, quoted, share, worth } from '../words/quantities.ts';

/** What each protocol is worth under a law. */
export function valueDocument(result: ValueResult): AnswerDocument {
  const { target, words } = result;
  const linear = result.estimand === 'linear';
  return documentOf(result, {
    verdict: [verdict(result)],
    sections: section('values', 'Values', [
      table(
        'values',
        '',
        [
          text('protocol'),
          number('value'),
          errorColumn(target, words),
          ...(linear ? [] : [number('linear')]),
          number('cost'),
          number('actions'),
        ],
        Object.entries(result.protocols).map(([name, one]) => [
          name,
          fixed(one.value, 6, one),
          error(one.rmse, one),
          ...(linear ? [] : [fixed(one.linearValue, 6, one)]),
          cost(one.cost),
          count(one.actions),
        ]),
      ),
    ]),
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
      ['target', targetText(target, words)],
      ['grid', gridText(result.grid)],
    ),
  });
}

const LAWS: Record<ValueResult['law'], string> = {
  latent: 'law given in the study',
  calibration: 'law estimated from dense data',
  fit: 'law fitted to sparse readings',
};

function verdict({ protocols, law, estimand, target, words }: ValueResult): string {
  const ranked = Object.entries(protocols).sort(([, a], [, b]) => b.value - a.value);
  const [[best, first], ...others] = ranked as [(typeof ranked)[number], ...typeof ranked];
  const under = estimand === 'linear' ? 'By the second moments of dense data' : `Under the ${LAWS[law]}`;
  const rest = others.map(([name, one]) => `${quoted(name)} ${boundMark(one)}${share(one.value)}`);
  return (
    `${under}, protocol ${quoted(best)} predicts the target with ${worth(first.value, first)} (RMSE ${errorText(first.rmse, target, words, first)})` +
    `${rest.length > 0 ? `; ${listed(rest, 4)}` : ''}.`
  );
}
