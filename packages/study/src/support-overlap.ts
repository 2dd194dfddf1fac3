import { jaccard, type LayoutName } from '@sightline/engine';
import type { TargetResult } from './retrospect-result.ts';
import { templateName } from './template-name.ts';

/** How much of the supports learned for two targets is the same: |A ∩ B|/|A ∪ B|, the mean over the outer folds. */
export interface SupportOverlap {
  layout: LayoutName;
  budget: number;
  a: string;
  b: string;
  jaccard: number;
}

const FIXED: readonly LayoutName[] = ['contiguous', 'dispersed'];

export const isLearned = (layout: LayoutName) => !FIXED.includes(layout);

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
