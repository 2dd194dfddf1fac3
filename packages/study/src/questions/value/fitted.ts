import { type FittedLaw, fittedSummary, fittedWarnings, valuesOfFit } from '../../law/fitted-values.ts';
import type { Law } from '../../law/law.ts';
import type { LawPlan, ValueRequest } from './plan.ts';

/** The intervals of values under a fitted law: the same draws as those of `sightline calibrate`. */
export async function valueIntervals(
  plan: LawPlan,
  latent: Law,
  seed: number,
  { draws, level, workers, signal, onProgress }: ValueRequest,
) {
  const law = latent as FittedLaw;
  const found = await valuesOfFit(
    plan,
    law,
    plan.protocols.map(({ actions }) => actions),
    {
      seed,
      signal,
      onProgress,
      ...(draws !== undefined && { draws }),
      ...(level !== undefined && { level }),
      ...(workers && { workers }),
    },
  );
  return {
    warnings: fittedWarnings(plan, law),
    fitted: { ...fittedSummary(law.fitted), level: found.level, draws: found.draws },
    intervals: found.protocols.map(({ low, high, standardError }) => ({ low, high, standardError })),
    rmseIntervals: found.protocols.map(({ rmse: { low, high } }) => ({ low, high })),
  };
}
