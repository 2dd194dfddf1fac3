// Over all correlation matrices: the unknown is the covariance of the sums that functionals are made of (merged-points.ts).
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix } from '../../numerics/matrix.ts';
import type { SparseVector } from '../../numerics/semidefinite/programme.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { visiblePairs } from '../invisible/benchmark.ts';
import { inequalities } from '../invisible/knowledge.ts';
import { lifted } from '../invisible/moved-law.ts';
import {
  bilinear,
  type CompatibleSet,
  type Functional,
  failure,
  isNear,
  type SchurEntry,
  type SchurOptions,
  type Solved,
  solve,
} from './compatible-programme.ts';
import { mergedPoints, unmerged } from './merged-points.ts';

/** What is known of K = K′ + δI, as constraints on the covariance of sums under K′. */
interface KnownOfAll {
  constraints: {
    block: SparseSymmetric;
    linear?: SparseVector;
    value: number;
    /** What a unit of δ takes off the value. */
    ofFloor: number;
  }[];
  size: number;
  slacks: number;
  /** A bound of the slack variables' sum. */
  slackBound: number;
  row: (u: Float64Array) => Float64Array;
  /** The whole K′ with these covariances of sums, and this variance of every point. */
  whole: (sums: Matrix, variance: number) => Matrix;
}

function knownOfAll(
  { benchmark, inside, knowledge }: CompatibleSet,
  rows: readonly Float64Array[],
  apart = false,
): KnownOfAll {
  const p = benchmark.weights.length;
  const pairs = visiblePairs(benchmark);
  const { nonNegative = false, nonIncreasing = false } = knowledge;
  const unit = (j: number) => Float64Array.from({ length: p }, (_, k) => (j === k ? 1 : 0));
  // An order of correlations is about single points.
  const single = nonIncreasing || apart ? Array.from({ length: p }, (_, j) => unit(j)) : [];
  const merged = mergedPoints([...rows, ...pairs.flat(), ...single], p);
  const { groups, row } = merged;
  const size = groups.length;
  const constraints: KnownOfAll['constraints'] = [];
  let slacks = 0;
  const slack = (value: number): SparseVector => ({ indices: [slacks++], values: [value] });
  groups.forEach(({ points, least, independent }, g) => {
    const block = symmetricBuilder(size).entry(g, g, 1).build();
    if (points.length === 1) {
      constraints.push({ block, value: 1, ofFloor: 1 });
      return;
    }
    constraints.push({ block, linear: slack(1), value: 1, ofFloor: 1 });
    const lowest = nonNegative ? independent : least;
    if (lowest > 0) constraints.push({ block, linear: slack(-1), value: lowest, ofFloor: lowest });
  });
  for (const [a, b] of pairs) {
    // A point's own variance is on the diagonal, which is known.
    if (a === b && a.filter((value) => value !== 0).length === 1) continue;
    constraints.push({
      block: symmetricBuilder(size).outer(row(a), row(b)).build(),
      value: bilinear(inside, a, b),
      ofFloor: dot(a, b),
    });
  }
  const known = inequalities({ nonNegative, nonIncreasing }, size);
  const slackBound = slacks + 2 * known.length;
  for (const inequality of known) {
    const left = symmetricBuilder(size);
    for (const { j, k, weight } of inequality) left.coefficient(j, k, weight);
    constraints.push({ block: left.build(), linear: slack(-1), value: 0, ofFloor: 0 });
  }
  const whole = (sums: Matrix, variance: number) => unmerged(merged, sums, variance, p);
  return { constraints, size, slacks, slackBound, row, whole };
}

/** A programme over all entries is not asked for on more points than these. */
const FEW_POINTS = 100;

export function leastAmongAll(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  options: SchurOptions,
  kernels: Kernels,
  apart = false,
): Solved {
  const { traceBound, tolerance } = options;
  const floor = set.knowledge.smallestEigenvalue ?? 0;
  const rows = entries.flatMap(({ u, v }) => (u && v ? [u, v] : []));
  const known = knownOfAll(set, rows, apart);
  const { row } = known;
  const solution = solve(
    {
      blocks: [known.size, size],
      linear: known.slacks,
      objective: { blocks: [undefined, symmetricBuilder(size).entry(0, 0, 1).build()] },
      constraints: [
        ...above(known, floor),
        // Block 1 is the Schur complement S, tied to K entry by entry.
        ...entries.map(({ i, j, u, v, weight = 1, constant }) => ({
          blocks: [
            u && v && symmetricBuilder(known.size).outer(row(u), row(v), -weight).build(),
            symmetricBuilder(size).coefficient(i, j, 1).build(),
          ],
          value: (u && v ? floor * weight * dot(u, v) : 0) + constant,
        })),
      ],
      traceBounds: [known.size, traceBound],
      linearBound: known.slackBound,
    },
    kernels,
    tolerance,
  );
  const bound = solution.lowerBound ?? Number.NEGATIVE_INFINITY;
  if (!isNear(solution, bound))
    // Where hardly any world has room around it, single points may be told apart better than their sums.
    return !apart && known.size < set.inside.rows && set.inside.rows <= FEW_POINTS
      ? leastAmongAll(set, size, entries, options, kernels, true)
      : failure(solution);
  return {
    ok: true,
    covariance: lifted(known.whole(solution.X[0]!, 1 - floor), floor),
    value: solution.primal,
    bound,
  };
}

/** The constraints on K′ where every eigenvalue of K is at least `floor`. */
const above = ({ constraints }: KnownOfAll, floor: number) =>
  constraints.map(({ block, linear, value, ofFloor }) => ({
    blocks: [block],
    linear,
    value: value - floor * ofFloor,
  }));

export function largestAmongAll(
  set: CompatibleSet,
  objective: readonly Functional[],
  kernels: Kernels,
  tolerance?: number,
): Solved {
  const floor = set.knowledge.smallestEigenvalue ?? 0;
  const known = knownOfAll(
    set,
    objective.flatMap(({ u, v }) => [u, v]),
  );
  const block = symmetricBuilder(known.size);
  for (const { u, v, weight } of objective) block.outer(known.row(u), known.row(v), -weight);
  const solution = solve(
    {
      blocks: [known.size],
      linear: known.slacks,
      objective: { blocks: [block.build()] },
      constraints: above(known, floor),
      traceBounds: [known.size],
      linearBound: known.slackBound,
    },
    kernels,
    tolerance,
  );
  if (solution.status !== 'optimal') return failure(solution);
  const offset = floor * objective.reduce((sum, { u, v, weight }) => sum + weight * dot(u, v), 0);
  return {
    ok: true,
    covariance: lifted(known.whole(solution.X[0]!, 1 - floor), floor),
    value: offset - solution.primal,
    bound: offset - (solution.lowerBound ?? Number.NEGATIVE_INFINITY),
  };
}

/** K = K′ + (s − 1)·I with K′ ⪰ 0 and s ≥ 0 as large as can be: eigenvalues below −1 are not asked about. */
export function mostInsideAll(set: CompatibleSet, kernels: Kernels): Solved {
  // The target's row, so that there is one where nothing else is known.
  const known = knownOfAll(set, [set.benchmark.weights]);
  const { constraints, slacks } = known;
  const solution = solve(
    {
      blocks: [known.size],
      linear: slacks + 1,
      objective: { blocks: [], linear: { indices: [slacks], values: [-1] } },
      constraints: constraints.map(({ block, linear, value, ofFloor }) => ({
        blocks: [block],
        linear: {
          indices: [...Array.from(linear?.indices ?? []), slacks],
          values: [...Array.from(linear?.values ?? []), ofFloor],
        },
        value: value + ofFloor,
      })),
    },
    kernels,
  );
  if (solution.status !== 'optimal') return failure(solution);
  const smallest = solution.x[slacks]! - 1;
  return {
    ok: true,
    covariance: lifted(known.whole(solution.X[0]!, 1 - smallest), smallest),
    value: smallest,
    bound: -solution.dual - 1,
  };
}
