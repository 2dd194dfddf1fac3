import {
  jaccard,
  type LayoutFit,
  type LayoutName,
  layoutOfName,
  supportDistance,
} from '@sightline/engine/internal';
import type { Template } from './templates.ts';

/** How far the same layout, learned from other units, is the same. */
export interface SupportAgreement {
  target: string;
  layout: LayoutName;
  budget: number;
  /** Supports of any two outer folds, whose training sides have most units in common. */
  folds: Agreement;
  /** Supports of two halves of the units, which have none in common; the mean over several divisions. */
  halves: Agreement;
}

interface Agreement {
  /** |A ∩ B|/|A ∪ B|. */
  jaccard: number;
  /** From a grid point of one to the nearest of the other, as a share of the record; null where one has none. */
  distance: number | null;
}

/** Of each learned layout at each budget. */
export function supportAgreements(
  target: string,
  templates: readonly Template[],
  fits: readonly Pick<LayoutFit, 'supports' | 'halves'>[],
  points: number,
): SupportAgreement[] {
  const meanOf = (pairs: readonly (readonly [number[], number[]])[]): Agreement => {
    const mean = (of: (a: number[], b: number[]) => number) =>
      pairs.reduce((sum, [a, b]) => sum + of(a, b), 0) / pairs.length;
    const none = pairs.some(([a, b]) => a.length === 0 || b.length === 0);
    return { jaccard: mean(jaccard), distance: none ? null : mean(supportDistance) / points };
  };
  return templates.flatMap(({ of }, k) => {
    if (!of || !layoutOfName(of.layout).learned) return [];
    const { supports, halves } = fits[k]!;
    const folds = supports.flatMap((a, i) => supports.slice(i + 1).map((b) => [a, b] as const));
    return [
      {
        target,
        ...of,
        folds: meanOf(folds),
        halves: meanOf(halves.map(([a, b]) => [a!, b!] as const)),
      },
    ];
  });
}
