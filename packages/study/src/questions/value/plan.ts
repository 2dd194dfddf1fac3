import type { TargetSpec, TimeGrid } from '@sightline/engine/internal';
import { type Work, writtenFields } from '../../asking/question.ts';
import type { StudySource } from '../../file/study-source.ts';
import { type LawSource, lawKind, lawOf } from '../../law/law.ts';
import { checkTarget } from '../../law/target-of-law.ts';
import { type Protocol, protocols } from '../../parts/actions.ts';
import { horizon, target, weights } from '../../parts/horizon.ts';
import type { Asking } from '../../parts/study-parts.ts';
import type { Study } from '../../schema/study.ts';
import type { KeptValues } from './kept-values.ts';

/** `draws` and `level` are for the intervals of a fitted law. */
export interface ValueRequest extends Work {
  /** What predicts the target from the readings of each protocol: any, or where it is linear in them. */
  predictor?: boolean | 'linear' | undefined;
  draws?: number | undefined;
  level?: number | undefined;
  /** What an earlier question made, and this one will. */
  kept?: KeptValues;
  /** Of a run they are said for all questions. */
  inRun?: true;
}

/** A study on its grid, with the law of the latent quantity. */
export interface LawPlan {
  study: Study;
  /** Where in the file each part stands, for problems that only computing brings to light. */
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  target: TargetSpec;
  law: LawSource;
  /** In the order of the file. */
  protocols: Protocol[];
}

/** What a value is computed with; of whoever looks at the law alone there may be no protocol yet. `ownLaw` makes its law. */
export async function lawPlan(
  study: Asking,
  ownLaw: (study: Asking) => Promise<LawSource | undefined> = lawOf,
): Promise<LawPlan | undefined> {
  const { grid } = study.part(horizon);
  const [ownWeights, ownTarget] = [study.part(weights), study.part(target)];
  const law = await ownLaw(study);
  checkTarget(study, lawKind(study.parsed), law, ownTarget);
  study.part(writtenFields);
  if (!study.isSound() || !ownWeights || !ownTarget || !law) return undefined;
  const { parts, source } = study.parsed;
  return {
    study: parts as Study, // complete: every field passed its check
    source,
    grid,
    weights: ownWeights,
    target: ownTarget,
    law,
    protocols: study.part(protocols),
  };
}
