// Over a class of few directions: K = K̂ + Σ x_iΔ_i along the invisible ones, and the x_i are the dual variables.
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { sparseInvisibleBasis } from '../invisible/invisible-directions.ts';
import { type Inequality, inequalities, leftSide } from '../invisible/knowledge.ts';
import { lifted } from '../invisible/moved-law.ts';
import {
  bilinear,
  type CompatibleSet,
  failure,
  inner,
  moved,
  type SchurEntry,
  type SchurOptions,
  type Solved,
  solve,
} from './compatible-programme.ts';

interface Movable {
  directions: Matrix[];
  floor: number;
  known: Inequality[];
}

/** One search asks many questions about the same set. */
const KEPT = new WeakMap<CompatibleSet, Movable & ReturnType<typeof movedBlocks>>();

function movable(set: CompatibleSet, kernels: Kernels): Movable & ReturnType<typeof movedBlocks> {
  const before = KEPT.get(set);
  if (before) return before;
  const { benchmark, covarianceClass, knowledge } = set;
  const own: Movable = {
    directions: sparseInvisibleBasis(benchmark, covarianceClass, kernels),
    floor: knowledge.smallestEigenvalue ?? 0,
    known: inequalities(knowledge, benchmark.weights.length, covarianceClass === 'stationary'),
  };
  const made = { ...own, ...movedBlocks(set, own) };
  KEPT.set(set, made);
  return made;
}

/** Z₀ = K̂ + Σ x_iΔ_i − δI as C − Σ y_iA_i, and the inequalities as the linear block. */
function movedBlocks(set: CompatibleSet, { directions, floor, known }: Movable) {
  const p = set.benchmark.weights.length;
  const start = lifted(set.inside, -floor);
  const entryOf = (matrix: Matrix) => (j: number, k: number) => matrix.data[j * p + k]!;
  const linearOf = (matrix: Matrix, sign: number) => ({
    indices: known.map((_, i) => i),
    values: known.map((inequality) => sign * leftSide(inequality, entryOf(matrix))),
  });
  return {
    objective: { block: symmetricBuilder(p).dense(start).build(), linear: linearOf(set.inside, 1) },
    moves: directions.map((direction) => ({
      block: symmetricBuilder(p).dense(direction, -1).build(),
      linear: linearOf(direction, -1),
    })),
  };
}

export function leastInClass(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  { tolerance }: SchurOptions,
  kernels: Kernels,
): Solved {
  const p = set.benchmark.weights.length;
  const free = movable(set, kernels);
  const { objective, moves } = free;
  const schur = (matrix: Matrix, sign: number, constants: number) => {
    const out = symmetricBuilder(size);
    for (const { i, j, u, v, weight = 1, constant } of entries)
      out.entry(i, j, (u && v ? sign * weight * bilinear(matrix, u, v) : 0) + constants * constant);
    return out.build();
  };
  const solution = solve(
    {
      blocks: [p, size],
      linear: free.known.length,
      objective: { blocks: [objective.block, schur(set.inside, 1, 1)], linear: objective.linear },
      constraints: [
        ...free.directions.map((direction, i) => ({
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
    covariance: moved(set.inside, free.directions, solution.y),
    value: -solution.dual,
    // t ≥ −(primal) by weak duality; what is missing of primal feasibility costs at most its size times the unknowns'.
    bound: -solution.primal - 10 * solution.primalResidual * (2 * p * Math.sqrt(free.directions.length) + 2),
  };
}

export function largestInClass(
  set: CompatibleSet,
  h: SparseSymmetric,
  kernels: Kernels,
  tolerance?: number,
): Solved {
  const p = set.benchmark.weights.length;
  const free = movable(set, kernels);
  const { objective, moves } = free;
  const start = inner(h, set.inside);
  if (free.directions.length === 0) return { ok: true, covariance: set.inside, value: start, bound: start };
  const solution = solve(
    {
      blocks: [p],
      linear: free.known.length,
      objective: { blocks: [objective.block], linear: objective.linear },
      constraints: free.directions.map((direction, i) => ({
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
    covariance: moved(set.inside, free.directions, solution.y),
    value: start + solution.dual,
    bound: start + solution.primal,
  };
}

export function mostInsideClass(set: CompatibleSet, kernels: Kernels): Solved {
  const p = set.benchmark.weights.length;
  const free = movable({ ...set, knowledge: { ...set.knowledge, smallestEigenvalue: 0 } }, kernels);
  const { objective, moves } = free;
  const identity = symmetricBuilder(p);
  for (let j = 0; j < p; j++) identity.entry(j, j, 1);
  const solution = solve(
    {
      blocks: [p],
      linear: free.known.length,
      objective: { blocks: [objective.block], linear: objective.linear },
      constraints: [
        ...moves.map(({ block, linear }) => ({ blocks: [block], linear, value: 0 })),
        { blocks: [identity.build()], value: 1 },
      ],
    },
    kernels,
  );
  if (solution.status !== 'optimal') return failure(solution);
  return {
    ok: true,
    covariance: moved(set.inside, free.directions, solution.y),
    value: solution.dual,
    bound: solution.primal,
  };
}
