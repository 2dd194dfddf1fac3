import { thousands } from '@sightline/engine/internal';
import { type PredictResult, percent } from '@sightline/study';
import type { AnswerDocument, NumberCell } from '../document/document.ts';
import {
  count,
  documentOf,
  facts,
  gridText,
  number,
  section,
  sentences,
  table,
  targetText,
  text,
} from '../document/parts.ts';
import { errorText, errorUnit, minus, quoted, worth } from '../words/quantities.ts';
import { formulaText } from './formulas.ts';

/** More rows than this are left out where there is little room. */
const MOST_ROWS = 20;

/** What the readings of each unit say of its target. */
export function predictDocument(result: PredictResult): AnswerDocument {
  const { target, words, predictions, predictor, level, readings } = result;
  const gappy = readings.missing > 0;
  const unit = errorUnit(target, words);
  const shown = shownWith(predictions.flatMap(({ sd }) => (sd > 0 ? [sd] : [])));
  return documentOf(result, {
    verdict: [verdict(result, shown)],
    sections: [
      ...section('predictions', 'Predictions', [
        table(
          'predictions',
          unit && `In ${unit}`,
          [
            text('unit'),
            number('predicted'),
            number('SD'),
            number(`${percent(level)} from`),
            number('to'),
            ...(gappy ? [number('readings')] : []),
          ],
          predictions.map((one) => [
            one.unit,
            shown(one.predicted),
            shown(one.sd),
            shown(one.low),
            shown(one.high),
            ...(gappy ? [count(one.read ?? result.readings.columns.length)] : []),
          ]),
          { most: MOST_ROWS },
        ),
      ]),
      ...section('predictor', 'The predictor', [
        predictor && sentences(`${formulaText(predictor)}.`),
        sentences(theory(result)),
      ]),
    ],
    basis: facts(
      [
        'predicted',
        `${result.estimand === 'linear' ? 'the best linear predictor of the target' : 'the mean of the target given the readings'}${gappy ? '; of a unit that misses some, given the others' : ''}`,
      ],
      ['SD', 'standard deviation of the target given the readings'],
      ['target', targetText(target, words)],
      ['table', readsText(result)],
      ['grid', gridText(result.grid)],
    ),
  });
}

/** As many places for all as show two digits of the smallest standard deviation. */
function shownWith(deviations: readonly number[]): (value: number) => NumberCell {
  const least = deviations.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const exponent = Number(least.toExponential().split('e')[1] ?? -2);
  const places = Math.max(0, Math.min(12, 1 - exponent));
  return (value) => ({ number: value, text: minus(value.toFixed(places)) });
}

function verdict(
  { predictions, protocol, value, rmse, target, words, level, readings }: PredictResult,
  shown: (value: number) => NumberCell,
): string {
  const unit = errorUnit(target, words);
  const said = (own: number) => `${shown(own).text}${unit && ` ${unit}`}`;
  const [only, ...others] = predictions as [(typeof predictions)[number], ...typeof predictions];
  const about = `${quoted(protocol)} predicts the target with ${worth(value)} (RMSE ${errorText(rmse, target, words)}) where no reading is missing`;
  if (others.length === 0)
    return `The target of ${quoted(only.unit)} is predicted as ${said(only.predicted)}, with ${percent(level)} probability between ${shown(only.low).text} and ${said(only.high)}; ${about}.`;
  const all = predictions.map(({ predicted }) => predicted);
  const [least, most] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const gaps =
    readings.missing === 0
      ? ''
      : `, ${thousands(predictions.filter(({ read }) => read !== undefined).length)} of them with readings missing,`;
  return `The targets of ${thousands(predictions.length)} units${gaps} are predicted, from ${shown(least).text} to ${said(most)}; ${about}.`;
}

function theory({ law, draws, level, predictor }: PredictResult): string {
  const dense = law === 'calibration';
  if (predictor)
    return dense
      ? `Intercept and coefficients are those of the regression of the target on the readings, by the second moments of the estimate; so are the ${percent(level)} intervals, by Student’s t and with the leverage of the readings.`
      : `The target is Gaussian given the readings: the ${percent(level)} interval is ± the normal quantile times the standard deviation.`;
  return (
    'The predictor is no linear function of the readings y: it is E(Θ | y) = Σ ω(t)·E{g(X(t)) | y} with X(t) Gaussian given y. ' +
    `Intervals have equal tails of ${draws} draws of the trajectory given y, or one tail where the other end is an end of the range${dense ? ', wider by what the law, as an estimate, is uncertain' : ''}. ` +
    'A target of few values, such as a share of the grid’s times, meets the level on average over units, not for each (mid-P).'
  );
}

function readsText({ readings, law, target }: PredictResult): string {
  const { file, rows, columns, by, missing, patterns } = readings;
  const how = { order: 'in the protocol’s order', time: 'by their times', name: 'as named' }[by];
  const gaps = missing > 0 ? `; ${thousands(missing)} cells are empty, in ${patterns} patterns` : '';
  const inWhich =
    target.unit === 'sd' && law === 'latent' ? '; in standard deviations from the mean, as the law is' : '';
  return `${thousands(rows)} ${rows === 1 ? 'row' : 'rows'} of ${file}, columns ${columns.length > 8 ? `${columns.slice(0, 7).join(', ')}, … (${columns.length})` : columns.join(', ')} ${how}${gaps}${inWhich}`;
}
