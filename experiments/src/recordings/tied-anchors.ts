// Sleep supports where anchors tie: what is learned at N = 16 if a tie goes to the middle anchor, or to the last.
import {
  crossFit,
  jaccard,
  type LayoutName,
  type LayoutOptions,
  supportsOf,
} from '@sightline/engine/internal';
import type { RetrospectPlan } from '@sightline/study';

type Ties = NonNullable<LayoutOptions['ties']>;
type Analysis = RetrospectPlan['analyses'][number];
const BUDGET = 16;

/** Held-out R² of a learned layout for REM. */
export function remR2(plan: RetrospectPlan, layout: LayoutName, ties: Ties): number {
  const rem = plan.analyses.find(({ name }) => name === 'REM')!;
  const own = supports(plan, layout, rem, ties);
  return crossFit(rem.set, rem.set.targets[0]!, rem.folds, (fold) => own[fold]!).r2;
}

/** The largest overlap between the aware supports of two targets, in the mean over folds. */
export function mostShared(plan: RetrospectPlan, ties: Ties): number {
  const own = plan.analyses.map((analysis) => supports(plan, 'aware', analysis, ties));
  const pairs = own.flatMap((a, i) => own.slice(i + 1).map((b) => a.map((one, k) => jaccard(one, b[k]!))));
  return Math.max(...pairs.map((shares) => shares.reduce((sum, share) => sum + share, 0) / shares.length));
}

function supports(
  { settings }: RetrospectPlan,
  layout: LayoutName,
  { set, folds }: Analysis,
  ties: Ties,
): number[][] {
  const options = { ...settings.learning, moments: settings.moments, ties };
  return supportsOf(layout, set, folds, 0, [BUDGET], options).map(([own]) => own!);
}
