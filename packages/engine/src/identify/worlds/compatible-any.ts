// Over all correlation matrices: K is the primal variable, and what is known of it are the equality constraints.
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { dot } from '../../numerics/matrix.ts';
import type { SemidefiniteConstraint } from '../../numerics/semidefinite/programme.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { visiblePairs } from '../invisible/benchmark.ts';
import { inequalities } from '../invisible/knowledge.ts';
import {
  bilinear,
  type CompatibleSet,
  diagonalSum,
  failure,
  lifted,
  PROVED,
  type SchurEntry,
  type SchurOptions,
  type Solved,
  solve,
} from './compatible-programme.ts';

interface KnownOfAll {
  /** Constraints on K′ = K − δI in block 0, with slack variables for inequalities in the linear block. */
  constraints: SemidefiniteConstraint[];
  slacks: number;
  floor: number;
}

function knownOfAll({ benchmark, inside, knowledge }: CompatibleSet): KnownOfAll {
  const p = benchmark.weights.length;
  const floor = knowledge.smallestEigenvalue ?? 0;
  const constraints: SemidefiniteConstraint[] = [];
  for (let j = 0; j < p; j++)
    constraints.push({ blocks: [symmetricBuilder(p).entry(j, j, 1).build()], value: 1 - floor });
  for (const [a, b] of visiblePairs(benchmark)) {
    // A point's own variance is on the diagonal, which is known.
    if (a === b && a.filter((value) => value !== 0).length === 1) continue;
    constraints.push({
      blocks: [symmetricBuilder(p).outer(a, b).build()],
      value: bilinear(inside, a, b) - floor * dot(a, b),
    });
  }
  const known = inequalities(knowledge, p);
  known.forEach((inequality, i) => {
    const left = symmetricBuilder(p);
    for (const { j, k, weight } of inequality) left.coefficient(j, k, weight);
    constraints.push({ blocks: [left.build()], linear: { indices: [i], values: [-1] }, value: 0 });
  });
  return { constraints, slacks: known.length, floor };
}

export function leastAmongAll(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  { traceBound, tolerance }: SchurOptions,
  kernels: Kernels,
): Solved {
  const p = set.benchmark.weights.length;
  const { constraints, slacks, floor } = knownOfAll(set);
  // Block 1 is the Schur complement S, tied to K entry by entry.
  for (const { i, j, u, v, weight = 1, constant } of entries)
    constraints.push({
      blocks: [
        u && v && symmetricBuilder(p).outer(u, v, -weight).build(),
        symmetricBuilder(size).coefficient(i, j, 1).build(),
      ],
      value: (u && v ? floor * weight * dot(u, v) : 0) + constant,
    });
  const solution = solve(
    {
      blocks: [p, size],
      linear: slacks,
      objective: { blocks: [undefined, symmetricBuilder(size).entry(0, 0, 1).build()] },
      constraints,
      traceBounds: [p, traceBound],
      linearBound: 2 * slacks,
    },
    kernels,
    tolerance,
  );
  // A solve that stopped short of its tolerance will do where its own dual bound proves it to be near enough.
  const proved =
    solution.primal - (solution.lowerBound ?? Number.NEGATIVE_INFINITY) <= PROVED &&
    solution.primalResidual <= 1e-7;
  if (solution.status !== 'optimal' && !proved) return failure(solution);
  return {
    ok: true,
    covariance: lifted(solution.X[0]!, floor),
    value: solution.primal,
    bound: solution.lowerBound ?? Number.NEGATIVE_INFINITY,
  };
}

export function largestAmongAll(
  set: CompatibleSet,
  h: SparseSymmetric,
  kernels: Kernels,
  tolerance?: number,
): Solved {
  const p = set.benchmark.weights.length;
  const { constraints, slacks, floor } = knownOfAll(set);
  const solution = solve(
    {
      blocks: [p],
      linear: slacks,
      objective: { blocks: [{ ...h, values: Float64Array.from(h.values, (value) => -value) }] },
      constraints,
      traceBounds: [p],
      linearBound: 2 * slacks,
    },
    kernels,
    tolerance,
  );
  if (solution.status !== 'optimal') return failure(solution);
  const offset = floor * diagonalSum(h);
  return {
    ok: true,
    covariance: lifted(solution.X[0]!, floor),
    value: offset - solution.primal,
    bound: offset - (solution.lowerBound ?? Number.NEGATIVE_INFINITY),
  };
}

/** K = K′ + (s − 1)·I with K′ ⪰ 0 and s ≥ 0 as large as can be: eigenvalues below −1 are not asked about. */
export function mostInsideAll(set: CompatibleSet, kernels: Kernels): Solved {
  const p = set.benchmark.weights.length;
  const { constraints, slacks } = knownOfAll({
    ...set,
    knowledge: { ...set.knowledge, smallestEigenvalue: 0 },
  });
  const solution = solve(
    {
      blocks: [p],
      linear: slacks + 1,
      objective: { blocks: [], linear: { indices: [slacks], values: [-1] } },
      constraints: constraints.map(({ blocks, linear, value }) => {
        const onIdentity = diagonalSum(blocks[0]!);
        return {
          blocks,
          linear: {
            indices: [...Array.from(linear?.indices ?? []), slacks],
            values: [...Array.from(linear?.values ?? []), onIdentity],
          },
          value: value + onIdentity,
        };
      }),
    },
    kernels,
  );
  if (solution.status !== 'optimal') return failure(solution);
  const smallest = solution.x[slacks]! - 1;
  return {
    ok: true,
    covariance: lifted(solution.X[0]!, smallest),
    value: smallest,
    bound: -solution.dual - 1,
  };
}
