// Over all completions of a partly known correlation matrix: K = K̂ + Σ x_iE_i, one unknown for each pair that was not seen.
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix } from '../../numerics/matrix.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import {
  bilinear,
  failure,
  inner,
  type SchurEntry,
  type Solved,
  solve,
  unproved,
} from '../worlds/compatible-programme.ts';

/** A pair of grid points, j > k. */
export type GridPair = readonly [number, number];

/** The correlation matrices that agree with K̂ wherever a pair was seen. */
export interface Completions {
  /** K̂, positive definite: one of them, with room around it. */
  readonly inside: Matrix;
  readonly unseen: readonly GridPair[];
}

/**
 * The least t + <H, K> for which a Schur complement with entry (0, 0) = t, and others affine in K, is positive
 * semidefinite. The unknowns x_i and t are the dual variables of the solver, whose linear system has one row for each:
 * the E_i have two entries.
 */
export function leastOverCompletions(
  { inside, unseen }: Completions,
  size: number,
  entries: readonly SchurEntry[],
  h: SparseSymmetric,
  kernels: Kernels,
): Solved {
  const p = inside.rows;
  const start = symmetricBuilder(size);
  for (const { i, j, u, v, weight = 1, constant } of entries)
    start.entry(i, j, (u && v ? weight * bilinear(inside, u, v) : 0) + constant);
  const along = coefficients(h, p);
  const solution = solve(
    {
      blocks: [p, size],
      linear: 0,
      objective: { blocks: [symmetricBuilder(p).dense(inside).build(), start.build()] },
      constraints: [
        ...unseen.map(([j, k]) => {
          const moved = symmetricBuilder(size);
          for (const { i, j: to, u, v, weight = 1 } of entries)
            if (u && v) moved.entry(i, to, -weight * (u[j]! * v[k]! + u[k]! * v[j]!));
          return { blocks: [single(j, k, -1), moved.build()], value: -along(j, k) };
        }),
        { blocks: [undefined, single(0, 0, -1)], value: -1 },
      ],
    },
    kernels,
  );
  if (solution.status !== 'optimal') return failure(solution);
  const offset = inner(h, inside);
  return {
    ok: true,
    covariance: completed(inside, unseen, solution.y),
    value: offset - solution.dual,
    bound: offset - solution.primal - unproved(solution, p, unseen.length),
  };
}

/** The largest <H, K> over the completions. */
export function largestOverCompletions(
  { inside, unseen }: Completions,
  h: SparseSymmetric,
  kernels: Kernels,
  tolerance?: number,
): Solved {
  const p = inside.rows;
  const along = coefficients(h, p);
  const solution = solve(
    {
      blocks: [p],
      linear: 0,
      objective: { blocks: [symmetricBuilder(p).dense(inside).build()] },
      constraints: unseen.map(([j, k]) => ({ blocks: [single(j, k, -1)], value: along(j, k) })),
    },
    kernels,
    tolerance,
  );
  if (solution.status !== 'optimal') return failure(solution);
  const start = inner(h, inside);
  return {
    ok: true,
    covariance: completed(inside, unseen, solution.y),
    value: start + solution.dual,
    bound: start + solution.primal + unproved(solution, p, unseen.length),
  };
}

const single = (j: number, k: number, value: number): SparseSymmetric => ({
  rows: [j],
  cols: [k],
  values: [value],
});

/** <H, E_jk> = 2H_jk. */
function coefficients({ rows, cols, values }: SparseSymmetric, p: number): (j: number, k: number) => number {
  const all = new Float64Array(p * p);
  for (let n = 0; n < values.length; n++) all[rows[n]! * p + cols[n]!]! += 2 * values[n]!;
  return (j, k) => all[j * p + k]!;
}

function completed(inside: Matrix, unseen: readonly GridPair[], by: ArrayLike<number>): Matrix {
  const out = copyMatrix(inside);
  const p = out.rows;
  unseen.forEach(([j, k], i) => {
    out.data[j * p + k]! += by[i]!;
    out.data[k * p + j] = out.data[j * p + k]!;
  });
  return out;
}
