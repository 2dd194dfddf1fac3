import { type GridPlan, gridPlan, type Work, writtenFields } from '../../asking/question.ts';
import { type LawSource, lawKind, lawOf } from '../../law/law.ts';
import { checkTarget } from '../../law/target-of-law.ts';
import { horizon, target } from '../../parts/horizon.ts';
import type { Asking } from '../../parts/study-parts.ts';
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
export interface LawPlan extends GridPlan {
  law: LawSource;
}

/** What a value is computed with; of whoever looks at the law alone there may be no protocol yet. `ownLaw` makes its law. */
export async function lawPlan(
  study: Asking,
  ownLaw: (study: Asking) => Promise<LawSource | undefined> = lawOf,
): Promise<LawPlan | undefined> {
  study.part(horizon);
  const ownTarget = study.part(target);
  const law = await ownLaw(study);
  checkTarget(study, lawKind(study.parsed), law, ownTarget);
  study.part(writtenFields);
  const plan = gridPlan(study);
  return plan && law && { ...plan, law };
}
