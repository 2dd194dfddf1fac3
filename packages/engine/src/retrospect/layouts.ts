import { fittingData } from './cross-fit.ts';
import type { Folds } from './folds.ts';
import { type LearnedLayout, learnedSupports, type Ties } from './learned-support.ts';
import { type RecordSet, unitWeights } from './record-set.ts';
import { residualMoments } from './residual-moments.ts';
import { contiguousTemplate, dispersedTemplate } from './templates.ts';

/** How N grid points are chosen: beforehand, or from the training side of each fold. */
export type LayoutName = 'contiguous' | 'dispersed' | LearnedLayout;

export interface LayoutOptions {
  /** How evenly spaced places come onto the grid. */
  rounding?: 'nearest' | 'down';
  /** Exchanges after forward selection, at most. */
  swaps?: number;
  /** Multiplies the eigenvalue floor. */
  floor?: number;
  /** Which of the points that tie is learned; the middle one without it. */
  ties?: Ties;
  /** How records count in the moments that supports are learned from; as in the set without it. */
  moments?: 'unit' | 'record';
  /** Which units supports are learned from, of those on the training side; all without it. */
  learnFrom?: (fold: number, units: readonly number[]) => readonly number[];
}

/** Supports by outer fold and budget: supports[fold][budget]. */
export function supportsOf(
  layout: LayoutName,
  set: RecordSet,
  folds: Folds,
  target: number,
  budgets: readonly number[],
  options: LayoutOptions = {},
): number[][][] {
  const { features, values } = set.targets[target]!;
  const p = features.cols;
  const weighted = options.moments ? { ...set, weights: momentWeights(set, options.moments) } : set;
  return folds.inner.map((_, k) => {
    if (layout === 'contiguous') return budgets.map((count) => contiguousTemplate(p, count));
    if (layout === 'dispersed') return budgets.map((count) => dispersedTemplate(p, count, options.rounding));
    let rows = Array.from(set.unit, (_, i) => i).filter((i) => folds.outer[i] !== k);
    let units = [...new Set(rows.map((i) => set.unit[i]!))].sort((a, b) => a - b);
    if (options.learnFrom) {
      units = [...options.learnFrom(k, units)];
      const used = new Set(units);
      rows = rows.filter((i) => used.has(set.unit[i]!));
    }
    const moments = residualMoments(fittingData(weighted, features, values, rows));
    const { swaps, floor, ties } = options;
    return learnedSupports(layout, moments, {
      units: units.length,
      budgets,
      ...(swaps !== undefined && { swaps }),
      ...(floor !== undefined && { floor }),
      ...(ties !== undefined && { ties }),
    });
  });
}

export function momentWeights({ unit }: RecordSet, by: 'unit' | 'record'): Float64Array {
  return by === 'unit' ? unitWeights(unit) : new Float64Array(unit.length).fill(1);
}

/** |A ∩ B|/|A ∪ B|. */
export function jaccard(a: readonly number[], b: readonly number[]): number {
  const inB = new Set(b);
  const common = a.filter((one) => inB.has(one)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : common / all;
}
