import type { Target } from '../model/target.ts';
import type { Action } from '../model/value/action.ts';
import type { Model } from '../model/value/model.ts';
import type { Kernels } from '../numerics/kernels/kernels.ts';
import type { Augmentation } from './cheapest-augmentation.ts';
import type { CovarianceClass } from './invisible/covariance-class.ts';
import type { Knowledge } from './invisible/knowledge.ts';
import type { PermutationSearch } from './permutations/permutation-certificate.ts';
import type { Unsolved } from './worlds/compatible-range.ts';
import type { World } from './worlds/compatible-world.ts';

/** The law nearest to data is looked for on grids up to this size. */
export const NEAREST_LAW_POINTS = 100;

/** The range is computed on grids up to this size; an order among all correlations has inequalities for every pair of points. */
export function rangePoints(
  covarianceClass: CovarianceClass,
  { nonIncreasing = false }: Knowledge = {},
): number {
  return covarianceClass === 'any' && nonIncreasing ? 100 : 256;
}

/** Whether the law of (Y_A, Θ) determines the value of one alternative, with the evidence for it. */
export interface Identification {
  verdict: 'identified' | 'not-identified' | 'undecided';
  /** What the verdict rests on; null where it is open. */
  by: Evidence | null;
  /** One sentence for people. */
  why: string;
  /** The alternative's value under the law that was given. */
  value: number;
  /** Whether that is a lower bound, as in ProtocolValue. */
  atLeast: boolean;
  /** dim D(A, h) within the class; null for targets that are not linear, for which it decides nothing. */
  invisibleDimension: number | null;
  /** The largest derivative of the value along an invisible direction of norm 1; null as above. */
  sensitivity: number | null;
  /** The values that are still possible, as far as known; null where nothing was computed. */
  range: ValueRange | null;
  /** Worlds with the same benchmark law that differ most in the alternative's value: low, then high. */
  worlds: World[];
  augmentation: AugmentationAnswer | null;
  /** The values that permutations of times alone reach, which hold for every target; null where none were looked for. */
  permuted: PermutedRange | null;
  /** Where a solver did not reach its tolerance: how far it got. */
  unsolved: Unsolved | null;
}

/**
 * Identified: 'row-space' (for every law), 'nothing-invisible' and 'every-law' (for every law of the class), 'this-law' (in
 * all worlds with this benchmark), 'range' (both ends proved). Not identified, each with two worlds: 'first-order' and
 * 'second-order' along an invisible direction, 'range' by optimisation, 'permutation' by exchanging times.
 */
export type Evidence =
  | 'row-space'
  | 'nothing-invisible'
  | 'every-law'
  | 'this-law'
  | 'range'
  | 'first-order'
  | 'second-order'
  | 'permutation';

export interface PermutedRange {
  low: number;
  high: number;
  /** Whether every permutation was counted, or exchanges were climbed over from some of them. */
  search: PermutationSearch;
  /** Permuted worlds that were looked at. */
  tried: number;
}

export interface ValueRange {
  low: number;
  high: number;
  lowStatus: 'exact' | 'attained';
  highStatus: 'exact' | 'attained';
}

export interface AugmentationAnswer {
  /** Positions in the catalogue. */
  actions: number[];
  /** Where several protocols were realised: the one on whose units each of the actions is measured, by its position. */
  with?: number[];
  cost: number;
  why: string;
  by: Augmentation['by'];
  /** Whether nothing cheaper will do; false where the search was cut short. */
  exact: boolean;
  /** The cheapest set that settles it for every law, where that is another one. */
  surest: { actions: number[]; with?: number[]; cost: number } | null;
}

/** K₀ with the target's weights; the scale, where there is one, is known and stays as it is. */
export interface IdentifyInput extends Model {
  target: Target;
  /** The protocols behind the benchmark, each run on units of its own. */
  realised: readonly (readonly Action[])[];
  alternative: readonly Action[];
  covarianceClass: CovarianceClass;
  knowledge?: Knowledge;
  /** Actions that could be measured in addition. */
  catalogue?: readonly Action[];
}

/** What the rows of an alternative may be combinations of: the measurements of one protocol, which all are of the same units. */
export const measurementsOf = (realised: IdentifyInput['realised']) =>
  realised.length > 1 ? 'the measurements of one realised protocol' : 'the benchmark’s measurements';

export interface IdentifyOptions {
  /** Share of the largest admissible step at which the first-order worlds stand. */
  share?: number;
  /** Whether the range is wanted; for linear targets on at most `rangePoints` grid points. */
  range?: boolean;
  /** Whether permutations are looked for beside the range of a linear target. */
  permutations?: boolean;
  /** Random starts for the high end. */
  starts?: number;
  seed?: number;
  /** So many starts are climbed from side by side; the answer is the same. */
  abreast?: number;
  kernels?: Kernels;
}
