import { jaccard, type LayoutName, layoutOfName } from '@sightline/engine/internal';
import { templateName } from '../../words/text.ts';
import type { SupportOverlap, TargetResult } from './result.ts';

const isLearned = (layout: LayoutName) => layoutOfName(layout).learned !== undefined;

/** Of each pair of targets, for each layout that is learned. */
export function supportOverlaps(
  targets: readonly (readonly [string, TargetResult])[],
  layouts: readonly LayoutName[],
  budgets: readonly number[],
): SupportOverlap[] {
  return layouts.filter(isLearned).flatMap((layout) =>
    budgets.flatMap((budget) =>
      targets.flatMap(([a, one], i) =>
        targets.slice(i + 1).map(([b, two]) => {
          const name = templateName(layout, budget);
          const [left, right] = [one.supports[name]!, two.supports[name]!];
          const shares = left.map((own, fold) => jaccard(own, right[fold]!));
          return {
            layout,
            budget,
            a,
            b,
            jaccard: shares.reduce((sum, share) => sum + share, 0) / shares.length,
          };
        }),
      ),
    ),
  );
}
