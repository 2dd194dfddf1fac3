import { fittingData } from './fit/cross-fit.ts';
import { type Folds, randomFolds } from './fit/folds.ts';
import type { LayoutKind } from './fit/layout-kind.ts';
import { inOwnUnit, type LearningMoments, type LearnOptions, type Ties } from './fit/learned-support.ts';
import { type ResidualMoments, residualMoments } from './fit/residual-moments.ts';
import { LAYOUTS } from './layouts/index.ts';
import { type RecordSet, unitWeights } from './records/record-set.ts';

/** How N grid points are chosen: beforehand, or from the training side of each fold. */
export type LayoutName = (typeof LAYOUTS)[number]['name'];

export const layoutOfName = (name: LayoutName): LayoutKind<LayoutName> =>
  LAYOUTS.find((kind) => kind.name === name)!;

export const layoutTitle = (name: LayoutName): string => layoutOfName(name).title;

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

/** What supports are learned from while a fold is held out. */
interface Training extends LearningMoments {
  /** Independent units among the records. */
  units: number;
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
  const points = set.targets[target]!.features.cols;
  const training = (fold: number) => trainingOf(set, folds, target, fold, options);
  return folds.inner.map((_, k) => foldSupports(layout, points, budgets, options, () => training(k)));
}

/** Of one fold, by budget; moments are asked for where the layout learns. */
export function foldSupports(
  layout: LayoutName,
  points: number,
  budgets: readonly number[],
  options: LayoutOptions,
  training: () => Training,
): number[][] {
  const { fixed } = layoutOfName(layout);
  if (fixed) return budgets.map((count) => fixed(points, count, options.rounding));
  const { units, ...moments } = training();
  return learnedSupports(layout, moments, { ...options, units, budgets });
}

/** From the records of the training side. */
export function trainingOf(
  set: RecordSet,
  { outer }: Folds,
  target: number,
  fold: number,
  { moments, learnFrom }: LayoutOptions,
): Training & ResidualMoments {
  const { features, values } = set.targets[target]!;
  const weighted = moments ? { ...set, weights: momentWeights(set, moments) } : set;
  let rows = Array.from(set.unit, (_, i) => i).filter((i) => outer[i] !== fold);
  let units = [...new Set(rows.map((i) => set.unit[i]!))].sort((a, b) => a - b);
  if (learnFrom) {
    units = [...learnFrom(fold, units)];
    const used = new Set(units);
    rows = rows.filter((i) => used.has(set.unit[i]!));
  }
  return { ...residualMoments(fittingData(weighted, features, values, rows)), units: units.length };
}

/** Divisions of the units into halves, whose supports are compared. */
const DIVISIONS = 5;

/** Supports learned from either half of the units, for several divisions within strata: by division, half and budget. */
export function halfSupports(
  layout: LayoutName,
  set: RecordSet,
  target: number,
  budgets: readonly number[],
  seed: number,
  options: LayoutOptions = {},
): number[][][][] {
  return Array.from({ length: DIVISIONS }, (_, division) => {
    const halves = randomFolds(set, seed, { outer: 2, inner: 2 }, 'halves', division);
    return supportsOf(layout, set, halves, target, budgets, options);
  });
}

/** Supports for each budget, learned from the moments of training records alone. */
export function learnedSupports(
  layout: LayoutName,
  moments: LearningMoments,
  { swaps = 3, floor = 1, ties = 'middle', ...rest }: LearnChoices,
): number[][] {
  return layoutOfName(layout).learned!(inOwnUnit(moments), { swaps, floor, ties, ...rest });
}

type LearnChoices = Pick<LearnOptions, 'units' | 'budgets'> & Partial<LearnOptions>;

export function momentWeights({ unit }: RecordSet, by: 'unit' | 'record'): Float64Array {
  return by === 'unit' ? unitWeights(unit) : new Float64Array(unit.length).fill(1);
}

/** From a grid point of one to the nearest of the other, the mean over the points of both. */
export function supportDistance(a: readonly number[], b: readonly number[]): number {
  const nearest = (from: number, to: readonly number[]) => Math.min(...to.map((one) => Math.abs(one - from)));
  const all = [...a.map((one) => nearest(one, b)), ...b.map((one) => nearest(one, a))];
  return all.reduce((sum, one) => sum + one, 0) / all.length;
}

/** |A ∩ B|/|A ∪ B|. */
export function jaccard(a: readonly number[], b: readonly number[]): number {
  const inB = new Set(b);
  const common = a.filter((one) => inB.has(one)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : common / all;
}
