// Over a class of few directions: K = K̂ + Σ x_iΔ_i along the invisible ones, and the x_i are the dual variables.
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { sparseInvisibleBasis } from '../invisible/invisible-directions.ts';
import { inequalities, leftSide } from '../invisible/knowledge.ts';
import { lifted, movedAlong } from '../invisible/moved-law.ts';
import {
  bilinear,
  type CompatibleSet,
  failure,
  inner,
  madeOnce,
  type SchurEntry,
  type SchurOptions,
  type Solved,
  solve,
  unproved,
} from './compatible-programme.ts';

/** The directions, Z₀ = K̂ + Σ x_iΔ_i − δI as C − Σ y_iA_i, and the inequalities as the linear block. */
const movable = madeOnce(({ benchmark, inside, covarianceClass, knowledge }, kernels) => {
  const p = benchmark.weights.length;
  const directions = sparseInvisibleBasis(benchmark, covarianceClass, kernels);
  const start = lifted(inside, -(knowledge.smallestEigenvalue ?? 0));
  const known = inequalities(knowledge, p, covarianceClass === 'stationary');
  const linearOf = ({ data }: Matrix, sign: number) => ({
    indices: known.map((_, i) => i),
    values: known.map((inequality) => sign * leftSide(inequality, (j, k) => data[j * p + k]!)),
  });
  return {
    p,
    directions,
    linear: known.length,
    objective: { block: symmetricBuilder(p).dense(start).build(), linear: linearOf(inside, 1) },
    moves: directions.map((direction) => ({
      block: symmetricBuilder(p).dense(direction, -1).build(),
      linear: linearOf(direction, -1),
    })),
  };
});

export function leastInClass(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  { tolerance }: SchurOptions,
  kernels: Kernels,
): Solved {
  const { p, directions, linear, objective, moves } = movable(set, kernels);
  const schur = (matrix: Matrix, sign: number, constants: number) => {
    const out = symmetricBuilder(size);
    for (const { i, j, u, v, weight = 1, constant } of entries)
      out.entry(i, j, (u && v ? sign * weight * bilinear(matrix, u, v) : 0) + constants * constant);
    return out.build();
  };
  const solution = solve(
    {
      blocks: [p, size],
      linear,
      objective: { blocks: [objective.block, schur(set.inside, 1, 1)], linear: objective.linear },
      constraints: [
        ...directions.map((direction, i) => ({
          blocks: [moves[i]!.block, schur(direction, -1, 0)],
          linear: moves[i]!.linear,
          value: 0,
        })),
        // The last dual variable is t, of which −t is maximised.
        { blocks: [undefined, symmetricBuilder(size).entry(0, 0, -1).build()], value: -1 },
      ],
    },
    kernels,
    tolerance,
  );
  if (solution.status !== 'optimal') return failure(solution);
  return {
    ok: true,
    covariance: movedAlong(set.inside, directions, solution.y),
    value: -solution.dual,
    bound: -solution.primal - unproved(solution, p, directions.length),
  };
}

export function largestInClass(
  set: CompatibleSet,
  h: SparseSymmetric,
  kernels: Kernels,
  tolerance?: number,
): Solved {
  const { p, directions, linear, objective, moves } = movable(set, kernels);
  const start = inner(h, set.inside);
  if (directions.length === 0) return { ok: true, covariance: set.inside, value: start, bound: start };
  const solution = solve(
    {
      blocks: [p],
      linear,
      objective: { blocks: [objective.block], linear: objective.linear },
      constraints: directions.map((direction, i) => ({
        blocks: [moves[i]!.block],
        linear: moves[i]!.linear,
        value: inner(h, direction),
      })),
    },
    kernels,
    tolerance,
  );
  if (solution.status !== 'optimal') return failure(solution);
  return {
    ok: true,
    covariance: movedAlong(set.inside, directions, solution.y),
    value: start + solution.dual,
    bound: start + solution.primal + unproved(solution, p, directions.length),
  };
}

export function mostInsideClass(set: CompatibleSet, kernels: Kernels): Solved {
  const open = { ...set, knowledge: { ...set.knowledge, smallestEigenvalue: 0 } };
  const { p, directions, linear, objective, moves } = movable(open, kernels);
  const identity = symmetricBuilder(p);
  for (let j = 0; j < p; j++) identity.entry(j, j, 1);
  const solution = solve(
    {
      blocks: [p],
      linear,
      objective: { blocks: [objective.block], linear: objective.linear },
      constraints: [
        ...moves.map((move) => ({ blocks: [move.block], linear: move.linear, value: 0 })),
        { blocks: [identity.build()], value: 1 },
      ],
    },
    kernels,
  );
  if (solution.status !== 'optimal') return failure(solution);
  return {
    ok: true,
    covariance: movedAlong(set.inside, directions, solution.y),
    value: solution.dual,
    bound: solution.primal,
  };
}
