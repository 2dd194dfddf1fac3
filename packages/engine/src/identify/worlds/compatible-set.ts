import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { invisiblePart } from '../invisible/invisible-directions.ts';
import { correlationsMovedBy } from '../invisible/moved-law.ts';
import { mostPossible } from '../invisible/same-value.ts';
import { largestAmongAll, leastAmongAll, mostInsideAll } from './compatible-any.ts';
import { largestInClass, leastInClass, mostInsideClass } from './compatible-class.ts';
import {
  bilinear,
  type CompatibleSet,
  type Functional,
  gathered,
  type SchurEntry,
  type SchurOptions,
  type Solved,
} from './compatible-programme.ts';

import { largestStationary, leastStationary, mostInsideStationary } from './compatible-stationary.ts';

export { bilinear, type CompatibleSet, type SchurEntry, type Solved } from './compatible-programme.ts';

/**
 * The least explained part (BKh)ᵀ(BKBᵀ + R)⁻¹BKh over the set: the least t for which the Schur complement
 * [[t, (BKh)ᵀ], [BKh, BKBᵀ + R]] is positive semidefinite. It is solved as [[t/s, (BKh)ᵀD], [DBKh, D(BKBᵀ + R)D]] with
 * s = the most that noise leaves of Var Θ and D on its own scale, so that every entry is of the size of 1: with noise of
 * 1e8, t is 1e-8, and a tolerance of 1e-8 would say nothing about it.
 */
export function leastExplained(
  set: CompatibleSet,
  alternative: readonly Action[],
  kernels: Kernels = defaultKernels(),
): Solved {
  const weights = meanWeights(set.benchmark);
  const size = mostPossible(alternative, set.benchmark.scale) * bilinear(set.inside, weights, weights);
  const entries = explainedSchur(set.benchmark, alternative, size);
  const dimension = alternative.length + 1;
  // At the optimum t is at most s; a measurement's variance is at most 1 plus its noise.
  const solved = leastSchur(set, dimension, entries, { traceBound: dimension }, kernels);
  return solved.ok ? { ...solved, value: solved.value * size, bound: solved.bound * size } : solved;
}

/** The entries of that complement, with t in units of `size`. */
export function explainedSchur(
  weighing: Weighing,
  alternative: readonly Action[],
  size: number,
): SchurEntry[] {
  const weights = meanWeights(weighing);
  const rows = measurementRows(alternative, weights.length, weighing.scale);
  const scale = alternative.map(({ noise }) => 1 / Math.sqrt(1 + noise));
  const ofTarget = 1 / Math.sqrt(size);
  return rows.flatMap((b, i): SchurEntry[] => [
    { i: i + 1, j: 0, u: b, v: weights, weight: scale[i]! * ofTarget, constant: 0 },
    ...rows.slice(0, i + 1).map((other, j) => ({
      i: i + 1,
      j: j + 1,
      u: b,
      v: other,
      weight: scale[i]! * scale[j]!,
      constant: i === j ? alternative[i]!.noise * scale[i]! * scale[i]! : 0,
    })),
  ]);
}

/** The least t for which a Schur complement whose other entries are affine in K is positive semidefinite. */
export function leastSchur(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  options: SchurOptions,
  kernels: Kernels = defaultKernels(),
): Solved {
  const asked = [set, size, entries, options, kernels] as const;
  if (set.covarianceClass === 'any') return leastAmongAll(...asked);
  return firstSolved(set, [leastStationary, leastInClass], (least) => least(...asked));
}

/**
 * A positive definite world of the set with exactly the law of `inside`, which may be singular: the invisible part of the
 * way to the most interior one. Undefined where there is none.
 */
export function interiorWorld(set: CompatibleSet, kernels: Kernels = defaultKernels()): Matrix | undefined {
  const inner = mostInside(set, kernels);
  if (!inner.ok || !(inner.value > INTERIOR)) return undefined;
  const way = invisibleWay(set, inner.covariance, kernels);
  if (way === undefined) return undefined;
  const world = correlationsMovedBy(set.inside, way, 1);
  return kernels.isPositiveDefinite(world, { minimumPivot: INTERIOR }) ? world : undefined;
}

/** The part of the way from `inside` to another matrix that leaves the benchmark as it is; undefined where there is none. */
export function invisibleWay(
  { benchmark, inside, covarianceClass }: CompatibleSet,
  { data }: Matrix,
  kernels: Kernels,
): Matrix | undefined {
  const p = inside.rows;
  const entry = (j: number, k: number) => data[j * p + k]! - inside.data[j * p + k]!;
  return invisiblePart(benchmark, entry, covarianceClass, kernels).part;
}

/** Smaller eigenvalues than this leave no room that the solver could use. */
const INTERIOR = 1e-8;

/** The largest sum of some terms uᵀKv over the set. */
export function largestLinear(
  set: CompatibleSet,
  terms: readonly Functional[],
  kernels: Kernels = defaultKernels(),
  tolerance?: number,
): Solved {
  if (set.covarianceClass === 'any') return largestAmongAll(set, terms, kernels, tolerance);
  const asked = [set, gathered(terms, set.inside.rows), kernels, tolerance] as const;
  return firstSolved(set, [largestStationary, largestInClass], (largest) => largest(...asked));
}

/**
 * The member of the set whose smallest eigenvalue is largest, for a set whose `inside` need not be positive semidefinite
 * but gives the law. `value` is that eigenvalue: below 0, no member is a correlation matrix.
 */
function mostInside(set: CompatibleSet, kernels: Kernels = defaultKernels()): Solved {
  if (set.covarianceClass === 'any') return mostInsideAll(set, kernels);
  return firstSolved(set, [mostInsideStationary, mostInsideClass], (most) => most(set, kernels));
}

/** Up to here moving along the directions takes no longer than weighing angles. */
const FEW_POINTS = 24;

/** A stationary class by its angles, and along its directions where that fails; any other class along its directions. */
function firstSolved<Way>(
  { covarianceClass, inside }: CompatibleSet,
  [byAngles, alongDirections]: [Way, Way],
  by: (way: Way) => Solved,
): Solved {
  const solved = covarianceClass === 'stationary' && inside.rows > FEW_POINTS ? by(byAngles) : undefined;
  return solved?.ok ? solved : by(alongDirections);
}
