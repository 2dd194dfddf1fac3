import { canMiss } from '@sightline/engine/internal';
import { familyValues } from '../../law/family-values.ts';
import { type FittedLaw, fittedSummary, fittedWarnings, valuesOfFit } from '../../law/fitted-values.ts';
import { withLaw } from '../../law/law.ts';
import { predictedTarget, preparedTarget } from '../../law/target-of-law.ts';
import { lengthWarnings, protocolWarnings } from '../../parts/warnings.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { familyGrid, familyOptions, inNames, resolutionOf } from './compute.ts';
import type { CalibrateRequest, CalibrateResult, FittedPlan } from './plan-and-result.ts';
import { lowerBounds } from './warnings.ts';

/** What a law that was fitted to sparse readings, with its uncertainty, says about the protocols. */
export async function fittedResult(
  plan: FittedPlan,
  origin: ResultOrigin,
  request: CalibrateRequest = {},
): Promise<CalibrateResult> {
  const { latent } = await withLaw(plan, { workers: request.workers, signal: request.signal });
  const law = latent as FittedLaw;
  const { study, grid, family, protocols } = plan;
  const { members } = family;
  const prepared = preparedTarget(law, plan.target, plan.source);
  const answer = await valuesOfFit(
    plan,
    law,
    members.map(({ actions }) => actions),
    familyOptions(plan.family, request, origin.seed),
  );
  const own = familyValues(plan, law, prepared, origin.seed).protocols;
  const { fitted } = law;
  return {
    sightline: 1,
    command: 'calibrate',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...lengthWarnings(study, grid, true),
      ...protocols.flatMap((protocol, i) => protocolWarnings(protocol, own[i]!, grid)),
      ...(law.warnings ?? []),
      ...fittedWarnings(plan, law),
      ...lowerBounds(plan, answer.protocols),
    ],
    repairs: law.repairs,
    grid: familyGrid(family, grid),
    units: fitted.units,
    trajectories: fitted.trajectories,
    resampled: { parameters: fitted.parameters.length },
    fitted: fittedSummary(fitted),
    estimand: 'gaussian',
    target: predictedTarget(plan, law, prepared, answer.variance),
    data: null,
    repair: null,
    level: answer.level,
    draws: answer.draws,
    redrawn: 0,
    protocols: Object.fromEntries(
      protocols.map(({ name, actions }, i) => {
        const { value, low, high, standardError, atLeast, rmse } = answer.protocols[i]!;
        const complete = own[i]!.missing?.completeValue;
        return [
          name,
          {
            value,
            ...(complete !== undefined && canMiss(actions) && { completeValue: complete }),
            rmse: rmse.value,
            ...(atLeast && { lowerBound: true as const }),
            low,
            high,
            rmseInterval: { low: rmse.low, high: rmse.high },
            standardError,
            cost: actions.reduce((sum, action) => sum + action.cost, 0),
            actions: actions.length,
          },
        ];
      }),
    ),
    ...inNames(family, answer, study),
    theory: null,
    resolution: resolutionOf(answer.resolution, members, grid),
    fit: null,
  };
}
