import type { Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { SemidefiniteProgramme } from '../../numerics/semidefinite/programme.ts';
import type { SemidefiniteSolution } from '../../numerics/semidefinite/solution.ts';
import { solveSemidefinite } from '../../numerics/semidefinite/solve-semidefinite.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import type { Benchmark } from '../invisible/benchmark.ts';
import type { CovarianceClass } from '../invisible/covariance-class.ts';
import type { Knowledge } from '../invisible/knowledge.ts';

/** The correlation matrices that give one benchmark law, within a class and with what else is known. */
export interface CompatibleSet {
  readonly benchmark: Benchmark;
  /** One of them; where positive definite, it is inside. */
  readonly inside: Matrix;
  readonly covarianceClass: CovarianceClass;
  readonly knowledge: Knowledge;
}

/** The solver's answer to a programme over the set. */
export type Solved =
  | {
      ok: true;
      covariance: Matrix;
      /** The objective at `covariance`, and a bound on it over the set that the dual proves. */
      value: number;
      bound: number;
    }
  | { ok: false; status: SemidefiniteSolution['status']; relativeGap: number; residual: number };

/** weight·uᵀKv; an objective is a sum of such terms. */
export interface Functional {
  u: Float64Array;
  v: Float64Array;
  weight: number;
}

/** Entry (i, j) of a Schur complement: weight·uᵀKv + constant. Entry (0, 0) is t and is not listed. */
export interface SchurEntry {
  i: number;
  j: number;
  u?: Float64Array;
  v?: Float64Array;
  weight?: number;
  constant: number;
}

export interface SchurOptions {
  /** An upper bound of the complement's trace at the optimum: what the proof of the bound rests on. */
  traceBound: number;
  tolerance?: number;
}

/** What is made of a set for all of the questions that one search asks about it. */
export function madeOnce<Made>(
  make: (set: CompatibleSet, kernels: Kernels) => Made,
): (set: CompatibleSet, kernels: Kernels) => Made {
  const kept = new WeakMap<CompatibleSet, Made>();
  return (set, kernels) => {
    const made = kept.get(set) ?? make(set, kernels);
    kept.set(set, made);
    return made;
  };
}

export const TOLERANCE = 1e-8;
const PROVED = 5e-7;

export function solve(
  programme: SemidefiniteProgramme,
  kernels: Kernels,
  tolerance = TOLERANCE,
): SemidefiniteSolution {
  return solveSemidefinite(programme, { tolerance, kernels });
}

/** A solve that stopped short of its tolerance will do where its own dual bound proves it to be near enough. */
export function isNear({ status, primal, primalResidual }: SemidefiniteSolution, bound: number): boolean {
  return status === 'optimal' || (primal - bound <= PROVED && primalResidual <= 1e-7);
}

/**
 * What is missing of primal feasibility, as a share of the objective that weak duality leaves unproved: the residual times the
 * dual variables' norm, where these move a correlation matrix of p points along so many directions.
 */
export const unproved = ({ primalResidual }: SemidefiniteSolution, p: number, directions: number): number =>
  10 * primalResidual * (2 * p * Math.sqrt(directions) + 2);

export function failure({ status, gap, primalResidual, dualResidual }: SemidefiniteSolution): Solved {
  return { ok: false, status, relativeGap: gap.relative, residual: Math.max(primalResidual, dualResidual) };
}

/** uᵀMv. */
export function bilinear(matrix: Matrix, u: ArrayLike<number>, v: ArrayLike<number>): number {
  const p = matrix.rows;
  let sum = 0;
  for (let j = 0; j < p; j++) {
    if (u[j] === 0) continue;
    let part = 0;
    for (let k = 0; k < p; k++) part += matrix.data[j * p + k]! * v[k]!;
    sum += u[j]! * part;
  }
  return sum;
}

export function inner({ rows, cols, values }: SparseSymmetric, matrix: Matrix): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++)
    sum += (rows[n] === cols[n] ? 1 : 2) * values[n]! * matrix.data[rows[n]! * matrix.cols + cols[n]!]!;
  return sum;
}

/** H with <H, K> the sum of some terms. */
export function gathered(terms: readonly Functional[], p: number): SparseSymmetric {
  const out = symmetricBuilder(p);
  for (const { u, v, weight } of terms) out.outer(u, v, weight);
  return out.build();
}
