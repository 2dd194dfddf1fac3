import { planFittedUnits, type planUnits } from '@sightline/engine/internal';
import {
  drawnInput,
  type FittedLaw,
  fittedSummary,
  fittedWarnings,
  ofTheTarget,
} from '../../law/fitted-values.ts';
import { withLaw } from '../../law/law.ts';
import { predictedTarget, preparedTarget } from '../../law/target-of-law.ts';
import { lengthWarnings } from '../../parts/warnings.ts';
import type { FittedUnitsPlan, Members } from './plan.ts';

/** From the uncertainty of a fitted law: further units are taken to have as many readings each, at such times. */
export async function fromFit(
  plan: FittedUnitsPlan,
  members: Members,
  options: NonNullable<Parameters<typeof planUnits>[1]>,
) {
  const { workers, signal } = options;
  const { latent } = await withLaw(plan, { workers, signal });
  const law = latent as FittedLaw;
  const { study, grid, protocols, pair } = plan;
  const { fitted } = law;
  const found = await ofTheTarget(plan.source, () =>
    planFittedUnits(drawnInput(plan, law, members), fitted.trajectories, options),
  );
  const prepared = preparedTarget(law, plan.target, plan.source);
  const asked = pair ? protocols.filter((_, i) => pair.includes(i)) : protocols;
  return {
    found,
    warnings: [
      ...lengthWarnings(study, grid, true),
      ...(law.warnings ?? []),
      ...fittedWarnings({ ...plan, protocols: asked }, law),
    ],
    repairs: law.repairs,
    units: fitted.units,
    trajectories: fitted.trajectories,
    estimand: 'gaussian' as const,
    target: predictedTarget(plan, law, prepared, found.variance),
    data: null,
    repair: null,
    fitted: fittedSummary(fitted),
  };
}
