import type { Action } from '../model/action.ts';
import { measurementRows } from '../model/measurement-rows.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { copyMatrix, dot, type Matrix, row } from '../numerics/matrix.ts';
import type { SemidefiniteConstraint, SemidefiniteProgramme } from '../numerics/semidefinite/programme.ts';
import type { SemidefiniteSolution } from '../numerics/semidefinite/solution.ts';
import { solveSemidefinite } from '../numerics/semidefinite/solve-semidefinite.ts';
import { type SparseSymmetric, symmetricBuilder } from '../numerics/semidefinite/sparse-symmetric.ts';
import { type Benchmark, visiblePairs } from './benchmark.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { invisibleBasis, invisiblePart } from './invisible-directions.ts';
import { type Inequality, inequalities, type Knowledge, leftSide } from './knowledge.ts';

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

/** Entry (i, j) of a Schur complement: weight·uᵀKv + constant. Entry (0, 0) is t and is not listed. */
export interface SchurEntry {
  i: number;
  j: number;
  u?: Float64Array;
  v?: Float64Array;
  weight?: number;
  constant: number;
}

/**
 * The least explained part (BKh)ᵀ(BKBᵀ + R)⁻¹BKh over the set: the least t for which the Schur complement
 * [[t, (BKh)ᵀ], [BKh, BKBᵀ + R]] is positive semidefinite.
 */
export function leastExplained(
  set: CompatibleSet,
  alternative: readonly Action[],
  kernels: Kernels = defaultKernels(),
): Solved {
  const { weights } = set.benchmark;
  const matrix = measurementRows(alternative, weights.length);
  const rows = Array.from({ length: matrix.rows }, (_, a) => row(matrix, a));
  const entries = rows.flatMap((b, i): SchurEntry[] => [
    { i: i + 1, j: 0, u: b, v: weights, constant: 0 },
    ...rows.slice(0, i + 1).map((other, j) => ({
      i: i + 1,
      j: j + 1,
      u: b,
      v: other,
      constant: i === j ? alternative[i]!.noise : 0,
    })),
  ]);
  // At the optimum t is at most Var Θ; a measurement's variance is at most 1 plus its noise.
  const trace = alternative.reduce(
    (sum, { noise }) => sum + 1 + noise,
    bilinear(set.inside, weights, weights),
  );
  return leastSchur(set, rows.length + 1, entries, { traceBound: trace }, kernels);
}

export interface SchurOptions {
  /** An upper bound of the complement's trace at the optimum: what the proof of the bound rests on. */
  traceBound: number;
  tolerance?: number;
}

/** The least t for which a Schur complement whose other entries are affine in K is positive semidefinite. */
export function leastSchur(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  options: SchurOptions,
  kernels: Kernels = defaultKernels(),
): Solved {
  return set.covarianceClass === 'any'
    ? leastAmongAll(set, size, entries, options, kernels)
    : leastInClass(set, size, entries, options, kernels);
}

/**
 * A positive definite world of the set with exactly the law of `inside`, which may be singular: the invisible part of the
 * way to the most interior one. Undefined where there is none.
 */
export function interiorWorld(set: CompatibleSet, kernels: Kernels = defaultKernels()): Matrix | undefined {
  const { benchmark, inside, covarianceClass } = set;
  const inner = mostInside(set, kernels);
  if (!inner.ok || !(inner.value > INTERIOR)) return undefined;
  const p = inside.rows;
  const entry = (j: number, k: number) => inner.covariance.data[j * p + k]! - inside.data[j * p + k]!;
  const { part } = invisiblePart(benchmark, entry, covarianceClass, kernels);
  if (part === undefined) return undefined;
  const world = { rows: p, cols: p, data: inside.data.map((value, n) => value + part.data[n]!) };
  for (let j = 0; j < p; j++) world.data[j * p + j] = 1;
  return kernels.cholesky(world, INTERIOR).ok ? world : undefined;
}

/** Smaller eigenvalues than this leave no room that the solver could use. */
const INTERIOR = 1e-8;

/** The largest <H, K> over the set. */
export function largestLinear(
  set: CompatibleSet,
  h: SparseSymmetric,
  kernels: Kernels = defaultKernels(),
): Solved {
  return set.covarianceClass === 'any' ? largestAmongAll(set, h, kernels) : largestInClass(set, h, kernels);
}

/**
 * The member of the set whose smallest eigenvalue is largest, for a set whose `inside` need not be positive semidefinite
 * but gives the law. `value` is that eigenvalue: below 0, no member is a correlation matrix.
 */
export function mostInside(set: CompatibleSet, kernels: Kernels = defaultKernels()): Solved {
  return set.covarianceClass === 'any' ? mostInsideAll(set, kernels) : mostInsideClass(set, kernels);
}

const TOLERANCE = 1e-8;
const PROVED = 5e-7;

// ── any correlation matrix: K is the primal variable, what is known of it are the equality constraints ──

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

function leastAmongAll(
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

function largestAmongAll(set: CompatibleSet, h: SparseSymmetric, kernels: Kernels): Solved {
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
function mostInsideAll(set: CompatibleSet, kernels: Kernels): Solved {
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

// ── a class of few directions: K = K̂ + Σ x_iΔ_i, the x_i are the dual variables ──

interface Movable {
  directions: Matrix[];
  floor: number;
  known: Inequality[];
}

function movable({ benchmark, covarianceClass, knowledge }: CompatibleSet, kernels: Kernels): Movable {
  return {
    directions: invisibleBasis(benchmark, covarianceClass, kernels),
    floor: knowledge.smallestEigenvalue ?? 0,
    known: inequalities(knowledge, benchmark.weights.length),
  };
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

function leastInClass(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  { tolerance }: SchurOptions,
  kernels: Kernels,
): Solved {
  const p = set.benchmark.weights.length;
  const free = movable(set, kernels);
  const { objective, moves } = movedBlocks(set, free);
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

function largestInClass(set: CompatibleSet, h: SparseSymmetric, kernels: Kernels): Solved {
  const p = set.benchmark.weights.length;
  const free = movable(set, kernels);
  const { objective, moves } = movedBlocks(set, free);
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
  );
  if (solution.status !== 'optimal') return failure(solution);
  return {
    ok: true,
    covariance: moved(set.inside, free.directions, solution.y),
    value: start + solution.dual,
    bound: start + solution.primal,
  };
}

function mostInsideClass(set: CompatibleSet, kernels: Kernels): Solved {
  const p = set.benchmark.weights.length;
  const free = movable({ ...set, knowledge: { ...set.knowledge, smallestEigenvalue: 0 } }, kernels);
  const { objective, moves } = movedBlocks(set, free);
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

// ── small parts ──

function solve(
  programme: SemidefiniteProgramme,
  kernels: Kernels,
  tolerance = TOLERANCE,
): SemidefiniteSolution {
  return solveSemidefinite(programme, { tolerance, kernels });
}

function failure({ status, gap, primalResidual, dualResidual }: SemidefiniteSolution): Solved {
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

/** M + δI. */
function lifted(matrix: Matrix, by: number): Matrix {
  const out = copyMatrix(matrix);
  for (let j = 0; j < out.rows; j++) out.data[j * out.rows + j]! += by;
  return out;
}

function moved(start: Matrix, directions: readonly Matrix[], by: Float64Array): Matrix {
  const out = copyMatrix(start);
  directions.forEach(({ data }, i) => {
    for (let n = 0; n < data.length; n++) out.data[n]! += by[i]! * data[n]!;
  });
  return out;
}

function inner({ rows, cols, values }: SparseSymmetric, matrix: Matrix): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++)
    sum += (rows[n] === cols[n] ? 1 : 2) * values[n]! * matrix.data[rows[n]! * matrix.cols + cols[n]!]!;
  return sum;
}

function diagonalSum({ rows, cols, values }: SparseSymmetric): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++) if (rows[n] === cols[n]) sum += values[n]!;
  return sum;
}
