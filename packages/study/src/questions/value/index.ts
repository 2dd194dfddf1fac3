import { lackOfLaw, NO_PROTOCOL, protocolCount } from '../../asking/lack.ts';
import { DRAWS, LEVEL, type Question, tooFewDraws } from '../../asking/question.ts';
import { estimatedLawWarnings } from '../../law/data-warnings.ts';
import { drawnPatterns, familyValues, type MissedResult, missedResult } from '../../law/family-values.ts';
import type { FittedSummary } from '../../law/fitted-law.ts';
import { type LawKind, withLaw } from '../../law/law.ts';
import { type PredictedTarget, predictedTarget, preparedTarget, rmse } from '../../law/target-of-law.ts';
import { someProtocol } from '../../parts/actions.ts';
import { gridSummary } from '../../parts/horizon.ts';
import { lengthWarnings, protocolWarnings } from '../../parts/warnings.ts';
import { unusedOption, type Warning } from '../../problems/warning.ts';
import type { GridResult, ResultOrigin } from '../../schema/result-head.ts';
import { keptFamilyValues } from './kept-values.ts';
import { type LawPlan, lawPlan, type ValueRequest } from './plan.ts';
import type { ProtocolPredictor } from './predictors.ts';

/** What is each protocol worth? */
export const value: Question<'value', ValueRequest, LawPlan, ValueResult> = {
  name: 'value',
  description:
    'Computes, under the law given in the study, the share of the target’s variance that each protocol explains.',
  example: 'sightline value examples/shift/study.yaml',
  seedFor: 'for the draws of a fitted law; else recorded in the result',
  shared: 'the draws of a fitted law',
  options: [
    { ...DRAWS('draws of the parameters, where the law was fitted to readings'), noticed: true },
    { ...LEVEL, noticed: true },
    {
      name: 'predictor',
      kind: 'flag',
      what: 'add what predicts the target: intercept and coefficients, or the trajectory given the readings',
    },
  ],
  misuse: tooFewDraws,
  lack: (parsed) => (protocolCount(parsed) === 0 ? NO_PROTOCOL : lackOfLaw(parsed)),
  async plan(study) {
    const planned = await lawPlan(study);
    study.part(someProtocol);
    return planned;
  },
  compute: valueResult,
  inRun: ({ draws, level }) => ({ draws, level, inRun: true, predictor: 'linear' }),
};

/** The answer of `sightline value`. */
export interface ValueResult extends GridResult {
  command: 'value';
  /** Where the law comes from. */
  law: LawKind['from'];
  /** gaussian: values under a Gaussian law; linear: of the best linear predictor, from second moments. */
  estimand: 'gaussian' | 'linear';
  /** Present where the law was fitted to readings: what its uncertainty comes from, and that of the intervals. */
  fitted?: FittedSummary & { level: number; draws: number };
  target: PredictedTarget;
  protocols: Record<string, ProtocolResult>;
}

/** Where readings may be missing, numbers are means over what may be left. */
export interface ProtocolResult extends MissedResult {
  /** I_g: the share of the target's variance that the best predictor explains. */
  value: number;
  /** Its interval, where the law was fitted. */
  low?: number;
  high?: number;
  standardError?: number;
  /** Root mean squared error of that predictor, in the unit of the target. */
  rmse: number;
  /** Of `rmse`, where the law was fitted: with the uncertainty of the target's variance. */
  rmseInterval?: { low: number; high: number };
  /** F_g, the explained variance itself. */
  explained: number;
  /** I_L: the share that the best linear predictor explains. */
  linearValue: number;
  /** Present where value, explained and linearValue are lower bounds, and rmse an upper one; a warning says why. */
  lowerBound?: true;
  /** Sum of the actions' costs. */
  cost: number;
  /** Their number. */
  actions: number;
  /** Where it was asked for. */
  predictor?: ProtocolPredictor;
}

export async function valueResult(
  plan: LawPlan,
  origin: ResultOrigin,
  request: ValueRequest = {},
): Promise<ValueResult> {
  const { study, grid, latent, from, estimated, protocols } = await withLaw(plan, request);
  const target = preparedTarget(latent, plan.target, plan.source);
  const { variance, protocols: values } = request.kept
    ? keptFamilyValues(request.kept, plan, latent, target, origin.seed)
    : familyValues(plan, latent, target, origin.seed);
  // Fetched when it is asked: a page whose law was not fitted does without.
  const drawn = latent.fitted
    ? await (await import('./fitted.ts')).valueIntervals(plan, latent, origin.seed, request)
    : undefined;
  const predictors = request.predictor
    ? (await import('./predictors.ts')).protocolPredictors(plan, latent, request.predictor)
    : undefined;
  return {
    sightline: 1,
    command: 'value',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...lengthWarnings(study, grid, true),
      ...estimatedLawWarnings(estimated, grid),
      ...(latent.warnings ?? []),
      ...(drawn ? drawn.warnings : unusedOptions(request)),
      ...protocols.flatMap((protocol, i) => [
        ...protocolWarnings(protocol, values[i]!, grid),
        ...drawnPatterns(protocol.name, values[i]!),
      ]),
    ],
    repairs: latent.repairs,
    grid: gridSummary(
      grid,
      protocols.flatMap(({ actions }) => actions),
    ),
    law: from,
    estimand: latent.estimand,
    ...(drawn && { fitted: drawn.fitted }),
    target: predictedTarget(plan, latent, target, variance),
    protocols: Object.fromEntries(
      protocols.map(({ name, actions }, i) => {
        const { value, explained, linearValue, atLeast } = values[i]!;
        const cost = actions.reduce((sum, action) => sum + action.cost, 0);
        return [
          name,
          {
            value,
            ...missedResult(values[i]!),
            ...drawn?.intervals[i],
            rmse: rmse(variance, value),
            ...(drawn && { rmseInterval: drawn.rmseIntervals[i] }),
            explained,
            linearValue,
            ...(atLeast ? { lowerBound: true as const } : {}),
            cost,
            actions: actions.length,
            ...(predictors?.[i] && { predictor: predictors[i] }),
          },
        ];
      }),
    ),
  };
}

function unusedOptions({ draws, level, inRun }: ValueRequest): Warning[] {
  if (inRun) return [];
  const given = [...(draws === undefined ? [] : ['--draws']), ...(level === undefined ? [] : ['--level'])];
  return given.map((path) => unusedOption(path, 'it is for laws that were fitted to readings'));
}
