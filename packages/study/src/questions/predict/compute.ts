import { predictions, USUAL_RESAMPLING } from '@sightline/engine/internal';
import type { Work } from '../../asking/question.ts';
import { estimatedLawWarnings } from '../../law/data-warnings.ts';
import { familyValues } from '../../law/family-values.ts';
import { fittedWarnings, isFitted } from '../../law/fitted-values.ts';
import { withLaw } from '../../law/law.ts';
import { fileRepairs } from '../../law/law-repair.ts';
import { predictedTarget, preparedTarget, rmse } from '../../law/target-of-law.ts';
import { gridSummary } from '../../parts/horizon.ts';
import { lengthWarnings, protocolWarnings } from '../../parts/warnings.ts';
import type { ResultOrigin, ResultRepair } from '../../schema/result-head.ts';
import { countsOf } from '../../words/text.ts';
import { predictingLaw, protocolPredictor } from '../value/predictors.ts';
import { type PredictPlan, type PredictRequest, type PredictResult, USUAL_DRAWS } from './plan-and-result.ts';
import { predictWarnings } from './warnings.ts';

export async function predictResult(
  given: PredictPlan,
  origin: ResultOrigin,
  request: PredictRequest & Work,
): Promise<PredictResult> {
  const plan = await withLaw(given, request);
  const { study, grid, latent, from, estimated, protocol, readings, file } = plan;
  const { actions } = protocol;
  const target = preparedTarget(latent, plan.target, plan.source);
  const { variance, protocols: values } = familyValues(
    { ...plan, protocols: [protocol] },
    latent,
    target,
    origin.seed,
  );
  const [worth] = values as [(typeof values)[number]];
  // What may be missing is seen in the table: the value is that of all readings.
  const value = worth.missing?.completeValue ?? worth.value;
  const { units, values: data, report } = readings;
  const { level = USUAL_RESAMPLING.level, draws = USUAL_DRAWS, workers, signal, onProgress } = request;
  const under = predictingLaw(latent, plan.target);
  const linear = protocolPredictor(plan, latent, protocol);
  const predictor = 'coefficients' in linear ? linear : null;
  const made = await predictions(
    {
      ...under,
      protocol: actions,
      readings: { rows: units.length, cols: actions.length, data },
      level,
      draws,
      seed: origin.seed,
      ...(estimated && { estimated: countsOf(estimated.data) }),
    },
    // One thread is done with a linear predictor before others have begun.
    { signal, onProgress, ...(workers && !predictor && { workers }) },
  );
  const read = units.map((_, row) =>
    actions.reduce((sum, __, a) => sum + (Number.isNaN(data[row * actions.length + a]!) ? 0 : 1), 0),
  );
  const missing = read.reduce((sum, own) => sum + actions.length - own, 0);
  return {
    sightline: 1,
    command: 'predict',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...lengthWarnings(study, grid, true),
      ...estimatedLawWarnings(estimated, grid),
      ...(isFitted(latent) ? fittedWarnings({ ...plan, protocols: [protocol] }, latent) : []),
      ...(latent.warnings ?? []),
      ...protocolWarnings(protocol, worth, grid),
      ...predictWarnings(plan, under.law, read),
    ],
    repairs: [...latent.repairs, ...fileRepairs(report), ...reordered(report)],
    grid: gridSummary(grid, actions),
    law: from,
    estimand: latent.estimand,
    protocol: protocol.name,
    value,
    rmse: rmse(variance, value),
    target: predictedTarget(plan, latent, target, variance),
    readings: {
      file,
      rows: units.length,
      columns: report.columns,
      by: report.by,
      missing,
      patterns: made.patterns,
    },
    level,
    draws: predictor ? null : draws,
    predictor,
    predictions: made.predictions.map((one, row) => ({
      unit: units[row]!,
      ...one,
      ...(read[row]! < actions.length && { read: read[row]! }),
    })),
  };
}

function reordered({ reordered: moved, columns }: PredictPlan['readings']['report']): ResultRepair[] {
  if (!moved) return [];
  const what = `the columns of the readings stand in another order than in the protocol and were taken by their times: ${columns.join(', ')}`;
  return [{ kind: 'reordered', what, amount: columns.length }];
}
